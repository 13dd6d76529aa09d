//! The directories of a run: locks, and files left by stopped runs.
//!
//! One run at a time works in a directory, or several runs with one ending each.

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use bolshak_system as system;

use crate::index::Ending;
use crate::retrograde::unfinished_path;
use crate::write::{TEMPORARY, temporary};

use super::error::GenerateError;
use super::inventory::finished_tables;
use super::plan_files::StepName;
use super::request::Settings;
use super::store::{VALUES, ending_of};

const FILE: &str = ".lock";

/// A lock of a directory, or a share of it. Dropping it releases it, and so does the end of the process.
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Makes the directory if it is absent, locks it, and removes the unfinished tables of an interrupted run.
    pub fn take(directory: &Path) -> Result<Lock, GenerateError> {
        make_directory(directory)?;
        let lock = Lock::hold(directory, FILE, false)?;
        remove_leftovers(directory, TEMPORARY)?;
        Ok(lock)
    }

    /// Makes the directory if it is absent, and locks it against runs that need it alone.
    pub fn share(directory: &Path) -> Result<Lock, GenerateError> {
        make_directory(directory)?;
        Lock::hold(directory, FILE, true)
    }

    /// Locks one ending in shared directories, and removes its unfinished tables of an interrupted run.
    pub fn ending(directory: &Path, disk: &Path, ending: Ending) -> Result<Lock, GenerateError> {
        let lock = Lock::hold(disk, &format!(".{ending}{FILE}"), false)?;
        remove_leftovers(directory, &temporary(ending))?;
        Ok(lock)
    }

    fn is_of_ending(path: &Path) -> bool {
        let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_prefix('.'));
        name.and_then(|name| name.strip_suffix(FILE)).is_some_and(|ending| ending.parse::<Ending>().is_ok())
    }

    fn hold(directory: &Path, name: &str, is_shared: bool) -> Result<Lock, GenerateError> {
        let (path, fail) = (directory.join(name), |source| GenerateError::Directory { path: directory.into(), source });
        system::check_regular(&path).map_err(|source| GenerateError::Values { path: path.clone(), source })?;
        // On NFS, only a file that is open for reading can be locked by several.
        let file = File::options().create(true).read(true).write(true).truncate(false).open(path).map_err(fail)?;
        match if is_shared { system::lock_shared(&file) } else { system::lock(&file) } {
            Ok(()) => Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(GenerateError::Locked { path: directory.into() }),
            Err(TryLockError::Error(source)) => Err(fail(source)),
        }
    }
}

/// Checks that a directory could be made if absent, and, for a run on this machine, written to.
pub(super) fn check_place(directory: &Path, is_here: bool) -> Result<(), GenerateError> {
    for at in directory.ancestors() {
        let at = if at.as_os_str().is_empty() { Path::new(".") } else { at };
        match system::check_directory(at, is_here) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            checked => return checked.map_err(|source| GenerateError::Directory { path: directory.into(), source }),
        }
    }
    Ok(())
}

pub(super) fn make_directory(directory: &Path) -> Result<(), GenerateError> {
    fs::create_dir_all(directory).map_err(|error| {
        // "File exists" would not explain the error.
        let is_other = error.kind() == ErrorKind::AlreadyExists;
        let source = if is_other { ErrorKind::NotADirectory.into() } else { error };
        GenerateError::Directory { path: directory.into(), source }
    })
}

fn remove_leftovers(directory: &Path, prefix: &str) -> Result<(), GenerateError> {
    let failed = |source| GenerateError::Directory { path: directory.into(), source };
    for entry in fs::read_dir(directory).map_err(failed)?.flatten() {
        if entry.file_name().to_string_lossy().starts_with(prefix) && entry.path().is_file() {
            fs::remove_file(entry.path()).map_err(failed)?;
        }
    }
    Ok(())
}

/// Removes the notes of a plan for many machines: this run removes values that it no longer needs, which makes the notes false.
pub(super) fn remove_notes(disk: &Path) -> std::io::Result<()> {
    let files = fs::read_dir(disk)?.flatten().map(|entry| entry.path());
    files.filter(|path| is_note(path)).try_for_each(fs::remove_file)
}

fn is_note(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == StepName::NOTE) && path.is_file()
}

/// Removes files of stopped runs that no later run needs: the values of finished endings that no unfinished one needs, and
/// files that were never complete. Also removes the default directory if only its lock is left there.
pub(super) fn tidy(disk: &Path, lock: Option<Lock>, directory: &Path, settings: &Settings) -> std::io::Result<()> {
    let mut files: Vec<PathBuf> = fs::read_dir(disk)?.flatten().map(|entry| entry.path()).collect();
    // The values of an ending go before its distances to a zeroing move, which are useless alone.
    files.sort_unstable();
    // A plan for many machines, which has notes, removes its own values.
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
                let whole = path.with_extension("");
                Lock::is_of_ending(path) || ending_of(&whole).is_some() && unfinished_path(&whole) == *path
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
