//! Files that earlier runs have left in the directory of values.

use std::fs;
use std::path::{Path, PathBuf};

use crate::index::Ending;
use crate::solve::unfinished_path;
use bolshak_system as system;

use super::finished::finished_tables;
use super::lock::Lock;
use super::request::Settings;
use super::step_name::StepName;
use super::store::{VALUES, ending_of};

/// Removes the notes of a plan for many machines. This run takes over, and removes values that it does not need any more, so
/// the notes would no longer be true.
pub(super) fn remove_notes(disk: &Path) -> std::io::Result<()> {
    let files = fs::read_dir(disk)?.flatten().map(|entry| entry.path());
    files.filter(|path| is_note(path)).try_for_each(fs::remove_file)
}

fn is_note(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == StepName::NOTE) && path.is_file()
}

/// Removes files of stopped runs that no later run needs: the values of finished endings that no unfinished one needs, and
/// files that were never complete. Removes the directory too if it is the default one and only its lock is left there.
pub(super) fn tidy(disk: &Path, lock: Option<Lock>, directory: &Path, settings: &Settings) -> std::io::Result<()> {
    let mut files: Vec<PathBuf> = fs::read_dir(disk)?.flatten().map(|entry| entry.path()).collect();
    // The values of an ending go before its distances to a zeroing move, which are of no use alone.
    files.sort_unstable();
    // A plan for many machines, which has notes, removes its values itself.
    if files.iter().any(|path| is_note(path)) {
        return Ok(());
    }
    let own = disk == directory.join(VALUES);
    let is_finished = |ending: Ending| matches!(finished_tables(directory, ending, &settings.metrics), Ok(Some(_)));
    let open: Vec<Ending> = files.iter().filter_map(|path| ending_of(path)).filter(|&e| !is_finished(e)).collect();
    for path in files.iter().filter(|path| path.is_file()) {
        let is_idle = match ending_of(path) {
            Some(ending) => {
                is_finished(ending) && !open.iter().any(|unfinished| unfinished.successors().contains(&ending))
            }
            None => {
                Lock::is_of_ending(path)
                    || ending_of(&path.with_extension(""))
                        .is_some_and(|_| unfinished_path(&path.with_extension("")) == *path)
            }
        };
        if is_idle {
            fs::remove_file(path)?;
        }
    }
    if own && fs::read_dir(disk)?.count() == 1 {
        system::remove_directory(disk, lock)?;
    }
    Ok(())
}
