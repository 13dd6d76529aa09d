//! A set of tables.

use std::collections::HashMap;
use std::path::Path;

use crate::board::Board;
use crate::index::{Ending, Material};
use crate::rules::DRAW_PLIES;
use crate::table::{Bytes, Metric, Table, TableError, TableName};
use crate::value::Category;

use super::cache::BlockCache;
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
    tables: HashMap<(Ending, Metric), Slot>,
    /// The most pieces of any table.
    largest: u8,
    draw_plies: u8,
    cache: BlockCache,
}

/// A table by its number in the cache, or why it cannot be asked.
type Slot = (usize, Result<Table, TableError>);

const CACHE_BYTES: u64 = 64 << 20;

impl Tablebase {
    /// Opens the tables in a directory: reads their headers, nothing else. A damaged table is an error only when it is
    /// asked; files that are not named as tables are passed over.
    ///
    /// Tables are mapped when they are first asked. Who replaces one must rename the new file into its place, as
    /// generation does: one that is overwritten or cut while it is mapped can end the process with a signal.
    ///
    /// # Errors
    /// [`OpenError`], if the directory cannot be read, holds no tables, or tables of different draw rules.
    pub fn open(directory: impl AsRef<Path>) -> Result<Tablebase, OpenError> {
        let directory = directory.as_ref();
        let unreadable = |source| OpenError::Directory { path: directory.into(), source };
        let names = TableName::all_in(directory).map_err(unreadable)?;
        if names.is_empty() {
            return Err(OpenError::Empty { path: directory.into() });
        }
        Tablebase::new(names.into_iter().map(|name| {
            let TableName { ending, metric } = name;
            let file = Bytes::File(directory.join(name.to_string()));
            (ending, metric, Table::open(file, ending, metric))
        }))
    }

    /// The tables of 2 and 3 pieces that are part of the program.
    pub fn built_in() -> Tablebase {
        let tables = built_in::tables().filter_map(|(name, metric, bytes)| {
            let ending = name.parse().ok()?;
            Some((ending, metric, Table::open(bytes, ending, metric)))
        });
        Tablebase::new(tables).expect("the built-in tables are for one rule")
    }

    fn new(
        opened: impl IntoIterator<Item = (Ending, Metric, Result<Table, TableError>)>,
    ) -> Result<Tablebase, OpenError> {
        let mut tables = HashMap::new();
        let mut draw_plies = None;
        for (number, (ending, metric, table)) in opened.into_iter().enumerate() {
            if let Ok(table) = &table {
                let found = table.header().draw_plies;
                let others = *draw_plies.get_or_insert(found);
                if found != others {
                    return Err(OpenError::MixedRules { path: table.path(), found, others });
                }
            }
            tables.insert((ending, metric), (number, table));
        }
        let usable = tables.iter().filter(|(_, (_, table)): &(_, &Slot)| table.is_ok()).map(|(name, _)| name);
        Ok(Tablebase {
            largest: usable.map(|(ending, _)| ending.pieces()).max().unwrap_or(0),
            draw_plies: draw_plies.unwrap_or(DRAW_PLIES),
            cache: BlockCache::new(CACHE_BYTES),
            tables,
        })
    }

    /// The most pieces of any table.
    pub fn largest(&self) -> u32 {
        self.largest.into()
    }

    /// The length of the draw rule, in plies, that the tables were made for: 30 for Russian draughts.
    pub fn draw_plies(&self) -> u8 {
        self.draw_plies
    }

    /// The endings of which there is a table, in order.
    pub fn endings(&self) -> Vec<Ending> {
        let mut endings: Vec<Ending> = self.tables.keys().map(|&(ending, _)| ending).collect();
        endings.sort();
        endings.dedup();
        endings
    }

    /// The table of an ending and metric.
    pub(super) fn table(&self, ending: Ending, metric: Metric) -> Result<(usize, &Table), ProbeError> {
        match self.tables.get(&(ending, metric)) {
            Some((number, table)) => Ok((*number, table.as_ref().map_err(Clone::clone)?)),
            None if ending.pieces() > self.largest => {
                Err(ProbeError::TooManyPieces { pieces: ending.pieces().into(), largest: self.largest() })
            }
            None => Err(ProbeError::Missing { ending, metric }),
        }
    }

    /// The value that a table holds for a board with no capture pending.
    pub(super) fn stored(&self, board: &Board, metric: Metric) -> Result<u8, ProbeError> {
        Ok(self.look_up(board, metric)?.3)
    }

    /// The category at clock 0 that a table holds for a board with no capture pending.
    pub(super) fn stored_category(&self, board: &Board) -> Result<Category, ProbeError> {
        let (table, side, entry, value) = self.look_up(board, Metric::Wdl)?;
        Ok(table.category(side, entry, value)?)
    }

    /// The table of a board, the side to move and the entry there, and what is stored.
    fn look_up(&self, board: &Board, metric: Metric) -> Result<(&Table, usize, u64, u8), ProbeError> {
        let (ending, mover) = Material::of(board).ending();
        let (number, table) = self.table(ending, metric)?;
        let side = mover as usize;
        let entry = table.numbering(side).rank(board);
        let (block, place) = table.place(side, entry);
        let value = table.value(&self.cache.block(number, table, block)?, place);
        Ok((table, side, entry, value))
    }
}
