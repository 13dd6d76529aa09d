//! What each operating system does in its own way, for the library and the program of bolshak. No other crate depends
//! on the system.
//!
//! Each system has a file with the same functions: Unix, Windows, and at the end of this file those without files, such as a
//! browser. The documentation in that of Unix holds on all of them; where it names no errors, they are those of the system. The feature
//! `making` adds what makes and proves tables, `program` what the program needs.

use std::fs::File;
#[cfg(feature = "making")]
use std::fs::TryLockError;
use std::io::{self, ErrorKind};
use std::path::Path;

#[cfg(unix)]
#[path = "unix.rs"]
mod own;
#[cfg(windows)]
#[path = "windows.rs"]
#[allow(missing_docs)]
mod own;

pub use own::*;

/// Why a file is not used. An [`io::Error`] carries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// A directory, a pipe, a device, or a symbolic link that leads to itself.
    #[error("it is not a regular file")]
    NotRegular,
    /// Another process has its lock.
    #[error("another run writes to it")]
    Locked,
}

impl Refused {
    /// What an error carries, if it does.
    pub fn of(error: &io::Error) -> Option<Refused> {
        error.get_ref()?.downcast_ref().copied()
    }
}

impl From<Refused> for io::Error {
    fn from(refused: Refused) -> io::Error {
        let kind = match refused {
            Refused::NotRegular => ErrorKind::Other,
            Refused::Locked => ErrorKind::WouldBlock,
        };
        io::Error::new(kind, refused)
    }
}

/// Whether something that is not a regular file has a name: a directory, a pipe, a device, a symbolic link that leads to itself.
/// Where nothing has it, or nobody may look, this is false: opening the file says so.
pub fn is_unusual(path: &Path) -> bool {
    match path.metadata() {
        Ok(there) => !there.is_file(),
        Err(error) => !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::PermissionDenied) && path.is_symlink(),
    }
}

/// Checks that nothing but a regular file has a name. Opening a pipe would wait for its other end.
///
/// # Errors
/// [`Refused::NotRegular`].
pub fn check_regular(path: &Path) -> io::Result<()> {
    if is_unusual(path) { Err(Refused::NotRegular.into()) } else { Ok(()) }
}

/// Opens a regular file to read it.
///
/// # Errors
/// Those of the system, and [`Refused::NotRegular`].
pub fn open_regular(path: &Path) -> io::Result<File> {
    check_regular(path)?;
    File::open(path)
}

/// Whether an error says that something is not a regular file.
pub fn is_of_unusual(error: &io::Error) -> bool {
    Refused::of(error) == Some(Refused::NotRegular)
}

/// As [`try_lock`]. Where the file is locked it tries again, for a tenth of a second: a program that another thread starts holds
/// all files of this process until it begins, and so a lock that was just released.
#[cfg(feature = "making")]
pub fn lock(file: &File) -> Result<(), TryLockError> {
    patiently(|| try_lock(file))
}

/// As [`lock`], but others may have the file locked in this way at the same time.
#[cfg(feature = "making")]
pub fn lock_shared(file: &File) -> Result<(), TryLockError> {
    patiently(|| try_lock_shared(file))
}

#[cfg(feature = "making")]
fn patiently(try_lock: impl Fn() -> Result<(), TryLockError>) -> Result<(), TryLockError> {
    for _ in 0..10 {
        match try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(std::time::Duration::from_millis(10)),
            other => return other,
        }
    }
    try_lock()
}

/// A system without files, such as a browser.
#[cfg(not(any(unix, windows)))]
#[allow(missing_docs)]
mod own {
    use std::fs::File;
    use std::io;
    use std::path::PathBuf;

    pub fn path_of(bytes: &[u8]) -> Option<PathBuf> {
        std::str::from_utf8(bytes).ok().map(Into::into)
    }

    pub fn read_exact_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn remedy_of_limit(_: &io::Error) -> Option<&'static str> {
        None
    }
}
