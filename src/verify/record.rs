//! The file that says which endings are verified, so that a long check can be resumed.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::index::Ending;
use crate::probe::{ProbeError, Tablebase};
use crate::table::Metric;

use super::VerifyError;
use super::order::reading_order;

/// Which endings were verified, and with which tables: lines of 64 hexadecimal digits, two spaces and an ending. A line
/// is added as soon as its ending is done; one that a killed run has left unfinished says nothing.
#[derive(Debug)]
pub struct Record {
    path: PathBuf,
    file: File,
    done: BTreeMap<Ending, blake3::Hash>,
}

/// A record of verified endings cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// It cannot be read or written.
    #[error("cannot use the record {} (choose a file that can be written, or leave --resume out)", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// It is something else.
    #[error("{} is no record of verified endings; choose another file, or one that is not there yet", path.display())]
    Other {
        /// The file.
        path: PathBuf,
    },
}

impl Record {
    /// Opens a record, new or begun.
    ///
    /// # Errors
    /// [`RecordError`], if it cannot be read and written, or is some other file.
    pub fn open(path: &Path) -> Result<Record, RecordError> {
        let failed = |source| RecordError::File { path: path.into(), source };
        let other = || RecordError::Other { path: path.into() };
        // A pipe or a device may never end.
        if path.metadata().is_ok_and(|there| !there.is_file()) {
            return Err(other());
        }
        let text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => return Err(other()),
            text => text.map_err(failed)?,
        };
        let line = |line: &str| {
            let (digest, ending) = line.split_once("  ")?;
            Some((ending.parse().ok()?, blake3::Hash::from_hex(digest).ok()?))
        };
        let (whole, unfinished) = text.split_at(text.rfind('\n').map_or(0, |end| end + 1));
        if !unfinished.chars().all(|c| c.is_ascii_hexdigit() || " KMv".contains(c)) {
            return Err(other());
        }
        let done = whole.lines().map(|text| line(text).ok_or_else(other)).collect::<Result<_, _>>()?;
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        file.set_len(whole.len() as u64).map_err(failed)?;
        Ok(Record { path: path.into(), file, done })
    }

    /// Whether an ending was verified with the tables at hand.
    pub(super) fn has(&self, tablebase: &Tablebase, ending: Ending) -> Result<bool, ProbeError> {
        let Some(done) = self.done.get(&ending) else { return Ok(false) };
        Ok(*done == digest(tablebase, ending)?)
    }

    /// Adds an ending.
    pub(super) fn add(&mut self, tablebase: &Tablebase, ending: Ending) -> Result<(), VerifyError> {
        let digest = digest(tablebase, ending)?;
        let line = format!("{digest}  {ending}\n");
        self.file.write_all(line.as_bytes()).map_err(|source| RecordError::File { path: self.path.clone(), source })?;
        self.done.insert(ending, digest);
        Ok(())
    }
}

/// The digest of all tables that an ending's values rest on, its own among them.
fn digest(tablebase: &Tablebase, ending: Ending) -> Result<blake3::Hash, ProbeError> {
    let mut hasher = blake3::Hasher::new();
    for ending in reading_order(&[ending]) {
        for metric in Metric::ALL {
            hasher.update(&tablebase.table_of(ending, metric)?.header().digest);
        }
    }
    Ok(hasher.finalize())
}
