//! The order in which endings are read, and the digests of the files that a proof of them rests on.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::board::Game;
use crate::index::Ending;
use crate::probe::ProbeError;
use crate::table::{Header, Metric, Table};

use super::context::Tables;
use super::error::VerifyError;

/// Some endings and all that their moves lead to, each after those that its own moves lead to. Endings with the same number of
/// pieces are grouped by the pieces of the stronger side. Promotions lead only to endings of the same group, so a group is
/// dropped before the next one.
pub(super) fn reading_order(endings: &[Ending]) -> Vec<Ending> {
    let mut order: Vec<Ending> = Ending::with_successors(endings).into_iter().collect();
    order.sort_by_key(|ending| (ending.pieces(), ending.first().pieces(), ending.first().men, ending.second().men));
    order
}

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
