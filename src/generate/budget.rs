//! The memory that a run may have.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::store::Store;

/// How often the memory is looked at.
const INTERVAL: Duration = Duration::from_millis(5);

/// Keeps the resident memory of the process under a number of bytes, as far as it is mapped files: these are let go
/// when it comes near, and read again from the system's cache or the disk.
pub(super) struct Budget {
    bytes: u64,
    last: Mutex<Instant>,
}

impl Budget {
    pub fn new(bytes: u64) -> Budget {
        Budget { bytes, last: Mutex::new(Instant::now()) }
    }

    /// Looks at the memory, if that is due; whether the caller should let go of what it maps itself.
    pub fn check(&self, store: &Store) -> bool {
        let Ok(mut last) = self.last.try_lock() else { return false };
        if last.elapsed() < INTERVAL {
            return false;
        }
        *last = Instant::now();
        let full = resident().is_some_and(|bytes| bytes > self.bytes - self.bytes / 8);
        if full {
            store.release();
        }
        full
    }

    /// Whether the memory is nearly full.
    pub fn is_full(&self) -> bool {
        resident().is_some_and(|bytes| bytes > self.bytes / 2)
    }
}

/// The resident memory of the process in bytes; `None` where the system does not tell.
pub fn resident() -> Option<u64> {
    status("VmRSS:")
}

/// The most that it has been.
pub fn peak_resident() -> Option<u64> {
    status("VmHWM:")
}

fn status(key: &str) -> Option<u64> {
    kilobytes(&std::fs::read_to_string("/proc/self/status").ok()?, key)
}

/// The memory of the machine in bytes; `None` where the system does not tell.
pub fn machine_memory() -> Option<u64> {
    kilobytes(&std::fs::read_to_string("/proc/meminfo").ok()?, "MemTotal:")
}

fn kilobytes(text: &str, key: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
