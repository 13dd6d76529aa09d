//! Which boards are solved together, and how they lie in masks.
//!
//! A *half* is a fibre with one side to move. Halves of fibres with the same numbers of pieces lie side by side in a
//! *bundle*. It has one row for each placement of the mover's kings, and in each row a lane for each half, with one bit
//! for each placement of the enemy's kings. Squares are numbered as the enemy sees them, as in the values that moves
//! lead to.

#[allow(clippy::module_inception)]
mod bundle;
mod half;
mod men;
pub(super) mod row_set;
pub(super) mod turn;

/// The squares of a set.
pub(super) use crate::board::bits as squares;
pub(super) use bundle::{Bundle, Column, Shape};
pub(super) use half::Half;
pub(super) use men::{Advance, Jump};
