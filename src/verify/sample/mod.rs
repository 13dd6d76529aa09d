//! Checking random entries: position by position through the probe, or run by run from blocks that are unpacked once.

mod blocks;
mod headers;
mod position;
mod positions;
mod runs;

pub use positions::sample;
pub use runs::{Runs, sample_runs};
