//! The rules: legal moves, their notation, and the draw rules with their clock.

mod capture;
mod draw;
mod hub;
mod moves;
mod notation;
mod perft;
mod play;
mod step;
#[cfg(feature = "generate")]
mod steps;
mod written;

pub use draw::{DRAW_PLIES, DRAW_PLIES_RANGE, DrawRule, NotThreeKings, is_three_kings, three_kings_clock};
pub use hub::{HubMoveError, HubNumbering, HubNumberingError};
pub use moves::Move;
pub use notation::MoveError;
pub use perft::{perft, perft_divide};
#[cfg(feature = "generate")]
pub(crate) use step::{nearest, ray, ray_set, slide, step};
#[cfg(feature = "generate")]
pub(crate) use steps::{SOUTH_EAST, SOUTH_WEST, across, steps};
pub(crate) use written::{Written, is_invisible, is_separator};
