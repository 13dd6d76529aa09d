//! What can be wrong with a table.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use thiserror::Error;

use crate::board::GameName;
use crate::shown;

use super::Metric;

/// The bytes of a header.
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
    /// The file could not be written; what stands under its name is an older one, if any.
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
    /// Another file has taken the name of the table since it was opened, with other values, or with other bytes where
    /// these count.
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
        /// The game that was asked.
        wanted: GameName,
    },
    /// The table is of a game that this version of the library does not know.
    #[error(
        "{} is a table of a game that this program does not know, number {number}; a newer program may",
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
        "{} has format version {version}, this program reads version {} of results and version {} of distances; \
         delete it and generate it again",
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
    /// It does not start as a table does.
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
        /// What they should be.
        expected: u64,
    },
    /// The header does not agree with its checksum, or with itself.
    #[error("its header is wrong")]
    Header,
    /// The name of the file and its header disagree on the ending or the metric.
    #[error("it holds another ending or metric than its name says")]
    Name,
    /// The block directory does not agree with its checksum, or with the file.
    #[error("its block directory is wrong")]
    Directory,
    /// The list of exceptions does not agree with its checksum, or lacks an entry.
    #[error("its list of exceptions is wrong")]
    Exceptions,
    /// A block does not agree with its checksum, or with the number of its values.
    #[error("block {block} is wrong")]
    Block {
        /// The block, from 0.
        block: u64,
    },
    /// It was not written with the table of categories beside it, its companion.
    #[error("it and the table of categories beside it were not made together")]
    Companion,
    /// The content does not have the digest that the header says; found only by reading all of it.
    #[error("its content does not have the digest that its header says")]
    Digest,
}

impl Damage {
    /// What to do with a file that has it.
    const fn remedy(self) -> &'static str {
        match self {
            Damage::Companion => "delete both and generate them again",
            _ if self.is_replaced() => "generate it again",
            _ => "delete it and generate it again",
        }
    }

    /// Whether generation replaces such a table by itself: it looks at the header and the length alone, and leaves what is
    /// no table, if it has the bytes to tell, to whoever put it there.
    pub const fn is_replaced(self) -> bool {
        matches!(self, Damage::Short { .. } | Damage::Length { .. } | Damage::Header | Damage::Name)
    }
}
