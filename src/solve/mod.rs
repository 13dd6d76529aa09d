//! Solving endings.
//!
//! Captures lower the number of pieces, promotions the number of men, and men only advance: the only cycles are quiet
//! moves of kings while all men stand still. All placements of the kings over one placement of the men are a *fibre*.
//! Fibres are solved in the order of the men's advancement, most advanced first, those of one advancement side by
//! side; whatever leaves a fibre leads to values that are final.
//!
//! Fibres of few kings go side by side in a *bundle*, in masks with a bit for each placement of the enemy's kings in each
//! of them.
//!
//! Inside a fibre no move zeroes the clock, so a ply is a ply of the clock, and the same walk backwards from the ends
//! gives the distance to win and the distance to a zeroing move.

mod against_men;
mod boards;
mod bundle;
mod ending;
mod entries;
mod exit;
mod exits;
mod far;
mod fibre;
mod half;
mod halt;
mod king_captures;
mod known;
mod lanes;
mod layout;
mod man_captures;
mod masks;
mod one_sided;
mod raw;
mod rounds;
mod stats;
mod turn;
mod two_sided;
mod walk;

pub(crate) use ending::cpu_time;
pub use ending::{SolveError, Watch, solve};
pub use entries::{Codes, Entries};
pub use fibre::{PENDING, scratch_bytes};
pub use known::{Class, Known, Solved};
pub use layout::Layout;
pub use raw::{Coding, Raw, RawError};
pub use stats::{Longest, SideStats, category};
