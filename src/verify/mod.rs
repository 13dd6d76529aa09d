//! Whether finished tables are right, and whether they are whole and the published ones.
//!
//! [`prove`] reads every entry of an ending through the reader that answers probes, and compares it with the value that
//! follows from those of its successors by the definitions. That is a proof of all values, however they were made. Distances
//! fall by one with each ply, so a claimed win is played to its end; a claimed loss has only moves to wins; and a claimed
//! draw always has a move to another draw, and never one to a loss. If none of the endings has a table of distances to win,
//! the other values are proved without: see [`prove`].
//!
//! There are four ways to check entries, with the same result:
//!
//! | function | entries | how |
//! |---|---|---|
//! | [`prove`], [`prove_within`] | all | rows of entries at once, with code of its own that the solver does not have (`fast/`) |
//! | [`prove_plainly`] | all | entry by entry, with the plain move generator (`plain/`), independent of `fast/` |
//! | [`sample()`] | at random | position by position through the probe (`sample/mod.rs`) |
//! | [`sample_runs`] | at random | run by run of neighbouring entries (`sample/runs.rs`) |
//!
//! Every table has a digest of its content in its header, which `docs/format.md` defines: the same whatever the level
//! of compression. [`check()`] reads tables to the last byte, computes the digest anew, and compares it with the header's and with
//! the published one. The digest does not cover the statistics in the header: [`Statistics`] has those that are published, and a
//! proof compares them with all entries. A false statement of a header is a [`HeaderFault`].
//!
//! The proof of one ending, in the order of reading:
//!
//! 1. `context.rs`: the tables, the resources and the events of a check. `value.rs`: the definitions, as outcomes and in codes.
//! 2. `proof.rs`: the endings in the order of `digests.rs`, each after all that its moves lead to. Endings that a [`Record`] has
//!    (`record.rs`) are skipped, if the tables that they rest on have the same bytes.
//! 3. `fast/mod.rs` or `plain/mod.rs`: the values of the ending are read and compared. Positions with a capture pending, which
//!    tables lack, get theirs from their captures. The result is the totals of each side to move, or the first wrong entry
//!    (`error.rs`).
//! 4. `headers.rs`, `header_fault.rs`: the headers agree with the totals and with each other.
//! 5. The record gets the digest of all files that the ending rests on. The values stay while later endings need them.

mod check;
mod codes;
mod context;
mod error;
mod fast;
mod headers;
mod plain;
mod proof;
mod published;
mod record;
mod sample;
mod value;

pub use check::{CheckError, Checked, Finding, Published, check};
pub use context::{Event, Resources, Verified, with_dtw};
pub use error::{Extreme, HeaderFault, VerifyError, Witness};
pub use proof::{prove, prove_plainly, prove_within};
pub use published::{
    Checksums, ChecksumsError, LineError, ListError, Statistics, StatisticsError, StatisticsLineError,
};
pub use record::{Record, RecordError};
pub use sample::{Runs, sample, sample_runs};
pub use value::{Mismatch, Successor, Value};
