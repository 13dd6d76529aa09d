//! Moves of the Hub protocol, in square numbers: `12-16`, or `from x to x captured x captured ...` without spaces.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{Bitboard, Game, Numbering, Position, Square, short, squares};

use super::moves::Move;

/// The numbering of squares in moves of the Hub protocol, by the square with the number 1. The others follow rank by rank, from left
/// to right for White.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HubNumbering {
    /// b8 is 1 and a1 is 29 (on ten files 36): the numbers of PDN.
    B8,
    /// a1 is 1 and b8 is 29 (on ten files 36): the numbers of moves in pydraughts.
    A1,
}

impl HubNumbering {
    /// Both.
    pub const ALL: [HubNumbering; 2] = [HubNumbering::B8, HubNumbering::A1];

    const fn numbering(self) -> Numbering {
        [Numbering::TopLeft, Numbering::BottomLeft][self as usize]
    }

    /// A move as text, with the captured pieces in the order of their numbers.
    #[inline(never)]
    pub fn text<G: Game>(self, mv: &Move<G>) -> String {
        let number = |square| self.numbering().number(square);
        let mut captured: Vec<u8> = squares::<G>(mv.captured).map(number).collect();
        captured.sort_unstable();
        let separator = if mv.is_capture() { 'x' } else { '-' };
        let start = format!("{}{separator}{}", number(mv.from), number(mv.to));
        captured.iter().fold(start, |text, number| format!("{text}x{number}"))
    }

    /// Moves as text, separated by spaces.
    #[inline(never)]
    pub fn texts<G: Game>(self, moves: &[Move<G>]) -> String {
        moves.iter().map(|mv| self.text(mv)).collect::<Vec<_>>().join(" ")
    }

    /// The other numbering.
    pub const fn other(self) -> HubNumbering {
        [HubNumbering::A1, HubNumbering::B8][self as usize]
    }

    /// Reads a legal move, with the captured pieces in any order, or without them where only one capture fits.
    ///
    /// # Errors
    /// [`HubMoveError`].
    #[inline(never)]
    pub fn parse<G: Game>(self, position: &Position<G>, text: &str) -> Result<Move<G>, HubMoveError> {
        let syntax = || HubMoveError::Form { text: short(text) };
        let capture = text.contains('x');
        let separator = if capture { 'x' } else { '-' };
        // `parse` would accept a sign.
        let digits = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        let square = |text: &str| self.numbering().square(text.parse().ok().filter(|_| digits(text))?);
        let squares: Option<Vec<Square<G>>> = text.split(separator).map(square).collect();
        let squares = squares.ok_or_else(syntax)?;
        let (from, to, taken) = match squares[..] {
            [from, to, ref taken @ ..] if capture || taken.is_empty() => (from, to, taken),
            _ => return Err(syntax()),
        };
        let captured: Bitboard = taken.iter().fold(0, |set, square| set | square.bit());
        let legal = position.legal_moves();
        let fits = |mv: &&Move<G>| {
            let named = captured == 0 || mv.captured == captured;
            mv.from == from && mv.to == to && mv.is_capture() == capture && named
        };
        let fitting: Vec<Move<G>> = legal.iter().filter(fits).copied().collect();
        let list = |moves: &[Move<G>]| if moves.is_empty() { "none".into() } else { self.texts(moves) };
        match fitting[..] {
            [mv] => Ok(mv),
            [] => Err(HubMoveError::Illegal { text: short(text), position: position.to_string(), legal: list(&legal) }),
            _ => Err(HubMoveError::Ambiguous { text: short(text), fitting: list(&fitting) }),
        }
    }
}

/// A text that is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum HubMoveError {
    /// Not in the form of a move.
    #[error("\"{text}\" is not a move; expected 12-16, or 12x19x15 with the captured piece on 15")]
    Form {
        /// The text, shortened.
        text: String,
    },
    /// No legal move fits.
    #[error("{text} is not a legal move in {position}; legal are: {legal}")]
    Illegal {
        /// The text, shortened.
        text: String,
        /// The FEN of the position.
        position: String,
        /// The legal moves.
        legal: String,
    },
    /// Several captures fit.
    #[error("{text} fits several captures: {fitting}")]
    Ambiguous {
        /// The text, shortened.
        text: String,
        /// The captures.
        fitting: String,
    },
}

/// A text that is not a numbering.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("\"{text}\" is not a numbering; expected b8 or a1, the square with the number 1")]
#[non_exhaustive]
pub struct HubNumberingError {
    /// The text, shortened.
    pub text: String,
}

impl fmt::Display for HubNumbering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["b8", "a1"][*self as usize])
    }
}

impl FromStr for HubNumbering {
    type Err = HubNumberingError;

    fn from_str(text: &str) -> Result<HubNumbering, HubNumberingError> {
        let found = HubNumbering::ALL.into_iter().find(|numbering| numbering.to_string() == text);
        found.ok_or_else(|| HubNumberingError { text: short(text) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_numberings() {
        let start = Position::START;
        let circle: Position = "W:WKd2:Bc5,e5,c3,e3".parse().unwrap();
        for (position, text, written) in
            [(&start, "c3-d4", ["22-18", "10-14"]), (&circle, "d2:d2", ["26x26x14x15x22x23", "6x6x10x11x18x19"])]
        {
            let mv = position.parse_move(text).unwrap();
            assert_eq!(HubNumbering::ALL.map(|numbering| numbering.text(&mv)), written);
        }
        let mv = circle.parse_move("d2:d2").unwrap();
        assert_eq!(HubNumbering::A1.parse(&circle, "6x6x19x10x18x11"), Ok(mv), "in any order");
        assert_eq!(HubNumbering::A1.parse(&circle, "6x6"), Ok(mv), "one fits");
        assert!(matches!(HubNumbering::B8.parse(&start, "10-14"), Err(HubMoveError::Illegal { .. })));
        for bad in ["", "22", "22-", "22-18-14", "0-1", "33-1", "+22-18", "22x18", "c3-d4", "22-18x", "é-1", "256-1"] {
            assert!(HubNumbering::B8.parse(&start, bad).is_err(), "{bad}");
        }
    }
}
