//! What a position is worth: the words, and the bytes that stand for them.
//!
//! Values are always from the point of view of the side to move; distances are in plies.

mod category;
mod code;
mod longest;
mod outcome;
mod score;

pub use category::{Category, Theory};
pub use code::{Dtw, Dtz, Measure, distance};
pub use longest::Longest;
pub use outcome::Outcome;
pub use score::Score;
