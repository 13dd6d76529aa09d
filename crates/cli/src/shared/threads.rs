//! Threads. That the system has none to give is an ordinary error.

use std::fmt::Display;

use anyhow::Result;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::said::Said;

/// A pool of some threads; 0 stands for one for each core.
pub fn pool(threads: usize) -> Result<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(none)
}

/// Starts the threads of a command without a pool of its own. By itself rayon would start them at the first use, and panic if
/// it could not.
pub fn start() -> Result<()> {
    ThreadPoolBuilder::new().build_global().map_err(none)
}

/// The error that the system gives no threads.
pub fn none(error: impl Display) -> anyhow::Error {
    Said::new("no-threads", &[("error", &error)]).into()
}
