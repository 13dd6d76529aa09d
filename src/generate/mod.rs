//! Generating tables: from what is missing to finished files.
//!
//! [`generate()`] makes the tables of a [`Request`]; [`estimate()`] forecasts what that takes. For many machines [`plan()`]
//! splits a request into steps, [`Course`] forecasts them together, [`PlanFiles`] has the files that they read and write, and [`generate_alone`] does the step of
//! one ending.

mod alone;
mod budget;
mod costs;
mod course;
mod error;
mod estimate;
mod event;
#[cfg(test)]
mod far_distances;
mod finished;
mod inventory;
mod leftovers;
mod lock;
mod plan;
mod plan_files;
mod request;
mod run;
mod schedule;
mod step_name;
mod store;
mod summary;

pub use alone::generate_alone;
pub use bolshak_system::{machine_memory, peak_resident};
pub use course::Course;
pub use error::GenerateError;
pub use estimate::{Estimate, Needs, estimate};
pub use event::{Event, Finished};
pub use finished::finished_tables;
pub use inventory::Inventory;
pub use plan::{Step, plan};
pub use plan_files::PlanFiles;
pub use request::{Request, Settings};
pub use run::generate;
pub use step_name::StepName;
pub use summary::Summary;
