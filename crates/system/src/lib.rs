//! What each operating system does in its own way, for the library and the program of bolshak. No other crate asks which system
//! this is.
//!
//! Each system has a file with the same functions: Unix, Windows, and at the end of this file those without files, such as a
//! browser. The documentation here holds on all of them. The feature `making` adds what makes and proves tables, `program` what
//! the program needs.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;

#[cfg(feature = "making")]
pub use making::*;
#[cfg(feature = "program")]
pub use program::*;

// The functions of the system are documented where they are re-exported.
#[cfg(unix)]
#[path = "unix.rs"]
#[allow(missing_docs)]
mod own;
#[cfg(windows)]
#[path = "windows.rs"]
#[allow(missing_docs)]
mod own;

/// The path that a program in C names: on Unix any bytes but 0, elsewhere UTF-8. `None` if the bytes are not a path.
pub use own::path_of;

/// Fills a buffer from some place of a file on, wherever other threads read it.
///
/// # Errors
/// Those of the system; one of kind [`ErrorKind::UnexpectedEof`] if the file ends before.
pub use own::read_exact_at;

/// What a person can do about an error that comes from a limit of the system, as the name of a message in the program's
/// catalogues; `None` for other errors.
pub use own::remedy_of_limit;

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

/// What makes and proves tables: writing, locks, time and memory.
#[cfg(feature = "making")]
mod making {
    use std::fs::{File, TryLockError};
    use std::time::Duration;

    use crate::own;

    /// Writes all bytes to some place of a file, wherever other threads read it or write to it.
    ///
    /// # Errors
    /// Those of the system.
    pub use own::write_all_at;

    /// The processor time of this thread. Windows counts it in steps of some 16 milliseconds.
    pub use own::thread_time;

    /// The processor time of all threads of this process.
    pub use own::process_time;

    /// Makes renames in a directory last through a power cut, where the system can.
    ///
    /// # Errors
    /// Those of the system.
    pub use own::sync_directory;

    /// Checks that a directory is there and, as far as can be seen without writing, that files could be made in it.
    ///
    /// # Errors
    /// Those of the system; one of kind [`ErrorKind::NotADirectory`](std::io::ErrorKind::NotADirectory) if something else is there.
    pub use own::check_directory;

    /// Removes a directory and all in it, and lets go of `held`, which has a file open there: after that on Unix, so that nobody else
    /// takes it meanwhile, and before on Windows, where open files stay.
    ///
    /// # Errors
    /// Those of the system.
    pub use own::remove_directory;

    /// The resident memory of this process in bytes; `None` where the system does not say. Takes some 20 microseconds.
    pub use own::resident;

    /// The most resident memory that this process has had; `None` where the system does not say.
    pub use own::peak_resident;

    /// The memory of the machine in bytes; `None` where the system does not say.
    pub use own::machine_memory;

    /// Gives the memory that is free in the heap back to the system, where the heap keeps it between what is in use.
    pub use own::trim_heap;

    /// Renames a file, in place of any other, whoever has that open. On Windows the old file may have to step aside first, so that
    /// for a moment there is none.
    ///
    /// # Errors
    /// Those of the system. Both files are then as they were.
    pub use own::replace;

    /// Locks a file until it is closed, against all who lock it too. Nobody else is kept from reading or writing it.
    ///
    /// # Errors
    /// [`TryLockError::WouldBlock`] if it is locked; those of the system.
    pub use own::try_lock;

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
}

/// What the program needs: limits, the terminal, the locale, and the service's socket, threads and signals.
#[cfg(feature = "program")]
mod program {
    use crate::own;

    /// What a person can do about an error of renaming a file to a name that is taken, as the name of a message in the program's
    /// catalogues; `None` where that works whoever has the other file open or mapped, and for errors with other causes.
    pub use own::remedy_of_replacing;

    /// Makes a file one that may only be read, where another can take its place nevertheless.
    ///
    /// # Errors
    /// Those of the system.
    pub use own::protect;

    /// Lets a write fail with an error where a file may not grow, also where the system would end the program.
    pub use own::ignore_file_limit;

    /// The locale of the user's messages, as `ru_RU.UTF-8` or `ru-RU`; `None` if none is set, or if output goes to a program that on
    /// Windows would take UTF-8 for the letters of an older code page.
    pub use own::locale;

    /// Lets the terminal at standard output show the colours of escape codes, and returns whether it does. Only a console of Windows
    /// may not.
    pub use own::colors;

    /// The listening socket that systemd has opened for this process, if it has: sd_listen_fds(3). Must be called before anything
    /// else opens a file, and once.
    ///
    /// # Errors
    /// If what was passed on is not one listening TCP socket.
    pub use own::passed_listener;

    /// Asks the system for a number of open files. Returns how many it allows; `None` if it knows no limit.
    pub use own::allow_open_files;

    /// Lets this thread have less of a processor than others that want it, where the system can do that for one thread: on Linux and
    /// Windows.
    pub use own::lower_priority;

    /// What asks a service to stop: Ctrl-C or SIGTERM, on Windows also that its window closes or the machine shuts down. `listen`
    /// listens from now on, and fails with the system's error; `next` ends at the next signal.
    pub use own::StopSignals;

    /// Whether commands are typed into a shell of Unix.
    pub use own::UNIX_SHELL;
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
