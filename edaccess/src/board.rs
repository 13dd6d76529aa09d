//! Boards as engines give them.

use bolshak::board::Bitboard;

/// `EdAccess::EdBoard1`: what stands on each square, b8, d8, ... g1.
#[repr(C)]
pub struct Squares([u8; 32]);

/// `EdAccess::EdBoard2`, boards as lists of squares. None is ever read.
#[repr(C)]
pub struct Lists {
    _private: [u8; 0],
}

/// Sets of squares; bit 0 is a1, bit 31 is h8.
#[derive(Default, PartialEq, Eq, Debug)]
pub struct Board {
    pub white_men: Bitboard,
    pub white_kings: Bitboard,
    pub black_men: Bitboard,
    pub black_kings: Bitboard,
}

/// `EdAccess::white`, `black`, `empty`, `king`; a king's code is the sum of two.
const WHITE: u8 = 1;
const BLACK: u8 = 2;
const EMPTY: u8 = 4;
const KING: u8 = 8;

impl Squares {
    /// The board; `None` if a byte is no code. Engines may leave 0 on empty squares.
    pub fn board(&self) -> Option<Board> {
        const WHITE_KING: u8 = WHITE + KING;
        const BLACK_KING: u8 = BLACK + KING;
        let mut board = Board::default();
        for (number, &code) in self.0.iter().enumerate() {
            // Ranks from the eighth down, the squares of each from the left.
            let bit = 1 << (4 * (7 - number / 4) + number % 4);
            match code {
                WHITE => board.white_men |= bit,
                WHITE_KING => board.white_kings |= bit,
                BLACK => board.black_men |= bit,
                BLACK_KING => board.black_kings |= bit,
                EMPTY | 0 => {}
                _ => return None,
            }
        }
        Some(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_and_codes() {
        let mut squares = [EMPTY; 32];
        assert_eq!(Squares(squares).board(), Some(Board::default()));
        // b8, h8, a1, g1.
        (squares[0], squares[3], squares[28], squares[31]) = (9, 2, 10, 1);
        let board = Board { white_men: 1 << 3, white_kings: 1 << 28, black_men: 1 << 31, black_kings: 1 << 0 };
        assert_eq!(Squares(squares).board(), Some(board));
        squares[7] = 3;
        assert_eq!(Squares(squares).board(), None);
    }
}
