//! Distances to win beyond a byte, position by position.

use crate::board::{Game, Position};
use crate::value::Outcome;

use super::tables::Tables;
use super::value::Value;

/// The distance to win that the tables have for a position, if its value follows from those of its successors: by the probe,
/// position by position.
#[cold]
pub(super) fn far_outcome<G: Game>(tables: Tables<'_, G>, position: &Position<G>) -> Option<Outcome> {
    // A value that cannot be read counts as wrong here. To show it, it is read again, which gives the error.
    let successors = Value::successors(tables.tablebase, position, true).ok()?;
    let stored = Value::stored(tables.tablebase, position, true).ok()?;
    (stored == Value::expected::<G>(&successors, tables.draw_plies(), true)).then_some(stored.dtw?)
}
