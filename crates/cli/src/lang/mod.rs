//! The language of what people read: a catalogue for each, in `en.ftl` and `ru.ftl`, and errors in Russian. JSON, moves, positions
//! and files are the same in every language.
//!
//! A new message goes into both catalogues; `tests/it/lang.rs` checks its use. An error of the library has its English where it is
//! defined and its Russian in `crates/answers/src/lang/russian`; an error of the program has its Russian in `errors.rs`.

pub mod errors;

pub use bolshak_answers::lang::Lang;
use std::env;
use std::error::Error;
use std::fmt::Display;
use std::sync::OnceLock;

use bolshak_answers::lang::{LangError, Sentence};
use bolshak_system as system;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

pub type Args<'a> = [(&'static str, FluentValue<'a>)];

static CHOSEN: OnceLock<Lang> = OnceLock::new();

pub const VARIABLE: &str = "BOLSHAK_LANG";

/// Chooses the language: the one asked for, else that of the environment variable, else that of the locale. Only the first choice
/// counts. The catalogues are read at once: there may be no memory left for that when there is an error to show, and answers to
/// programs are English in any case.
pub fn choose(asked: Option<Lang>) -> Result<(), LangError> {
    let lang = match asked {
        Some(lang) => lang,
        None => of_environment()?.unwrap_or_else(|| of_locale(system::locale().as_deref())),
    };
    bundle(*CHOSEN.get_or_init(|| lang));
    bundle(Lang::En);
    Ok(())
}

/// The language that the environment variable names. An empty variable names none.
fn of_environment() -> Result<Option<Lang>, LangError> {
    let value = env::var_os(VARIABLE).filter(|value| !value.is_empty());
    value.map(|value| value.to_string_lossy().parse()).transpose()
}

/// The chosen language; English before any choice.
pub fn chosen() -> Lang {
    CHOSEN.get().copied().unwrap_or(Lang::En)
}

/// The language of a locale such as `ru_RU.UTF-8`, or of Windows such as `ru-RU`. What is written is UTF-8: where another
/// encoding is named, only English can be read.
fn of_locale(locale: Option<&str>) -> Lang {
    let Some(locale) = locale else { return Lang::En };
    let language = locale.split(['_', '-', '.', '@']).next();
    let encoding = locale.split(['.', '@']).nth(1).filter(|_| locale.contains('.')).unwrap_or("UTF-8");
    let is_utf8 = ["utf-8", "utf8"].contains(&&*encoding.to_lowercase());
    if language == Some("ru") && is_utf8 { Lang::Ru } else { Lang::En }
}

pub fn say(id: &str, args: &Args<'_>) -> String {
    say_in(chosen(), id, args)
}

/// A message in a language. Messages begin without spaces and end without a line's end.
pub fn say_in(lang: Lang, id: &str, args: &Args<'_>) -> String {
    let bundle = bundle(lang);
    let Some(pattern) = bundle.get_message(id).and_then(|message| message.value()) else { return id.into() };
    let args: FluentArgs<'_> = args.iter().map(|(name, value)| (*name, value.clone())).collect();
    // What cannot be put in stays in braces; the tests compare the variables of the catalogues.
    bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned()
}

fn bundle(lang: Lang) -> &'static FluentBundle<FluentResource> {
    static BUNDLES: [OnceLock<FluentBundle<FluentResource>>; 2] = [OnceLock::new(), OnceLock::new()];
    let (cell, text) = match lang {
        Lang::En => (&BUNDLES[0], include_str!("en.ftl")),
        Lang::Ru => (&BUNDLES[1], include_str!("ru.ftl")),
    };
    cell.get_or_init(|| {
        let mut bundle = FluentBundle::new_concurrent(vec![lang.to_string().parse().unwrap_or_default()]);
        // Without the marks around arguments that are for texts written from right to left.
        bundle.set_use_isolating(false);
        let resource = FluentResource::try_new(text.into()).unwrap_or_else(|(read, _)| read);
        bundle.add_resource_overriding(resource);
        bundle
    })
}

/// An error of a command: a message of the catalogues with the values of its variables, and its cause. As a text, in English.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.in_lang(Lang::En))]
pub struct Said {
    id: &'static str,
    values: Vec<(&'static str, Sentence)>,
    #[source]
    cause: Option<Box<dyn Error + Send + Sync>>,
    /// The message of a remedy that its cause does not show.
    pub remedy: Option<&'static str>,
}

impl Said {
    pub fn new(id: &'static str, values: &[(&'static str, &dyn Display)]) -> Said {
        let values = values.iter().map(|(name, value)| (*name, value.to_string().into())).collect();
        Said { id, values, cause: None, remedy: None }
    }

    /// Adds a value that differs between the languages.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: Sentence) -> Said {
        self.values.push((name, value));
        self
    }

    #[must_use]
    pub fn because(self, error: impl Into<Box<dyn Error + Send + Sync>>) -> Said {
        Said { cause: Some(error.into()), ..self }
    }

    #[must_use]
    pub fn with_remedy(self, remedy: Option<&'static str>) -> Said {
        Said { remedy, ..self }
    }

    /// The error without its causes in a language.
    pub fn in_lang(&self, lang: Lang) -> String {
        let values: Vec<_> = self.values.iter().map(|(name, value)| (*name, value.in_lang(lang).into())).collect();
        say_in(lang, self.id, &values)
    }
}

/// What the help of a command says at its end, or that of the program by its name.
pub fn examples(command: &str) -> &'static str {
    let sections = concat!("\n", include_str!("examples.txt")).split("\n[");
    let of_command = |section: &'static str| section.strip_prefix(command)?.strip_prefix("]\n");
    sections.into_iter().find_map(of_command).unwrap_or_default().trim_end()
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn the_locale_gives_the_language() {
        for locale in ["ru_RU.UTF-8", "ru", "ru-RU", "ru_RU.utf8@euro", "ru_RU@euro"] {
            assert_eq!(of_locale(Some(locale)), Lang::Ru, "{locale}");
        }
        for locale in ["C.UTF-8", "en_US", "ru_RU.KOI8-R", "run_BI"] {
            assert_eq!(of_locale(Some(locale)), Lang::En, "{locale}");
        }
        assert_eq!(of_locale(None), Lang::En);
    }

    #[test]
    fn russian_nouns_follow_their_numbers() {
        let plies = |number: u16| say_in(Lang::Ru, "plies", &[("number", number.into())]);
        for (number, noun) in
            [(1, "полуход"), (2, "полухода"), (5, "полуходов"), (11, "полуходов"), (21, "полуход"), (104, "полухода")]
        {
            assert_eq!(plies(number), format!("{number} {noun}"));
        }
    }

    #[test]
    fn the_catalogues_have_the_same_messages_with_the_same_variables() {
        let messages = |text: &'static str| -> BTreeMap<&str, BTreeSet<&str>> {
            assert!(FluentResource::try_new(text.into()).is_ok(), "{text}");
            let mut messages = BTreeMap::<&str, BTreeSet<&str>>::new();
            let mut id = "";
            for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
                if !line.starts_with([' ', '}']) {
                    id = line.split(' ').next().unwrap();
                    assert!(messages.insert(id, BTreeSet::new()).is_none(), "{id} twice");
                }
                let names = line.split('$').skip(1);
                let names = names.map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap());
                messages.get_mut(id).unwrap().extend(names);
            }
            messages
        };
        let english = messages(include_str!("en.ftl"));
        assert!(english.len() > 30);
        assert_eq!(english, messages(include_str!("ru.ftl")));
    }
}
