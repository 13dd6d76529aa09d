//! A set of tables.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::path::Path;
use std::sync::OnceLock;

use crate::board::{Game, GameName, Russian};
use crate::index::Ending;
use crate::rules::DRAW_PLIES;
use crate::table::{Bytes, InMemory, Metric, PerMetric, Table, TableError, TableName, UnpackedError};
#[cfg(feature = "generate")]
use crate::value::{Dtw, Measure};

use super::memory::{BlockCache, Options, block_cache};
use super::tables::{EndingNumbers, EndingTables, Slot, built_in};
use super::{OpenError, ProbeError};

/// The tables of a game, by default Russian draughts. `Send + Sync`: any number of threads may probe at once.
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
pub struct Tablebase<G = Russian> {
    /// In the order of their endings.
    pub(super) tables: Vec<EndingTables<G>>,
    pub(super) numbers: EndingNumbers,
    /// The most pieces of any table.
    largest: u8,
    draw_plies: u8,
    #[cfg(feature = "generate")]
    byte_plies: u16,
    pub(super) cache: BlockCache,
    unpacked_errors: Vec<UnpackedError>,
    game: PhantomData<G>,
}

impl Tablebase {
    /// Opens the tables in a directory with the default [`Options`].
    ///
    /// # Errors
    /// Those of [`Tablebase::open_with`].
    pub fn open(directory: impl AsRef<Path>) -> Result<Tablebase, OpenError> {
        Tablebase::open_with(directory, Options::default())
    }

    /// Opens the tables in a directory: reads their headers, maps [unpacked tables](Options::mapped), and reads nothing else without
    /// [`Options::preload`]. A damaged table is an error only when it is used. Files without a table's name are ignored. Costs about
    /// 5 ms for all tables to six pieces.
    ///
    /// A table's file is opened on use, and never mapped. The process keeps at most 128 open. An I/O error lasts as long as its
    /// cause: the next probe tries again.
    ///
    /// To replace a table, rename the new file into its place, as generation does. If it has the same values, perhaps compressed at
    /// another level, it is read from then on; otherwise probes fail with [`TableError::Replaced`]. A file that is truncated or
    /// overwritten while a tablebase is open is an error, like any damage.
    ///
    /// # Errors
    /// [`OpenError`], if the directory cannot be read, has no tables, or has tables of another or unknown game or of different draw
    /// rules.
    pub fn open_with(directory: impl AsRef<Path>, options: Options) -> Result<Tablebase, OpenError> {
        Tablebase::open_game(directory, options)
    }

    /// The built-in tables of 2 and 3 pieces.
    pub fn built_in() -> Tablebase {
        Tablebase::<Russian>::built_in_of().expect("Russian draughts has built-in tables")
    }
}

impl<G: Game> Tablebase<G> {
    /// [`Tablebase::open_with`] for any game.
    ///
    /// # Errors
    /// Those of [`Tablebase::open_with`].
    #[inline(never)]
    pub fn open_game(directory: impl AsRef<Path>, options: Options) -> Result<Tablebase<G>, OpenError> {
        let directory = directory.as_ref();
        let unreadable = |source| OpenError::Directory { path: directory.into(), source };
        let names = TableName::all_in(directory).map_err(unreadable)?;
        if names.is_empty() {
            return Err(OpenError::Empty { path: directory.into() });
        }
        let files = names.into_iter().map(|name| (name, Bytes::File(directory.join(name.to_string()))));
        let mut tablebase = Tablebase::new(files.collect(), options)?;
        if options.mapped {
            let mapped = tablebase.tables.iter_mut().map(|tables| tables.map(directory));
            tablebase.unpacked_errors.extend(mapped.filter_map(Result::err));
        }
        if options.preload {
            tablebase.tables.iter_mut().for_each(EndingTables::load);
        }
        Ok(tablebase)
    }

