//! Exits: what the zeroing moves of a bundle's boards come to, found for many boards at once.
//!
//! [`fill()`] goes through the rows of a stripe block by block. For each board it gathers the values that the board's
//! captures and advances lead to.

mod block;
mod fill;
mod gather;
mod king_captures;
mod man_captures;
mod planes;
pub(super) mod walk;

pub(super) use fill::{Stripe, fill};
pub(super) use king_captures::shared_bytes;
pub(super) use planes::{Exits, due_bytes, plies_before};
pub(super) use walk::Exit;
