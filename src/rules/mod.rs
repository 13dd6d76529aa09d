//! The rules: legal moves, their notation, and the draw rules with their clock.

mod capture;
mod draw;
mod hub;
mod moves;
mod notation;
mod step;
mod written;

pub use draw::{
    DRAW_PLIES, DRAW_PLIES_RANGE, DrawRule, DrawRuleError, NotThreeKings, is_three_kings, three_kings_clock,
};
pub use hub::{HubMoveError, HubNumbering, HubNumberingError};
pub use moves::{Move, perft, perft_divide};
pub use notation::MoveError;
#[cfg(feature = "generate")]
pub(crate) use step::{SOUTH_EAST, SOUTH_WEST, across, ray, ray_set, slide, step, steps};
pub(crate) use written::{Written, is_separator};
