//! Generating tables: from what is missing to finished files.
//!
//! [`generate()`] makes the tables of a [`Request`]. It compares the request with the [`Inventory`] of the directory, solves
//! each missing ending as soon as all endings that its moves lead to are solved, and writes its tables. Values of solved
//! endings stay in files while other endings need them; a stopped run continues with them. [`estimate()`] forecasts the time,
//! memory and disk of a run. For many machines [`plan()`] splits a request into steps, [`Course`] forecasts all of them,
//! [`PlanFiles`] names the files that they read and write, and [`generate_alone`] does the step of one ending.
//!
//! First read `request.rs`, `inventory.rs` and `run.rs`. Each file begins with what it holds.

use std::time::Duration;

use crate::index::Ending;
use crate::table::PerMetric;

mod directories;
mod error;
mod estimate;
#[cfg(test)]
mod far_distances;
mod inventory;
mod plan;
mod plan_files;
mod request;
mod run;
mod schedule;
mod store;

pub use crate::retrograde::{FileDamage, FileError};
pub use bolshak_system::{machine_memory, peak_resident};
pub use error::GenerateError;
pub use estimate::{Estimate, Needs, estimate};
pub use inventory::{Inventory, finished_tables};
pub use plan::{Course, Step, plan};
pub use plan_files::{PlanFiles, StepName};
pub use request::{Request, Settings};
pub use run::{generate, generate_alone};

/// A report of a run, from any of several threads.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event {
    /// The run begins.
    Begun(Inventory),
    /// A phase of an ending begins.
    Phase {
        /// The ending.
        ending: Ending,
        /// Its entries.
        entries: u64,
        /// The number of the phase, from 0.
        number: usize,
        /// The phases of the ending.
        count: usize,
    },
    /// More entries of an ending are solved.
    Solved {
        /// The ending.
        ending: Ending,
        /// How many.
        entries: u64,
    },
    /// An ending is finished.
    Finished(Finished),
}

/// An ending that is solved, and whose tables are finished.
#[derive(Clone, Copy, Debug)]
pub struct Finished {
    /// The ending.
    pub ending: Ending,
    /// Its entries.
    pub entries: u64,
    /// The bytes of its tables, 0 for metrics not requested; `None` if the tables were finished and only values were needed.
    pub bytes: Option<PerMetric<u64>>,
    /// Wall time; other endings may have been in work at the same time.
    pub time: Duration,
    /// Processor time of solving.
    pub solving: Duration,
    /// Processor time of reading values for the tables, and of compressing them.
    pub packing: Duration,
    /// Bytes on disk of its values, packed.
    pub values: u64,
    /// Bytes on disk of its distances to a zeroing move, packed, until the tables were written.
    pub zeroing: u64,
}

/// What a run has done.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The endings of the request, and those that it needs, that were finished before.
    pub before: usize,
    /// The endings that this run has finished, in the order of endings.
    pub finished: Vec<Finished>,
    /// Wall time of the run.
    pub time: Duration,
    /// The peak bytes of files of values.
    pub peak_disk: u64,
    /// The peak resident memory of the process in bytes; `None` where the system does not report it.
    pub peak_memory: Option<u64>,
}
