//! Errors of the program's own about a position, which are told in any language.

use std::error::Error;
use std::fmt;

use bolshak::probe::ProbeError;
use bolshak::rules::MoveError;

use super::tables::Names;
use crate::cli::lang::{Lang, errors, say_in};

/// An error of a command that answers positions. As a text, in English.
#[derive(Debug)]
pub enum Said {
    /// The name of a file where a position was expected.
    FileName,
    /// Moves after the sign for standard input.
    MovesAfterStdin,
    /// A move that is none in a position.
    InPosition { position: String, error: MoveError },
    /// A game on the squares of the other one; it would be `mirrored`.
    SameShade { shade: &'static str, mirrored: String },
    /// Tables without an answer, and the command that makes those that have it.
    Unanswered { error: ProbeError, id: &'static str, command: String, asked: Names },
}

impl Said {
    /// The error without its causes in a language, if there is a sentence for it.
    pub fn in_lang(&self, lang: Lang) -> Option<String> {
        Some(match self {
            Said::FileName => say_in(lang, "file-name", &[]),
            Said::MovesAfterStdin => say_in(lang, "moves-after-stdin", &[]),
            Said::InPosition { position, .. } => say_in(lang, "in-position", &[("position", position.as_str().into())]),
            Said::SameShade { shade, mirrored } => {
                say_in(lang, "same-shade", &[("shade", (*shade).into()), ("mirrored", mirrored.as_str().into())])
            }
            Said::Unanswered { error, id, command, asked } => {
                let error = match lang {
                    Lang::En => error.to_string(),
                    Lang::Ru => errors::of_probe(error)?,
                };
                let command = ("command", command.as_str().into());
                say_in(lang, id, &[("error", error.into()), ("tables", asked.in_lang(lang).into()), command])
            }
        })
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_lang(Lang::En).unwrap_or_default())
    }
}

impl Error for Said {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Said::InPosition { error, .. } => Some(error),
            _ => None,
        }
    }
}
