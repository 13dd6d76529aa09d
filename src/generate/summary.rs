//! The result of a run.

use std::time::Duration;

use super::event::Finished;

/// What a run has done.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The number of endings that were finished before, of those of the request and those that it needs.
    pub before: usize,
    /// The endings that this run has finished, in the order of endings.
    pub finished: Vec<Finished>,
    /// Wall time of the run.
    pub time: Duration,
    /// The most bytes that files of values had at one time.
    pub peak_disk: u64,
    /// The most resident memory of the process in bytes; `None` where the system does not say.
    pub peak_memory: Option<u64>,
}
