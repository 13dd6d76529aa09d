//! Raw values at hand: solved just now, or read back from finished tables.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::index::Ending;
use crate::solve::{Known, Raw, fill_captures};
use crate::table::Table;

use super::{GenerateError, finished_tables};

/// The raw values of the endings that others need.
pub(super) struct Store {
    directory: PathBuf,
    raws: BTreeMap<Ending, Raw>,
}

impl Store {
    pub fn new(directory: PathBuf) -> Store {
        Store { directory, raws: BTreeMap::new() }
    }

    /// Room for the values of an ending.
    pub fn room(&self, ending: Ending) -> Result<Raw, GenerateError> {
        Raw::create(ending, &self.directory).map_err(|source| GenerateError::Room {
            ending,
            path: self.directory.clone(),
            bytes: ending.movers().iter().map(|&mover| 2 * ending.material(mover).entries()).sum(),
            source,
        })
    }

    pub fn insert(&mut self, raw: Raw) {
        self.raws.insert(raw.ending(), raw);
    }

    /// Drops the values that none of these endings needs.
    pub fn keep_for(&mut self, endings: &[Ending]) {
        self.raws.retain(|kept, _| endings.iter().any(|ending| ending.successors().contains(kept)));
    }

    /// What an ending's moves lead to; all of it has been [loaded](Store::load).
    pub fn known(&self, ending: Ending) -> Known<'_> {
        let mut known = Known::new();
        for successor in ending.successors() {
            self.raws[&successor].all_values().for_each(|values| known.add(values));
        }
        known
    }

    /// Reads back the finished tables of what an ending needs, where its values are not at hand.
    pub fn load(&mut self, ending: Ending) -> Result<(), GenerateError> {
        for successor in ending.successors() {
            if !self.raws.contains_key(&successor) {
                // Entries with a capture pending are not in a table, but follow from the tables it leads to.
                self.load(successor)?;
                let raw = self.read(successor)?;
                self.insert(raw);
            }
        }
        Ok(())
    }

    fn read(&self, ending: Ending) -> Result<Raw, GenerateError> {
        let mut raw = self.room(ending)?;
        let tables = finished_tables(&self.directory, ending)?.unwrap_or_default();
        let [_, dtw, dtz] = &tables[..] else {
            let gone = std::io::Error::other("the table vanished during the run");
            return Err(GenerateError::Directory { path: self.directory.clone(), source: gone });
        };
        for (side, [dtw_codes, dtz_codes]) in raw.split_mut().1.into_iter().enumerate() {
            read_codes(dtw, side, dtw_codes)?;
            read_codes(dtz, side, dtz_codes)?;
        }
        fill_captures(&mut raw, &self.known(ending))?;
        Ok(raw)
    }
}

fn read_codes(table: &Table, side: usize, mut codes: &mut [u8]) -> Result<(), GenerateError> {
    for block in table.values(side) {
        let block = block?;
        let (now, rest) = codes.split_at_mut(block.len());
        now.copy_from_slice(&block);
        codes = rest;
    }
    Ok(())
}
