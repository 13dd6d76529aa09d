//! The limits of an answer: time, positions, memory, threads, and whoever stops it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::Progress;

/// What the answer to one position may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The time for all of it; `None` for as long as it takes. Where there is no clock, as in WebAssembly, it must be `None`.
    pub time: Option<Duration>,
    /// The positions that are visited, in all threads together; `None` for any number. With one thread, no limit of time and
    /// the same tables, the answer is the same in every run.
    pub positions: Option<u64>,
    /// The memory in bytes, besides the cache of the tables.
    pub memory: usize,
    /// Threads.
    pub threads: usize,
}

impl Limits {
    /// 256 MiB, one thread, and no other limit.
    pub const NONE: Limits = Limits { time: None, positions: None, memory: 256 << 20, threads: 1 };

    /// The same with a limit of time.
    #[must_use]
    pub const fn time(self, time: Duration) -> Limits {
        Limits { time: Some(time), ..self }
    }

    /// The same with a limit of positions.
    #[must_use]
    pub const fn positions(self, positions: u64) -> Limits {
        Limits { positions: Some(positions), ..self }
    }

    /// The same with a limit of memory, in bytes.
    #[must_use]
    pub const fn memory(self, memory: usize) -> Limits {
        Limits { memory, ..self }
    }

    /// The same with a number of threads.
    #[must_use]
    pub const fn threads(self, threads: usize) -> Limits {
        Limits { threads, ..self }
    }
}

/// The system does not give a search its memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the system does not give the search {bytes} bytes of memory")]
#[non_exhaustive]
pub struct MemoryError {
    /// The memory of the limits.
    pub bytes: usize,
}

/// What happens in a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Event {
    /// So many more positions were visited.
    Visited {
        /// The positions.
        positions: u64,
    },
    /// The position itself is decided, or has had its share.
    Position,
    /// One of its moves is decided.
    Move,
}

pub(super) struct Run<'p> {
    until: Option<Instant>,
    positions: u64,
    pub visited: AtomicU64,
    is_over: AtomicBool,
    pub progress: &'p dyn Progress<Event>,
}

impl Run<'_> {
    pub fn new<'p>(limits: &Limits, progress: &'p dyn Progress<Event>) -> Run<'p> {
        let until = limits.time.and_then(|time| Instant::now().checked_add(time));
        let positions = limits.positions.unwrap_or(u64::MAX);
        Run { until, positions, visited: AtomicU64::new(0), is_over: AtomicBool::new(positions == 0), progress }
    }

    /// Counts positions and returns whether the answer must come now.
    pub fn visit(&self, positions: u64) -> bool {
        let visited = self.visited.fetch_add(positions, Relaxed) + positions;
        if positions > 0 {
            self.progress.report(&Event::Visited { positions });
        }
        let is_over = self.is_over.load(Relaxed)
            || visited >= self.positions
            || self.progress.is_stopped()
            || self.until.is_some_and(|until| Instant::now() >= until);
        if is_over {
            self.is_over.store(true, Relaxed);
        }
        is_over
    }

    /// Whether the answer must come now.
    pub fn is_over(&self) -> bool {
        self.visit(0)
    }
}
