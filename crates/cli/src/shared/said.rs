//! Errors of the program itself, with a message in each language.

use std::error::Error;
use std::fmt::Display;

use bolshak_answers::lang::Sentence;

use crate::lang::{Lang, say_in};

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

    /// The same with a value that is another one in each language.
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
