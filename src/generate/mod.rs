//! Generating tables: from the plan of what is missing to finished files.

mod budget;
mod error;
mod estimate;
mod lock;
mod plan;
mod run;
mod schedule;
mod store;

pub use budget::{machine_memory, peak_resident};
pub use error::GenerateError;
pub use estimate::{Estimate, Needs, estimate};
pub use plan::{Plan, Request, finished_tables};
pub use run::{Finished, Progress, Summary, generate};
