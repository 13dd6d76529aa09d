//! A single position, through the probe.

use crate::board::{Game, Position};
use crate::verify::error::VerifyError;
use crate::verify::mismatch::{Fault, Mismatch};
use crate::verify::tables::Tables;
use crate::verify::value::Value;

/// The value of a position in the tables, which is that by the definitions.
pub(super) fn check<G: Game>(tables: Tables<'_, G>, position: &Position<G>) -> Result<Value, VerifyError> {
    let (tablebase, with_dtw) = (tables.tablebase, tables.with_dtw());
    let successors = Value::successors(tablebase, position, with_dtw)?;
    let expected = Value::expected::<G>(&successors, tables.draw_plies(), with_dtw);
    if Value::stored(tablebase, position, with_dtw)? != expected {
        return Err(VerifyError::Mismatch(Box::new(Mismatch::new(tables, *position, Fault::Value)?)));
    }
    Ok(expected)
}
