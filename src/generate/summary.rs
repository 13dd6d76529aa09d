//! What a run has done.

use std::time::Duration;

use super::event::Finished;

/// What a run has done.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The endings of the request and of what it needs that were finished before.
    pub before: usize,
    /// The endings that this run has finished, in the order of endings.
    pub finished: Vec<Finished>,
    /// Wall time of the run.
    pub time: Duration,
    /// The most bytes that raw files had at a time.
    pub peak_disk: u64,
    /// The most resident memory of the process in bytes, where the system says.
    pub peak_memory: Option<u64>,
}
