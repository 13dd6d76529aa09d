//! Unread parts of games: why, and where.

use std::fmt;

use thiserror::Error;

use crate::board::{Color, FenError, GameName, GameTypeError, short};
use crate::rules::MoveError;

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

/// Why a game was not read to its end, with its number and players.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{title}: {fault}")]
#[non_exhaustive]
pub struct PdnError {
    /// The game: its number and players.
    pub title: String,
    /// The fault.
    pub fault: Fault,
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// Two tags about its start have different values.
    #[error("it has two tags {name} with different values; remove the wrong one")]
    TwoTags {
        /// The tag.
        name: String,
    },
    /// It is too long.
    #[error("it begins at {place} and is longer than {mebibytes} MiB, the most for one game; split it")]
    TooLong {
        /// Where it begins.
        place: Place,
        /// The most for one game.
        mebibytes: usize,
    },
    /// A comment has no end.
    #[error("the comment at {place} has no closing brace; add it, so that the moves after it are read")]
    OpenComment {
        /// Where it begins.
        place: Place,
    },
    /// A variation has no end.
    #[error("the bracket at {place} is not closed; close it, so that the moves after it are read")]
    OpenVariation {
        /// Where it begins.
        place: Place,
    },
    /// Its tag `GameType` cannot be read.
    #[error("its GameType: {0}")]
    GameType(GameTypeError),
    /// It is of another game than expected.
    #[error("its game is {found}, but the tables are of {expected}; name a directory of {found} tables")]
    OtherGame {
        /// Its game.
        found: GameName,
        /// The game expected.
        expected: GameName,
    },
    /// Its tag `FEN` cannot be read.
    #[error("its FEN: {0}")]
    Fen(FenError),
    /// A move cannot be read or is not legal.
    #[error("move {number}{} of {color:?} ({place}): {error}", color.dots())]
    Move {
        /// The number of the move in the game.
        number: u32,
        /// The side that moves.
        color: Color,
        /// Its place.
        place: Place,
        /// The error.
        error: MoveError,
    },
    /// A turn is passed.
    #[error("move {number}{} of {color:?} ({place}): {text} passes the turn, which the rules do not allow", color.dots())]
    Pass {
        /// The number of the move in the game.
        number: u32,
        /// The side that does not move.
        color: Color,
        /// Its place.
        place: Place,
        /// The text.
        text: String,
    },
    /// The move numbers show that a move is missing, after unread words.
    #[error("the number {found} at {place} should be that of move {number}{} of {color:?}, after an unread word", color.dots())]
    Number {
        /// The number found.
        found: u32,
        /// The place of the move after it.
        place: Place,
        /// The number of the move that is due.
        number: u32,
        /// The side to move.
        color: Color,
    },
}

/// An unread part of a game. The moves around it are read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Unread {
    /// A text among the moves.
    #[error("{place}: \"{}\" is not a move, and was skipped", short(text))]
    Text {
        /// The text.
        text: String,
        /// Its place.
        place: Place,
    },
    /// A tag with a value that is unreadable or contradicts another.
    #[error("{place}: the tag {name} with \"{}\" was skipped", short(value))]
    Tag {
        /// The tag.
        name: String,
        /// The value.
        value: String,
        /// Its place, or the end of its game.
        place: Place,
    },
    /// A number that is not that of the move after it. Counting continues from it.
    #[error("{place}: the number {found} should be {due}; moves may be missing before it")]
    Number {
        /// The number found.
        found: u32,
        /// The number of the move.
        due: u32,
        /// The place of the move.
        place: Place,
    },
}
