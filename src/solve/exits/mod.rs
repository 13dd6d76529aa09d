//! Exits: what the zeroing moves of a bundle's boards come to, found for many boards at once.
//!
//! [`fill()`] goes through the rows of a stripe block by block. For each board it gathers the values that the board's
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
mod planes;
mod shared_captures;
pub(super) mod walk;

pub(super) use fill::{Stripe, fill};
pub(super) use moves::BundleMoves;
pub(super) use planes::{Exits, due_bytes, plies_before};
pub(super) use shared_captures::shared_bytes;
