//! What each system does in its own way. No other file asks which system this is.
//!
//! Each system has a file with the same functions: Unix, Windows, and those without files, such as a browser. What is said
//! here of a function holds on all of them.

use std::fs::File;
#[cfg(feature = "generate")]
use std::fs::TryLockError;
use std::io;
#[cfg(feature = "serve")]
use std::net::TcpListener;
use std::path::PathBuf;
#[cfg(feature = "generate")]
use std::{path::Path, time::Duration};

#[cfg(not(any(unix, windows)))]
mod none;
mod refused;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(not(any(unix, windows)))]
use none as own;
#[cfg(unix)]
use unix as own;
#[cfg(windows)]
use windows as own;

#[cfg(any(feature = "json", feature = "generate"))]
pub(crate) use refused::Refused;
#[cfg(feature = "generate")]
pub(crate) use refused::check_regular;
pub(crate) use refused::open_regular;
pub use refused::{is_of_unusual, is_unusual};

/// The path that a program in C names: on Unix any bytes but 0, elsewhere UTF-8. `None` if the bytes are not a path.
pub fn path_of(bytes: &[u8]) -> Option<PathBuf> {
    own::path_of(bytes)
}

/// Fills a buffer from some place of a file on, wherever other threads read it.
///
/// # Errors
/// Those of the system; one of kind [`io::ErrorKind::UnexpectedEof`] if the file ends before.
pub(crate) fn read_exact_at(file: &File, buffer: &mut [u8], from: u64) -> io::Result<()> {
    own::read_exact_at(file, buffer, from)
}

/// Writes all bytes to some place of a file, wherever other threads read it or write to it.
///
/// # Errors
/// Those of the system.
#[cfg(feature = "generate")]
pub(crate) fn write_all_at(file: &File, bytes: &[u8], to: u64) -> io::Result<()> {
    own::write_all_at(file, bytes, to)
}

/// The processor time of this thread. Windows counts it in steps of some 16 milliseconds.
#[cfg(feature = "generate")]
pub fn thread_time() -> Duration {
    own::thread_time()
}

/// The processor time of all threads of this process.
#[cfg(feature = "generate")]
pub fn process_time() -> Duration {
    own::process_time()
}

/// Makes renames in a directory last through a power cut, where the system can.
///
/// # Errors
/// Those of the system.
#[cfg(feature = "generate")]
pub(crate) fn sync_directory(directory: &Path) -> io::Result<()> {
    own::sync_directory(directory)
}

/// Checks that a directory is there and, as far as can be seen without writing, that files could be made in it.
///
/// # Errors
/// Those of the system; one of kind [`io::ErrorKind::NotADirectory`] if something else is there.
#[cfg(feature = "generate")]
pub(crate) fn check_directory(directory: &Path, is_written: bool) -> io::Result<()> {
    own::check_directory(directory, is_written)
}

/// Removes a directory and all in it, and lets go of `held`, which has a file open there: after that on Unix, so that nobody else
/// takes it meanwhile, and before on Windows, where open files stay.
///
/// # Errors
/// Those of the system.
#[cfg(feature = "generate")]
pub(crate) fn remove_directory<T>(directory: &Path, held: T) -> io::Result<()> {
    own::remove_directory(directory, held)
}

/// The resident memory of this process in bytes; `None` where the system does not say. Takes some 20 microseconds.
#[cfg(feature = "generate")]
pub(crate) fn resident() -> Option<u64> {
    own::resident()
}

/// The most resident memory that this process has had; `None` where the system does not say.
#[cfg(feature = "generate")]
pub fn peak_resident() -> Option<u64> {
    own::peak_resident()
}

/// The memory of the machine in bytes; `None` where the system does not say.
#[cfg(feature = "generate")]
pub fn machine_memory() -> Option<u64> {
    own::machine_memory()
}

/// Gives the memory that is free in the heap back to the system, where the heap keeps it between what is in use.
#[cfg(feature = "generate")]
pub(crate) fn trim_heap() {
    own::trim_heap()
}

/// Renames a file, in place of any other, whoever has that open. On Windows the old file may have to step aside first, so that
/// for a moment there is none.
///
/// # Errors
/// Those of the system. Both files are then as they were.
#[cfg(feature = "generate")]
pub fn replace(from: &Path, to: &Path) -> io::Result<()> {
    own::replace(from, to)
}

