//! The values of an ending while it is solved, and while other endings need them.
//!
//! [`layout`] has the place of each value and cuts values into parts. [`ending_file`] has the packed parts, and
//! [`Caches`](crate::bulk::Caches) those in memory. [`known`] finds the values that a move leads to. [`coding`] has the codes
//! of distances, and the distances that no code holds.

pub(super) mod coding;
pub(super) mod ending_file;
pub(super) mod known;
mod known_half;
pub(super) mod layout;
mod pack;
mod part_file;
#[cfg(test)]
mod tests;

pub use ending_file::zeroing_path;
pub use known_half::Class;
pub(super) use known_half::{KnownHalf, ValueRow, single, word_of};
pub(super) use pack::flip_results;
pub(super) use part_file::PartPlace;
pub use part_file::{FileDamage, FileError, unfinished_path};
