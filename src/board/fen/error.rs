//! Why a text is no position.

use thiserror::Error;

use crate::board::{Color, PositionError};

/// Why a text is no position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum FenError {
    /// Nothing but white space.
    #[error("empty text; expected a FEN such as W:WKa1:BKh8")]
    Empty,
    /// The text does not start with the side to move.
    #[error("\"{token}\" is no side to move; expected W or B, as in W:WKa1:BKh8")]
    Turn {
        /// What stands there.
        token: String,
    },
    /// A field starts with neither W nor B.
    #[error(
        "field \"{token}\" is not a side's pieces; expected W or B and squares, as in WKa1,c3, or a draw counter such as H26"
    )]
    Field {
        /// The field.
        token: String,
    },
    /// A side has no field.
    #[error("the field of {color:?}'s pieces is missing; expected both, as in W:WKa1:BKh8")]
    MissingField {
        /// The side.
        color: Color,
    },
    /// A side has two fields.
    #[error("field \"{token}\" gives {color:?}'s pieces a second time; expected each side once")]
    TwoFields {
        /// The side.
        color: Color,
        /// The second field.
        token: String,
    },
    /// No square.
    #[error("\"{token}\" is no square; expected a1 to h8 or 1 to 32, with K before it for a king")]
    Square {
        /// What stands there.
        token: String,
    },
    /// A range of squares that runs backwards.
    #[error("\"{token}\" runs backwards; expected the smaller number first, as in 21-23")]
    Range {
        /// The range.
        token: String,
    },
    /// A light square.
    #[error("{token} is a light square; pieces stand on dark squares such as a1 and h8")]
    LightSquare {
        /// The square.
        token: String,
    },
    /// A wrong character in a Hub string.
    #[error("{token:?} at place {place} of the Hub string; expected one of w b W B e")]
    Hub {
        /// The character.
        token: char,
        /// Its place, from 1.
        place: usize,
    },
    /// A second draw counter.
    #[error("\"{token}\" gives the draw counter a second time; expected it once")]
    TwoCounters {
        /// The second field.
        token: String,
    },
    /// The pieces make no legal position.
    #[error(transparent)]
    Position(#[from] PositionError),
}
