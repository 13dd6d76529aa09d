//! Generating tables: from what is missing to finished files.
//!
//! [`generate()`] makes the tables of a [`Request`]. It compares the request with the [`Inventory`] of the directory, solves
//! each missing ending as soon as all endings that its moves lead to are solved, and writes its tables. Values of solved
//! endings stay in files while other endings need them; a stopped run continues with them. [`estimate()`] forecasts the time,
//! memory and disk of a run. For many machines [`plan()`] splits a request into steps, [`Course`] forecasts all of them,
//! [`PlanFiles`] names the files that they read and write, and [`generate_alone`] does the step of one ending.
//!
//! First read `request.rs`, `inventory.rs` and `run.rs`. Each file begins with what it holds.

mod directories;
mod error;
mod estimate;
mod event;
#[cfg(test)]
mod far_distances;
mod inventory;
mod plan;
mod plan_files;
mod request;
mod run;
mod schedule;
mod store;

pub use crate::solve::{FileDamage, FileError};
pub use bolshak_system::{machine_memory, peak_resident};
pub use error::GenerateError;
pub use estimate::{Estimate, Needs, estimate};
pub use event::{Event, Finished, Summary};
pub use inventory::{Inventory, finished_tables};
pub use plan::{Course, Step, plan};
pub use plan_files::{PlanFiles, StepName};
pub use request::{Request, Settings};
pub use run::{generate, generate_alone};
