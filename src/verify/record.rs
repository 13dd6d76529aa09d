//! The reading order of endings, the digests of the files that their proof rests on, and the file that lists verified endings
//! with such digests, so that a long check can be resumed.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use bolshak_system as system;
use rayon::prelude::*;

use crate::Progress;
use crate::board::Game;
use crate::index::Ending;
use crate::probe::ProbeError;
use crate::table::{Header, Metric};

use super::context::{Event, Tables};
use super::error::{RecordError, VerifyError};

/// Some endings and all that their moves lead to, each after those that its own moves lead to. Endings with the same number of
/// pieces are grouped by the pieces of the stronger side. Promotions stay in a group, so it can be dropped before the next.
pub(super) fn reading_order(endings: &[Ending]) -> Vec<Ending> {
    let mut order: Vec<Ending> = Ending::with_successors(endings).into_iter().collect();
    order.sort_by_key(|ending| (ending.pieces(), ending.first().pieces(), ending.first().men, ending.second().men));
    order
}

/// BLAKE3 of the files of endings' tables.
#[derive(Debug, Default)]
pub(super) struct Digests(BTreeMap<Ending, BTreeMap<Metric, [u8; 32]>>);

impl Digests {
    /// Computes the unknown digests of some endings, on the current rayon pool, one file a thread; reports bytes if
    /// `is_reported`.
    pub fn read<G: Game>(
        &mut self,
        tables: Tables<'_, G>,
        endings: &[Ending],
        is_reported: bool,
        progress: &dyn Progress<Event>,
    ) -> Result<(), VerifyError> {
        let new = endings.iter().filter(|&ending| !self.0.contains_key(ending));
        let tables = new.map(|&ending| tables.of(ending)).collect::<Result<Vec<_>, ProbeError>>()?.concat();
        let report = |event| {
            if is_reported {
                progress.report(&event);
            }
        };
        report(Event::Comparing { bytes: tables.iter().map(|table| table.header().length).sum() });
        let read = |bytes| {
            report(Event::Compared { bytes });
            !progress.is_stopped()
        };
        // Sizes differ a thousandfold: each table is a separate task.
        let digests = tables.par_iter().with_max_len(1).map(|table| table.file_digest(&read));
        let digests = digests.collect::<Result<Option<Vec<_>>, _>>()?.ok_or(VerifyError::Stopped)?;
        for (table, digest) in tables.into_iter().zip(digests) {
            let Header { ending, metric, .. } = *table.header();
            self.0.entry(ending).or_default().insert(metric, digest);
        }
        Ok(())
    }

    /// The digest of all files that an ending's values rest on, including its own. All must have been read.
    pub fn all(&self, ending: Ending) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        for ending in reading_order(&[ending]) {
            for digest in self.0[&ending].values() {
                hasher.update(digest);
            }
        }
        hasher.finalize()
    }
}

/// The start of a record, before the number of its version.
const MARK: &str = "# Endings that \"bolshak verify --resume\" has found right, version ";

/// The version of records that this program writes and reads. The first had no such line, and digests of headers only; the
/// second did not check all statements of headers.
const VERSION: &str = "3";

const TITLE: &str = "\
# Each with BLAKE3 of the digests of all files that it rests on, in the order of their reading: wdl, dtw, dtz of each
# ending. A digest is BLAKE3 of the whole file.
";

/// The verified endings and their tables, as a text: a title, and lines of 64 hexadecimal digits, two spaces and an ending. The
/// digits are a digest of the files of all tables that the ending rests on; a table compressed at another level has another
/// digest. A line is added as soon as its ending is done; an unfinished line is ignored. The file stays locked.
#[derive(Debug)]
pub struct Record {
    path: PathBuf,
    file: File,
    done: BTreeMap<Ending, blake3::Hash>,
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
        // Not to append: on Windows, a file open for that cannot be shortened.
        let mut file =
            OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path).map_err(failed)?;
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
            // After a crash of the machine, the end may be zeros.
            if !unfinished.chars().all(|c| c.is_ascii_hexdigit() || " KMv\0".contains(c)) {
                return Err(other());
            }
            done = lines.lines().map(|text| line(text).ok_or_else(other)).collect::<Result<_, _>>()?;
            file.set_len(whole as u64).map_err(failed)?;
        } else if title.starts_with(&text) {
            // A new record, or one whose run was killed while it wrote the title.
            file.set_len(0).and_then(|()| file.rewind()).map_err(failed)?;
            file.write_all(title.as_bytes()).map_err(failed)?;
        } else {
            let is_record = text.starts_with(MARK) || text.lines().next().is_some_and(|text| line(text).is_some());
            return Err(if is_record { RecordError::Version { path: path.into() } } else { other() });
        }
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(Record { path: path.into(), file, done })
    }

    /// The digest of the tables that an ending was verified with, if it was verified.
    pub(super) fn get(&self, ending: Ending) -> Option<blake3::Hash> {
        self.done.get(&ending).copied()
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_comes_after_those_that_its_moves_lead_to() {
        let seven: Vec<Ending> = Ending::all(7).collect();
        let order = reading_order(&seven);
        assert_eq!(order.len(), (2..=7).map(|pieces| Ending::all(pieces).count()).sum::<usize>());
        for (place, ending) in order.iter().enumerate() {
            assert!(ending.successors().iter().all(|successor| order[..place].contains(successor)), "{ending}");
        }
    }
}
