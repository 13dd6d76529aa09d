//! How tables are held in memory: the options, the cache of blocks, and blocks that are loaded for good.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{iter, thread};

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::board::Game;
use crate::table::{Categories, Metric, Table, TableError, Values};

/// How tables are held in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The bytes that unpacked blocks may take, without those of [`Options::preload`]: 64 MiB by default. Once all blocks in
    /// use fit, more bytes gain little.
    pub cache_bytes: u64,
    /// Whether unpacked tables are mapped: by default where pointers have 64 bits, as in 32 bits there may be no room for them
    /// among the addresses of a process. They are the files that `bolshak unpack` makes, beside the tables.
    /// [`Tablebase::probe_wdl`] then takes categories from them, with the speed of [`Options::preload`], while opening takes some
    /// 20 us for each, and processes share the memory. A file that is damaged, or was made from another table, is not used: see
    /// [`Tablebase::unpacked_errors`]. While they are mapped, the files must not be written into or cut, which would end the
    /// process, as an error of the medium would: see [`UnpackedTable`].
    ///
    /// [`Tablebase::probe_wdl`]: super::Tablebase::probe_wdl
    /// [`Tablebase::unpacked_errors`]: super::Tablebase::unpacked_errors
    /// [`UnpackedTable`]: crate::table::UnpackedTable
    pub mapped: bool,
    /// Whether all tables of categories are unpacked at once: two bits for each position without a capture pending, some
    /// 400 MB to six pieces. [`Tablebase::probe_wdl`] then reads no file. One thread for each processor does the work and
    /// ends; where the system makes no threads, the caller's does all of it. Tables that are [mapped](Options::mapped) are
    /// left out.
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
    /// The same with another [`Options::cache_bytes`].
    #[must_use]
    pub const fn with_cache_bytes(self, cache_bytes: u64) -> Options {
        Options { cache_bytes, ..self }
    }

    /// The same with another [`Options::mapped`].
    #[must_use]
    pub const fn with_mapped(self, mapped: bool) -> Options {
        Options { mapped, ..self }
    }

    /// The same with another [`Options::preload`].
    #[must_use]
    pub const fn with_preload(self, preload: bool) -> Options {
        Options { preload, ..self }
    }
}

/// The number of a table, and that of a block in it.
pub(super) type Key = (u32, u64);

/// The key of a block of the table of an ending, which is given by its number among all.
#[inline(always)]
pub(super) fn key(ending: u32, metric: Metric, block: u64) -> Key {
    (ending * Metric::COUNT as u32 + metric as u32, block)
}

/// An unpacked block.
#[derive(Clone)]
pub(super) enum Block {
    Categories(Arc<Categories>),
    Values(Arc<Values>),
}

/// Blocks, up to a number of bytes, for all threads. It has shards, each with a lock of its own that readers share.
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
        /// Some bytes for the entry itself.
        const ENTRY: usize = 128;
        let size = match block {
            Block::Categories(categories) => categories.size(),
            Block::Values(values) => values.size(),
        };
        (size + ENTRY) as u64
    }
}

/// All blocks of a table of categories, in order, unpacked with a thread for each processor.
///
/// The threads are its own and end with it. Those of a global pool would stay, and a forked child would wait for ever for the
/// threads of the pool, which only its parent has.
pub(super) fn all_categories<G: Game>(table: &Table<G>) -> Result<Vec<Categories>, TableError> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get) as u64;
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
