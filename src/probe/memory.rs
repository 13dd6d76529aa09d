//! Tables in memory: the options, the block cache, and preloaded blocks.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{iter, thread};

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::board::Game;
use crate::table::{Categories, Metric, Table, TableError, Values};

/// How tables are kept in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The size of the block cache in bytes, without blocks of [`Options::preload`]: 64 MiB by default. More gains little once all
    /// blocks in use fit.
    pub cache_bytes: u64,
    /// Whether to map unpacked tables, the files that `bolshak unpack` makes beside the tables. By default on systems with 64-bit
    /// pointers; in a 32-bit address space they may not fit. [`Tablebase::probe_wdl`] then takes categories from them, as fast as
    /// with [`Options::preload`], while opening costs about 20 us each, and processes share the memory. A file that is damaged or
    /// was made from another table is not used: see [`Tablebase::unpacked_errors`]. While mapped, the files must not be written
    /// into or truncated, which could kill the process, as an unreadable medium could: see [`UnpackedTable`].
    ///
    /// [`Tablebase::probe_wdl`]: super::Tablebase::probe_wdl
    /// [`Tablebase::unpacked_errors`]: super::Tablebase::unpacked_errors
    /// [`UnpackedTable`]: crate::table::UnpackedTable
    pub mapped: bool,
    /// Whether to unpack all tables of categories when opening: two bits for each position without a pending capture, about 400 MB
    /// to six pieces. [`Tablebase::probe_wdl`] then reads no file at clock 0. Temporary threads, one for each processor, do the
    /// work, or the caller's thread if the system allows no others. [Mapped](Options::mapped) tables are left out.
    ///
    /// [`Tablebase::probe_wdl`]: super::Tablebase::probe_wdl
    pub preload: bool,
}

impl Default for Options {
    fn default() -> Options {
        let mapped = cfg!(target_pointer_width = "64");
        Options { cache_bytes: 64 << 20, mapped, preload: false }
    }
}

impl Options {
    /// Sets [`Options::cache_bytes`].
    #[must_use]
    pub const fn with_cache_bytes(self, cache_bytes: u64) -> Options {
        Options { cache_bytes, ..self }
    }

    /// Sets [`Options::mapped`].
    #[must_use]
    pub const fn with_mapped(self, mapped: bool) -> Options {
        Options { mapped, ..self }
    }

    /// Sets [`Options::preload`].
    #[must_use]
    pub const fn with_preload(self, preload: bool) -> Options {
        Options { preload, ..self }
    }
}

/// The number of a table and of a block in it.
pub(super) type Key = (u32, u64);

/// The key of a block of a table of an ending, given by its number among all.
#[inline(always)]
pub(super) fn key(ending: u32, metric: Metric, block: u64) -> Key {
    (ending * Metric::COUNT as u32 + metric as u32, block)
}

#[derive(Clone)]
pub(super) enum Block {
    Categories(Arc<Categories>),
    Values(Arc<Values>),
}

/// The block cache of all threads, limited in bytes. It has shards, each with its own lock, which readers share.
pub(super) type BlockCache = Cache<Key, Block, ByBytes>;

pub(super) fn block_cache(bytes: u64) -> BlockCache {
    const BLOCK: u64 = 1 << 13;
    Cache::with_weighter((bytes / BLOCK) as usize, bytes, ByBytes)
}

/// Weighs blocks by their bytes.
#[derive(Clone)]
pub(super) struct ByBytes;

impl Weighter<Key, Block> for ByBytes {
    fn weight(&self, _: &Key, block: &Block) -> u64 {
        /// The approximate bytes of the cache entry itself.
        const ENTRY: usize = 128;
        let size = match block {
            Block::Categories(categories) => categories.size(),
            Block::Values(values) => values.size(),
        };
        (size + ENTRY) as u64
    }
}

/// All blocks of a table of categories in order, unpacked with a thread for each processor.
///
/// The threads end with the function. A global pool would stay, and a forked child would wait for ever for the pool's threads, which
/// only its parent has.
pub(super) fn all_categories<G: Game>(table: &Table<G>) -> Result<Vec<Categories>, TableError> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get) as u64;
    let blocks = table.header().blocks();
    let next = AtomicU64::new(0);
    let unpack = || -> Result<Vec<_>, TableError> {
        let taken = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed)).take_while(|&block| block < blocks);
        taken.map(|block| Ok((block, table.categories(block, true)?))).collect()
    };
    let mut all = thread::scope(|scope| {
        // If the system allows no more threads, this one and the others so far unpack everything.
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
