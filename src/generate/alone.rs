//! One ending by itself: what a command of a plan for many machines does.

use std::path::Path;
use std::time::Instant;

use crate::index::Ending;

use super::budget::Budget;
use super::lock::Lock;
use super::run::{RAW, Run};
use super::schedule::Schedule;
use super::store::Store;
use super::{GenerateError, Progress, Request, Summary, peak_resident};

/// Generates the tables of one ending, the only one of a request. The raw values of all that its moves lead to must be
/// where the request says, left there by this function, and its own stay there for others: whoever runs it for one ending
/// after the other removes them when nothing needs them any more. Several processes may do so at a time, on several
/// machines that share the directories, for an ending each. Runs on the current rayon pool.
///
/// With a number of phases in `until`, it stops after these; the ending goes on from there the next time.
///
/// # Errors
/// [`GenerateError`], above all [`GenerateError::Needed`]; what was finished before stays, and the same request goes on
/// from there.
pub fn generate_alone(
    ending: Ending,
    until: Option<usize>,
    request: &Request,
    directory: &Path,
    progress: &(impl Progress + ?Sized),
) -> Result<Summary, GenerateError> {
    let start = Instant::now();
    request.check(ending)?;
    let disk = request.disk.clone().unwrap_or_else(|| directory.join(RAW));
    let _locks = [Lock::share(directory)?, Lock::share(&disk)?, Lock::ending(directory, &disk, ending)?];
    let store = Store::new(disk.clone(), request.coding());
    let mut summary = Summary::default();
    let (is_finished, _) = request.is_finished(ending, directory)?;
    if is_finished && store.take(ending)? {
        summary.before = 1;
    } else {
        for needed in ending.successors() {
            if !store.borrow(needed)? {
                return Err(GenerateError::Needed { ending, needed, path: disk });
            }
        }
        let missing = if is_finished { vec![] } else { vec![ending] };
        let budget = Budget::new(request.memory, &[ending], request.coding())?;
        let schedule = Schedule::new(&[ending], &store, 1);
        let run = Run { request, directory, missing: &missing, store: &store, budget, schedule, progress, until };
        summary.finished.extend(run.make(ending)?);
        summary.peak_disk = store.peak();
    }
    summary.time = start.elapsed();
    summary.peak_memory = peak_resident();
    Ok(summary)
}
