//! The digests of the files that a proof rests on, each computed once.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::board::Game;
use crate::index::Ending;
use crate::probe::ProbeError;
use crate::table::{Header, Metric, Table};

use super::error::VerifyError;
use super::order::reading_order;
use super::tables::Tables;

/// BLAKE3 of the files of endings' tables.
#[derive(Debug, Default)]
pub(super) struct Digests(BTreeMap<Ending, BTreeMap<Metric, [u8; 32]>>);

impl Digests {
    /// Computes those of some endings that are not known yet, on the current rayon pool, one file a thread. Calls
    /// `planned` with the bytes of all their files, and `read` with those of each block that was read, which says whether
    /// to go on.
    ///
    /// # Errors
    /// [`VerifyError::Probe`], if a table is absent, damaged, or cannot be read; [`VerifyError::Stopped`].
    pub fn read<G: Game>(
        &mut self,
        tables: Tables<'_, G>,
        endings: &[Ending],
        planned: &dyn Fn(u64),
        read: &(dyn Fn(u64) -> bool + Sync),
    ) -> Result<(), VerifyError> {
        let new = endings.iter().filter(|&ending| !self.0.contains_key(ending));
        let tables = new.map(|&ending| tables.of(ending)).collect::<Result<Vec<_>, ProbeError>>()?;
        let tables: Vec<&Table<G>> = tables.concat();
        planned(tables.iter().map(|table| table.header().length).sum());
        // Sizes differ a thousandfold: every table is a task of its own.
        let digest = |table: &Table<G>| table.file_digest(read).map_err(ProbeError::from)?.ok_or(VerifyError::Stopped);
        let digests = tables.par_iter().with_max_len(1).map(|table| digest(table)).collect::<Result<Vec<_>, _>>()?;
        for (table, digest) in tables.into_iter().zip(digests) {
            let Header { ending, metric, .. } = *table.header();
            self.0.entry(ending).or_default().insert(metric, digest);
        }
        Ok(())
    }

    /// The digest of all files that an ending's values rest on, its own among them. All of them must have been read.
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
