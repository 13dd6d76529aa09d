//! Threads to work with: where the system gives none, that is an error as any other.

use std::fmt::Display;

use anyhow::{Result, anyhow};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A pool of that many threads; 0 stands for one for each core.
pub fn pool(threads: usize) -> Result<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| none("cannot start threads", &error))
}

/// Starts the threads of commands that have no pool of their own. rayon would start them where they are first needed, and
/// panic if it could not.
pub fn start() -> Result<()> {
    ThreadPoolBuilder::new().build_global().map_err(|error| none("cannot start threads", &error))
}

/// The error that the system has no thread for something.
pub fn none(what: &str, error: &dyn Display) -> anyhow::Error {
    anyhow!(
        "{what}: {error}; allow more processes and memory (ulimit -u, ulimit -v), or use fewer threads (--threads or \
         RAYON_NUM_THREADS)"
    )
}
