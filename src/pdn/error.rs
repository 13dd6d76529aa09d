//! Why a game cannot be read.

use thiserror::Error;

use crate::board::{Color, FenError, GameName, GameTypeError};
use crate::rules::MoveError;

use super::place::Place;

/// Why a game cannot be read, with the game's number and players.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{title}: {fault}")]
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
    #[error("it has two tags {name}; expected one, and a result, such as *, after each game")]
    TwoTags {
        /// The tag.
        name: String,
    },
    /// It is too long.
    #[error("it is longer than {mebibytes} MiB, and no longer ones are read")]
    TooLong {
        /// The most that is read.
        mebibytes: usize,
    },
    /// Its variations are nested too deeply.
    #[error("its variations are nested more than {depth} deep, and no deeper ones are read")]
    TooDeep {
        /// The deepest that are read.
        depth: u32,
    },
    /// A comment has no end.
    #[error("a comment begins at {place} and has no end; expected a closing brace after it")]
    OpenComment {
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
}
