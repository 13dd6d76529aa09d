//! Why a question has no answer.

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
    /// It is not there or cannot be read.
    #[error("cannot open the tables in {}", shown(path))]
    Directory {
        /// The directory.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// It holds no table.
    #[error("there are no tables in {}", shown(path))]
    Empty {
        /// The directory.
        path: PathBuf,
    },
    /// It holds a table of another game.
    #[error("{} is a table of {found}, not of {wanted}", shown(path))]
    OtherGame {
        /// The table.
        path: PathBuf,
        /// Its game.
        found: GameName,
        /// The game that is asked.
        wanted: GameName,
    },
    /// It holds tables of several games.
    #[error(
        "{} is a table of {found}, others there are of {wanted}; move those of one game to another directory",
        shown(path)
    )]
    MixedGames {
        /// A table of another game.
        path: PathBuf,
        /// Its game.
        found: GameName,
        /// The game that is asked, of which there are tables too.
        wanted: GameName,
    },
    /// It holds a table of a game that this version of the library does not know.
    #[error(
        "{} is a table of a game that this program does not know, number {number}; a newer program may",
        shown(path)
    )]
    UnknownGame {
        /// The table.
        path: PathBuf,
        /// The number of the game in the format.
        number: u8,
    },
    /// It holds tables, and none can be opened to say their game.
    #[error("the tables in {} do not say their game, which must be named", shown(path))]
    NoGame {
        /// The directory.
        path: PathBuf,
        /// Why the first of them cannot be opened.
        source: TableError,
    },
    /// Its tables are for draw rules of different lengths.
    #[error("{} was made for a draw rule of {found} plies, others there for {others}; keep them apart", shown(path))]
    MixedRules {
        /// One table.
        path: PathBuf,
        /// The length of its rule.
        found: u8,
        /// The length of another's.
        others: u8,
    },
}

/// A question has no answer. Cheap to clone.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// More pieces than the tables cover.
    #[error("a table of {pieces} pieces is needed, those at hand have at most {largest}")]
    TooManyPieces {
        /// The pieces of the position, or of one that its captures lead to.
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
    /// A file would have to be read. Only [`Tablebase::try_probe_wdl`] meets this, and returns `None`.
    ///
    /// [`Tablebase::try_probe_wdl`]: super::Tablebase::try_probe_wdl
    #[error("the answer is not in memory")]
    NotInMemory,
    /// A table is damaged or cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
}
