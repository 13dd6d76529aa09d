//! The memory that a run may use.

use std::cmp::Reverse;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::board::Game;
use crate::index::Ending;
use crate::solve::{Coding, Layout, scratch_bytes};

use super::error::GenerateError;
use super::store::Store;

/// The time between two looks at the resident memory.
const INTERVAL: Duration = Duration::from_millis(5);

/// Keeps the resident memory of the process under a number of bytes, as far as it is mapped files. Near the limit these are
/// released, and later read again from the system's cache or the disk. The values of the endings in work are not released:
/// the system writes them back, and takes their memory when others need it.
pub(super) struct Budget {
    bytes: u64,
    last: Mutex<Instant>,
}

/// The memory of the program without any work.
const BASE: u64 = 64 << 20;

/// The least memory for fibres in work, with as little as possible of the files resident: the ending with the largest fibre,
/// and the bytes for that many threads.
pub(super) fn least<G: Game>(work: &[Ending], coding: Coding, threads: usize) -> Option<(Ending, u64)> {
    let mut fibres: Vec<(u64, Ending)> = work
        .iter()
        .flat_map(|&ending| {
            let fibres = Layout::<G>::new(ending, coding.with_dtw).men().largest_phase();
            vec![(scratch_bytes::<G>(ending, coding), ending); threads.min(fibres as usize)]
        })
        .collect();
    fibres.sort_unstable_by_key(|&(bytes, _)| Reverse(bytes));
    let &(_, ending) = fibres.first()?;
    Some((ending, BASE + fibres.iter().take(threads).map(|&(bytes, _)| bytes).sum::<u64>()))
}

impl Budget {
    /// # Errors
    /// [`GenerateError::Memory`] if that is too little for some endings.
    pub fn new<G: Game>(bytes: u64, work: &[Ending], coding: Coding) -> Result<Budget, GenerateError> {
        let threads = rayon::current_num_threads();
        match least::<G>(work, coding, threads) {
            Some((ending, needed)) if needed > bytes => {
                Err(GenerateError::Memory { ending, budget: bytes, needed, threads })
            }
            _ => Ok(Budget { bytes, last: Mutex::new(Instant::now()) }),
        }
    }

    /// Looks at the memory, if it is time to, and releases mapped files near the limit. Returns whether the caller should
    /// release its own.
    pub fn check<G: Game>(&self, store: &Store<G>) -> bool {
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

    /// Whether half of the budget is resident.
    pub fn is_half_full(&self) -> bool {
        resident().is_some_and(|bytes| bytes > self.bytes / 2)
    }
}

/// The resident memory of the process in bytes; `None` where the system does not say.
pub fn resident() -> Option<u64> {
    status("VmRSS:")
}

/// The most resident memory that the process has had.
pub fn peak_resident() -> Option<u64> {
    status("VmHWM:")
}

fn status(key: &str) -> Option<u64> {
    kilobytes(&std::fs::read_to_string("/proc/self/status").ok()?, key)
}

/// The memory of the machine in bytes; `None` where the system does not say.
pub fn machine_memory() -> Option<u64> {
    kilobytes(&std::fs::read_to_string("/proc/meminfo").ok()?, "MemTotal:")
}

fn kilobytes(text: &str, key: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
