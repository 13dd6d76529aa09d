//! One run at a time in a directory.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use crate::table::TEMPORARY;

use super::GenerateError;

/// Holds a directory for one run; released with the value, or with the process however it ends.
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Makes the directory if it is not there, takes it, and removes what an interrupted run has left.
    pub fn take(directory: &Path) -> Result<Lock, GenerateError> {
        let failed = |source| GenerateError::Directory { path: directory.into(), source };
        fs::create_dir_all(directory).map_err(failed)?;
        let file =
            File::options().create(true).write(true).truncate(false).open(directory.join(".lock")).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(GenerateError::Locked { path: directory.into() }),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        for entry in fs::read_dir(directory).map_err(failed)?.flatten() {
            if entry.file_name().to_string_lossy().starts_with(TEMPORARY) && entry.path().is_file() {
                fs::remove_file(entry.path()).map_err(failed)?;
            }
        }
        Ok(Lock { _file: file })
    }
}
