//! Results and distances, and the bytes that encode them.
//!
//! Values are from the point of view of the side to move; distances are in plies.

pub(crate) mod code;
mod outcome;

#[cfg(feature = "generate")]
pub(crate) use code::distance;
pub(crate) use code::{Dtw, Dtz, Measure};
pub use outcome::{Category, Longest, Outcome, Score, Theory};
