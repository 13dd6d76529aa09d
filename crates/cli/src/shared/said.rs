//! Errors of the program itself, with a message in each language.

use std::error::Error;
use std::fmt::{self, Display};

use bolshak::index::PIECES;
use bolshak::probe::ProbeError;
use bolshak_answers::lang::Sentence;

use super::tables::TableNames;
use crate::lang::{Lang, say_in};

/// An error of a command. As a text, in English.
#[derive(Debug)]
pub enum Said {
    /// A message of the catalogues with the values of its variables, and its cause.
    Message { id: &'static str, values: Vec<(&'static str, String)>, cause: Option<Box<dyn Error + Send + Sync>> },
    /// Tables without an answer, and the command that makes those that have it.
    Unanswered { error: ProbeError, id: &'static str, command: String, asked: TableNames },
}

impl Said {
    pub fn new(id: &'static str, values: &[(&'static str, &dyn Display)]) -> Said {
        let values = values.iter().map(|(name, value)| (*name, value.to_string())).collect();
        Said::Message { id, values, cause: None }
    }

    #[must_use]
    pub fn because(mut self, error: impl Error + Send + Sync + 'static) -> Said {
        if let Said::Message { cause, .. } = &mut self {
            *cause = Some(Box::new(error));
        }
        self
    }

    #[must_use]
    pub fn because_of(mut self, error: anyhow::Error) -> Said {
        if let Said::Message { cause, .. } = &mut self {
            // Its type is still seen, and with it the words for it.
            *cause = Some(error.reallocate_into_boxed_dyn_error_without_backtrace());
        }
        self
    }

    /// The error without its causes in a language.
    pub fn in_lang(&self, lang: Lang) -> String {
        match self {
            Said::Message { id, values, .. } => {
                let values: Vec<_> = values.iter().map(|(name, value)| (*name, value.as_str().into())).collect();
                say_in(lang, id, &values)
            }
            Said::Unanswered { error, id, command, asked } => {
                let error = Sentence::of(error).in_lang(lang);
                let command = ("command", command.as_str().into());
                let most = ("most", PIECES.into());
                say_in(lang, id, &[("error", error.into()), ("tables", asked.in_lang(lang).into()), command, most])
            }
        }
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_lang(Lang::En))
    }
}

impl Error for Said {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Said::Message { cause: Some(cause), .. } => Some(&**cause),
            _ => None,
        }
    }
}
