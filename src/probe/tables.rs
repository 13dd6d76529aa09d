//! Tables by ending: their files, and how they are held in memory.

use std::io::ErrorKind;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::{iter, thread};

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::board::Game;
use crate::index::{Ending, Material, PIECES};
use crate::table::{
    Bytes, Categories, Damage, InMemory, Metric, PerMetric, Table, TableError, TableName, UnpackedError, UnpackedTable,
    Values,
};

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

/// The number of a table, and that of a block in it; for a part of a block, 2^16 times the block's number plus the part's.
pub(super) type Key = (u32, u64);

/// The key of a part of a block, of the table of an ending, which is given by its number among all. A block of categories
/// has one part: 0.
#[inline(always)]
pub(super) fn key(ending: u32, metric: Metric, block: u64, part: usize) -> Key {
    // The format counts parts in two bytes.
    (ending * Metric::COUNT as u32 + metric as u32, block << 16 | part as u64)
}

/// An unpacked block.
#[derive(Clone)]
pub(super) enum Block {
    /// Of a table of categories.
    Categories(Arc<Categories>),
    /// Of a table of distances.
    Values(Arc<Values>),
}

/// Blocks, up to a number of bytes, for all threads. It has shards, each with a lock of its own that readers share.
pub(super) type BlockCache = Cache<Key, Block, ByBytes>;

/// A cache of that many bytes.
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

/// The tables of an ending.
pub(super) struct EndingTables<G> {
    pub ending: Ending,
    /// `None` if it is absent.
    tables: PerMetric<Option<Slot<G>>>,
    /// The length of the draw rule that all tables are for.
    draw_plies: u8,
    /// All blocks of categories, if they were loaded for good.
    pub loaded: Vec<Categories>,
    /// All categories, if there is a file of them that is mapped.
    pub unpacked: Option<UnpackedTable>,
}

/// A file that is named as a table. What is wrong with it may pass, or be mended: until it is open, each question tries
/// again.
pub(super) struct Slot<G> {
    name: TableName,
    bytes: Bytes,
    opened: OnceLock<Table<G>>,
}

impl<G: Game> Slot<G> {
    /// A file that is not open yet.
    pub fn new(name: TableName, bytes: Bytes) -> Slot<G> {
        Slot { name, bytes, opened: OnceLock::new() }
    }

    /// The table, if it could be opened.
    pub fn table(&self) -> Option<&Table<G>> {
        self.opened.get()
    }

    /// The table, opened now if it is not, as long as nothing speaks against it.
    pub fn open(&self, misfit: impl FnOnce(&Table<G>) -> Option<TableError>) -> Result<&Table<G>, TableError> {
        if let Some(table) = self.table() {
            return Ok(table);
        }
        let table = Table::open(self.bytes.clone(), self.name.ending, self.name.metric)?;
        match misfit(&table) {
            Some(error) => Err(error),
            None => Ok(self.opened.get_or_init(|| table)),
        }
    }
}

impl<G: Game> EndingTables<G> {
    /// The tables of an ending, for a draw rule of that length. Distances that do not go with the categories beside them
    /// cannot be asked.
    pub fn new(ending: Ending, tables: PerMetric<Option<Slot<G>>>, draw_plies: u8) -> EndingTables<G> {
        let mut tables = EndingTables { ending, tables, draw_plies, loaded: Vec::new(), unpacked: None };
        for metric in Metric::DISTANCES {
            if tables.opened(metric).is_some_and(|table| tables.misfit(table).is_some())
                && let Some(slot) = &mut tables.tables[metric]
            {
                slot.opened.take();
            }
        }
        tables
    }

    /// The table of a metric; `None` if it is absent.
    ///
    /// # Errors
    /// What is wrong with it, for as long as it is.
    #[inline]
    pub fn table(&self, metric: Metric) -> Result<Option<&Table<G>>, TableError> {
        let slot = self.tables[metric].as_ref();
        slot.map(|slot| slot.open(|table| self.misfit(table))).transpose()
    }

