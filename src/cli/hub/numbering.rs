//! Moves of the Hub protocol: `12-16`, or `from x to x captured x captured ...` without spaces, in numbers of squares.

use std::fmt;
use std::str::FromStr;

use bolshak::board::{Bitboard, Position, Square, short, squares};
use bolshak::rules::Move;

/// Which square has the number 1; the others follow rank by rank, from left to right as White sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbering {
    /// b8, and a1 has 29: the numbers of PDN.
    B8,
    /// a1, and b8 has 29: the numbers of moves in pydraughts.
    A1,
}

impl Numbering {
    /// Both.
    pub const ALL: [Numbering; 2] = [Numbering::B8, Numbering::A1];

    fn number(self, square: Square) -> usize {
        let index = square.index();
        match self {
            Numbering::B8 => 4 * (7 - index / 4) + index % 4 + 1,
            Numbering::A1 => index + 1,
        }
    }

    fn square(self, text: &str) -> Option<Square> {
        // No sign, which numbers may have in Rust.
        let number: u8 = text.parse().ok().filter(|_| text.starts_with(|c: char| c.is_ascii_digit()))?;
        match self {
            Numbering::B8 => Square::from_number(number),
            Numbering::A1 => Square::new(number.checked_sub(1)?),
        }
    }

    /// A move in text, the captured pieces in the order of their numbers.
    pub fn text(self, mv: &Move) -> String {
        let mut captured: Vec<usize> = squares(mv.captured).map(|square| self.number(square)).collect();
        captured.sort_unstable();
        let separator = if mv.is_capture() { 'x' } else { '-' };
        let start = format!("{}{separator}{}", self.number(mv.from), self.number(mv.to));
        captured.iter().fold(start, |text, number| format!("{text}x{number}"))
    }

    /// Moves in text, separated by spaces.
    pub fn texts(self, moves: &[Move]) -> String {
        moves.iter().map(|mv| self.text(mv)).collect::<Vec<_>>().join(" ")
    }

    /// The legal move of a text: the captured pieces in any order, or left out where one capture fits.
    ///
    /// The error says what is legal, and whether the other numbering makes sense of the text.
    pub fn parse(self, position: &Position, text: &str) -> Result<Move, String> {
        let error = match self.read(position, text) {
            Ok(mv) => return Ok(mv),
            Err(error) => error,
        };
        let other = if self == Numbering::B8 { Numbering::A1 } else { Numbering::B8 };
        let hint = match other.read(position, text) {
            Ok(_) => format!("; it would be legal with {other} as square 1: set-param name=numbering value={other}"),
            Err(_) => String::new(),
        };
        Err(format!("{error} (square 1 is {self}){hint}"))
    }

    fn read(self, position: &Position, text: &str) -> Result<Move, String> {
        let syntax = || format!("\"{}\" is no move; expected 12-16, or 12x19x15 that takes on 15", short(text));
        let capture = text.contains('x');
        let separator = if capture { 'x' } else { '-' };
        let squares: Vec<Square> =
            text.split(separator).map(|number| self.square(number)).collect::<Option<_>>().ok_or_else(syntax)?;
        let (from, to, taken) = match squares[..] {
            [from, to, ref taken @ ..] if capture || taken.is_empty() => (from, to, taken),
            _ => return Err(syntax()),
        };
        let captured: Bitboard = taken.iter().fold(0, |set, square| set | square.bit());
        let legal = position.legal_moves();
        let fits = |mv: &&Move| {
            let named = captured == 0 || mv.captured == captured;
            mv.from == from && mv.to == to && mv.is_capture() == capture && named
        };
        let fitting: Vec<Move> = legal.iter().filter(fits).copied().collect();
        let list = |moves: &[Move]| if moves.is_empty() { "none".into() } else { self.texts(moves) };
        match fitting[..] {
            [mv] => Ok(mv),
            [] => Err(format!("{} is no legal move in {position}; legal are: {}", short(text), list(&legal))),
            _ => Err(format!("{} fits several captures: {}", short(text), list(&fitting))),
        }
    }
}

impl fmt::Display for Numbering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Numbering::B8 => "b8",
            Numbering::A1 => "a1",
        })
    }
}

impl FromStr for Numbering {
    type Err = String;

    fn from_str(text: &str) -> Result<Numbering, String> {
        let found = Numbering::ALL.into_iter().find(|numbering| numbering.to_string() == text);
        found.ok_or_else(|| {
            format!("\"{}\" is no numbering; expected b8 or a1, the square with the number 1", short(text))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_read_back() {
        for fen in ["W:WKd2:Bf6,c5,e5,e3", "W:WKd2:Bc5,e5,c3,e3", "B:WKc3,Kf4,Kh2:BKa1", "W:Wa1,c1:Bh8"] {
            let position: Position = fen.parse().unwrap();
            for numbering in Numbering::ALL {
                for mv in position.legal_moves() {
                    assert_eq!(numbering.parse(&position, &numbering.text(&mv)), Ok(mv), "{fen}");
                }
            }
        }
    }

    #[test]
    fn both_numberings() {
        let start = Position::START;
        let mv = start.parse_move("c3-d4").unwrap();
        assert_eq!((Numbering::B8.text(&mv), Numbering::A1.text(&mv)), ("22-18".into(), "10-14".into()));
        let circle: Position = "W:WKd2:Bc5,e5,c3,e3".parse().unwrap();
        let mv = circle.parse_move("d2:d2").unwrap();
        assert_eq!(
            (Numbering::B8.text(&mv), Numbering::A1.text(&mv)),
            ("26x26x14x15x22x23".into(), "6x6x10x11x18x19".into())
        );
        assert_eq!(Numbering::A1.parse(&circle, "6x6x19x10x18x11"), Ok(mv), "in any order");
        assert_eq!(Numbering::A1.parse(&circle, "6x6"), Ok(mv), "one fits");
        let error = Numbering::B8.parse(&start, "10-14").unwrap_err();
        assert!(error.contains("value=a1"), "{error}");
        for bad in ["", "22", "22-", "22-18-14", "0-1", "33-1", "+22-18", "22x18", "c3-d4", "22-18x", "é-1", "256-1"] {
            assert!(Numbering::B8.parse(&start, bad).is_err(), "{bad}");
        }
    }
}
