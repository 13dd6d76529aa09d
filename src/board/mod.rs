//! Squares, bitboards, positions and their notation.

mod fen;
mod position;
mod shade;
mod square;

pub use fen::{Fen, FenError, short};
pub use position::{Board, Color, PIECES_A_SIDE, Position, PositionError};
pub use shade::{Shade, ShadeError, ShadedFen};
pub use square::{Bitboard, Square, squares};
pub(crate) use square::{FIRST_RANK, LAST_RANK, bits};
