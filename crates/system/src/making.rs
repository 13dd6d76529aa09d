//! What makes and proves tables: writing, locks, time and memory.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::time::Duration;

use crate::own;

/// Writes all bytes to some place of a file, wherever other threads read it or write to it.
///
/// # Errors
/// Those of the system.
pub fn write_all_at(file: &File, bytes: &[u8], to: u64) -> io::Result<()> {
    own::write_all_at(file, bytes, to)
}

/// The processor time of this thread. Windows counts it in steps of some 16 milliseconds.
pub fn thread_time() -> Duration {
    own::thread_time()
}

/// The processor time of all threads of this process.
pub fn process_time() -> Duration {
    own::process_time()
}

/// Makes renames in a directory last through a power cut, where the system can.
///
/// # Errors
/// Those of the system.
pub fn sync_directory(directory: &Path) -> io::Result<()> {
    own::sync_directory(directory)
}

/// Checks that a directory is there and, as far as can be seen without writing, that files could be made in it.
///
/// # Errors
/// Those of the system; one of kind [`io::ErrorKind::NotADirectory`] if something else is there.
pub fn check_directory(directory: &Path, is_written: bool) -> io::Result<()> {
    own::check_directory(directory, is_written)
}

/// Removes a directory and all in it, and lets go of `held`, which has a file open there: after that on Unix, so that nobody else
/// takes it meanwhile, and before on Windows, where open files stay.
///
/// # Errors
/// Those of the system.
pub fn remove_directory<T>(directory: &Path, held: T) -> io::Result<()> {
    own::remove_directory(directory, held)
}

/// The resident memory of this process in bytes; `None` where the system does not say. Takes some 20 microseconds.
pub fn resident() -> Option<u64> {
    own::resident()
}

/// The most resident memory that this process has had; `None` where the system does not say.
pub fn peak_resident() -> Option<u64> {
    own::peak_resident()
}

/// The memory of the machine in bytes; `None` where the system does not say.
pub fn machine_memory() -> Option<u64> {
    own::machine_memory()
}

/// Gives the memory that is free in the heap back to the system, where the heap keeps it between what is in use.
pub fn trim_heap() {
    own::trim_heap()
}

/// Renames a file, in place of any other, whoever has that open. On Windows the old file may have to step aside first, so that
/// for a moment there is none.
///
/// # Errors
/// Those of the system. Both files are then as they were.
pub fn replace(from: &Path, to: &Path) -> io::Result<()> {
    own::replace(from, to)
}

/// Locks a file until it is closed, against all who lock it too. Nobody else is kept from reading or writing it.
///
/// # Errors
/// [`TryLockError::WouldBlock`] if it is locked; those of the system.
pub fn try_lock(file: &File) -> Result<(), TryLockError> {
    own::try_lock(file)
}

/// As [`try_lock`]. Where the file is locked it tries again, for a tenth of a second: a program that another thread starts holds
/// all files of this process until it begins, and so a lock that was just released.
pub fn lock(file: &File) -> Result<(), TryLockError> {
    patiently(|| own::try_lock(file))
}

/// As [`lock`], but others may have the file locked in this way at the same time.
pub fn lock_shared(file: &File) -> Result<(), TryLockError> {
    patiently(|| own::try_lock_shared(file))
}

fn patiently(try_lock: impl Fn() -> Result<(), TryLockError>) -> Result<(), TryLockError> {
    for _ in 0..10 {
        match try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
            other => return other,
        }
    }
    try_lock()
}
