//! What the generator and the proof need of Unix.

use std::fs::{File, TryLockError};
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::time::Duration;

use rustix::fs::{Access, FileType};
use rustix::time::{ClockId, clock_gettime};

pub fn write_all_at(file: &File, bytes: &[u8], to: u64) -> io::Result<()> {
    file.write_all_at(bytes, to)
}

pub fn thread_time() -> Duration {
    time(ClockId::ThreadCPUTime)
}

pub fn process_time() -> Duration {
    time(ClockId::ProcessCPUTime)
}

fn time(clock: ClockId) -> Duration {
    let time = clock_gettime(clock);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

pub fn sync_directory(directory: &Path) -> io::Result<()> {
    File::open(directory)?.sync_all()
}

pub fn replace(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::rename(from, to)
}

pub fn try_lock(file: &File) -> Result<(), TryLockError> {
    file.try_lock()
}

pub fn try_lock_shared(file: &File) -> Result<(), TryLockError> {
    file.try_lock_shared()
}

pub fn check_directory(directory: &Path, is_written: bool) -> io::Result<()> {
    let there = rustix::fs::stat(directory)?;
    if FileType::from_raw_mode(there.st_mode) != FileType::Directory {
        return Err(rustix::io::Errno::NOTDIR.into());
    }
    if is_written {
        rustix::fs::access(directory, Access::WRITE_OK | Access::EXEC_OK)?;
    }
    Ok(())
}

pub fn remove_directory<T>(directory: &Path, _held: T) -> io::Result<()> {
    std::fs::remove_dir_all(directory)
}

// Only Linux has the folder /proc.

pub fn resident() -> Option<u64> {
    kilobytes("/proc/self/status", "VmRSS:")
}

pub fn peak_resident() -> Option<u64> {
    kilobytes("/proc/self/status", "VmHWM:")
}

pub fn machine_memory() -> Option<u64> {
    kilobytes("/proc/meminfo", "MemTotal:")
}

fn kilobytes(file: &str, key: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

pub fn trim_heap() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[allow(unsafe_code)]
    // SAFETY: it may be called at any time, from any thread, and touches only memory that is free.
    unsafe {
        libc::malloc_trim(0);
    }
}
