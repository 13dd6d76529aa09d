//! Random positions, each through the probe.

use rayon::prelude::*;

use crate::Progress;
use crate::board::{Game, Position};
use crate::index::Ending;
use crate::probe::{Tablebase, random};
use crate::verify::error::VerifyError;
use crate::verify::event::Event;
use crate::verify::mismatch::{Fault, Mismatch};
use crate::verify::tables::Tables;
use crate::verify::value::Value;

/// The positions of a task.
const TASK: u64 = 256;

/// Checks `count` random entries of an ending, of either colour: probes each position, and every position after its moves. This
/// is a naive twin of [`prove`](crate::verify::prove), and a hundred times slower for each entry. Positions with a capture pending
/// are checked too. Runs on the current rayon pool.
///
/// If the ending has no table of distances to win, the other values are checked. A result that the draw rule changes is then only
/// shown to follow from those after its moves.
///
/// # Errors
/// [`VerifyError`], at the first position drawn that is wrong.
pub fn sample<G: Game>(
    tablebase: &Tablebase<G>,
    ending: Ending,
    count: u64,
    seed: u64,
    progress: &dyn Progress<Event>,
) -> Result<(), VerifyError> {
    let tables = Tables::new(tablebase, &[ending]);
    // Without this, an ending whose tables are missing could pass.
    tables.of(ending)?;
    let of_task = |positions: &mut random::Positions<G>, task: u64| {
        if progress.is_stopped() {
            return Err(VerifyError::Stopped);
        }
        positions.go_to(task * TASK);
        let entries = TASK.min(count - task * TASK);
        for position in positions.take(entries as usize) {
            check(tables, &position)?;
        }
        progress.report(&Event::Checked { entries });
        Ok(())
    };
    let positions = || random::Positions::new(&[ending], seed);
    let wrong = (0..count.div_ceil(TASK)).into_par_iter().map_init(positions, of_task);
    wrong.find_first(Result::is_err).unwrap_or(Ok(()))
}

fn check<G: Game>(tables: Tables<'_, G>, position: &Position<G>) -> Result<(), VerifyError> {
    let (tablebase, with_dtw) = (tables.tablebase, tables.with_dtw());
    let successors = Value::successors(tablebase, position, with_dtw)?;
    let expected = Value::expected::<G>(&successors, tables.draw_plies(), with_dtw);
    if Value::stored(tablebase, position, with_dtw)? != expected {
        return Err(VerifyError::Mismatch(Box::new(Mismatch::new(tables, *position, Fault::Value)?)));
    }
    Ok(())
}