    /// Takes tables in memory: fetched, mapped, or part of a program. Copies only what probes need. [`Options::preload`] has the same
    /// effect as for files.
    ///
    /// `None` stands for a table that exists but is not available yet. A probe that needs it fails with [`TableError::Read`] of kind
    /// [`NotFound`](std::io::ErrorKind::NotFound), which names it: fetch it, and probe tables that have it.
    ///
    /// ```
    /// use bolshak::{board::Position, probe::{Options, Tablebase}, table::InMemory, value::Category};
    /// let categories = InMemory::new(include_bytes!("../../tables/KvM.wdl"));
    /// let tablebase = Tablebase::from_memory([("KvM.wdl".parse()?, Some(categories))], Options::default())?;
    /// let position: Position = "W:WKg1:Bb8".parse()?;
    /// assert_eq!(tablebase.probe(&position, 0)?.category, Some(Category::Win));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`OpenError`], if tables are of another or unknown game or of different draw rules. A damaged table is an error only when it
    /// is used.
    pub fn from_memory(
        tables: impl IntoIterator<Item = (TableName, Option<InMemory>)>,
        options: Options,
    ) -> Result<Tablebase<G>, OpenError> {
        let named = |(table, bytes): (TableName, _)| {
            let name = table.to_string().into();
            let bytes = match bytes {
                Some(bytes) => Bytes::Memory { name, bytes },
                None => Bytes::Elsewhere { name },
            };
            (table, bytes)
        };
        let mut tablebase = Tablebase::new(tables.into_iter().map(named).collect(), options)?;
        if options.preload {
            tablebase.tables.iter_mut().for_each(EndingTables::load);
        }
        Ok(tablebase)
    }

    /// Adds the built-in tables of the endings that have no table here, if all have the same game and draw rule. They are not
    /// preloaded.
    #[must_use]
    #[inline(never)]
    pub fn with_built_in(mut self) -> Tablebase<G> {
        let Some(built_in) = Tablebase::<G>::built_in_of() else { return self };
        if built_in.draw_plies == self.draw_plies {
            let there = self.endings();
            self.tables.extend(built_in.tables.into_iter().filter(|tables| !there.contains(&tables.ending)));
            self.tables.sort_by_key(|tables| tables.ending);
            // The keys in the cache have the old numbers.
            self.cache.clear();
            self.numbers = EndingNumbers::new(self.tables.iter().map(|tables| tables.ending));
            self.largest = self.largest.max(built_in.largest);
        }
        self
    }

    /// No tables: nothing is known of any position with pieces on both sides.
    pub fn none() -> Tablebase<G> {
        Tablebase::new(Vec::new(), Options::default()).expect("no tables to conflict")
    }

    /// The built-in tables of 2 and 3 pieces of this game; `None` if there are none.
    pub fn built_in_of() -> Option<Tablebase<G>> {
        let all = || Tablebase::new(built_in().collect(), Options::default());
        (G::NAME == GameName::Russian).then(|| all().expect("the built-in tables have one game and rule"))
    }

    #[inline(never)]
    fn new(files: Vec<(TableName, Bytes)>, options: Options) -> Result<Tablebase<G>, OpenError> {
        let mut tables = BTreeMap::<Ending, PerMetric<Option<Slot<G>>>>::new();
        let mut rule = None;
        let mut largest = 0;
        // A table of another game, and whether there are tables of this one.
        let (mut other, mut has_own) = (None, false);
        for (name, bytes) in files {
            let slot = Slot { name, bytes, opened: OnceLock::new() };
            let opened = slot.open(|_| None);
            // An I/O error may pass, so that table counts too.
            if matches!(opened, Ok(_) | Err(TableError::Read { .. })) {
                largest = largest.max(name.ending.pieces());
            }
            match opened {
                Ok(table) => {
                    has_own = true;
                    let found = table.header().draw_plies;
                    let others = *rule.get_or_insert(found);
                    if found != others {
                        return Err(OpenError::MixedRules { path: table.path(), found, others });
                    }
                }
                Err(TableError::OtherGame { path, found, .. }) => {
                    other = other.or(Some((path, found)));
                    continue;
                }
                Err(TableError::UnknownGame { path, number }) => return Err(OpenError::UnknownGame { path, number }),
                Err(_) => {}
            }
            tables.entry(name.ending).or_default()[name.metric] = Some(slot);
        }
        if let Some((path, found)) = other {
            let wanted = G::NAME;
            return Err(match has_own {
                true => OpenError::MixedGames { path, found, wanted },
                false => OpenError::OtherGame { path, found, wanted },
            });
        }
        let draw_plies = rule.unwrap_or(DRAW_PLIES);
        let numbers = EndingNumbers::new(tables.keys().copied());
        let tables = tables.into_iter().map(|(ending, tables)| EndingTables::new(ending, tables, draw_plies));
        Ok(Tablebase {
            numbers,
            tables: tables.collect(),
            largest,
            draw_plies,
            #[cfg(feature = "generate")]
            byte_plies: Dtw::MAX,
            cache: block_cache(options.cache_bytes),
            unpacked_errors: Vec::new(),
            game: PhantomData,
        })
    }

