//! Why an unpacked table cannot be used.

use crate::shown;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use thiserror::Error;

/// An unpacked table cannot be used; the table that it was made from can. Cheap to clone.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum UnpackedError {
    /// The file could not be opened, read or mapped. Of kind [`NotFound`](io::ErrorKind::NotFound) if there is none.
    #[error("cannot read {}", shown(path))]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: Arc<io::Error>,
    },
    /// The content is wrong.
    #[error("{} is damaged ({damage}); \"bolshak unpack\" makes it again", shown(path))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        damage: UnpackedDamage,
    },
    /// It was made from a table of other values, of another ending or of another game.
    #[error("{} was made from another table than {}; \"bolshak unpack\" makes it again", shown(path), shown(table))]
    Stale {
        /// The file.
        path: PathBuf,
        /// The table.
        table: PathBuf,
    },
    /// It is of another version of the form of these files.
    #[error(
        "{} has version {version}, this program reads version {}; \"bolshak unpack\" makes it again",
        shown(path),
        super::footer::VERSION
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u16,
    },
}

/// What is wrong with the content of an unpacked table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum UnpackedDamage {
    /// It is too short, or does not end as an unpacked table does, as if it were cut.
    #[error("it is not an unpacked table, or was cut")]
    Footer,
    /// It is shorter or longer than its footer says.
    #[error("it has {actual} bytes instead of {expected}")]
    Length {
        /// Its bytes.
        actual: u64,
        /// What they should be.
        expected: u64,
    },
    /// A page does not agree with its checksum; found when it is asked, or by reading all of them.
    #[error("page {page} is wrong")]
    Page {
        /// The page, from 0.
        page: u64,
    },
    /// The content does not have the digest that the footer says; found only by reading all of it.
    #[error("its content does not have the digest that it should")]
    Digest,
}
