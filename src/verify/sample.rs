//! Checking random entries, position by position.

use rayon::prelude::*;

use crate::Progress;
use crate::board::{Game, Position};
use crate::index::Ending;
use crate::probe::{Tablebase, random};

use super::error::VerifyError;
use super::event::Event;
use super::mismatch::{Fault, Mismatch};
use super::value::Value;

/// The positions of a task.
const TASK: usize = 256;

/// Checks `count` random entries of an ending, of either colour: probes each position, and every position after its moves. This
/// is the naive twin of [`prove`](super::prove), and a hundred times slower for each entry. Positions with a capture pending
/// are checked too. Runs on the current rayon pool.
///
/// # Errors
/// [`VerifyError`], at the first position drawn that is wrong.
pub fn sample<G: Game>(
    tablebase: &Tablebase<G>,
    ending: Ending,
    count: usize,
    seed: u64,
    progress: &dyn Progress<Event>,
) -> Result<(), VerifyError> {
    // Without this, an ending whose tables are missing could pass.
    tablebase.tables_of(ending)?;
    let positions = random::positions(&[ending], count, seed);
    let wrong = positions.par_chunks(TASK).map(|positions| {
        if progress.is_stopped() {
            return Err(VerifyError::Stopped);
        }
        positions.iter().try_for_each(|position| check(tablebase, position))?;
        progress.report(&Event::Checked { entries: positions.len() as u64 });
        Ok(())
    });
    wrong.find_first(Result::is_err).unwrap_or(Ok(()))
}

fn check<G: Game>(tablebase: &Tablebase<G>, position: &Position<G>) -> Result<(), VerifyError> {
    let successors = Value::successors(tablebase, position)?;
    let expected = Value::expected::<G>(&successors, tablebase.draw_plies());
    if Value::stored(tablebase, position)? != expected {
        return Err(VerifyError::Mismatch(Box::new(Mismatch::new(tablebase, *position, Fault::Value)?)));
    }
    Ok(())
}