    /// The game of the tables.
    pub fn game(&self) -> GameName {
        G::NAME
    }

    /// The most pieces of any table.
    pub fn largest(&self) -> u32 {
        self.largest.into()
    }

    /// The length of the tables' draw rule in plies: 30 for Russian draughts.
    pub fn draw_plies(&self) -> u8 {
        self.draw_plies
    }

    /// The longest distance to win in plies, at most [`Dtw::MAX`], that a byte holds when whole endings are read. Longer ones are
    /// looked up one by one.
    #[cfg(feature = "generate")]
    pub(crate) fn byte_plies(&self) -> u16 {
        self.byte_plies
    }

    pub(super) fn ending_tables(&self, ending: Ending) -> Option<&EndingTables<G>> {
        let found = self.tables.binary_search_by_key(&ending, |tables| tables.ending).ok();
        found.map(|at| &self.tables[at])
    }

    pub(crate) fn table_of(&self, ending: Ending, metric: Metric) -> Result<&Table<G>, ProbeError> {
        let table = self.ending_tables(ending).map(|tables| tables.table(metric)).transpose()?.flatten();
        table.ok_or_else(|| self.absent(TableName { ending, metric }))
    }

    /// Whether there is a file of an ending and metric, valid or damaged.
    #[cfg(feature = "generate")]
    pub(crate) fn has_table(&self, ending: Ending, metric: Metric) -> bool {
        self.ending_tables(ending).is_some_and(|tables| tables.tables[metric].is_some())
    }

    /// The tables with fewer [`Tablebase::byte_plies`]: the same answers, but slower.
    #[cfg(all(test, feature = "generate"))]
    pub(crate) fn with_byte_plies(self, byte_plies: u16) -> Tablebase<G> {
        Tablebase { byte_plies: byte_plies.min(Dtw::MAX), ..self }
    }

    pub(crate) fn absent(&self, TableName { ending, metric }: TableName) -> ProbeError {
        if self.is_too_large(TableName { ending, metric }) {
            ProbeError::TooManyPieces { pieces: ending.pieces().into(), largest: self.largest() }
        } else {
            ProbeError::Missing { ending, metric }
        }
    }

    /// Whether a table has more pieces than any table here.
    pub(super) fn is_too_large(&self, name: TableName) -> bool {
        u32::from(name.ending.pieces()) > self.largest()
    }

    /// The endings with a mapped unpacked table, in order.
    pub fn unpacked(&self) -> Vec<Ending> {
        self.tables.iter().filter(|tables| tables.unpacked.is_some()).map(|tables| tables.ending).collect()
    }

    /// The errors of unpacked tables that are not used. Answers come from the tables instead.
    pub fn unpacked_errors(&self) -> &[UnpackedError] {
        &self.unpacked_errors
    }

    /// The endings with a table, in order.
    pub fn endings(&self) -> Vec<Ending> {
        self.tables.iter().map(|tables| tables.ending).collect()
    }
}
