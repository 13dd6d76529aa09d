//! Distances to win beyond a byte, position by position.

use crate::board::{Game, Position};
use crate::probe::Tablebase;
use crate::value::Outcome;

use super::value::Value;

/// The distance to win that the tables have for a position, if its value follows from those of its successors: by the probe,
/// position by position.
#[cold]
pub(super) fn far_outcome<G: Game>(tablebase: &Tablebase<G>, position: &Position<G>) -> Option<Outcome> {
    // A value that cannot be read counts as wrong here. To show it, it is read again, which gives the error.
    let successors = Value::successors(tablebase, position).ok()?;
    let stored = Value::stored(tablebase, position).ok()?;
    (stored == Value::expected::<G>(&successors, tablebase.draw_plies())).then_some(stored.dtw)
}
