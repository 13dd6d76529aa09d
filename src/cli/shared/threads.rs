//! Threads. That the system has none to give is an ordinary error.

use std::fmt::Display;

use anyhow::{Result, anyhow};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A pool of some threads; 0 stands for one for each core.
pub fn pool(threads: usize) -> Result<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| none("cannot start threads", &error))
}

/// Starts the threads of a command without a pool of its own. By itself rayon would start them at the first use, and panic if
/// it could not.
pub fn start() -> Result<()> {
    ThreadPoolBuilder::new().build_global().map_err(|error| none("cannot start threads", &error))
}

/// The error that the system gives no threads.
pub fn none(what: &str, error: &dyn Display) -> anyhow::Error {
    anyhow!(
        "{what}: {error}; allow more processes and memory (ulimit -u, ulimit -v), or use fewer threads (--threads or \
         RAYON_NUM_THREADS)"
    )
}
