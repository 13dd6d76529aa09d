//! Whole blocks at once, for those who read tables from end to end.

use std::ops::Range;

use crate::board::{Board, Game};
use crate::index::{Index, Row};
use crate::value::{Dtw, Dtz, Measure};

use super::block::Categories;
use super::format::PART;
use super::values::Values;
use super::wdl_value::{category, has_distance};
use super::{Damage, Metric, PerMetric, Table, TableError};

/// The codes of an entry's distances: to win, and to a zeroing move. The code of a distance to win may be too short for the
/// distance, and then says only that it is far: see [`Dtw::is_far`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EntryCodes {
    pub dtw: u8,
    pub dtz: u8,
}

impl EntryCodes {
    /// A side without a legal move.
    #[inline(always)]
    pub const fn without_move<G: Game>() -> EntryCodes {
        let code = if G::NO_MOVE_WINS { u8::MAX } else { 0 };
        EntryCodes { dtw: code, dtz: code }
    }

    /// A `dtz` that marks an entry of the list of exceptions. Its `dtw` is no code but the distance as the table stores it.
    /// The list says whether the entry is won or lost in theory, and is read when the entry is asked for.
    const EXCEPTION: u8 = Dtz::UNUSED;

    /// Whether they are the mark of an exception.
    #[inline(always)]
    pub const fn is_exception(self) -> bool {
        self.dtz == EntryCodes::EXCEPTION
    }
}

/// The stored values of a block, and where they belong.
pub(crate) struct Unpacked<'t, G> {
    table: &'t Table<G>,
    side: usize,
    /// The rows of the block.
    pub rows: Range<u64>,
    categories: Categories,
    /// By place.
    codes: Vec<EntryCodes>,
    byte_plies: u16,
}

impl<'t, G: Game> Unpacked<'t, G> {
    /// Reads a block of the tables of all metrics of an ending. A distance to win beyond `byte_plies` only tells in
    /// its code that it is far.
    ///
    /// # Errors
    /// [`TableError`], if a table is damaged there, or cannot be read.
    pub fn read(tables: PerMetric<&'t Table<G>>, block: u64, byte_plies: u16) -> Result<Unpacked<'t, G>, TableError> {
        let table = tables[Metric::Wdl];
        let (side, rows) = table.header().rows_of_block(block).ok_or_else(|| table.damaged(Damage::Directory))?;
        let categories = table.categories(block, true)?;
        let mut distances = tables.map(|table| Distances { table, block, read: 0, part: None });
        let places = categories.places();
        let mut codes = Vec::with_capacity(places);
        for place in 0..places {
            let value = categories.value(place);
            let to_win = if has_distance(value, Metric::Dtw) { distances[Metric::Dtw].next()? } else { 0 };
            let zeroing = if has_distance(value, Metric::Dtz) { distances[Metric::Dtz].next()? } else { 0 };
            if u16::from(zeroing) > Dtz::MAX {
                return Err(distances[Metric::Dtz].damaged());
            }
            codes.push(match category(value) {
                Some(category) => EntryCodes {
                    dtw: Dtw::code(Dtw::outcome::<G>(category.theory(), to_win), byte_plies),
                    dtz: Dtz::encode(Dtz::outcome::<G>(category.theory(), zeroing)).expect("checked above"),
                },
                None => EntryCodes { dtw: to_win, dtz: EntryCodes::EXCEPTION },
            });
        }
        Ok(Unpacked { table, side, rows, categories, codes, byte_plies })
    }
}

impl<G: Game> Unpacked<'_, G> {
    /// The numbering of the rows.
    pub fn index(&self) -> &Index<G> {
        self.table.numbering(self.side)
    }

    /// What is stored of a board without a capture pending, of which the row and its number in the block are known.
    #[inline(always)]
    pub fn stored(&self, board: &Board<G>, row: &Row<G>, row_of_block: usize) -> Result<EntryCodes, TableError> {
        let number = row.rank(board.kings).ok_or_else(|| self.damaged())?;
        match self.at(row_of_block, number)? {
            codes if codes.is_exception() => self.exception(board, codes.dtw),
            codes => Ok(codes),
        }
    }

    /// What is stored at a number of a row, which may be an [exception](EntryCodes::is_exception).
    #[inline(always)]
    pub fn at(&self, row_of_block: usize, number: u64) -> Result<EntryCodes, TableError> {
        let codes = self.codes.get(self.categories.place(row_of_block, number));
        codes.copied().ok_or_else(|| self.damaged())
    }

    #[cold]
    fn damaged(&self) -> TableError {
        self.table.damaged(Damage::Block { block: self.table.locate(self.side, self.rows.start).0 })
    }

    /// The codes of a board whose entry is an exception, from the distance to win that is stored with it.
    #[cold]
    pub fn exception(&self, board: &Board<G>, to_win: u8) -> Result<EntryCodes, TableError> {
        let theory = self.table.exception(self.side, self.index().rank(board))?.theory();
        Ok(EntryCodes { dtw: Dtw::code(Dtw::outcome::<G>(theory, to_win), self.byte_plies), dtz: Dtz::DRAW })
    }
}

/// The distances of a block, one after the other.
struct Distances<'t, G> {
    table: &'t Table<G>,
    block: u64,
    read: usize,
    part: Option<Values>,
}

impl<G: Game> Distances<'_, G> {
    #[inline]
    fn next(&mut self) -> Result<u8, TableError> {
        let (part, number) = (self.read / PART, self.read % PART);
        if number == 0 {
            self.part = Some(self.table.distances(self.block, part)?);
        }
        self.read += 1;
        let distance = self.part.as_ref().and_then(|part| part.distance(number));
        distance.ok_or_else(|| self.damaged())
    }

    fn damaged(&self) -> TableError {
        self.table.damaged(Damage::Block { block: self.block })
    }
}
