//! What leaves a bundle: captures, promotions and the quiet moves of men, on many boards at once.
//!
//! [`fill`] goes through a half's rows block by block, and gathers for each board what the values that its zeroing moves
//! lead to come to.

mod block;
pub(super) mod exit;
mod gather;
mod king_captures;
mod man_captures;
mod moves;
mod pending;
mod planes;
pub(super) mod walk;

pub(super) use pending::mark_pending;
pub(super) use planes::{Exits, fill};
