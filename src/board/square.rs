//! The dark squares and their numberings.

use std::fmt;
use std::marker::PhantomData;

use super::{Bitboard, Game, RANKS, Russian, bits};

/// A set on a board turned by 180 degrees.
#[inline(always)]
pub(crate) const fn turned<G: Game>(set: Bitboard) -> Bitboard {
    set.reverse_bits() >> (Bitboard::BITS - G::SQUARES)
}

/// A dark square of a game's board, numbered from 0 in the order a1, c1, ... to the last of rank 8: h8 has 31, on ten files j8 has
/// 39.
///
/// Turning the board by 180 degrees maps the first square to the last, the second to the last but one, and so on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square<G = Russian>(u8, PhantomData<G>);

impl<G: Game> Square<G> {
    /// The square of an index, `None` from [`Game::SQUARES`] on.
    pub const fn new(index: u8) -> Option<Square<G>> {
        if (index as u32) < G::SQUARES { Some(Square(index, PhantomData)) } else { None }
    }

    /// For an index that is known to be on the board.
    pub(crate) const fn from_index(index: u32) -> Square<G> {
        debug_assert!(index < G::SQUARES);
        Square(index as u8, PhantomData)
    }

    /// The square of a file and a rank, both from 0; `None` if it is light or off the board.
    pub const fn at(file: u8, rank: u8) -> Option<Square<G>> {
        let (file, rank) = (file as u32, rank as u32);
        if file < 2 * G::PER_RANK && rank < RANKS && (file + rank).is_multiple_of(2) {
            Some(Square::from_index(G::PER_RANK * rank + file / 2))
        } else {
            None
        }
    }

    /// The index, from 0 (a1).
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of this square alone.
    pub const fn bit(self) -> Bitboard {
        1 << self.0
    }

    /// The file, from 0 (a).
    pub const fn file(self) -> u8 {
        2 * (self.0 % G::PER_RANK as u8) + self.rank() % 2
    }

    /// The rank, 0 (White's first) to 7.
    pub const fn rank(self) -> u8 {
        self.0 / G::PER_RANK as u8
    }

    /// The square on a board turned by 180 degrees.
    pub const fn flip(self) -> Square<G> {
        Square(G::SQUARES as u8 - 1 - self.0, PhantomData)
    }

    /// The square of a number from 1 on: b8 = 1, d8 = 2, ... g1 = 32; on ten files i1 = 40.
    pub const fn from_number(number: u8) -> Option<Square<G>> {
        let per_rank = G::PER_RANK as u8;
        if number == 0 || number as u32 > G::SQUARES {
            return None;
        }
        let (row, column) = ((number - 1) / per_rank, (number - 1) % per_rank);
        Some(Square(per_rank * (RANKS as u8 - 1 - row) + column, PhantomData))
    }

    /// The number: the inverse of [`Square::from_number`].
    pub const fn number(self) -> u8 {
        let per_rank = G::PER_RANK as u8;
        per_rank * (RANKS as u8 - 1 - self.rank()) + self.0 % per_rank + 1
    }
}

impl<G: Game> fmt::Display for Square<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

/// The squares of a set, in ascending order.
pub fn squares<G: Game>(set: Bitboard) -> impl Iterator<Item = Square<G>> {
    bits(set).map(Square::from_index)
}

/// The corner of the board where square numbers begin, as White sees it. Numbers go rank by rank, each rank from the side of that
/// corner. Texts have [`Numbering::TopLeft`] unless a function takes a numbering.
///
/// ```
/// use bolshak::board::{Numbering, Position, Russian};
/// let first_two = |numbering: Numbering| [1, 2].map(|n| numbering.square::<Russian>(n).unwrap().to_string());
/// assert_eq!(first_two(Numbering::BottomLeft), ["a1", "c1"]);
/// assert_eq!(first_two(Numbering::BottomRight), ["g1", "e1"]);
/// assert_eq!(first_two(Numbering::TopLeft), ["b8", "d8"]);
/// assert_eq!(first_two(Numbering::TopRight), ["h8", "f8"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Numbering {
    /// On White's left: a1 is 1.
    BottomLeft,
    /// On White's right: g1 is 1, on ten files i1.
    BottomRight,
    /// On Black's right: b8 is 1.
    #[default]
    TopLeft,
    /// On Black's left: h8 is 1, on ten files j8.
    TopRight,
}

impl Numbering {
    /// All, in the order of their digits in PDN, from 0 on.
    pub const ALL: [Numbering; 4] =
        [Numbering::BottomLeft, Numbering::BottomRight, Numbering::TopLeft, Numbering::TopRight];

    /// The square of a number from 1 on; `None` if there is none.
    pub fn square<G: Game>(self, number: u8) -> Option<Square<G>> {
        // Turning the board by 180 degrees swaps the corners in pairs.
        match self {
            Numbering::BottomLeft => Square::new(number.checked_sub(1)?),
            Numbering::BottomRight => Square::from_number(number).map(Square::flip),
            Numbering::TopLeft => Square::from_number(number),
            Numbering::TopRight => Numbering::BottomLeft.square(number).map(Square::flip),
        }
    }

