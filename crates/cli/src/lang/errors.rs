//! The errors of the library, and what clap finds wrong with a command line, in Russian. Their own text is English.
//!
//! Only the program shows errors of a generation. Their enums may grow, so the compiler does not see that one lacks a sentence; a
//! test of the sources does. An error without a sentence stays English as a whole.

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use bolshak::generate::{FileDamage, FileError, GenerateError};
use bolshak::index::PIECES;
use bolshak::shown;
use bolshak_answers::json::QuestionError;
use bolshak_answers::lang::{self, Lang, Sentence};
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::lang::{Said, chosen};
use crate::shared::process::notice;
use crate::shared::tables::NotOpened;

/// An error without its causes in Russian, if there is a sentence for it.
pub fn in_russian(error: &(dyn Error + 'static)) -> Option<String> {
    type Words = fn(&(dyn Error + 'static)) -> Option<Option<String>>;
    const OF_PROGRAM: [Words; 5] = [
        |error| error.downcast_ref().map(|said: &Said| Some(said.in_lang(Lang::Ru))),
        |error| error.downcast_ref().map(|NotOpened { error, .. }| lang::in_russian(error)),
        |error| error.downcast_ref().map(|error: &QuestionError| Some(Sentence::from(error.clone()).in_lang(Lang::Ru))),
        |error| error.downcast_ref().map(of_generation),
        |error| error.downcast_ref().map(of_file),
    ];
    OF_PROGRAM.iter().find_map(|of| of(error)).unwrap_or_else(|| lang::in_russian(error))
}

fn of_generation(error: &GenerateError) -> Option<String> {
    Some(match error {
        GenerateError::Pieces { ending } => {
            format!("шашек в окончании {ending}: {}; таблицы строятся на 2–{PIECES} шашек", ending.pieces())
        }
        GenerateError::DrawPlies { plies } => {
            format!("правила ничьей с числом полуходов {plies} быть не может; таблицы строятся для числа от 1 до 126")
        }
        GenerateError::NoCategories => "без итогов расстояния не прочитать; среди величин должна быть wdl".into(),
        GenerateError::Directory { path, .. } => format!("нельзя писать в {}", shown(path)),
        GenerateError::Locked { path } => {
            format!("в {} таблицы строит другой запуск; дождитесь его или выберите другой каталог", shown(path))
        }
        GenerateError::OtherRule { path, found, wanted } => {
            format!("{} построена для правила ничьей с числом полуходов {found}, а не {wanted}", shown(path))
        }
        GenerateError::Needed { ending, needed, path } => {
            format!("для {ending} нужны значения {needed}, которых нет в {}", shown(path))
        }
        GenerateError::OtherPlan { ending, path, lost } => format!(
            "в {} пометки другого плана: {ending} отмечено как готовое, но в {} нет его файлов",
            shown(path),
            shown(lost)
        ),
        GenerateError::Room { ending, path, .. } => format!(
            "в {} нет места для значений {ending}; готовое сохранится, и та же команда продолжит с этого места",
            shown(path)
        ),
        GenerateError::Values { path, .. } => format!("не удаётся открыть {}", shown(path)),
        GenerateError::Unusable { path, source, others } => {
            format!("не удаётся продолжить с {}", what_to_do(path, source, others))
        }
        GenerateError::Memory { ending, budget, needed, threads, .. } => format!(
            "{} памяти мало: для таких окончаний, как {ending}, нужно {} (потоков: {threads})",
            megabytes(*budget),
            megabytes(needed.next_multiple_of(1_000_000))
        ),
        GenerateError::Stopped => "остановлено; та же команда продолжит с последнего законченного этапа".into(),
        GenerateError::Table(error) => lang::in_russian(error)?,
        GenerateError::TooLong { ending } => {
            format!("в {ending} есть выигрыш или проигрыш длиннее, чем умещается в таблицах этой версии")
        }
        _ => return None,
    })
}

/// The names of files of values that cannot be used, and the remedy.
fn what_to_do(path: &Path, source: &FileError, others: &[PathBuf]) -> String {
    if let FileError::Other = source {
        return format!(
            "{} (запросите игру и величины, для которых он создан, задайте значениям другое место или удалите этот файл)",
            shown(path)
        );
    }
    let names: Vec<String> = std::iter::once(path).chain(others.iter().map(PathBuf::as_path)).map(shown).collect();
    let (them, solved) = if others.is_empty() {
        ("его", "его окончание будет решено")
    } else {
        ("их", "их окончания будут решены")
    };
    format!("{} (удалите {them} и повторите команду: {solved} заново)", names.join(", "))
}

/// Whole megabytes; bytes, if there is less than one.
fn megabytes(bytes: u64) -> String {
    if bytes < 1_000_000 { format!("{bytes} Б") } else { format!("{} МБ", bytes / 1_000_000) }
}

fn of_file(error: &FileError) -> Option<String> {
    Some(match error {
        FileError::Io(error) => lang::in_russian(error)?,
        FileError::Other => "он создан для другой игры, других величин или другого правила ничьей".into(),
        FileError::Damaged(damage) => match *damage {
            FileDamage::EndsEarly => "он обрывается",
            FileDamage::PartChecksum => "неверна контрольная сумма законченного этапа",
            FileDamage::PhaseRecord => "запись о законченном этапе неверна",
            FileDamage::ZeroingDamaged => "файл его расстояний до сброса повреждён или от другого запуска",
            FileDamage::ZeroingMissing => "нет файла его расстояний до сброса",
            FileDamage::Foreign => "он от другого окончания или другой версии",
            FileDamage::Packed => "часть его не распаковывается",
            _ => return None,
        }
        .into(),
        _ => return None,
    })
}

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
    if error.is::<axum::http::header::InvalidHeaderName>() {
        Some("это не имя заголовка HTTP".into())
    } else {
        in_russian(error)
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
