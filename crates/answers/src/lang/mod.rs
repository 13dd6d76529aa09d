//! What the library says to people, in English and in Russian: errors, and notes of answers.
//!
//! An error speaks English by itself. [`Sentence`] has it in both languages, and [`Lang`] chooses one.
//!
//! ```
//! use bolshak::board::Position;
//! use bolshak_answers::lang::{Lang, Sentence};
//! let error = "x".parse::<Position>().unwrap_err();
//! assert_eq!(Sentence::of(&error).in_lang(Lang::En), error.to_string());
//! assert!(Sentence::of(&error).in_lang(Lang::Ru).starts_with("«x» не указывает очередь хода"));
//! ```

mod language;
mod russian;
mod sentence;

pub use language::{Lang, LangError};
pub use russian::in_russian;
pub use sentence::Sentence;