    /// The number of a square: the inverse of [`Numbering::square`].
    pub const fn number<G: Game>(self, square: Square<G>) -> u8 {
        match self {
            Numbering::BottomLeft => square.index() as u8 + 1,
            Numbering::BottomRight => square.flip().number(),
            Numbering::TopLeft => square.number(),
            Numbering::TopRight => square.flip().index() as u8 + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Draughts80, FenError, Position, Russian};

    /// Checks all squares of a game: texts with the index and name of their square, texts that are not squares, and light squares.
    fn check<G: Game>(texts: &[(&str, usize, &str)], wrong: &[&str], light: &[&str]) {
        for &(text, index, name) in texts {
            let square = Square::<G>::parse(text).unwrap();
            assert_eq!((square.index(), &*square.to_string()), (index, name), "{text}");
        }
        for text in wrong {
            assert!(matches!(Square::<G>::parse(text), Err(FenError::Square { .. })), "{text}");
        }
        for text in light {
            assert!(matches!(Square::<G>::parse(text), Err(FenError::LightSquare { .. })), "{text}");
        }
        assert_eq!(squares::<G>(G::BOARD).count(), G::SQUARES as usize);
        for square in squares::<G>(G::BOARD) {
            let (file, rank) = (square.file(), square.rank());
            assert_eq!(Square::parse(&square.to_string()), Ok(square));
            assert_eq!(Square::from_number(square.number()), Some(square));
            assert_eq!(Square::at(file, rank), Some(square));
            assert_eq!(Square::at(2 * G::PER_RANK as u8 - 1 - file, 7 - rank), Some(square.flip()));
            assert_eq!(turned::<G>(square.bit()), square.flip().bit());
        }
        for numbering in Numbering::ALL {
            let squares: Vec<Square<G>> = (0..=255).filter_map(|number| numbering.square(number)).collect();
            assert_eq!(squares.len(), G::SQUARES as usize);
            assert_eq!(squares.iter().fold(0, |set, square| set | square.bit()), G::BOARD);
            for (number, square) in (1..).zip(squares) {
                assert_eq!((numbering.number(square), numbering.square(number)), (number, Some(square)));
                assert_eq!(numbering.parse(&number.to_string()), Ok(square));
                assert_eq!(numbering.parse(&square.to_string()), Ok(square));
            }
        }
    }

    #[test]
    fn names_and_numbers() {
        let texts =
            [("a1", 0, "a1"), ("b2", 4, "b2"), ("b8", 28, "b8"), ("1", 28, "b8"), ("2", 29, "d8"), ("5", 24, "a7")];
        let wrong = ["", "a", "i1", "k1", "a9", "a1x", "0", "33", "1x", "-1", "é1", "300"];
        check::<Russian>(&texts, &wrong, &["a2"]);
        let texts =
            [("a1", 0, "a1"), ("i1", 4, "i1"), ("b2", 5, "b2"), ("1", 35, "b8"), ("5", 39, "j8"), ("40", 4, "i1")];
        check::<Draughts80>(&texts, &["", "l1", "a9", "0", "41"], &["a2", "j1", "k1", "i8"]);
        check::<Draughts80>(&[("k8", 39, "j8"), ("k2", 9, "j2")], &[], &[]);
        let corners = Numbering::ALL.map(|numbering| numbering.square::<Draughts80>(1).unwrap().to_string());
        assert_eq!(corners, ["a1", "i1", "b8", "j8"]);
    }

    #[test]
    fn positions_in_each_numbering() {
        let read = |numbering: Numbering, text: &str| numbering.fen::<Draughts80>(text).map(|fen| fen.position);
        let position: Position<Draughts80> = "B:Wc3,Kk2:Bd4,Kb8".parse().unwrap();
        for (numbering, text) in [
            (Numbering::BottomLeft, "B:W12,K10:B17,K36"),
            (Numbering::BottomRight, "B:W14,K6:B19,K40"),
            (Numbering::TopLeft, "B:W27,K35:B22,K1"),
            (Numbering::TopRight, "B:W29,K31:B24,K5"),
        ] {
            assert_eq!(read(numbering, text), Ok(position), "{text}");
            assert_eq!(read(numbering, &position.to_string()), Ok(position));
        }
        // A range follows the numbers, and an error names the text.
        assert_eq!(read(Numbering::BottomLeft, "W:W5-6:BK40").unwrap().to_string(), "W:Wi1,b2:BKj8");
        let error = read(Numbering::BottomLeft, "W:WK5-4:BK40").unwrap_err().to_string();
        assert!(error.contains("\"K5-4\" runs backwards"), "{error}");
        assert!(matches!(read(Numbering::TopRight, "W:WK41:BK1"), Err(FenError::Square { .. })));
    }
}
