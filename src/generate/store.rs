//! Raw values at hand, and their files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::index::Ending;
use crate::solve::{Known, Raw, RawError};

use super::GenerateError;

/// The ending of the names of raw files.
const SUFFIX: &str = "raw";

/// The raw values of endings in work and of those that others need.
pub(super) struct Store {
    directory: PathBuf,
    draw_plies: u8,
    raws: BTreeMap<Ending, Raw>,
    bytes: AtomicU64,
    peak: AtomicU64,
}

impl Store {
    pub fn new(directory: PathBuf, draw_plies: u8) -> Store {
        Store { directory, draw_plies, raws: BTreeMap::new(), bytes: AtomicU64::new(0), peak: AtomicU64::new(0) }
    }

    /// The file of an ending.
    pub fn path(directory: &Path, ending: Ending) -> PathBuf {
        directory.join(format!("{ending}.{SUFFIX}"))
    }

    /// The ending whose file has that name.
    pub fn ending(path: &Path) -> Option<Ending> {
        let ending: Ending = path.file_stem()?.to_str()?.parse().ok()?;
        (path == Store::path(path.parent()?, ending)).then_some(ending)
    }

    /// The values of an ending as far as an earlier run has solved them, or room for them; for tables, distances to a
    /// zeroing move must be among them.
    pub fn open(&self, ending: Ending, for_tables: bool) -> Result<Raw, GenerateError> {
        let path = Store::path(&self.directory, ending);
        let found = match Raw::open(&path, ending, self.draw_plies) {
            Ok(raw) => Some(raw).filter(|raw| raw.dtz().is_some() || !for_tables),
            Err(RawError::Io(error)) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(source) => return Err(GenerateError::Raw { path, source }),
        };
        let raw = match found {
            Some(raw) => raw,
            None => Raw::create(&path, ending, self.draw_plies).map_err(|source| {
                let (path, bytes) = (self.directory.clone(), Raw::bytes_for(ending));
                GenerateError::Room { ending, path, bytes, source }
            })?,
        };
        let bytes = self.bytes.fetch_add(raw.bytes(), Ordering::Relaxed) + raw.bytes();
        self.peak.fetch_max(bytes, Ordering::Relaxed);
        Ok(raw)
    }

    /// Keeps the values of a finished ending for others.
    pub fn insert(&mut self, mut raw: Raw) -> Result<(), GenerateError> {
        let before = raw.bytes();
        let failed = |source| GenerateError::Directory { path: self.directory.clone(), source };
        raw.drop_dtz().map_err(failed)?;
        self.bytes.fetch_sub(before - raw.bytes(), Ordering::Relaxed);
        self.raws.insert(raw.layout().ending(), raw);
        Ok(())
    }

    /// Takes the values of an ending, if an earlier run has left all of them; whether it has.
    pub fn take(&mut self, ending: Ending) -> Result<bool, GenerateError> {
        if !Store::path(&self.directory, ending).exists() {
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

    /// Whether the values of an ending are at hand.
    pub fn has(&self, ending: Ending) -> bool {
        self.raws.contains_key(&ending)
    }

    /// Removes the values that none of these endings needs.
    pub fn keep_for(&mut self, endings: &[Ending]) -> Result<(), GenerateError> {
        let needed = |kept: &Ending| endings.iter().any(|ending| ending.successors().contains(kept));
        let idle: Vec<Ending> = self.raws.keys().filter(|kept| !needed(kept)).copied().collect();
        for ending in idle {
            if let Some(raw) = self.raws.remove(&ending) {
                self.bytes.fetch_sub(raw.bytes(), Ordering::Relaxed);
                let failed = |source| GenerateError::Directory { path: self.directory.clone(), source };
                raw.remove().map_err(failed)?;
            }
        }
        Ok(())
    }

    /// What an ending's moves lead to; all of it is at hand.
    pub fn known(&self, ending: Ending) -> Known<'_> {
        let mut known = Known::new();
        for successor in ending.successors() {
            known.add(self.raws[&successor].solved());
        }
        known
    }

    /// Lets the system take the memory of all values back; they stay in their files.
    pub fn release(&self) {
        self.raws.values().for_each(Raw::release);
    }

    /// The most bytes that raw files have had at a time.
    pub fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }
}
