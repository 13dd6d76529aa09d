//! Proof search.
#![allow(missing_docs)]
mod ask;
mod certificate;
mod check;
mod hints;
mod node;
mod numbers;
mod run;
mod solve;

pub use certificate::Certificate;
pub use node::Goal;
pub use run::{Event, Limits};
pub use solve::{Bounds, Solved, SolvedMove, Solver};
