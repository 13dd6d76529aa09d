//! Squares, bitboards, positions and their notation.

mod fen;
mod position;
mod square;

pub use fen::{Fen, FenError, short};
pub use position::{Board, Color, PIECES_A_SIDE, Position, PositionError};
pub use square::{Bitboard, Square, squares};
pub(crate) use square::{FIRST_RANK, LAST_RANK, bits};
