//! The digests of the files that a proof rests on, each computed once.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::index::Ending;
use crate::probe::{ProbeError, Tablebase};
use crate::table::{Metric, Table};

use super::error::VerifyError;
use super::order::reading_order;

/// BLAKE3 of the files of endings' tables, by metric.
#[derive(Debug, Default)]
pub(super) struct Digests(BTreeMap<Ending, [[u8; 32]; 3]>);

impl Digests {
    /// Computes those of some endings that are not known yet, on the current rayon pool, one file a thread. Calls
    /// `planned` with the bytes of all their files, and `read` with those of each block that was read, which says whether
    /// to go on.
    ///
    /// # Errors
    /// [`VerifyError::Probe`], if a table is absent, damaged, or cannot be read; [`VerifyError::Stopped`].
    pub fn read(
        &mut self,
        tablebase: &Tablebase,
        endings: &[Ending],
        planned: &dyn Fn(u64),
        read: &(dyn Fn(u64) -> bool + Sync),
    ) -> Result<(), VerifyError> {
        let new: Vec<Ending> = endings.iter().copied().filter(|ending| !self.0.contains_key(ending)).collect();
        let tables = new.iter().flat_map(|&ending| Metric::ALL.map(|metric| tablebase.table_of(ending, metric)));
        let tables = tables.collect::<Result<Vec<_>, ProbeError>>()?;
        planned(tables.iter().map(|table| table.header().length).sum());
        // Sizes differ a thousandfold: every table is a task of its own.
        let digest = |table: &Table| table.file_digest(read).map_err(ProbeError::from)?.ok_or(VerifyError::Stopped);
        let digests = tables.into_par_iter().with_max_len(1).map(digest).collect::<Result<Vec<_>, _>>()?;
        self.0.extend(new.into_iter().zip(digests.as_chunks().0.iter().copied()));
        Ok(())
    }

    /// The digest of all files that an ending's values rest on, its own among them. All of them must have been read.
    pub fn all(&self, ending: Ending) -> blake3::Hash {
        let files = reading_order(&[ending]).into_iter().flat_map(|ending| self.0[&ending]);
        let mut hasher = blake3::Hasher::new();
        files.for_each(|digest| {
            hasher.update(&digest);
        });
        hasher.finalize()
    }
}
