//! Places in a text.

use std::fmt;

/// A place in a text: line and column, both from 1. The column counts characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Place {
    /// The beginning of a text.
    pub const START: Place = Place { line: 1, column: 1 };

    /// The place after some text.
    #[must_use]
    pub fn after(self, text: &str) -> Place {
        match text.rfind('\n') {
            None => Place { column: self.column + text.chars().count(), ..self },
            Some(end) => Place {
                line: self.line + text.bytes().filter(|&byte| byte == b'\n').count(),
                column: text[end + 1..].chars().count() + 1,
            },
        }
    }
}

impl Default for Place {
    fn default() -> Place {
        Place::START
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
