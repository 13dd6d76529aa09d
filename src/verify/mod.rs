//! Whether finished tables are right, and whether they are whole and the published ones.
//!
//! [`prove`] reads every entry of an ending through the reader that answers probes, and compares it with the value that
//! follows from those of its successors by the definitions. That is a proof of all values, however they were made. Distances
//! fall by one with each ply, so a claimed win is played to its end; a claimed loss has only moves to wins; and a claimed
//! draw always has a move to another draw, and never one to a loss.
//!
//! If none of the endings has a table of distances to win, all else is proved without: see [`prove`].
//!
//! It takes rows of entries at once, with code of its own that the solver does not have (`fast/`). [`prove_plainly`] goes entry
//! by entry (`plain/`). [`sample()`] goes position by position through the probe, and [`sample_runs`] run by run of neighbouring
//! entries, both at random.
//!
//! Every table has a digest of its content in its header, which `docs/format.md` defines: the same whatever the level
//! of compression. [`check()`] reads tables to the last byte, computes it anew, and compares it with the header's and with
//! the published one. The digest does not cover the statistics in the header: [`Statistics`] has those that are published, and a
//! proof compares them with all entries. What is false in a header is a [`HeaderFault`].

mod check;
mod checksums;
mod digests;
mod error;
mod event;
mod far;
#[cfg(test)]
mod far_distances;
mod fast;
mod header_fault;
mod headers;
mod mismatch;
mod order;
mod plain;
mod proof;
mod record;
mod resources;
mod sample;
mod statistics;
mod tables;
mod through;
mod totals;
mod value;
mod way;

pub use check::{CheckError, Checked, Finding, Published, check};
pub use checksums::{Checksums, ChecksumsError, LineError};
pub use error::VerifyError;
pub use event::{Event, Verified};
pub use header_fault::{Extreme, HeaderFault, Witness};
pub use mismatch::Mismatch;
pub use proof::{prove, prove_plainly, prove_within};
pub use record::{Record, RecordError};
pub use resources::Resources;
pub use sample::{Runs, sample, sample_runs};
pub use statistics::{Statistics, StatisticsError, StatisticsLineError};
pub use tables::with_dtw;
pub use value::{Successor, Value};
