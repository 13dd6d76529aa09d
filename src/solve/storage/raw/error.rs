//! Why a file of raw values cannot be used.

use std::io;

use thiserror::Error;

/// A file of raw values cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RawError {
    /// The system's error.
    #[error(transparent)]
    Io(io::Error),
    /// It was made for another game, for a draw rule of another length, or for other distances to win.
    #[error("it was made for another game, other metrics, or another draw rule")]
    Other,
    /// It is damaged, or no file of raw values.
    #[error("{what}")]
    Damaged {
        /// What is wrong.
        what: &'static str,
    },
}

impl From<io::Error> for RawError {
    /// A file that ends too early has been cut; any other error says nothing about what is in it.
    fn from(error: io::Error) -> RawError {
        if error.kind() == io::ErrorKind::UnexpectedEof { damaged("it ends too early") } else { RawError::Io(error) }
    }
}

pub(super) fn damaged(what: &'static str) -> RawError {
    RawError::Damaged { what }
}
