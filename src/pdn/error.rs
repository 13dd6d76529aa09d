//! What is not read of a game, why, and where it stands.

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

/// Why a game is not read, or not to its end, with the game's number and players.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{title}: {fault}")]
#[non_exhaustive]
pub struct PdnError {
    /// The game: its number and players.
    pub title: String,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// A tag about its start stands twice, with two values.
    #[error("it has two tags {name} with different values; remove the wrong one")]
    TwoTags {
        /// The tag.
        name: String,
    },
    /// It is too long.
    #[error("it begins at {place} and is longer than {mebibytes} MiB, the longest that is read; split it")]
    TooLong {
        /// Where it begins.
        place: Place,
        /// The most that is read.
        mebibytes: usize,
    },
    /// A comment has no end.
    #[error("the comment that begins at {place} has no closing brace; add it, so that the moves behind it are read")]
    OpenComment {
        /// Where it begins.
        place: Place,
    },
    /// A variation has no end.
    #[error("the bracket at {place} is not closed; close it, so that the moves behind it are read")]
    OpenVariation {
        /// Where it begins.
        place: Place,
    },
    /// Its tag `GameType` cannot be read.
    #[error("its GameType: {0}")]
    GameType(GameTypeError),
    /// It is of another game than was asked for.
    #[error("its game is {found}, but the tables are of {expected}; name a directory of {found} tables")]
    OtherGame {
        /// The game that it says.
        found: GameName,
        /// The game asked for.
        expected: GameName,
    },
    /// Its tag `FEN` cannot be read.
    #[error("its FEN: {0}")]
    Fen(FenError),
    /// A move cannot be read, or is not legal.
    #[error("move {number}{} of {color:?} ({place}): {error}", color.dots())]
    Move {
        /// The number of the move in the game.
        number: u32,
        /// The side that moves.
        color: Color,
        /// Where it stands.
        place: Place,
        /// What is wrong with it.
        error: MoveError,
    },
    /// A turn is passed.
    #[error("move {number}{} of {color:?} ({place}): {text} passes the turn, and the rules have no such move", color.dots())]
    Pass {
        /// The number of the move in the game.
        number: u32,
        /// The side that does not move.
        color: Color,
        /// Where it stands.
        place: Place,
        /// What stands there.
        text: String,
    },
    /// The numbers of the moves show that something is missing, behind words that are not read.
    #[error("the number {found} at {place} stands where move {number}{} of {color:?} is due, behind a word that is not read", color.dots())]
    Number {
        /// The number that stands there.
        found: u32,
        /// Where the move behind it stands.
        place: Place,
        /// The number of the move that is due.
        number: u32,
        /// The side that is to move.
        color: Color,
    },
}

/// A part of a game that is not read, while the moves around it are.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Unread {
    /// A text among the moves.
    #[error("{place}: \"{}\" is not a move, and was passed over", short(text))]
    Text {
        /// The text.
        text: String,
        /// Where it stands.
        place: Place,
    },
    /// A value of a tag that is not read, or that another one contradicts.
    #[error("{place}: the tag {name} with \"{}\" was passed over", short(value))]
    Tag {
        /// The tag.
        name: String,
        /// The value.
        value: String,
        /// Where it stands, or where its game ends.
        place: Place,
    },
    /// A number that is not that of the move behind it. The numbers are counted on from it.
    #[error("{place}: the number {found} stands where {due} is due; moves may be missing before it")]
    Number {
        /// The number that stands there.
        found: u32,
        /// The number of the move.
        due: u32,
        /// Where the move stands.
        place: Place,
    },
}
