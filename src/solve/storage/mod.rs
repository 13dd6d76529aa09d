//! Where the values of an ending lie while it is solved, and while others need them.
//!
//! [`raw`] is the file, mapped into memory; [`layout`] says where in it each value lies; [`known`] finds the values that a
//! move leads to; [`far`] holds the few distances that a byte does not.

pub(super) mod coding;
pub(super) mod far;
pub(super) mod known;
mod known_half;
pub(super) mod layout;
pub(super) mod raw;
mod raw_error;
mod raw_file;

pub use known_half::Class;
pub(super) use known_half::{KnownHalf, ValueRow};
pub use raw_error::RawError;
