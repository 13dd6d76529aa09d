//! The stored values of a board without a pending capture, from blocks that are preloaded, cached or read.

use std::ops::Deref;
use std::sync::Arc;

use crate::board::{Board, Game};
use crate::index::{Material, Row};
use crate::table::{Categories, Damage, Metric, Table, TableError, TableName, Values, has_distance, wdl_category};
use crate::value::{Category, Longest};

use super::memory::{Block, key};
use super::tables::EndingTables;
use super::{ProbeError, Tablebase};

/// A distance in plies, or the missing table that it needs.
pub(super) type Plies = Result<u16, TableName>;

/// Whether a probe may read files.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    Memory,
    Files,
}

/// The tables of a board's ending, and access to their blocks.
struct EndingBlocks<'t, G> {
    tablebase: &'t Tablebase<G>,
    tables: &'t EndingTables<G>,
    wdl: &'t Table<G>,
    /// The ending's number among all.
    ending: u32,
    /// The side to move, by its place in [`Ending::movers`](crate::index::Ending::movers).
    side: usize,
    reach: Reach,
}

/// The category of a board, and the place of its distances.
pub(super) struct StoredBoard<'t, G> {
    blocks: EndingBlocks<'t, G>,
    /// The category at clock 0.
    pub category: Category,
    categories: Held<'t>,
    block: u64,
    /// The board's place in the block, and the value there, 0 to 3.
    place: usize,
    value: u8,
}

/// The category at clock 0 of a board without a pending capture, given its row.
#[inline(always)]
pub(super) fn stored_category<G: Game>(
    tablebase: &Tablebase<G>,
    board: &Board<G>,
    row: &Row<G>,
    reach: Reach,
) -> Result<Category, ProbeError> {
    let blocks = EndingBlocks::of(tablebase, board, reach)?;
    if let Some(unpacked) = &blocks.tables.unpacked {
        let (block, row_of_block) = blocks.locate(board);
        let value = unpacked.value(block, row_of_block, row.rank(board.kings).unwrap_or(0));
        // The list of exceptions is in the table, which may have to be opened.
        let is_known = |value| reach == Reach::Files || wdl_category(value).is_some() || blocks.wdl.has_content();
        if let Some(value) = value.filter(|&value| is_known(value)) {
            return Ok(blocks.category(board, value)?);
        }
    }
    Ok(blocks.stored(board, row, false)?.category)
}

/// The category at clock 0 of a board without a pending capture, and the place of its distances.
pub(super) fn stored<'t, G: Game>(
    tablebase: &'t Tablebase<G>,
    board: &Board<G>,
    row: &Row<G>,
) -> Result<StoredBoard<'t, G>, ProbeError> {
    EndingBlocks::of(tablebase, board, Reach::Files)?.stored(board, row, true)
}

/// The longest distance to a zeroing move in the table of a board; `None` if it is missing.
pub(super) fn longest_dtz<G: Game>(tablebase: &Tablebase<G>, board: &Board<G>) -> Option<u16> {
    let (ending, side) = tablebase.numbers.get(Material::of(board))?;
    let table = tablebase.tables[ending as usize].table(Metric::Dtz).ok()??;
    let Longest { win, loss } = table.header().sides[side].longest;
    win.max(loss).map(|(plies, _)| plies)
}

