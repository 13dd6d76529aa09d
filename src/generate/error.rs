//! Why generation stopped.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::index::{Ending, PIECES};
use crate::solve::{RawError, SolveError};
use crate::table::TableError;

/// Generation stopped. Tables that were finished before stay.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// More pieces than the index covers.
    #[error("{ending} has {} pieces; tables are made for 2 to {PIECES}", ending.pieces())]
    Pieces {
        /// The ending.
        ending: Ending,
    },
    /// A draw rule of a length that tables cannot have.
    #[error("a draw rule of {plies} plies is not possible; tables are made for 1 to 126")]
    DrawPlies {
        /// The length.
        plies: u8,
    },
    /// The directory of the tables could not be made or written to.
    #[error("cannot write to {} (choose another directory with --tables or --disk)", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// Another run works in the directory.
    #[error("another run is generating tables in {}; wait for it or choose another directory", path.display())]
    Locked {
        /// The directory.
        path: PathBuf,
    },
    /// A finished table is for a draw rule of another length.
    #[error(
        "{} was made for a draw rule of {found} plies, not {wanted}; choose another directory with --tables",
        path.display()
    )]
    OtherRule {
        /// The table.
        path: PathBuf,
        /// Its rule.
        found: u8,
        /// The rule asked for.
        wanted: u8,
    },
    /// No room for values in work.
    #[error(
        "no room for the values of {ending} in {} ({bytes} bytes; free some space or choose another directory with \
         --disk, then run the same command again)",
        path.display()
    )]
    Room {
        /// The ending.
        ending: Ending,
        /// The directory.
        path: PathBuf,
        /// The bytes that were wanted.
        bytes: u64,
        /// The cause.
        source: io::Error,
    },
    /// Files of raw values from an earlier run cannot be used.
    #[error("cannot go on with {}", files_to_remove(path, others))]
    Raw {
        /// The file that stopped the run.
        path: PathBuf,
        /// What is wrong with it.
        source: RawError,
        /// The others that would.
        others: Vec<PathBuf>,
    },
    /// The memory budget is too small for the largest fibres in work.
    #[error(
        "{} of memory is too little: {} {} MiB for endings such as {ending} (allow more with --memory{})",
        mebibytes(*budget),
        if *threads == 1 { "a thread needs".into() } else { format!("{threads} threads need") },
        needed.div_ceil(1 << 20),
        if *threads == 1 { "" } else { ", or use fewer --threads" }
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
    },
    /// The caller stopped the run.
    #[error("stopped; the same command goes on from the last finished phase")]
    Stopped,
    /// A table could not be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// An ending could not be solved.
    #[error(transparent)]
    Solve(SolveError),
}

impl From<SolveError> for GenerateError {
    fn from(error: SolveError) -> GenerateError {
        match error {
            SolveError::Stopped => GenerateError::Stopped,
            other => GenerateError::Solve(other),
        }
    }
}

/// The names of raw files, and what to do with them.
fn files_to_remove(path: &Path, others: &[PathBuf]) -> String {
    let names: Vec<String> = std::iter::once(path)
        .chain(others.iter().map(PathBuf::as_path))
        .map(|path| path.display().to_string())
        .collect();
    let (them, endings) = if others.is_empty() { ("it", "its ending is") } else { ("them", "their endings are") };
    format!("{} (remove {them}, and run the same command again: {endings} then solved anew)", names.join(", "))
}

/// Whole MiB, or the bytes if there are not so many.
fn mebibytes(bytes: u64) -> String {
    if bytes < 1 << 20 { format!("{bytes} B") } else { format!("{} MiB", bytes >> 20) }
}
