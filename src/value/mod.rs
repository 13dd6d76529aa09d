//! What a position is worth: the words, and the bytes that stand for them.
//!
//! Values are always from the point of view of the side to move; distances are in plies.

mod category;
pub(crate) mod code;
mod outcome;

pub use category::{Category, Score, Theory};
#[cfg(feature = "generate")]
pub(crate) use code::distance;
pub(crate) use code::{Dtw, Dtz, Measure};
pub use outcome::{Longest, Outcome};
