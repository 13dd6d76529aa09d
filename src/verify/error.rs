//! Why tables are not verified.

use thiserror::Error;

use crate::index::Ending;
use crate::probe::ProbeError;
use crate::table::TableError;

use super::header_fault::HeaderFault;
use super::mismatch::Mismatch;
use super::record::RecordError;

/// The tables are not proved.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// A table is absent, damaged, or cannot be read.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// An entry is wrong.
    #[error("{0}")]
    Mismatch(Box<Mismatch>),
    /// A header is false.
    #[error("{0}; delete all tables of this ending and generate them again")]
    Header(Box<HeaderFault>),
    /// An ending takes more memory than there is.
    #[error(
        "{ending} takes about {:.1} GiB of memory to check on {threads} threads ({:.1} GiB on one), and --memory gives \
         {:.1} GiB; give more, or fewer --threads, or leave it out: --sample --run takes little",
        gib(*needed), gib(*alone), gib(*memory)
    )]
    Memory {
        /// The ending.
        ending: Ending,
        /// The bytes that it takes.
        needed: u64,
        /// The bytes that it would take on one thread.
        alone: u64,
        /// The threads of the pool.
        threads: usize,
        /// The bytes that there are.
        memory: u64,
    },
    /// A draw rule that is too long for the proof by rows.
    #[error(
        "these tables are of a draw rule of {plies} plies, and the proof by rows takes at most {most}; prove them with --plain"
    )]
    LongRule {
        /// The plies of the rule.
        plies: u8,
        /// The most plies that it takes.
        most: u8,
    },
    /// The record of what is done cannot be used.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The packed values could not be written or read.
    #[error("cannot keep the values of endings in a temporary file; --disk names a directory with more space")]
    Values(#[source] std::io::Error),
    /// The caller stopped the check; nothing wrong was found until then.
    #[error("stopped")]
    Stopped,
}

impl From<TableError> for VerifyError {
    fn from(error: TableError) -> VerifyError {
        VerifyError::Probe(error.into())
    }
}

impl From<HeaderFault> for VerifyError {
    fn from(fault: HeaderFault) -> VerifyError {
        VerifyError::Header(Box::new(fault))
    }
}

fn gib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 30)
}
