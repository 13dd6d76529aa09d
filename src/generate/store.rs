//! Values in work, and their files.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::board::Game;
use crate::index::Ending;
use crate::retrograde::{Coding, EndingFile, FileError, unfinished_path, zeroing_path};
use bolshak_system::check_regular;

use super::error::GenerateError;

/// The default directory of values in work, beside the tables.
pub(super) const VALUES: &str = ".values";

const SUFFIX: &str = "values";

pub(super) fn values_path(directory: &Path, ending: Ending) -> PathBuf {
    directory.join(format!("{ending}.{SUFFIX}"))
}

/// The ending of a file of values, or of distances to a zeroing move.
pub(super) fn ending_of(path: &Path) -> Option<Ending> {
    let ending: Ending = path.file_stem()?.to_str()?.parse().ok()?;
    let own = values_path(path.parent()?, ending);
    (path == own || path == zeroing_path(&own)).then_some(ending)
}

pub(super) struct Store<G> {
    directory: PathBuf,
    coding: Coding,
    state: Mutex<StoreState<G>>,
}

struct StoreState<G> {
    open: BTreeMap<Ending, Arc<EndingFile<G>>>,
    /// The bytes of each ending's files, and the peak of their sum.
    bytes: BTreeMap<Ending, u64>,
    peak: u64,
}

impl<G: Game> Store<G> {
    pub fn new(directory: PathBuf, coding: Coding) -> Store<G> {
        let state = StoreState { open: BTreeMap::new(), bytes: BTreeMap::new(), peak: 0 };
        Store { directory, coding, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, StoreState<G>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Measures the files of an ending, which grow while it is solved and are removed when no longer needed.
    pub fn measure(&self, ending: Ending) {
        let values = values_path(&self.directory, ending);
        let length = |path: &Path| path.metadata().map_or(0, |file| file.len());
        let mut state = self.state();
        state.bytes.insert(ending, length(&values) + length(&zeroing_path(&values)));
        state.peak = state.peak.max(state.bytes.values().sum());
    }

    fn failed(&self) -> impl Fn(io::Error) -> GenerateError {
        |source| GenerateError::Directory { path: self.directory.clone(), source }
    }

    /// The values of an ending from an earlier run, perhaps in part, or new files; for tables, with distances to a zeroing
    /// move.
    pub fn open(&self, ending: Ending, for_tables: bool) -> Result<EndingFile<G>, GenerateError> {
        let path = values_path(&self.directory, ending);
        let found = self.find(ending, false)?.filter(|file| file.has_zeroing() || !for_tables);
        match found {
            Some(file) => Ok(file),
            None => EndingFile::create(&path, ending, self.coding).map_err(|source| self.write_error(ending, source)),
        }
    }

    pub fn write_error(&self, ending: Ending, source: io::Error) -> GenerateError {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        let path = self.directory.clone();
        match source.kind() {
            StorageFull | QuotaExceeded | FileTooLarge => GenerateError::Room { ending, path, source },
            _ => GenerateError::Directory { path, source },
        }
    }

    pub fn read_error(&self, ending: Ending, error: FileError) -> GenerateError {
        let path = values_path(&self.directory, ending);
        match error {
            FileError::Io(source) => GenerateError::Values { path, source },
            source => GenerateError::Unusable { path, source, others: Vec::new() },
        }
    }

    /// Opens the values of an ending that an earlier run left, if any. Anything but a file under one of its names is an error.
    fn find(&self, ending: Ending, for_others: bool) -> Result<Option<EndingFile<G>>, GenerateError> {
        let path = values_path(&self.directory, ending);
        let files = [path.clone(), zeroing_path(&path)];
        let unfinished = files.each_ref().map(|path| unfinished_path(path));
        for path in files.into_iter().chain(unfinished) {
            check_regular(&path).map_err(|source| GenerateError::Values { path, source })?;
        }
        match EndingFile::open(&path, ending, self.coding, for_others) {
            Ok(file) => Ok(Some(file)),
            Err(FileError::Io(error)) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.read_error(ending, error)),
        }
    }

    /// Opens the values of an ending that another process has made and may still read. Returns whether all are there.
    pub fn borrow(&self, ending: Ending) -> Result<bool, GenerateError> {
        let found = self.find(ending, true)?.filter(EndingFile::<G>::is_solved);
        Ok(found.map(|file| self.state().open.insert(ending, Arc::new(file))).is_some())
    }

    fn is_open(&self, ending: Ending) -> bool {
        self.state().open.contains_key(&ending)
    }

    /// Adds to an error about an unusable file those of these endings that are unusable too.
    pub fn with_others(&self, error: GenerateError, endings: impl Iterator<Item = Ending>) -> GenerateError {
        let GenerateError::Unusable { path, source, .. } = error else { return error };
        // What is open is usable, and locked.
        let is_unusable = |ending: Ending| {
            !self.is_open(ending) && matches!(self.find(ending, false), Err(GenerateError::Unusable { .. }))
        };
        let others = endings.filter(|&ending| is_unusable(ending)).map(|ending| values_path(&self.directory, ending));
        let others = others.filter(|other| *other != path).collect();
        GenerateError::Unusable { path, source, others }
    }

    /// Opens the values of an ending for others, if an earlier run has left all of them. Returns whether they are open.
    pub fn take(&self, ending: Ending) -> Result<bool, GenerateError> {
        if self.is_open(ending) {
            return Ok(true);
        }
        let Some(file) = self.find(ending, false)? else { return Ok(false) };
        let solved = file.is_solved();
        if solved {
            self.insert(file)?;
        }
        Ok(solved)
    }

    pub fn insert(&self, mut file: EndingFile<G>) -> Result<(), GenerateError> {
        let ending = file.layout.ending;
        self.measure(ending);
        file.drop_zeroing().map_err(self.failed())?;
        self.measure(ending);
        self.state().open.insert(ending, Arc::new(file));
        Ok(())
    }

    pub fn successors(&self, ending: Ending) -> Vec<Arc<EndingFile<G>>> {
        let state = self.state();
        ending.successors().iter().filter_map(|successor| state.open.get(successor).cloned()).collect()
    }

    pub fn keep_for<'e>(&self, endings: impl Iterator<Item = &'e Ending>) -> Result<(), GenerateError> {
        let needed: BTreeSet<Ending> = endings.flat_map(|ending| ending.successors()).collect();
        let idle: Vec<Ending> = self.state().open.keys().filter(|kept| !needed.contains(kept)).copied().collect();
        for ending in idle {
            let file = self.state().open.remove(&ending);
            file.map_or(Ok(()), |file| file.remove()).map_err(self.failed())?;
            self.measure(ending);
        }
        Ok(())
    }

    pub fn peak(&self) -> u64 {
        self.state().peak
    }
}
