//! Where the values of an ending lie while it is solved, and while other endings need them.
//!
//! [`raw`] is the file, mapped into memory. [`layout`] says where in it each value lies. [`known`] finds the values
//! that a move leads to. [`far`] has the few distances that no code holds.

pub(super) mod coding;
pub(super) mod far;
pub(super) mod known;
mod known_half;
pub(super) mod layout;
pub(super) mod raw;

pub use known_half::Class;
pub(super) use known_half::{KnownHalf, ValueRow, single, word_of};
pub use raw::{RawError, far_path, unfinished_path};
