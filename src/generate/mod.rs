//! Generating tables: from the plan of what is missing to finished files.

mod error;
mod lock;
mod plan;
mod run;
mod store;

pub use error::GenerateError;
pub use plan::{Plan, Request, finished_tables};
pub use run::{Finished, Progress, Summary, generate};
