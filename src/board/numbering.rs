//! Where the numbers of squares begin.

use super::{Game, Square};

/// The corner of the board where the numbers of squares begin, as White sees it. They follow rank by rank, each rank from the
/// side of that corner. Numbers in texts begin at the top left unless a function takes another numbering.
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
    /// All, in the order of the digits that PDN has for them, from 0 on.
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

    fn every_number<G: Game>() {
        for numbering in Numbering::ALL {
            let squares: Vec<Square<G>> = (0..=255).filter_map(|number| numbering.square(number)).collect();
            assert_eq!(squares.len(), G::SQUARES as usize);
            assert_eq!(squares.iter().fold(0, |set, square| set | square.bit()), G::BOARD);
            assert!(numbering.square::<G>(0).is_none());
            for (number, square) in (1..).zip(squares) {
                assert_eq!(numbering.number(square), number);
                assert_eq!(numbering.parse(&number.to_string()), Ok(square));
                assert_eq!(numbering.parse(&square.to_string()), Ok(square));
            }
        }
    }

    #[test]
    fn every_numbering_has_every_square_once() {
        every_number::<Russian>();
        every_number::<Draughts80>();
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
        // A range goes on where its numbers do, and an error names what stands in the text.
        assert_eq!(read(Numbering::BottomLeft, "W:W5-6:BK40").unwrap().to_string(), "W:Wi1,b2:BKj8");
        let error = read(Numbering::BottomLeft, "W:WK5-4:BK40").unwrap_err().to_string();
        assert!(error.contains("\"K5-4\" runs backwards"), "{error}");
        assert!(matches!(read(Numbering::TopRight, "W:WK41:BK1"), Err(FenError::Square { .. })));
    }
}