impl<'t, G: Game> EndingBlocks<'t, G> {
    #[inline(always)]
    fn of(tablebase: &'t Tablebase<G>, board: &Board<G>, reach: Reach) -> Result<EndingBlocks<'t, G>, ProbeError> {
        let material = Material::of(board);
        let absent = |ending| tablebase.absent(TableName { ending, metric: Metric::Wdl });
        let Some((ending, side)) = tablebase.numbers.get(material) else {
            return Err(absent(material.ending().0));
        };
        let tables = &tablebase.tables[ending as usize];
        let wdl = tables.table(Metric::Wdl)?.ok_or_else(|| absent(tables.ending))?;
        Ok(EndingBlocks { tablebase, tables, wdl, ending, side, reach })
    }

    /// The block that holds a board, and the place of the board's row in it.
    #[inline(always)]
    fn locate(&self, board: &Board<G>) -> (u64, usize) {
        self.wdl.locate(self.side, self.wdl.numbering(self.side).row(board))
    }

    /// Looks a board up in the table of categories. The result has distances only if `with_distances`.
    #[inline(always)]
    fn stored(self, board: &Board<G>, row: &Row<G>, with_distances: bool) -> Result<StoredBoard<'t, G>, ProbeError> {
        let (block, row_of_block) = self.locate(board);
        let categories = self.categories(block, with_distances)?;
        // Kings without a number in their row have a pending capture.
        let place = categories.place(row_of_block, row.rank(board.kings).unwrap_or(0));
        let value = categories.value(place);
        let category = self.category(board, value)?;
        Ok(StoredBoard { blocks: self, category, categories, block, place, value })
    }

    #[inline(always)]
    fn category(&self, board: &Board<G>, value: u8) -> Result<Category, TableError> {
        match wdl_category(value) {
            Some(category) => Ok(category),
            None => self.wdl.exception(self.side, self.wdl.numbering(self.side).rank(board)),
        }
    }

    /// A block of categories as of [`Table::categories`].
    #[inline(always)]
    fn categories(&self, block: u64, with_starts: bool) -> Result<Held<'t>, ProbeError> {
        if let Some(categories) = self.tables.loaded.get(block as usize) {
            return Ok(Held::Loaded(categories));
        }
        let key = key(self.ending, Metric::Wdl, block);
        if let Some(Block::Categories(categories)) = self.tablebase.cache.get(&key)
            && (categories.has_starts() || !with_starts)
        {
            return Ok(Held::Cached(categories));
        }
        if self.reach == Reach::Memory {
            return Err(ProbeError::NotInMemory);
        }
        let categories = Arc::new(self.wdl.categories(block, with_starts)?);
        self.tablebase.cache.insert(key, Block::Categories(categories.clone()));
        Ok(Held::Cached(categories))
    }

    /// A block of distances as of [`Table::distances`].
    fn distances(&self, table: &Table<G>, block: u64) -> Result<Arc<Values>, ProbeError> {
        let key = key(self.ending, table.header().metric, block);
        if let Some(Block::Values(values)) = self.tablebase.cache.get(&key) {
            return Ok(values);
        }
        let values = Arc::new(table.distances(block)?);
        self.tablebase.cache.insert(key, Block::Values(values.clone()));
        Ok(values)
    }
}

impl<G: Game> StoredBoard<'_, G> {
    /// The distance of a metric, or its missing table; `None` if the table leaves out this side to move, whose distances follow from
    /// the moves. 0 if the result has no distance.
    pub fn distance(&self, metric: Metric) -> Result<Option<Plies>, ProbeError> {
        let blocks = &self.blocks;
        let Some(table) = blocks.tables.table(metric)? else { return Ok(Some(Err(self.name(metric)))) };
        if !has_distance(self.value, metric) {
            return Ok(Some(Ok(0)));
        }
        if !table.header().has_distances(blocks.side) {
            return Ok(None);
        }
        let numbers = table.distances_with(self.block)?;
        if numbers.end - numbers.start != self.categories.distances(metric) as u64 {
            return Err(table.damaged(Damage::Directory).into());
        }
        let number = numbers.start + self.categories.distances_before(self.place, metric) as u64;
        let of_block = metric.block_distances();
        let (block, place) = (number / of_block as u64, number as usize % of_block);
        let distance = blocks.distances(table, block)?.distance(place);
        let distance = distance.ok_or_else(|| table.damaged(Damage::Block { block }))?;
        Ok(Some(Ok(metric.plies::<G>(self.category.theory(), distance))))
    }

    /// The name of the table of a metric.
    pub fn name(&self, metric: Metric) -> TableName {
        TableName { ending: self.blocks.tables.ending, metric }
    }
}

/// A cached or preloaded block of categories.
enum Held<'t> {
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
