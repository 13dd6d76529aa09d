//! Games, squares, bitboards, positions and their notation.

mod bitboard;
mod fen;
mod game;
mod game_type;
mod numbering;
mod position;
mod shade;
mod square;

pub use bitboard::Bitboard;
pub(crate) use bitboard::bits;
pub(crate) use fen::first_look_alike;

pub use fen::{Fen, FenError, percent_decoded, short};
pub use game::{Draughts80, Game, GameName, GameNameError, Poddavki, RANKS, Russian};
pub(crate) use game::{MOST_PIECES, MOST_SQUARES, PLACES};
pub use game_type::{GameType, GameTypeError};
pub use numbering::Numbering;
pub use position::{Board, Color, Position, PositionError};
pub use shade::{Shade, ShadeError, ShadedFen};
pub(crate) use square::turned;
pub use square::{Square, squares};
