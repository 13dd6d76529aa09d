//! Errors of tables, and the size of their header.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use thiserror::Error;

use crate::board::GameName;
use crate::shown;

use super::Metric;

pub(super) const HEADER_BYTES: usize = 256;

/// A table could not be read or written. Cheap to clone.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file could not be opened or read.
    #[error("cannot read {}", shown(path))]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: Arc<io::Error>,
    },
    /// The file could not be written. An older file of its name, if any, is unchanged.
    #[error("cannot write {}", shown(path))]
    Write {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: Arc<io::Error>,
    },
    /// The content is wrong.
    #[error("{} is damaged ({damage}); {}", shown(path), damage.remedy())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        damage: Damage,
    },
    /// Another file has taken the name of the table since it was opened, and has other values, or other bytes where bytes matter.
    #[error("{} was replaced by another table while it was in use; open the tables again", shown(path))]
    Replaced {
        /// The file.
        path: PathBuf,
    },
    /// The table is of another game.
    #[error("{} is a table of {found}, not of {wanted}", shown(path))]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// Its game.
        found: GameName,
        /// The game that was expected.
        wanted: GameName,
    },
    /// The table is of a game unknown to this version of the library.
    #[error(
        "{} is a table of game number {number}, which this program does not know; a newer program may",
        shown(path)
    )]
    UnknownGame {
        /// The file.
        path: PathBuf,
        /// The number of the game in the format.
        number: u8,
    },
    /// The file is of another version of the format.
    #[error(
        "{} has format version {version}, but this program reads results (.wdl) of version {} and distances (.dtw, .dtz) of \
         version {}; delete all files of another version there and generate them again",
        shown(path),
        Metric::Wdl.version(),
        Metric::Dtw.version()
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u16,
    },
}

/// What is wrong with a file's content.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Damage {
    /// It does not start like a table.
    #[error("it is not a table")]
    Magic,
    /// It is too short for a header.
    #[error("it has only {actual} of the {} bytes of a header", HEADER_BYTES)]
    Short {
        /// Its bytes.
        actual: u64,
    },
    /// It is shorter or longer than its header says.
    #[error("it has {actual} bytes instead of {expected}")]
    Length {
        /// Its bytes.
        actual: u64,
        /// The bytes that it should have.
        expected: u64,
    },
    /// The header contradicts its checksum or itself.
    #[error("its header is wrong")]
    Header,
    /// The file name and the header have different endings or metrics.
    #[error("it has another ending or metric than its name")]
    Name,
    /// The block directory contradicts its checksum or the file.
    #[error("its block directory is wrong")]
    Directory,
    /// The list of exceptions contradicts its checksum or lacks an entry.
    #[error("its list of exceptions is wrong")]
    Exceptions,
    /// A block contradicts its checksum or the number of its values.
    #[error("block {block} is wrong")]
    Block {
        /// The block, from 0.
        block: u64,
    },
    /// It was not written with its companion, the table of categories beside it.
    #[error("it was not made together with the table of categories beside it")]
    Companion,
    /// The content does not have the digest of the header; found only by reading all of it.
    #[error("its content does not have the digest in its header")]
    Digest,
}

impl Damage {
    /// What to do with such a file.
    const fn remedy(self) -> &'static str {
        match self {
            Damage::Companion => "delete both and generate them again",
            _ if self.is_replaced() => "generate it again",
            _ => "delete it and generate it again",
        }
    }

    /// Whether generation replaces such a table by itself. It checks only the header and the length, and keeps a file that is
    /// recognizably not a table.
    pub const fn is_replaced(self) -> bool {
        matches!(self, Damage::Short { .. } | Damage::Length { .. } | Damage::Header | Damage::Name)
    }
}
