//! Exits: what the zeroing moves of a bundle's boards come to, found for many boards at once.
//!
//! [`fill()`] goes through the rows of a bundle block by block. For each board it gathers the values that the board's
//! captures and advances lead to.

mod block;
pub(super) mod exit;
mod fill;
mod found;
mod gather;
mod king_captures;
mod lanes;
mod man_captures;
mod moves;
mod pending;
mod planes;
mod shared_captures;
pub(super) mod walk;

pub(super) use fill::fill;
pub(super) use pending::mark_pending;
pub(super) use planes::Exits;
pub(super) use shared_captures::shared_bytes;
