//! Checking entries at random, position by position.

use rayon::prelude::*;

use crate::board::Position;
use crate::index::Ending;
use crate::probe::{Tablebase, workload};

use super::entries::Fault;
use super::{Mismatch, Value, VerifyError, Watcher};

/// The positions of a task.
const TASK: usize = 256;

/// Checks so many entries of an ending, drawn at random with a seed and of either colour, by asking the tables for each
/// and for every position after its moves. The naive twin of [`prove`](super::prove), a hundred times slower an entry;
/// positions with a capture pending are checked too. Runs on the current rayon pool.
///
/// # Errors
/// [`VerifyError`], at the first position drawn that is wrong.
pub fn sample(
    tablebase: &Tablebase,
    ending: Ending,
    count: usize,
    seed: u64,
    watcher: &dyn Watcher,
) -> Result<(), VerifyError> {
    let positions = workload::random(&[ending], count, seed);
    let wrong = positions.par_chunks(TASK).map(|positions| {
        positions.iter().try_for_each(|position| check(tablebase, position))?;
        watcher.checked(positions.len() as u64);
        Ok(())
    });
    wrong.find_first(Result::is_err).unwrap_or(Ok(()))
}

fn check(tablebase: &Tablebase, position: &Position) -> Result<(), VerifyError> {
    let successors = Value::successors(tablebase, position)?;
    let expected = Value::expected(&successors, tablebase.draw_plies());
    if Value::stored(tablebase, position)? != expected {
        return Err(VerifyError::Mismatch(Box::new(Mismatch::new(tablebase, *position, Fault::Value)?)));
    }
    Ok(())
}
