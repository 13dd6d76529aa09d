//! What earlier runs have left in the directory of raw values.

use std::fs;
use std::path::{Path, PathBuf};

use crate::index::Ending;
use crate::solve::Raw;

use super::finished::finished_tables;
use super::lock::Lock;
use super::request::Settings;
use super::step_name::StepName;
use super::store::{RAW, Store};

/// Removes what a plan for many machines has noted as done: this run takes over, and removes values when it needs them no
/// more.
pub(super) fn remove_notes(disk: &Path) -> std::io::Result<()> {
    let files = fs::read_dir(disk)?.flatten().map(|entry| entry.path());
    files.filter(|path| is_note(path)).try_for_each(fs::remove_file)
}

fn is_note(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == StepName::NOTE)
}

/// Removes what runs that were stopped have left and none will go on with: values of finished endings that no
/// unfinished one needs, and files that were never whole; and the directory, if it is a run's own and only its lock
/// is left there.
pub(super) fn tidy(disk: &Path, directory: &Path, settings: &Settings) -> std::io::Result<()> {
    let files: Vec<PathBuf> = fs::read_dir(disk)?.flatten().map(|entry| entry.path()).collect();
    // Of a plan for many machines, which notes what is done: what it needs it removes itself.
    if files.iter().any(|path| is_note(path)) {
        return Ok(());
    }
    let own = disk == directory.join(RAW);
    let is_finished = |ending: Ending| matches!(finished_tables(directory, ending, &settings.metrics), Ok(Some(_)));
    let open: Vec<Ending> = files.iter().filter_map(|path| Store::ending(path)).filter(|&e| !is_finished(e)).collect();
    for path in files.iter().filter(|path| path.is_file()) {
        let is_idle = match Store::ending(path) {
            Some(ending) => {
                is_finished(ending) && !open.iter().any(|unfinished| unfinished.successors().contains(&ending))
            }
            None => {
                Lock::is_of_ending(path)
                    || Store::ending(&path.with_extension(""))
                        .is_some_and(|_| Raw::unfinished(&path.with_extension("")) == *path)
            }
        };
        if is_idle {
            fs::remove_file(path)?;
        }
    }
    if own && fs::read_dir(disk)?.count() == 1 {
        fs::remove_dir_all(disk)?;
    }
    Ok(())
}
