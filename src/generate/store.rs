//! Raw values in use, and their files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::board::Game;
use crate::index::Ending;
use crate::solve::{Coding, Raw, RawError, far_path};

use super::error::GenerateError;

/// The directory beside the tables where raw values go by default.
pub(super) const RAW: &str = ".raw";

/// The suffix of raw files.
const SUFFIX: &str = "raw";

/// The raw file of an ending.
pub(super) fn raw_path(directory: &Path, ending: Ending) -> PathBuf {
    directory.join(format!("{ending}.{SUFFIX}"))
}

/// The ending of a raw file, or of a file of distances beyond a byte.
pub(super) fn ending_of(path: &Path) -> Option<Ending> {
    let ending: Ending = path.file_stem()?.to_str()?.parse().ok()?;
    let own = raw_path(path.parent()?, ending);
    (path == own || path == far_path(&own)).then_some(ending)
}

/// The raw values of the endings that others need.
pub(super) struct Store<G> {
    directory: PathBuf,
    coding: Coding,
    raws: Mutex<BTreeMap<Ending, Arc<Raw<G>>>>,
    bytes: AtomicU64,
    peak: AtomicU64,
}

impl<G: Game> Store<G> {
    pub fn new(directory: PathBuf, coding: Coding) -> Store<G> {
        Store { directory, coding, raws: Mutex::default(), bytes: AtomicU64::new(0), peak: AtomicU64::new(0) }
    }

    fn raws(&self) -> MutexGuard<'_, BTreeMap<Ending, Arc<Raw<G>>>> {
        self.raws.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn failed(&self) -> impl Fn(std::io::Error) -> GenerateError {
        |source| GenerateError::Directory { path: self.directory.clone(), source }
    }

    /// The values of an ending as far as an earlier run has solved them, or a new file for them. Values for tables must have
    /// distances to a zeroing move.
    pub fn open(&self, ending: Ending, for_tables: bool) -> Result<Raw<G>, GenerateError> {
        let path = raw_path(&self.directory, ending);
        let found = self.find(ending, false)?.filter(|raw| raw.dtz().is_some() || !for_tables);
        let raw = match found {
            Some(raw) => raw,
            None => Raw::create(&path, ending, self.coding).map_err(|source| {
                use std::io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
                let (path, bytes) = (self.directory.clone(), Raw::<G>::bytes_for(ending, self.coding));
                match source.kind() {
                    StorageFull | QuotaExceeded | FileTooLarge => GenerateError::Room { ending, path, bytes, source },
                    _ => GenerateError::Directory { path, source },
                }
            })?,
        };
        let bytes = self.bytes.fetch_add(raw.bytes(), Ordering::Relaxed) + raw.bytes();
        self.peak.fetch_max(bytes, Ordering::Relaxed);
        Ok(raw)
    }

    /// Opens the values that an earlier run has left of an ending, if there are any.
    fn find(&self, ending: Ending, for_others: bool) -> Result<Option<Raw<G>>, GenerateError> {
        let path = raw_path(&self.directory, ending);
        match Raw::open(&path, ending, self.coding, for_others) {
            Ok(raw) => Ok(Some(raw)),
            Err(RawError::Io(error)) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(RawError::Io(source)) => Err(GenerateError::Values { path, source }),
            Err(source) => Err(GenerateError::Raw { path, source, others: Vec::new() }),
        }
    }

    /// Maps the values of an ending that another process has made, which may still be writing its tables. Returns whether
    /// all values are there.
    pub fn borrow(&self, ending: Ending) -> Result<bool, GenerateError> {
        let found = self.find(ending, true)?.filter(Raw::<G>::is_solved);
        Ok(found.map(|raw| self.raws().insert(ending, Arc::new(raw))).is_some())
    }

    /// Adds to an error about a raw file the files of these endings that cannot be used either.
    pub fn with_others(&self, error: GenerateError, endings: impl Iterator<Item = Ending>) -> GenerateError {
        let GenerateError::Raw { path, source, .. } = error else { return error };
        let is_unusable = |ending: Ending| matches!(self.find(ending, false), Err(GenerateError::Raw { .. }));
        let others = endings.filter(|&ending| is_unusable(ending)).map(|ending| raw_path(&self.directory, ending));
        let others = others.filter(|other| *other != path).collect();
        GenerateError::Raw { path, source, others }
    }

    /// Opens the values of an ending for others, if an earlier run has left all of them. Returns whether it has.
    pub fn take(&self, ending: Ending) -> Result<bool, GenerateError> {
        if !raw_path(&self.directory, ending).try_exists().map_err(self.failed())? {
            return Ok(false);
        }
        let raw = self.open(ending, false)?;
        let solved = raw.is_solved();
        if solved {
            self.insert(raw)?;
        } else {
            self.bytes.fetch_sub(raw.bytes(), Ordering::Relaxed);
        }
        Ok(solved)
    }

    /// Keeps the values of a finished ending for others.
    pub fn insert(&self, mut raw: Raw<G>) -> Result<(), GenerateError> {
        let before = raw.bytes();
        raw.drop_dtz().map_err(self.failed())?;
        self.bytes.fetch_sub(before - raw.bytes(), Ordering::Relaxed);
        self.raws().insert(raw.layout().ending(), Arc::new(raw));
        Ok(())
    }

    /// Whether the values of an ending are open.
    pub fn has(&self, ending: Ending) -> bool {
        self.raws().contains_key(&ending)
    }

    /// The open values of the endings that an ending's moves lead to.
    pub fn successors(&self, ending: Ending) -> Vec<Arc<Raw<G>>> {
        let raws = self.raws();
        ending.successors().iter().filter_map(|successor| raws.get(successor).cloned()).collect()
    }

    /// Removes the values that none of these endings needs.
    pub fn keep_for<'e>(&self, endings: impl Iterator<Item = &'e Ending>) -> Result<(), GenerateError> {
        let needed: std::collections::BTreeSet<Ending> = endings.flat_map(|ending| ending.successors()).collect();
        let mut raws = self.raws();
        let idle: Vec<Ending> = raws.keys().filter(|kept| !needed.contains(kept)).copied().collect();
        for raw in idle.iter().filter_map(|ending| raws.remove(ending)) {
            self.bytes.fetch_sub(raw.bytes(), Ordering::Relaxed);
            raw.remove().map_err(self.failed())?;
        }
        Ok(())
    }

    /// Releases the memory of all values; they stay in their files.
    pub fn release(&self) {
        self.raws().values().for_each(|raw| raw.release());
    }

    /// The most bytes that raw files have had at one time.
    pub fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }
}
