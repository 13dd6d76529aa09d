//! What the tables hold of a position without a capture pending.

use std::ops::Deref;
use std::sync::Arc;

use crate::board::Board;
use crate::index::{Material, Row};
use crate::solve::Longest;
use crate::table::{Classes, Damage, Metric, PART, Table, TableName, has_distance};
use crate::value::{Category, Outcome, Theory};

use super::cache::Block;
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

/// Where the tables hold a board.
pub(super) struct Place<'t> {
    tables: &'t EndingTables,
    /// The ending's number among all.
    ending: u32,
    side: usize,
    /// The number in the row.
    number: u64,
    block: u64,
    row_of_block: usize,
}

/// A block of categories, from the cache or loaded for good.
enum Held<'t> {
    Cached(Arc<Classes>),
    Loaded(&'t Classes),
}

impl Deref for Held<'_> {
    type Target = Classes;

    fn deref(&self) -> &Classes {
        match self {
            Held::Cached(classes) => classes,
            Held::Loaded(classes) => classes,
        }
    }
}

impl Tablebase {
    /// The category at clock 0 of a board without a capture pending. `row` is the board's.
    #[inline(always)]
    pub(super) fn stored_category(&self, board: &Board, row: &Row, reach: Reach) -> Result<Category, ProbeError> {
        let (table, place) = self.place(board, row)?;
        let classes = self.classes(table, &place, false, reach)?;
        let value = classes.value(classes.place(place.row_of_block, place.number));
        Ok(table.category(value, || place.entry(board, table))?)
    }

    /// The category at clock 0 of a board without a capture pending, and where its distances are.
    pub(super) fn stored_class(&self, board: &Board, row: &Row) -> Result<(Category, Stored<'_>), ProbeError> {
        let (table, place) = self.place(board, row)?;
        let classes = self.classes(table, &place, true, Reach::Files)?;
        let at = classes.place(place.row_of_block, place.number);
        let value = classes.value(at);
        let category = table.category(value, || place.entry(board, table))?;
        Ok((category, Stored { place, classes, at, value }))
    }

    /// The distance of a metric to a category that was found, or the table that is absent.
    pub(super) fn stored_distance(
        &self,
        category: Category,
        stored: &Stored<'_>,
        metric: Metric,
    ) -> Result<Result<Outcome, TableName>, ProbeError> {
        let Stored { place, classes, at, value } = stored;
        let Some(table) = place.tables.table(metric)? else {
            return Ok(Err(TableName { ending: place.tables.ending, metric }));
        };
        if !has_distance(*value, metric) {
            return Ok(Ok(Outcome::Draw));
        }
        let number = classes.distances_before(*at, metric);
        let part = number / PART;
        let key = (place.ending * 3 + metric as u32, place.block << 16 | part as u64);
        let values = match self.cache.get(&key) {
            Some(Block::Values(values)) => values,
            _ => {
                let values = Arc::new(table.distances(place.block, part)?);
                self.cache.insert(key, Block::Values(values.clone()));
                values
            }
        };
        let stored = values.distance(number % PART);
        let stored = stored.ok_or_else(|| table.damaged(Damage::Block { block: place.block }))?;
        let plies = u16::from(stored);
        Ok(Ok(match (category.theory(), metric) {
            (Theory::Draw, _) => Outcome::Draw,
            (Theory::Win, Metric::Dtz) => Outcome::Win(plies),
            (Theory::Loss, Metric::Dtz) => Outcome::Loss(plies),
            (Theory::Win, _) => Outcome::Win(2 * plies + 1),
            (Theory::Loss, _) => Outcome::Loss(2 * plies),
        }))
    }

    /// The longest distance to a zeroing move in the table of a board, `None` if it is absent.
    pub(super) fn longest_dtz(&self, board: &Board) -> Option<u16> {
        let (ending, side) = self.numbers.get(Material::of(board))?;
        let table = self.tables[ending as usize].table(Metric::Dtz).ok()??;
        let Longest { win, loss } = table.header().sides[side].longest;
        win.max(loss).map(|(plies, _)| plies)
    }

    /// Where a board's category is.
    #[inline(always)]
    fn place(&self, board: &Board, row: &Row) -> Result<(&Table, Place<'_>), ProbeError> {
        let material = Material::of(board);
        let Some((ending, side)) = self.numbers.get(material) else {
            return Err(self.absent(TableName { ending: material.ending().0, metric: Metric::Wdl }));
        };
        let tables = &self.tables[ending as usize];
        let Some(table) = tables.table(Metric::Wdl)? else {
            return Err(self.absent(TableName { ending: tables.ending, metric: Metric::Wdl }));
        };
        let number = row.rank(board.kings).unwrap_or(0);
        let row = table.numbering(side).row(board);
        let (block, row_of_block) = table.locate(side, row);
        Ok((table, Place { tables, ending, side, number, block, row_of_block }))
    }

    /// The block of categories of a place, with the starts of its rows or perhaps without, if all values are alike.
    #[inline(always)]
    fn classes<'t>(
        &self,
        table: &Table,
        place: &Place<'t>,
        with_starts: bool,
        reach: Reach,
    ) -> Result<Held<'t>, ProbeError> {
        if let Some(classes) = place.tables.loaded.get(place.block as usize) {
            return Ok(Held::Loaded(classes));
        }
        let key = (place.ending * 3, place.block);
        if let Some(Block::Classes(classes)) = self.cache.get(&key)
            && (classes.has_starts() || !with_starts)
        {
            return Ok(Held::Cached(classes));
        }
        if reach == Reach::Memory {
            return Err(ProbeError::NotInMemory);
        }
        let classes = Arc::new(table.classes(place.block, with_starts)?);
        self.cache.insert(key, Block::Classes(classes.clone()));
        Ok(Held::Cached(classes))
    }
}

/// A category that was found, and what leads to its distances.
pub(super) struct Stored<'t> {
    place: Place<'t>,
    classes: Held<'t>,
    at: usize,
    value: u8,
}

impl Place<'_> {
    /// The side to move and the entry, for the list of exceptions.
    fn entry(&self, board: &Board, table: &Table) -> (usize, u64) {
        (self.side, table.numbering(self.side).rank(board))
    }
}
