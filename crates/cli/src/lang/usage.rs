//! Wrong usage in Russian: what clap finds wrong with a command line. English is what clap says itself.

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::num::{IntErrorKind, ParseIntError};
use std::process;

use bolshak_answers::lang::Lang;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::lang::{chosen, errors};
use crate::shared::process::notice;

/// The language that a command line names with `--lang`, whatever else is wrong with it.
pub fn named_in(arguments: impl Iterator<Item = OsString>) -> Option<Lang> {
    let texts: Vec<String> = arguments.map(|argument| argument.to_string_lossy().into_owned()).collect();
    let mut values = texts.iter().enumerate().filter_map(|(at, text)| match text.as_str() {
        "--lang" => texts.get(at + 1).map(String::as_str),
        _ => text.strip_prefix("--lang="),
    });
    values.find_map(|value| value.parse().ok())
}

/// Shows an error of clap, or the help that was asked for, and ends the program as clap does.
pub fn exit(error: &clap::Error) -> ! {
    if chosen() == Lang::Ru {
        if let Some(sentence) = sentence(error) {
            wrong(&format!("{sentence}{}", usage(error)));
        }
        if error.kind() == ErrorKind::DisplayHelp && error.print().is_ok() {
            let _ = writeln!(io::stdout(), "\nЭта справка есть только на английском языке.");
            process::exit(error.exit_code())
        }
    }
    error.exit()
}

pub fn wrong(message: &str) -> ! {
    let error = match chosen() {
        Lang::En => "error",
        Lang::Ru => "ошибка",
    };
    notice(&format!("{error}: {message}"));
    process::exit(2)
}

/// How the command is used, and where more is said.
fn usage(error: &clap::Error) -> String {
    let usage = match error.get(ContextKind::Usage) {
        Some(ContextValue::StyledStr(usage)) => format!("\n\n{}", usage.to_string().trim_end()),
        _ => String::new(),
    };
    let usage =
        usage.replace("Usage:", "Использование:").replace("[OPTIONS]", "[КЛЮЧИ]").replace("<COMMAND>", "<КОМАНДА>");
    usage + "\n\nСправка на английском языке — с ключом --help."
}

/// What is wrong; `None` for help, and for errors that no command of this program has.
fn sentence(error: &clap::Error) -> Option<String> {
    let argument = text(error, ContextKind::InvalidArg);
    let value = text(error, ContextKind::InvalidValue);
    let similar = |kind| match list(error, kind).as_slice() {
        [] => String::new(),
        names => format!("; похоже на {}", names.join(", ")),
    };
    Some(match error.kind() {
        ErrorKind::UnknownArgument => {
            let argument = argument?;
            let what = if argument.starts_with('-') {
                "здесь нет ключа"
            } else {
                "лишний аргумент:"
            };
            format!("{what} {argument}{}", similar(ContextKind::SuggestedArg))
        }
        ErrorKind::InvalidSubcommand => {
            let command = text(error, ContextKind::InvalidSubcommand)?;
            format!("нет команды {command}{}", similar(ContextKind::SuggestedSubcommand))
        }
        ErrorKind::InvalidValue if value?.is_empty() => format!("после {} нет значения", argument?),
        ErrorKind::InvalidValue => {
            let possible = list(error, ContextKind::ValidValue).join(", ");
            format!("значение «{}» не подходит для {}; возможны {possible}", value?, argument?)
        }
        ErrorKind::ValueValidation => {
            format!("значение «{}» не подходит для {}: {}", value?, argument?, reason(error.source()?)?)
        }
        ErrorKind::TooManyValues => format!("значение «{}» лишнее: у {} его не бывает", value?, argument?),
        ErrorKind::MissingRequiredArgument => format!("не указано {}", list(error, ContextKind::InvalidArg).join(", ")),
        ErrorKind::ArgumentConflict => match list(error, ContextKind::PriorArg).as_slice() {
            [prior] if prior == argument? => format!("{prior} указано несколько раз"),
            others => format!("нельзя указать вместе {} и {}", argument?, others.join(", ")),
        },
        ErrorKind::MissingSubcommand => "не указана команда".into(),
        ErrorKind::InvalidUtf8 => "в командной строке есть текст, который записан не в UTF-8".into(),
        _ => return None,
    })
}

fn reason(error: &(dyn Error + 'static)) -> Option<String> {
    if let Some(error) = error.downcast_ref::<ParseIntError>() {
        let words = match error.kind() {
            IntErrorKind::PosOverflow => "число слишком велико",
            IntErrorKind::NegOverflow => "число слишком мало",
            _ => "нужно целое число",
        };
        Some(words.into())
    } else if error.is::<axum::http::header::InvalidHeaderName>() {
        Some("это не имя заголовка HTTP".into())
    } else {
        errors::in_russian(error)
    }
}

/// What an error says of its circumstances, as one text.
fn text(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    }
}

/// The same as a list.
fn list(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    }
}
