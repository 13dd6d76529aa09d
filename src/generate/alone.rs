//! One ending by itself: the work of a command in a plan for many machines.

use std::path::Path;
use std::time::Instant;

use crate::Progress;
use crate::board::Game;
use crate::in_game;
use crate::index::Ending;
use bolshak_system::peak_resident;

use super::budget::room;
use super::error::GenerateError;
use super::event::Event;
use super::finished::{check_game, is_finished};
use super::lock::Lock;
use super::request::Settings;
use super::run::Run;
use super::schedule::Schedule;
use super::store::Store;
use super::summary::Summary;

/// Generates the tables of one ending. The values of all endings that its moves lead to must be in the directory of the
/// settings, where this function leaves them. Its own values stay there for others; the caller removes them when no
/// ending needs them any more. Several processes may generate one ending each at the same time, also on several machines that
/// share the directories. Runs on the current rayon pool.
///
/// With `until`, it stops after that phase of the ending, counted from 1; the next call goes on from there.
///
/// # Errors
/// [`GenerateError`], above all [`GenerateError::Needed`]; what was finished before stays, and the same call goes on
/// from there.
pub fn generate_alone(
    ending: Ending,
    until: Option<usize>,
    settings: &Settings,
    directory: &Path,
    progress: &dyn Progress<Event>,
) -> Result<Summary, GenerateError> {
    in_game!(settings.game, G => generate_alone_of::<G>(ending, until, settings, directory, progress))
}

fn generate_alone_of<G: Game>(
    ending: Ending,
    until: Option<usize>,
    settings: &Settings,
    directory: &Path,
    progress: &dyn Progress<Event>,
) -> Result<Summary, GenerateError> {
    let start = Instant::now();
    settings.check(ending)?;
    let disk = settings.disk_of(directory);
    let _locks = [Lock::share(directory)?, Lock::share(&disk)?, Lock::ending(directory, &disk, ending)?];
    let store = Store::<G>::new(disk.clone(), settings.coding());
    let mut summary = Summary::default();
    check_game(settings, directory)?;
    let (is_finished, _) = is_finished(settings, ending, directory)?;
    if is_finished && store.take(ending)? {
        summary.before = 1;
    } else {
        for needed in ending.successors() {
            if !store.borrow(needed)? {
                return Err(GenerateError::Needed { ending, needed, path: disk });
            }
        }
        let missing = if is_finished { vec![] } else { vec![ending] };
        let room = room::<G>(settings.memory, &[ending], settings.coding())?;
        let schedule = Schedule::new(&[ending], &store, 1);
        let run = Run { settings, directory, missing: &missing, store: &store, room, schedule, progress, until };
        summary.finished.extend(run.make(ending)?);
        summary.peak_disk = store.peak();
    }
    summary.time = start.elapsed();
    summary.peak_memory = peak_resident();
    Ok(summary)
}
