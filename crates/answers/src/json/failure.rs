//! The answer to a text without one.

use serde::Serialize;

/// The text, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Failure<'a> {
    /// The text as it was given.
    pub fen: &'a str,
    /// The error.
    pub error: String,
}
