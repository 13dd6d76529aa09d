//! Generating tables: from the plan of what is missing to finished files.

mod alone;
mod budget;
mod error;
mod estimate;
mod graph;
mod lock;
mod plan;
mod run;
mod schedule;
mod store;

pub use alone::generate_alone;
pub use budget::{machine_memory, peak_resident};
pub use error::GenerateError;
pub use estimate::{Estimate, Needs, estimate};
pub use graph::{Step, StepName, steps};
pub use plan::{Plan, Request, finished_tables};
pub use run::{Finished, Progress, Summary, generate};
