//! Errors of opening tables and of probes.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::board::GameName;
use crate::index::Ending;
use crate::shown;
use crate::table::{Metric, TableError};

/// A directory of tables could not be opened.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// It does not exist or cannot be read.
    #[error("cannot open the tables in {}", shown(path))]
    Directory {
        /// The directory.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// It has no table.
    #[error("there are no tables in {}", shown(path))]
    Empty {
        /// The directory.
        path: PathBuf,
    },
    /// It has tables of another game only.
    #[error("{} is a table of {found}, not of {wanted}", shown(path))]
    OtherGame {
        /// The table.
        path: PathBuf,
        /// Its game.
        found: GameName,
        /// The game that was expected.
        wanted: GameName,
    },
    /// It has tables of several games.
    #[error(
        "{} is a table of {found}, but others there are of {wanted}; move those of one game to another directory",
        shown(path)
    )]
    MixedGames {
        /// A table of another game.
        path: PathBuf,
        /// Its game.
        found: GameName,
        /// The game that was expected, which also has tables there.
        wanted: GameName,
    },
    /// It has a table of a game unknown to this version of the library.
    #[error(
        "{} is a table of game number {number}, which this program does not know; a newer program may",
        shown(path)
    )]
    UnknownGame {
        /// The table.
        path: PathBuf,
        /// The number of the game in the format.
        number: u8,
    },
    /// It has tables, but none can be opened, so their game is unknown.
    #[error("the game of the tables in {} is unknown, since none can be opened", shown(path))]
    NoGame {
        /// The directory.
        path: PathBuf,
        /// The error of opening the first of them.
        source: TableError,
    },
    /// Its tables have draw rules of different lengths.
    #[error("{} has a draw rule of {found} plies, but others there have {others}; keep them apart", shown(path))]
    MixedRules {
        /// One table.
        path: PathBuf,
        /// The length of its rule.
        found: u8,
        /// The length of the others' rule.
        others: u8,
    },
}

/// A probe has no answer. Cheap to clone.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// More pieces than the tables cover.
    #[error("a table of {pieces} pieces is needed; the tables have at most {largest}")]
    TooManyPieces {
        /// The pieces of the position, or of a position after its captures.
        pieces: u32,
        /// The most pieces of any table.
        largest: u32,
    },
    /// A table that the answer needs is absent.
    #[error("the table {ending}.{metric} is missing")]
    Missing {
        /// Its ending.
        ending: Ending,
        /// Its metric.
        metric: Metric,
    },
    /// The answer needs a file. Internal to [`Tablebase::try_probe_wdl`], which returns `None`.
    ///
    /// [`Tablebase::try_probe_wdl`]: super::Tablebase::try_probe_wdl
    #[error("the answer is not in memory")]
    NotInMemory,
    /// A table is damaged or cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
}
