//! What the tables of an ending store of a board.

use std::ops::Deref;
use std::sync::Arc;

use crate::board::{Board, Game};
use crate::index::Row;
use crate::value::{Category, Outcome};

use super::categories::{Categories, category, has_distance};
use super::header::PART;
use super::values::Values;
use super::{Damage, Table, TableError, UnpackedTable};

/// Where the blocks of tables come from: from memory, or from the tables' files.
pub(crate) trait Blocks<G> {
    /// A block of categories.
    type Categories: Deref<Target = Categories>;
    /// Why a block is not there.
    type Error: From<TableError>;

    /// A block of categories, as [`Table::categories`].
    fn categories(&self, table: &Table<G>, block: u64, with_starts: bool) -> Result<Self::Categories, Self::Error>;

    /// A part of a block of distances, as [`Table::distances`].
    fn distances(&self, table: &Table<G>, block: u64, part: usize) -> Result<Arc<Values>, Self::Error>;
}

/// The category of a board, and where its distances are.
pub(crate) struct Stored<C> {
    /// The result at clock 0.
    pub category: Category,
    /// The block that holds the board.
    categories: C,
    /// Its number.
    block: u64,
    /// The board's place in it.
    place: usize,
    /// The value there, 0 to 3.
    value: u8,
}

impl<G: Game> Table<G> {
    /// Looks a board without a capture pending up in a table of categories. `side` is its place in
    /// [`Ending::movers`](crate::index::Ending::movers), `row` the board's; distances can be asked for only
    /// `with_distances`.
    ///
    /// # Errors
    /// If the block cannot be had, or the list of exceptions is damaged.
    #[inline(always)]
    pub(crate) fn stored<B: Blocks<G>>(
        &self,
        side: usize,
        board: &Board<G>,
        row: &Row<G>,
        with_distances: bool,
        blocks: &B,
    ) -> Result<Stored<B::Categories>, B::Error> {
        let index = self.numbering(side);
        let (block, row_of_block) = self.locate(side, index.row(board));
        let categories = blocks.categories(self, block, with_distances)?;
        // A board whose kings have no number in their row has a capture pending.
        let place = categories.place(row_of_block, row.rank(board.kings).unwrap_or(0));
        let value = categories.value(place);
        Ok(Stored { category: self.category(side, board, value)?, categories, block, place, value })
    }

    /// The category of such a board from an unpacked table; `None` if that is damaged there, or if the board is an exception and this
    /// table, which lists them, is neither open nor may be opened.
    ///
    /// # Errors
    /// If the list of exceptions is damaged.
    #[inline(always)]
    pub(crate) fn unpacked(
        &self,
        side: usize,
        board: &Board<G>,
        row: &Row<G>,
        unpacked: &UnpackedTable,
        may_open: bool,
    ) -> Result<Option<Category>, TableError> {
        let (block, row_of_block) = self.locate(side, self.numbering(side).row(board));
        let value = unpacked.value(block, row_of_block, row.rank(board.kings).unwrap_or(0));
        let value = value.filter(|&value| may_open || category(value).is_some() || self.has_content());
        value.map(|value| self.category(side, board, value)).transpose()
    }

    /// The category that a value stands for.
    #[inline(always)]
    fn category(&self, side: usize, board: &Board<G>, value: u8) -> Result<Category, TableError> {
        match category(value) {
            Some(category) => Ok(category),
            None => self.exception(side, self.numbering(side).rank(board)),
        }
    }
}

impl<C: Deref<Target = Categories>> Stored<C> {
    /// The distance in a table that goes with that of the category.
    ///
    /// # Errors
    /// If the part of the block cannot be had.
    pub(crate) fn distance<G: Game, B: Blocks<G>>(&self, table: &Table<G>, blocks: &B) -> Result<Outcome, B::Error> {
        let metric = table.header().metric;
        if !has_distance(self.value, metric) {
            return Ok(Outcome::Draw);
        }
        let number = self.categories.distances_before(self.place, metric);
        let part = blocks.distances(table, self.block, number / PART)?;
        let distance = part.distance(number % PART);
        let distance = distance.ok_or_else(|| table.damaged(Damage::Block { block: self.block }))?;
        Ok(metric.outcome::<G>(self.category.theory(), distance))
    }
}
