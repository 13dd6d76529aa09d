//! Why tables are not verified.

use thiserror::Error;

use crate::index::Ending;
use crate::probe::ProbeError;

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
    /// The headers of an ending's tables have other statistics than its entries.
    #[error(
        "the header of a table of {ending} says other counts or longest distances than its entries have; delete all \
         tables of this ending and generate them again"
    )]
    Header {
        /// The ending.
        ending: Ending,
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
