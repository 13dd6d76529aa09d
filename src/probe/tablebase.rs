//! A set of tables.

use std::collections::BTreeMap;
use std::path::Path;

use rayon::prelude::*;

use crate::index::Ending;
use crate::rules::DRAW_PLIES;
use crate::table::{Bytes, Metric, Table, TableError, TableName};
use crate::value::{Dtw, Measure};

use super::cache::{BlockCache, block_cache};
use super::tables::{EndingTables, Numbers};
use super::{OpenError, ProbeError, built_in};

/// Tables to be asked. `Send + Sync`: any number of threads may ask at once.
///
/// ```
/// use bolshak::{board::Position, probe::{Distance, Tablebase}};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let tablebase = Tablebase::built_in();
/// let position: Position = "W:WKg1:Bb8,e5".parse()?;
/// let verdict = tablebase.probe(&position, 0)?;
/// assert_eq!(verdict.dtw, Distance::Plies(13));
/// assert_eq!(tablebase.rank_moves(&position, 0)?[0].text, "g1-e3");
/// # Ok(())
/// # }
/// ```
pub struct Tablebase {
    /// In the order of their endings.
    pub(super) tables: Vec<EndingTables>,
    pub(super) numbers: Numbers,
    /// The most pieces of any table.
    largest: u8,
    draw_plies: u8,
    byte_plies: u16,
    pub(super) cache: BlockCache,
}

/// How tables are held in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The bytes that unpacked blocks may take, those of [`Options::preload`] not counted: 64 MiB by default. Little more
    /// is gained while all blocks in use fit.
    pub cache_bytes: u64,
    /// Whether all tables of categories are unpacked at once: two bits for each position without a capture pending, some
    /// 400 MB to six pieces. [`Tablebase::probe_wdl`] reads no file then.
    pub preload: bool,
    /// The longest distance to win in plies, at most [`Dtw::MAX`], that whole endings read at once have in a byte; longer
    /// ones are looked up one by one. Fewer only make that slower, for tests: the answers are the same.
    pub byte_plies: u16,
}

impl Default for Options {
    fn default() -> Options {
        Options { cache_bytes: 64 << 20, preload: false, byte_plies: Dtw::MAX }
    }
}

impl Tablebase {
    /// Opens the tables in a directory with the default [`Options`].
    ///
    /// # Errors
    /// As for [`Tablebase::open_with`].
    pub fn open(directory: impl AsRef<Path>) -> Result<Tablebase, OpenError> {
        Tablebase::open_with(directory, Options::default())
    }

    /// Opens the tables in a directory: reads their headers, and nothing else unless they are to be loaded. A damaged
    /// table is an error only when it is asked; files that are not named as tables are passed over. Some 5 ms for all
    /// tables to six pieces.
    ///
    /// A file is opened when it is first asked, and stays open; nothing is mapped. Whoever replaces one should rename the
    /// new file into its place, as generation does: the old one is then read to the end. One that is cut or overwritten
    /// under an open tablebase is an error, like any damage.
    ///
    /// # Errors
    /// [`OpenError`], if the directory cannot be read, holds no tables, or tables of different draw rules.
    pub fn open_with(directory: impl AsRef<Path>, options: Options) -> Result<Tablebase, OpenError> {
        let directory = directory.as_ref();
        let unreadable = |source| OpenError::Directory { path: directory.into(), source };
        let names = TableName::all_in(directory).map_err(unreadable)?;
        if names.is_empty() {
            return Err(OpenError::Empty { path: directory.into() });
        }
        let opened = names.into_iter().map(|name| {
            let TableName { ending, metric } = name;
            let file = Bytes::File(directory.join(name.to_string()));
            (ending, metric, Table::open(file, ending, metric))
        });
        let mut tablebase = Tablebase::new(opened, options)?;
        if options.preload {
            tablebase.load();
        }
        Ok(tablebase)
    }

    /// The tables of 2 and 3 pieces that are part of the program.
    pub fn built_in() -> Tablebase {
        let tables = built_in::tables().filter_map(|(name, metric, bytes)| {
            let ending = name.parse().ok()?;
            Some((ending, metric, Table::open(bytes, ending, metric)))
        });
        Tablebase::new(tables, Options::default()).expect("the built-in tables are for one rule")
    }

    /// Adds the built-in tables of the endings of which there is no table, if all are for the same draw rule. They are
    /// not loaded, whatever [`Options::preload`] says of the others.
    #[must_use]
    pub fn with_built_in(mut self) -> Tablebase {
        let built_in = Tablebase::built_in();
        if built_in.draw_plies == self.draw_plies {
            let there = self.endings();
            self.tables.extend(built_in.tables.into_iter().filter(|tables| !there.contains(&tables.ending)));
            self.tables.sort_by_key(|tables| tables.ending);
            // What was cached goes by the old numbers.
            self.cache.clear();
            self.numbers = Numbers::new(self.tables.iter().map(|tables| tables.ending));
            self.largest = self.largest.max(built_in.largest);
        }
        self
    }

    fn new(
        opened: impl IntoIterator<Item = (Ending, Metric, Result<Table, TableError>)>,
        options: Options,
    ) -> Result<Tablebase, OpenError> {
        let mut tables = BTreeMap::<Ending, [Option<Result<Table, TableError>>; 3]>::new();
        let mut draw_plies = None;
        let mut largest = 0;
        for (ending, metric, table) in opened {
            if let Ok(table) = &table {
                largest = largest.max(ending.pieces());
                let found = table.header().draw_plies;
                let others = *draw_plies.get_or_insert(found);
                if found != others {
                    return Err(OpenError::MixedRules { path: table.path(), found, others });
                }
            }
            tables.entry(ending).or_default()[metric as usize] = Some(table);
        }
        Ok(Tablebase {
            numbers: Numbers::new(tables.keys().copied()),
            tables: tables.into_iter().map(|(ending, tables)| EndingTables::new(ending, tables)).collect(),
            largest,
            draw_plies: draw_plies.unwrap_or(DRAW_PLIES),
            byte_plies: options.byte_plies.min(Dtw::MAX),
            cache: block_cache(options.cache_bytes),
        })
    }

    /// Unpacks all blocks of categories, on the current rayon pool. A table that is damaged anywhere is left as it is:
    /// asked where it is damaged, it says so.
    fn load(&mut self) {
        for tables in &mut self.tables {
            if let Some(Ok(table)) = &tables.tables[Metric::Wdl as usize] {
                let blocks = (0..table.header().blocks()).into_par_iter();
                tables.loaded =
                    blocks.map(|block| table.classes(block, true)).collect::<Result<_, _>>().unwrap_or_default();
            }
        }
    }

    /// The most pieces of any table.
    pub fn largest(&self) -> u32 {
        self.largest.into()
    }

    /// The length of the draw rule, in plies, that the tables were made for: 30 for Russian draughts.
    pub fn draw_plies(&self) -> u8 {
        self.draw_plies
    }

    /// [`Options::byte_plies`].
    pub(crate) fn byte_plies(&self) -> u16 {
        self.byte_plies
    }

    /// Why a table that is not there is not.
    pub(crate) fn absent(&self, TableName { ending, metric }: TableName) -> ProbeError {
        let pieces = u32::from(ending.pieces());
        if pieces > self.largest() {
            ProbeError::TooManyPieces { pieces, largest: self.largest() }
        } else {
            ProbeError::Missing { ending, metric }
        }
    }

    /// The endings of which there is a table, in order.
    pub fn endings(&self) -> Vec<Ending> {
        self.tables.iter().map(|tables| tables.ending).collect()
    }
}
