//! Why generation stopped.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::index::{Ending, PIECES};
use crate::retrograde::{FileError, LONGEST};
use crate::shown;
use crate::table::TableError;

/// Generation stopped. Finished tables are kept.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The ending has more pieces than the index covers.
    #[error("{ending} has {} pieces; tables are made for 2 to {PIECES}", ending.pieces())]
    Pieces {
        /// The ending.
        ending: Ending,
    },
    /// Tables cannot be made for a draw rule of this length.
    #[error("a draw rule of {plies} plies is not possible; tables are made for 1 to 126")]
    DrawPlies {
        /// The length.
        plies: u8,
    },
    /// The metrics lack the categories, without which distances cannot be read.
    #[error("distances cannot be read without categories; add wdl to the metrics")]
    NoCategories,
    /// The directory of the tables, or of values, could not be made or written to.
    #[error("cannot write to {}", shown(path))]
    Directory {
        /// The directory.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// Another run works in the directory.
    #[error("another run is generating tables in {}; wait for it or choose another directory", shown(path))]
    Locked {
        /// The directory.
        path: PathBuf,
    },
    /// A finished table is for a draw rule of another length.
    #[error("{} was made for a draw rule of {found} plies, not {wanted}", shown(path))]
    OtherRule {
        /// The table.
        path: PathBuf,
        /// Its rule.
        found: u8,
        /// The rule asked for.
        wanted: u8,
    },
    /// An ending is generated alone, and the values of another that it needs are absent.
    #[error("{ending} needs the values of {needed}, which are not in {}", shown(path))]
    Needed {
        /// The ending.
        ending: Ending,
        /// What it needs.
        needed: Ending,
        /// Where its values should be.
        path: PathBuf,
    },
    /// A plan's note says that an ending is made, but its tables, or values that another ending needs, are gone.
    #[error("{} has notes of another plan: {ending} is noted as done but {} lacks its files", shown(path), shown(lost))]
    OtherPlan {
        /// The ending.
        ending: Ending,
        /// The directory of the notes.
        path: PathBuf,
        /// The directory where the files should be.
        lost: PathBuf,
    },
    /// There is no disk space for values in work.
    #[error(
        "no room for the values of {ending} in {}; finished work is kept, and the same request continues from there",
        shown(path)
    )]
    Room {
        /// The ending.
        ending: Ending,
        /// The directory.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A file of values from an earlier run, or a lock, could not be opened or read; it may be intact.
    #[error("cannot open {}", shown(path))]
    Values {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// Files of values from an earlier run are damaged, or belong to another request.
    #[error("cannot continue with {}", what_to_do(path, source, others))]
    Unusable {
        /// The file that stopped the run.
        path: PathBuf,
        /// What is wrong with it; never [`FileError::Io`].
        source: FileError,
        /// The other files that would stop it.
        others: Vec<PathBuf>,
    },
    /// The memory budget is too small for the largest fibres in work.
    #[error(
        "{} of memory is too little: {} {} for endings such as {ending}",
        megabytes(*budget),
        if *threads == 1 { "a thread needs".into() } else { format!("{threads} threads need") },
        megabytes(needed.next_multiple_of(1_000_000))
    )]
    Memory {
        /// The ending.
        ending: Ending,
        /// The bytes allowed.
        budget: u64,
        /// The bytes needed.
        needed: u64,
        /// The threads that need them.
        threads: usize,
        /// The bytes that a single thread needs.
        alone: u64,
    },
    /// The caller stopped the run.
    #[error("stopped; the same request continues after the last finished phase")]
    Stopped,
    /// A table could not be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A distance is longer than tables hold.
    #[error("{ending} has a win or loss of more than {LONGEST} plies, which this version's tables cannot hold")]
    TooLong {
        /// The ending.
        ending: Ending,
    },
}

fn what_to_do(path: &Path, source: &FileError, others: &[PathBuf]) -> String {
    if let FileError::Other = source {
        let path = shown(path);
        return format!(
            "{path} (ask for the game and the metrics of the run that made it, put values elsewhere, or remove it)"
        );
    }
    let names: Vec<String> = std::iter::once(path).chain(others.iter().map(PathBuf::as_path)).map(shown).collect();
    let (them, endings) = if others.is_empty() { ("it", "its ending is") } else { ("them", "their endings are") };
    format!("{} (remove {them} and run again: {endings} then solved again)", names.join(", "))
}

fn megabytes(bytes: u64) -> String {
    if bytes < 1_000_000 { format!("{bytes} B") } else { format!("{} MB", bytes / 1_000_000) }
}
