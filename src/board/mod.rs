//! Games, squares, bitboards, positions and their notation.

mod fen;
mod game;
mod game_type;
mod position;
mod shade;
mod square;

pub use fen::{Fen, FenError, percent_decoded};
pub(crate) use fen::{first_look_alike, is_invisible, without_entities};
pub use game::{Bitboard, Draughts80, Game, GameName, GameNameError, Poddavki, RANKS, Russian, short};
pub(crate) use game::{MOST_PIECES, MOST_SQUARES, PLACES, bits};
pub(crate) use game_type::of_variant;
pub use game_type::{GameType, GameTypeAttribute, GameTypeError};
pub use position::{Board, Color, Position, PositionError};
pub use shade::{Shade, ShadeError, ShadedFen};
pub(crate) use square::turned;
pub use square::{Numbering, Square, squares};