/// What a person can do about an error that comes from a limit of the system, as the name of a message in the program's
/// catalogues; `None` for other errors.
pub fn remedy_of_limit(error: &io::Error) -> Option<&'static str> {
    own::remedy_of_limit(error)
}

/// What a person can do about an error of renaming a file to a name that is taken, as the name of a message in the program's
/// catalogues; `None` where that works whoever has the other file open or mapped, and for errors with other causes.
#[cfg(feature = "cli")]
pub fn remedy_of_replacing(error: &io::Error) -> Option<&'static str> {
    own::remedy_of_replacing(error)
}

/// Makes a file one that may only be read, where another can take its place nevertheless.
///
/// # Errors
/// Those of the system.
#[cfg(feature = "cli")]
pub fn protect(file: &File) -> io::Result<()> {
    own::protect(file)
}

/// Lets a write fail with an error where a file may not grow, also where the system would end the program.
#[cfg(feature = "cli")]
pub fn ignore_file_limit() {
    own::ignore_file_limit()
}

/// The locale of the user's messages, as `ru_RU.UTF-8` or `ru-RU`; `None` if none is set, or if output goes to a program that on
/// Windows would take UTF-8 for the letters of an older code page.
#[cfg(feature = "cli")]
pub fn locale() -> Option<String> {
    own::locale()
}

/// Lets the terminal at standard output show the colours of escape codes, and returns whether it does. Only a console of Windows
/// may not.
#[cfg(feature = "cli")]
pub fn colors() -> bool {
    own::colors()
}

/// Whether commands are typed into a shell of Unix.
#[cfg(feature = "cli")]
pub const UNIX_SHELL: bool = own::UNIX_SHELL;

/// The listening socket that systemd has opened for this process, if it has: sd_listen_fds(3). Must be called before anything
/// else opens a file, and once.
///
/// # Errors
/// If what was passed on is not one listening TCP socket.
#[cfg(feature = "serve")]
pub fn passed_listener() -> io::Result<Option<TcpListener>> {
    own::passed_listener()
}

/// Asks the system for a number of open files. Returns how many it allows; `None` if it knows no limit.
#[cfg(feature = "serve")]
pub fn allow_open_files(wanted: u64) -> Option<u64> {
    own::allow_open_files(wanted)
}

/// Lets this thread have less of a processor than others that want it, where the system can do that for one thread: on Linux and
/// Windows.
#[cfg(feature = "serve")]
pub fn lower_priority() {
    own::lower_priority()
}

/// What asks a service to stop: Ctrl-C or SIGTERM, on Windows also that its window closes or the machine shuts down.
#[cfg(feature = "serve")]
pub struct StopSignals(own::StopSignals);

#[cfg(feature = "serve")]
impl StopSignals {
    /// Listens from now on.
    ///
    /// # Errors
    /// Those of the system.
    pub fn listen() -> io::Result<StopSignals> {
        own::StopSignals::listen().map(StopSignals)
    }

    /// Ends at the next signal.
    pub async fn next(&mut self) {
        self.0.next().await
    }
}

/// Locks a file until it is closed, against all who lock it too. Nobody else is kept from reading or writing it.
///
/// # Errors
/// [`TryLockError::WouldBlock`] if it is locked; those of the system.
#[cfg(feature = "generate")]
pub fn try_lock(file: &File) -> Result<(), TryLockError> {
    own::try_lock(file)
}

/// As [`try_lock`]. Where the file is locked it tries again, for a tenth of a second: a program that another thread starts holds
/// all files of this process until it begins, and so a lock that was just released.
#[cfg(feature = "generate")]
pub(crate) fn lock(file: &File) -> Result<(), TryLockError> {
    patiently(|| own::try_lock(file))
}

/// As [`lock`], but others may have the file locked in this way at the same time.
#[cfg(feature = "generate")]
pub(crate) fn lock_shared(file: &File) -> Result<(), TryLockError> {
    patiently(|| own::try_lock_shared(file))
}

#[cfg(feature = "generate")]
fn patiently(try_lock: impl Fn() -> Result<(), TryLockError>) -> Result<(), TryLockError> {
    for _ in 0..10 {
        match try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
            other => return other,
        }
    }
    try_lock()
}
