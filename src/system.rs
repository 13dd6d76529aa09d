//! What each system does in its own way.

use std::fs::File;
#[cfg(feature = "generate")]
use std::fs::TryLockError;
use std::io;

/// Fills a buffer from some place of a file on, wherever other threads read it.
///
/// # Errors
/// Those of the system; one of kind [`io::ErrorKind::UnexpectedEof`] if the file ends before.
#[cfg(unix)]
pub(crate) fn read_exact_at(file: &File, buffer: &mut [u8], from: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, from)
}

/// The same where there are no files, as in a browser.
#[cfg(not(any(unix, windows)))]
pub(crate) fn read_exact_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The processor time of this thread.
#[cfg(feature = "generate")]
pub fn thread_time() -> std::time::Duration {
    time(rustix::time::ClockId::ThreadCPUTime)
}

/// The processor time of all threads of this process.
#[cfg(feature = "generate")]
pub fn process_time() -> std::time::Duration {
    time(rustix::time::ClockId::ProcessCPUTime)
}

#[cfg(feature = "generate")]
fn time(clock: rustix::time::ClockId) -> std::time::Duration {
    let time = rustix::time::clock_gettime(clock);
    std::time::Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Makes renames in a directory last through a power cut, where the system can.
///
/// # Errors
/// Those of the system.
#[cfg(feature = "generate")]
pub(crate) fn sync_directory(directory: &std::path::Path) -> io::Result<()> {
    if cfg!(unix) { File::open(directory)?.sync_all() } else { Ok(()) }
}

/// The resident memory of this process in bytes; `None` where the system does not say. Takes some 20 microseconds.
#[cfg(feature = "generate")]
pub(crate) fn resident() -> Option<u64> {
    kilobytes("/proc/self/status", "VmRSS:")
}

/// The most resident memory that this process has had; `None` where the system does not say.
#[cfg(feature = "generate")]
pub fn peak_resident() -> Option<u64> {
    kilobytes("/proc/self/status", "VmHWM:")
}

/// The memory of the machine in bytes; `None` where the system does not say.
#[cfg(feature = "generate")]
pub fn machine_memory() -> Option<u64> {
    kilobytes("/proc/meminfo", "MemTotal:")
}

#[cfg(feature = "generate")]
fn kilobytes(file: &str, key: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

/// Gives the memory that is free in the heap back to the system, where the heap keeps it between what is in use.
#[cfg(feature = "generate")]
pub(crate) fn trim_heap() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[allow(unsafe_code)]
    // SAFETY: it may be called at any time, from any thread, and touches only memory that is free.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Locks a file with `try_lock`. Where the lock is taken it tries again, for a tenth of a second: a program that another
/// thread starts holds all files of this process until it begins, and so a lock that was just released.
#[cfg(feature = "generate")]
pub(crate) fn lock(try_lock: impl Fn() -> Result<(), TryLockError>) -> Result<(), TryLockError> {
    for _ in 0..10 {
        match try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(std::time::Duration::from_millis(10)),
            other => return other,
        }
    }
    try_lock()
}
