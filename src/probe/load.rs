//! All blocks of categories at once: unpacked, or mapped.

use std::io::ErrorKind;
use std::iter;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use crate::board::Game;
use crate::table::{Categories, Metric, Table, TableError, UnpackedError, UnpackedTable};

use super::Tablebase;

impl<G: Game> Tablebase<G> {
    /// Maps the unpacked tables in a directory, as far as there are some that fit the tables.
    pub(super) fn map(&mut self, directory: &Path) {
        for tables in &mut self.tables {
            let Ok(Some(table)) = tables.table(Metric::Wdl) else { continue };
            match UnpackedTable::open(&UnpackedTable::path_of(directory, tables.ending), table) {
                Ok(unpacked) => tables.unpacked = Some(unpacked),
                Err(UnpackedError::Read { source, .. }) if source.kind() == ErrorKind::NotFound => {}
                Err(error) => self.unpacked_errors.push(error),
            }
        }
    }

    /// Unpacks all blocks of categories that are not mapped, with a thread for each processor. A table with any damage is not
    /// loaded; a probe that meets the damage gives the error.
    ///
    /// The threads are its own and end with it. Those of a global pool would stay, and a forked child would wait for ever for
    /// the threads of the pool, which only its parent has.
    pub(super) fn load(&mut self) {
        let threads = thread::available_parallelism().map_or(1, NonZero::get) as u64;
        for tables in &mut self.tables {
            let Ok(Some(table)) = tables.table(Metric::Wdl) else { continue };
            if tables.unpacked.is_some() {
                continue;
            }
            let loaded = all_categories(table, threads).unwrap_or_default();
            tables.loaded = loaded;
        }
    }
}

/// All blocks of a table of categories, in order.
fn all_categories<G: Game>(table: &Table<G>, threads: u64) -> Result<Vec<Categories>, TableError> {
    let blocks = table.header().blocks();
    let next = AtomicU64::new(0);
    let unpack = || -> Result<Vec<_>, TableError> {
        let taken = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed)).take_while(|&block| block < blocks);
        taken.map(|block| Ok((block, table.categories(block, true)?))).collect()
    };
    let mut all = thread::scope(|scope| {
        // Where the system makes no more threads, this one and the others so far unpack everything.
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, unpack).ok();
        let others: Vec<_> = (1..threads.min(blocks)).map_while(spawn).collect();
        let mut all = unpack()?;
        for other in others {
            all.append(&mut other.join().unwrap_or_else(|panic| resume_unwind(panic))?);
        }
        Ok(all)
    })?;
    all.sort_unstable_by_key(|&(block, _)| block);
    Ok(all.into_iter().map(|(_, categories)| categories).collect())
}
