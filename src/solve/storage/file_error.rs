//! Why a file of values cannot be used.

use std::io;
use std::ops::Range;

use thiserror::Error;

/// A file of values in work cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system's error.
    #[error(transparent)]
    Io(io::Error),
    /// It was made for another game, for a draw rule of another length, or for other distances to win.
    #[error("it was made for another game, other metrics, or another draw rule")]
    Other,
    /// It is damaged, or no file of values.
    #[error("{what}")]
    Damaged {
        /// What is wrong.
        what: &'static str,
    },
}

/// Where a header says for what game, draw rule and metrics the file is.
pub(super) const CODING: Range<usize> = 16..21;

impl FileError {
    /// Compares the beginning of a header with what it should be.
    pub(super) fn compare<const N: usize>(found: &[u8; N], expected: &[u8; N]) -> Result<(), FileError> {
        if found == expected {
            return Ok(());
        }
        let mut found = *found;
        found[CODING].copy_from_slice(&expected[CODING]);
        Err(if found == *expected { FileError::Other } else { damaged("it is of another ending or version") })
    }
}

impl From<io::Error> for FileError {
    /// A file that ends too early has been cut, and what cannot be unpacked is damaged; any other error says nothing about what
    /// is in the file.
    fn from(error: io::Error) -> FileError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => damaged("it ends too early"),
            io::ErrorKind::InvalidData => damaged("a part of it cannot be unpacked"),
            _ => FileError::Io(error),
        }
    }
}

pub(super) fn damaged(what: &'static str) -> FileError {
    FileError::Damaged { what }
}
