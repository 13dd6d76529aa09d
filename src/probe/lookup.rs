//! What the tables hold of a position without a capture pending, and the cache of their blocks.

use std::ops::Deref;
use std::sync::Arc;

use crate::board::{Board, Game};
use crate::index::{Material, Row};
use crate::table::{Blocks, Categories, Metric, Stored, Table, TableName, Values};
use crate::value::{Category, Longest, Outcome};

use super::cache::{Block, key};
use super::tables::EndingTables;
use super::{ProbeError, Tablebase};

/// How far a question may go for its answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// To what is in memory.
    Memory,
    /// To the files.
    Files,
}

/// The blocks of an ending's tables: loaded for good, cached, or read.
struct Source<'t, G> {
    tablebase: &'t Tablebase<G>,
    tables: &'t EndingTables<G>,
    /// The ending's number among all.
    ending: u32,
    reach: Reach,
}

/// What the tables hold of a board.
pub(super) struct Found<'t, G> {
    source: Source<'t, G>,
    stored: Stored<Held<'t>>,
}

impl<G: Game> Tablebase<G> {
    /// The category at clock 0 of a board without a capture pending. `row` is the board's.
    #[inline(always)]
    pub(super) fn stored_category(&self, board: &Board<G>, row: &Row<G>, reach: Reach) -> Result<Category, ProbeError> {
        let (source, side) = self.source(board, reach)?;
        let table = source.wdl_table()?;
        if let Some(unpacked) = &source.tables.unpacked
            && let Some(category) = table.unpacked(side, board, row, unpacked, reach == Reach::Files)?
        {
            return Ok(category);
        }
        Ok(table.stored(side, board, row, false, &source)?.category)
    }

    /// The category at clock 0 of a board without a capture pending, and what leads to its distances.
    pub(super) fn found(&self, board: &Board<G>, row: &Row<G>) -> Result<Found<'_, G>, ProbeError> {
        let (source, side) = self.source(board, Reach::Files)?;
        let stored = source.wdl_table()?.stored(side, board, row, true, &source)?;
        Ok(Found { source, stored })
    }

    /// The longest distance to a zeroing move in the table of a board, `None` if it is absent.
    pub(super) fn longest_dtz(&self, board: &Board<G>) -> Option<u16> {
        let (ending, side) = self.numbers.get(Material::of(board))?;
        let table = self.tables[ending as usize].table(Metric::Dtz).ok()??;
        let Longest { win, loss } = table.header().sides[side].longest;
        win.max(loss).map(|(plies, _)| plies)
    }

    /// The tables of a board's ending, and which side is to move.
    #[inline(always)]
    fn source(&self, board: &Board<G>, reach: Reach) -> Result<(Source<'_, G>, usize), ProbeError> {
        let material = Material::of(board);
        let Some((ending, side)) = self.numbers.get(material) else {
            return Err(self.absent(TableName { ending: material.ending().0, metric: Metric::Wdl }));
        };
        Ok((Source { tablebase: self, tables: &self.tables[ending as usize], ending, reach }, side))
    }
}

impl<G: Game> Found<'_, G> {
    /// The result at clock 0.
    pub fn category(&self) -> Category {
        self.stored.category
    }

    /// The distance of a metric, or the table that is absent.
    pub fn distance(&self, metric: Metric) -> Result<Result<Outcome, TableName>, ProbeError> {
        match self.source.tables.table(metric)? {
            Some(table) => Ok(Ok(self.stored.distance(table, &self.source)?)),
            None => Ok(Err(TableName { ending: self.source.tables.ending, metric })),
        }
    }
}

impl<'t, G: Game> Source<'t, G> {
    /// The table of categories.
    #[inline(always)]
    fn wdl_table(&self) -> Result<&'t Table<G>, ProbeError> {
        let table = self.tables.table(Metric::Wdl)?;
        table.ok_or_else(|| self.tablebase.absent(TableName { ending: self.tables.ending, metric: Metric::Wdl }))
    }
}

impl<'t, G: Game> Blocks<G> for Source<'t, G> {
    type Categories = Held<'t>;
    type Error = ProbeError;

    #[inline(always)]
    fn categories(&self, table: &Table<G>, block: u64, with_starts: bool) -> Result<Held<'t>, ProbeError> {
        if let Some(categories) = self.tables.loaded.get(block as usize) {
            return Ok(Held::Loaded(categories));
        }
        let key = key(self.ending, Metric::Wdl, block, 0);
        if let Some(Block::Categories(categories)) = self.tablebase.cache.get(&key)
            && (categories.has_starts() || !with_starts)
        {
            return Ok(Held::Cached(categories));
        }
        if self.reach == Reach::Memory {
            return Err(ProbeError::NotInMemory);
        }
        let categories = Arc::new(table.categories(block, with_starts)?);
        self.tablebase.cache.insert(key, Block::Categories(categories.clone()));
        Ok(Held::Cached(categories))
    }

    fn distances(&self, table: &Table<G>, block: u64, part: usize) -> Result<Arc<Values>, ProbeError> {
        let key = key(self.ending, table.header().metric, block, part);
        if let Some(Block::Values(values)) = self.tablebase.cache.get(&key) {
            return Ok(values);
        }
        let values = Arc::new(table.distances(block, part)?);
        self.tablebase.cache.insert(key, Block::Values(values.clone()));
        Ok(values)
    }
}

/// A block of categories, from the cache or loaded for good.
pub(super) enum Held<'t> {
    Cached(Arc<Categories>),
    Loaded(&'t Categories),
}

impl Deref for Held<'_> {
    type Target = Categories;

    #[inline]
    fn deref(&self) -> &Categories {
        match self {
            Held::Cached(categories) => categories,
            Held::Loaded(categories) => categories,
        }
    }
}
