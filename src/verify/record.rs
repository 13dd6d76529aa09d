//! The file that lists the verified endings, so that a long check can be resumed.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use bolshak_system as system;
use thiserror::Error;

use crate::index::Ending;
use crate::shown;

/// The start of a record, before the number of its version.
const MARK: &str = "# Endings that \"bolshak verify --resume\" has found right, version ";

/// The version of records that this program writes and reads. The first version had no such line, and digests of headers; where
/// the second was written, not all that headers say was checked.
const VERSION: &str = "3";

/// The lines after the version.
const TITLE: &str = "\
# Each with BLAKE3 of the digests of all files that it rests on, in the order of their reading: wdl, dtw, dtz of each
# ending. A digest is BLAKE3 of the whole file.
";

/// The verified endings, and the tables that they were verified with, as a text: a title, and lines of 64 hexadecimal digits,
/// two spaces and an ending. The digits are a digest of the files of all tables that the ending rests on; a table that is
/// compressed at another level has another digest. A line is added as soon as its ending is done; an unfinished line of a
/// killed run is ignored. The file is locked as long as the value lives.
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
    #[error("cannot use the record {}", shown(path))]
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// Another run uses it.
    #[error("another run is using the record {}; wait until it is done, or choose another file", shown(path))]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// It is a record of another version of this program.
    #[error(
        "{} is a record of another version of this program, and proves nothing to this one (the first version looked at \
         no more than the headers of tables); delete it, or choose another file, and all endings are verified anew",
        shown(path)
    )]
    Version {
        /// The file.
        path: PathBuf,
    },
    /// It is something else.
    #[error("{} is not a record of verified endings; choose another file, or one that is not there yet", shown(path))]
    Other {
        /// The file.
        path: PathBuf,
    },
}

impl Record {
    /// Opens a record, or makes a new one, and locks it.
    ///
    /// # Errors
    /// [`RecordError`], if it cannot be read and written, another run uses it, or it is some other file.
    pub fn open(path: &Path) -> Result<Record, RecordError> {
        let failed = |source| RecordError::File { path: path.into(), source };
        let other = || RecordError::Other { path: path.into() };
        // A pipe or a device may never end.
        if system::is_unusual(path) {
            return Err(other());
        }
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(path).map_err(failed)?;
        match system::lock(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(RecordError::Locked { path: path.into() }),
            Err(TryLockError::Error(source)) => return Err(failed(source)),
        }
        let mut text = String::new();
        match file.read_to_string(&mut text) {
            Err(error) if error.kind() == io::ErrorKind::InvalidData => return Err(other()),
            read => read.map_err(failed)?,
        };
        let title = format!("{MARK}{VERSION}\n{TITLE}");
        let (whole, mut done) = (text.rfind('\n').map_or(0, |end| end + 1), BTreeMap::new());
        if let Some(lines) = text.strip_prefix(&title) {
            let (lines, unfinished) = lines.split_at(whole - title.len());
            // After a crash of the machine, its end may be zeros.
            if !unfinished.chars().all(|c| c.is_ascii_hexdigit() || " KMv\0".contains(c)) {
                return Err(other());
            }
            done = lines.lines().map(|text| line(text).ok_or_else(other)).collect::<Result<_, _>>()?;
            file.set_len(whole as u64).map_err(failed)?;
        } else if title.starts_with(&text) {
            // A new record, or one whose run was killed while it wrote the title.
            file.set_len(0).map_err(failed)?;
            file.write_all(title.as_bytes()).map_err(failed)?;
        } else {
            let of_another_version =
                text.starts_with(MARK) || text.lines().next().is_some_and(|text| line(text).is_some());
            return Err(if of_another_version { RecordError::Version { path: path.into() } } else { other() });
        }
        Ok(Record { path: path.into(), file, done })
    }

    /// The digest of the tables that an ending was verified with, if it was verified.
    pub(super) fn get(&self, ending: Ending) -> Option<blake3::Hash> {
        self.done.get(&ending).copied()
    }

    /// Adds an ending.
    pub(super) fn add(&mut self, ending: Ending, tables: blake3::Hash) -> Result<(), RecordError> {
        let line = format!("{tables}  {ending}\n");
        self.file.write_all(line.as_bytes()).map_err(|source| RecordError::File { path: self.path.clone(), source })?;
        self.done.insert(ending, tables);
        Ok(())
    }
}

fn line(line: &str) -> Option<(Ending, blake3::Hash)> {
    let (digest, ending) = line.split_once("  ")?;
    Some((ending.parse().ok()?, blake3::Hash::from_hex(digest).ok()?))
}
