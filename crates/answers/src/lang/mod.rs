//! What people read from the library, in English and in Russian: errors, and notes of answers.
//!
//! An error's own text is English. [`Sentence`] has it in both languages, and [`Lang`] chooses one.
//!
//! ```
//! use bolshak::board::Position;
//! use bolshak_answers::lang::{Lang, Sentence};
//! let error = "x".parse::<Position>().unwrap_err();
//! assert_eq!(Sentence::of(&error).in_lang(Lang::En), error.to_string());
//! assert!(Sentence::of(&error).in_lang(Lang::Ru).starts_with("«x» не указывает очередь хода"));
//! ```

mod russian;

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use bolshak::board::short;
use bolshak::pdn::Game;
use bolshak::probe::ClockNote;

pub use russian::in_russian;

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
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
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

/// A sentence in English, and in Russian if there is one. As a text and as JSON it is the English one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    english: String,
    russian: Option<String>,
}

impl Sentence {
    /// A sentence in both languages.
    pub fn new(english: impl Into<String>, russian: impl Into<String>) -> Sentence {
        Sentence { english: english.into(), russian: Some(russian.into()) }
    }

    /// The text of an error, without its causes.
    pub fn of(error: &(dyn Error + 'static)) -> Sentence {
        Sentence { english: error.to_string(), russian: in_russian(error) }
    }

    /// The number and the players of a game.
    #[must_use]
    pub(crate) fn of_game(game: &Game) -> Sentence {
        let [white, black] = game.players();
        Sentence::new(game.title(), format!("партия {}, {white} – {black}", game.number))
    }

    /// The sentence in a language; in English as a whole if there is no other.
    pub fn in_lang(&self, lang: Lang) -> String {
        self.russian.as_ref().filter(|_| lang == Lang::Ru).unwrap_or(&self.english).clone()
    }

    /// Changes the text in each language.
    #[must_use]
    pub(crate) fn map(self, change: impl Fn(&str) -> String) -> Sentence {
        Sentence { english: change(&self.english), russian: self.russian.as_deref().map(change) }
    }

    /// The same with its cause behind it; in English as a whole if one of them has no Russian.
    #[must_use]
    pub(crate) fn because(self, cause: Sentence) -> Sentence {
        let both = self.russian.zip(cause.russian);
        Sentence {
            english: format!("{}: {}", self.english, cause.english),
            russian: both.map(|(sentence, cause)| format!("{sentence}: {cause}")),
        }
    }
}

impl From<&str> for Sentence {
    /// English alone.
    fn from(english: &str) -> Sentence {
        String::from(english).into()
    }
}

impl From<String> for Sentence {
    /// English alone.
    fn from(english: String) -> Sentence {
        Sentence { english, russian: None }
    }
}

impl From<ClockNote> for Sentence {
    fn from(note: ClockNote) -> Sentence {
        Sentence::new(note.to_string(), russian::of_clock(note))
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

impl Serialize for Sentence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.english)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_without_russian_words_is_english() {
        let both = |sentence: Sentence| Lang::ALL.map(|lang| sentence.in_lang(lang));
        assert_eq!(both(Sentence::new("a", "б")), ["a", "б"]);
        assert_eq!(both("a".into()), ["a", "a"]);
        assert_eq!(both(Sentence::new("a", "б").because(Sentence::new("c", "д"))), ["a: c", "б: д"]);
        assert_eq!(both(Sentence::new("a", "б").because("c".into())), ["a: c"; 2]);
        assert_eq!(both(Sentence::new("a/b", "б/a").map(|text| text.replace("/", ""))), ["ab", "бa"]);
    }

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
