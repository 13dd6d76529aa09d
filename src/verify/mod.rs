//! Whether finished tables are whole, and the published ones.
//!
//! Every table has a digest of its content in its header, which `docs/format.md` defines: the same whatever the level
//! of compression. [`check()`] reads tables to the last byte, computes it anew, and compares it with the header's and with
//! the published one. What the digest does not cover, the header itself, has a checksum that finds damage, but not a
//! header that was made on purpose.

mod check;
mod checksums;
mod entries;
mod known;
mod order;
mod proof;
mod record;
mod tally;
mod value;

pub use check::{Checked, Finding, Progress, check};
pub use checksums::{Checksums, ChecksumsError, LineError};
pub use proof::{Mismatch, Verified, VerifyError, Watcher, prove};
pub use record::{Record, RecordError};
pub use value::{Successor, Value};
