//! Languages.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use bolshak::board::short;

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Russian.
    Ru,
}

impl Lang {
    /// All languages.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Ru];
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Lang::En => "en",
            Lang::Ru => "ru",
        })
    }
}

/// A text that names no language.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("\"{text}\" is not a language; expected en or ru")]
pub struct LangError {
    text: String,
}

impl FromStr for Lang {
    type Err = LangError;

    fn from_str(text: &str) -> Result<Lang, LangError> {
        let found = Lang::ALL.into_iter().find(|lang| lang.to_string() == text);
        found.ok_or_else(|| LangError { text: short(text) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_read_back() {
        for lang in Lang::ALL {
            assert_eq!(lang.to_string().parse(), Ok(lang));
        }
        for wrong in ["", "RU", "ru-RU", "de"] {
            assert!(wrong.parse::<Lang>().is_err(), "{wrong}");
        }
    }
}