    /// Maps the unpacked table in a directory, if there is one that fits the table of categories.
    ///
    /// # Errors
    /// [`UnpackedError`], if there is one that cannot be used.
    pub fn map(&mut self, directory: &Path) -> Result<(), UnpackedError> {
        let Ok(Some(table)) = self.table(Metric::Wdl) else { return Ok(()) };
        match UnpackedTable::open(&UnpackedTable::path_of(directory, self.ending), table) {
            Ok(unpacked) => self.unpacked = Some(unpacked),
            Err(UnpackedError::Read { source, .. }) if source.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Unpacks all blocks of categories, unless they are mapped, with a thread for each processor. A table with any damage is
    /// not loaded; a probe that meets the damage gives the error.
    ///
    /// The threads are its own and end with it. Those of a global pool would stay, and a forked child would wait for ever for
    /// the threads of the pool, which only its parent has.
    pub fn load(&mut self) {
        let Ok(Some(table)) = self.table(Metric::Wdl) else { return };
        if self.unpacked.is_none() {
            let threads = thread::available_parallelism().map_or(1, NonZero::get) as u64;
            self.loaded = all_categories(table, threads).unwrap_or_default();
        }
    }

    /// Whether there is a file of a metric.
    #[cfg(feature = "generate")]
    pub fn has(&self, metric: Metric) -> bool {
        self.tables[metric].is_some()
    }

    fn opened(&self, metric: Metric) -> Option<&Table<G>> {
        self.tables[metric].as_ref().and_then(Slot::table)
    }

    /// Why a table cannot be asked beside the others that are open.
    fn misfit(&self, table: &Table<G>) -> Option<TableError> {
        let metric = table.header().metric;
        // Each with its companion: the table itself, and those whose companion it is.
        let own = metric.companion().and_then(|companion| Some((table, self.opened(companion)?)));
        let others = Metric::ALL.into_iter().filter(|other| other.companion() == Some(metric));
        let others = others.filter_map(|other| Some((self.opened(other)?, table)));
        let misfit = own.into_iter().chain(others).find(|(table, companion)| !table.goes_with(companion));
        let damaged = misfit.map(|(table, _)| table.damaged(Damage::Companion));
        let of_other_rule = table.header().draw_plies != self.draw_plies;
        damaged.or_else(|| of_other_rule.then(|| TableError::Replaced { path: table.path() }))
    }
}

/// The number of each material's ending, and which of its sides is to move: a look instead of a search.
pub(super) struct Numbers(Box<[u16]>);

impl Numbers {
    /// Of no material.
    const NONE: u16 = u16::MAX;

    /// The numbers of some endings in their order.
    pub fn new(endings: impl Iterator<Item = Ending>) -> Numbers {
        let mut numbers = vec![Numbers::NONE; Material::SLOTS];
        for (number, ending) in (0..).zip(endings) {
            for (side, &mover) in (0..).zip(ending.movers()) {
                let material = ending.material(mover);
                if material.pieces() <= PIECES {
                    numbers[material.slot()] = number << 1 | side;
                }
            }
        }
        Numbers(numbers.into())
    }

    #[inline]
    pub fn get(&self, material: Material) -> Option<(u32, usize)> {
        if material.pieces() > PIECES {
            return None;
        }
        let number = self.0[material.slot()];
        (number != Numbers::NONE).then_some((u32::from(number >> 1), usize::from(number & 1)))
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

macro_rules! built_in {
    ($($ending:literal)*) => {
        [$(
            ($ending, PerMetric::new([
                include_bytes!(concat!("../../tables/", $ending, ".wdl")),
                include_bytes!(concat!("../../tables/", $ending, ".dtw")),
                include_bytes!(concat!("../../tables/", $ending, ".dtz")),
            ])),
        )*]
    };
}

static BUILT_IN: [(&str, PerMetric<&[u8]>); 9] = built_in!["KvK" "KvM" "MvM" "KKvK" "KKvM" "KMvK" "KMvM" "MMvK" "MMvM"];

/// The tables of 2 and 3 pieces of Russian draughts that are part of the program.
pub(super) fn built_in() -> impl Iterator<Item = (TableName, Bytes)> {
    BUILT_IN.iter().flat_map(|(ending, tables)| {
        tables.iter().map(move |(metric, &bytes)| {
            let name = TableName { ending: ending.parse().expect("the name of an ending"), metric };
            (name, Bytes::Memory { name: format!("built-in {name}").into(), bytes: InMemory::new(bytes) })
        })
    })
}
