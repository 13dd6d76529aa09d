//! The 32 dark squares and sets of them.

use std::fmt;

/// A set of dark squares: bit `s` stands for the square of index `s` (see [`Square`]).
pub type Bitboard = u32;

/// The last rank, where the mover's men are crowned; in a [`Position`](super::Position) those of White.
pub(crate) const LAST_RANK: Bitboard = 0xF000_0000;

/// The first rank, where the enemy's men are crowned, or those of Black.
pub(crate) const FIRST_RANK: Bitboard = 0x0000_000F;

/// A dark square, numbered 0 to 31 in the order a1, c1, e1, g1, b2, … h8.
///
/// Turning the board by 180 degrees maps square `s` to `31 - s`, so it reverses the bits of a [`Bitboard`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square of an index, `None` from 32 on.
    pub const fn new(index: u8) -> Option<Square> {
        if index < 32 { Some(Square(index)) } else { None }
    }

    /// For indices that a table or a bit scan has already bounded.
    pub(crate) const fn from_index(index: u32) -> Square {
        debug_assert!(index < 32);
        Square(index as u8)
    }

    /// The index, 0 (a1) to 31 (h8).
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of this square alone.
    pub const fn bit(self) -> Bitboard {
        1 << self.0
    }

    /// The file, 0 (a) to 7 (h).
    pub const fn file(self) -> u8 {
        2 * (self.0 % 4) + self.rank() % 2
    }

    /// The rank, 0 (White's first) to 7.
    pub const fn rank(self) -> u8 {
        self.0 / 4
    }

    /// The square on a board turned by 180 degrees.
    pub const fn flip(self) -> Square {
        Square(31 - self.0)
    }

    /// The square of a number from 1 to 32 in the convention b8 = 1, d8 = 2, … g1 = 32.
    pub const fn from_number(number: u8) -> Option<Square> {
        match number {
            1..=32 => {
                let (row, column) = ((number - 1) / 4, (number - 1) % 4);
                Some(Square(4 * (7 - row) + column))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

/// The squares of a set, in ascending order.
pub fn squares(mut set: Bitboard) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (first < 32).then(|| Square::from_index(first))
    })
}

/// The indices of a set's squares, in ascending order.
pub(crate) fn bits(set: Bitboard) -> impl Iterator<Item = u32> {
    squares(set).map(|square| square.index() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::FenError;

    #[test]
    fn names_and_numbers() {
        for (text, index) in [("a1", 0), ("c1", 1), ("b2", 4), ("g1", 3), ("h8", 31), ("b8", 28)] {
            let square = Square::parse(text).unwrap();
            assert_eq!(square.index(), index);
            assert_eq!(square.to_string(), text);
        }
        for (number, text) in [("1", "b8"), ("2", "d8"), ("5", "a7"), ("29", "a1"), ("32", "g1")] {
            assert_eq!(Square::parse(number).unwrap().to_string(), text);
        }
        let all: Vec<_> = squares(u32::MAX).map(|s| s.to_string()).collect();
        assert_eq!(all.len(), 32);
        assert!(squares(u32::MAX).all(|s| Square::parse(&s.to_string()) == Ok(s) && s.flip().flip() == s));
    }

    #[test]
    fn wrong_names() {
        for text in ["", "a", "i1", "a9", "a1x", "0", "33", "1x", "-1", "é1", "300"] {
            assert!(matches!(Square::parse(text), Err(FenError::Square { .. })), "{text}");
        }
        assert!(matches!(Square::parse("a2"), Err(FenError::LightSquare { .. })));
    }
}
