//! Whole blocks at once, for those who read tables from end to end.

use std::ops::Range;

use crate::board::Board;
use crate::index::{Ending, Index, Row};
use crate::table::{Classes, Damage, Metric, PART, Table, TableName, Values, has_distance};
use crate::value::{Dtw, Dtz, Measure, Outcome, Theory};

use super::{ProbeError, Tablebase};

/// The codes of an entry's distances to win and to a zeroing move. Of far wins and losses the former only tells that
/// they are: see [`Dtw::is_far`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Codes {
    pub dtw: u8,
    pub dtz: u8,
}

impl Codes {
    /// A side without a legal move.
    pub const LOST: Codes = Codes { dtw: 0, dtz: 0 };
    pub const DRAW: Codes = Codes { dtw: Dtw::DRAW, dtz: Dtz::DRAW };
    /// One that the list of exceptions tells; `dtw` is half the distance. No outcome has this `dtz`.
    const EXCEPTION: u8 = Dtz::DRAW + 1;
}

/// The stored values of a block, and where they belong.
pub(crate) struct Unpacked<'t> {
    table: &'t Table,
    side: usize,
    /// The rows of the block.
    pub rows: Range<u64>,
    classes: Classes,
    /// By place.
    codes: Vec<Codes>,
    byte_plies: u16,
}

impl Tablebase {
    /// For each side to move of an ending the blocks of its tables, and the rows of a block.
    pub(crate) fn blocks(&self, ending: Ending) -> Result<Vec<(Range<u64>, u64)>, ProbeError> {
        let header = self.table_of(ending, Metric::Wdl)?.header();
        let blocks = |side| header.first_block(side)..header.first_block(side + 1);
        Ok((0..).zip(&header.sides).map(|(side, of)| (blocks(side), of.block_rows.into())).collect())
    }

    /// The table of an ending and metric.
    pub(crate) fn table_of(&self, ending: Ending, metric: Metric) -> Result<&Table, ProbeError> {
        let found = self.tables.binary_search_by_key(&ending, |tables| tables.ending).ok();
        let table = found.map(|at| self.tables[at].table(metric)).transpose()?.flatten();
        table.ok_or_else(|| self.absent(TableName { ending, metric }))
    }

    /// Reads a block of all three metrics, the way a probe does, but once for all of its values.
    ///
    /// # Errors
    /// [`ProbeError`], if a table is absent, damaged, or cannot be read.
    pub(crate) fn unpack(&self, ending: Ending, block: u64) -> Result<Unpacked<'_>, ProbeError> {
        let [table, dtw, dtz] = [Metric::Wdl, Metric::Dtw, Metric::Dtz].map(|metric| self.table_of(ending, metric));
        let table = table?;
        let (side, rows) = table.header().rows_of_block(block).ok_or_else(|| table.damaged(Damage::Directory))?;
        let classes = table.classes(block, true)?;
        let mut dtw = Distances { table: dtw?, block, read: 0, part: None };
        let mut dtz = Distances { table: dtz?, block, read: 0, part: None };
        let places = classes.places();
        let byte_plies = self.byte_plies();
        let code = |theory, half| dtw_code(theory, half, byte_plies);
        let mut codes = Vec::with_capacity(places);
        for place in 0..places {
            let value = classes.value(place);
            let half = if has_distance(value, Metric::Dtw) { dtw.next()? } else { 0 };
            let zeroing = if has_distance(value, Metric::Dtz) { dtz.next()? } else { 0 };
            if u16::from(zeroing) > Dtz::MAX {
                return Err(dtz.damaged().into());
            }
            codes.push(match value {
                0 => Codes { dtw: code(Theory::Loss, half), dtz: Dtz::loss(zeroing.into()) },
                1 => Codes::DRAW,
                2 => Codes { dtw: code(Theory::Win, half), dtz: Dtz::win(zeroing.into()) },
                _ => Codes { dtw: half, dtz: Codes::EXCEPTION },
            });
        }
        Ok(Unpacked { table, side, rows, classes, codes, byte_plies })
    }
}

impl Unpacked<'_> {
    /// The numbering of the rows.
    pub fn index(&self) -> &Index {
        self.table.numbering(self.side)
    }

    /// What is stored of a board without a capture pending, of which the row and its number in the block are known.
    #[inline(always)]
    pub fn stored(&self, board: &Board, row: &Row, row_of_block: usize) -> Result<Codes, ProbeError> {
        let place = row.rank(board.kings).map(|number| self.classes.place(row_of_block, number));
        match place.and_then(|place| self.codes.get(place)) {
            Some(codes) if codes.dtz != Codes::EXCEPTION => Ok(*codes),
            Some(codes) => self.exception(board, codes.dtw),
            None => {
                Err(self.table.damaged(Damage::Block { block: self.table.locate(self.side, self.rows.start).0 }).into())
            }
        }
    }

    #[cold]
    fn exception(&self, board: &Board, half: u8) -> Result<Codes, ProbeError> {
        let category = self.table.category(3, || (self.side, self.index().rank(board)))?;
        Ok(Codes { dtw: dtw_code(category.theory(), half, self.byte_plies), dtz: Dtz::DRAW })
    }
}

/// The code of half of a distance to win.
fn dtw_code(theory: Theory, half: u8, byte_plies: u16) -> u8 {
    let plies = 2 * u16::from(half);
    Dtw::code(if theory == Theory::Win { Outcome::Win(plies + 1) } else { Outcome::Loss(plies) }, byte_plies)
}

/// The distances of a block, one after the other.
struct Distances<'t> {
    table: &'t Table,
    block: u64,
    read: usize,
    part: Option<Values>,
}

impl Distances<'_> {
    #[inline]
    fn next(&mut self) -> Result<u8, ProbeError> {
        let (part, number) = (self.read / PART, self.read % PART);
        if number == 0 {
            self.part = Some(self.table.distances(self.block, part)?);
        }
        self.read += 1;
        let distance = self.part.as_ref().and_then(|part| part.distance(number));
        distance.ok_or_else(|| self.damaged().into())
    }

    fn damaged(&self) -> crate::table::TableError {
        self.table.damaged(Damage::Block { block: self.block })
    }
}
