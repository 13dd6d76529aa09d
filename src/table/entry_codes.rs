//! The values of whole blocks as codes of entries, for reading whole tables.

use std::ops::Range;

use crate::board::{Board, Game};
use crate::index::{Index, Row};
use crate::value::{Category, Dtw, Dtz, Measure, Theory};

use super::categories::{Categories, has_distance, wdl_category};
use super::values::Values;
use super::{Damage, Metric, Table, TableError};

/// The codes of an entry's distances, to win and to a zeroing move. A distance to win too long for its code has a code that only says
/// so: see [`Dtw::is_far`].
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

    /// A `dtz` that marks an entry of the list of exceptions. Its `dtw` is not a code but the stored distance. The list, read when
    /// the entry is needed, says whether the entry is won or lost in theory.
    const EXCEPTION: u8 = Dtz::UNUSED;

    /// The code of a distance to win without a table: it has only the result, and whether the side to move has no legal move. Equals
    /// [`Dtw::code`] if bytes hold no plies.
    #[inline(always)]
    pub const fn result_alone<G: Game>(theory: Theory, zeroing: Option<u8>) -> u8 {
        match (theory, zeroing) {
            (Theory::Loss, Some(0)) if !G::NO_MOVE_WINS => EntryCodes::without_move::<G>().dtw,
            (Theory::Win, Some(0)) if G::NO_MOVE_WINS => EntryCodes::without_move::<G>().dtw,
            (Theory::Loss, _) => Dtw::FAR_LOSS,
            (Theory::Draw, _) => Dtw::DRAW,
            (Theory::Win, _) => Dtw::FAR_WIN,
        }
    }

    /// Whether they mark an exception.
    #[inline(always)]
    pub const fn is_exception(self) -> bool {
        self.dtz == EntryCodes::EXCEPTION
    }
}

/// The stored values of a block and their places.
pub(crate) struct Unpacked<'t, G> {
    table: &'t Table<G>,
    side: usize,
    /// The rows of the block.
    pub rows: Range<u64>,
    categories: Categories,
    codes: Vec<EntryCodes>,
    /// The longest distance to win that codes hold; `None` if they have only the result.
    byte_plies: Option<u16>,
}

/// The tables of an ending that are read together.
#[derive(Clone, Copy)]
pub(crate) struct Together<'t, G> {
    pub wdl: &'t Table<G>,
    /// The distances to win, and the most plies that a code holds; longer distances have the codes of far ones. `None` if they are
    /// not needed: then codes have the [result alone](EntryCodes::result_alone).
    pub dtw: Option<(&'t Table<G>, u16)>,
    pub dtz: &'t Table<G>,
}

impl<'t, G: Game> Unpacked<'t, G> {
    /// Reads a block of the tables of an ending. If a table does not have the distances of the side to move, its codes have only the
    /// result: for the distance to a zeroing move, a loss or a win in 0.
    #[inline(never)]
    pub fn read(tables: Together<'t, G>, block: u64) -> Result<Unpacked<'t, G>, TableError> {
        let table = tables.wdl;
        let (side, rows) = table.header().rows_of_block(block).ok_or_else(|| table.damaged(Damage::Directory))?;
        let categories = table.categories(block, true)?;
        let of_side = |table: &'t Table<G>| table.header().has_distances(side).then(|| Distances::new(table, block));
        let mut zeroing = of_side(tables.dtz).transpose()?;
        let to_win = tables.dtw.and_then(|(table, byte_plies)| Some((of_side(table)?, byte_plies)));
        let mut to_win = to_win.map(|(distances, byte_plies)| Ok((distances?, byte_plies))).transpose()?;
        let places = categories.places;
        let mut codes = Vec::with_capacity(places);
        for place in 0..places {
            let value = categories.value(place);
            let zeroing_plies = match &mut zeroing {
                Some(distances) if has_distance(value, Metric::Dtz) => Some(distances.next()?),
                _ => None,
            };
            let stored = match &mut to_win {
                Some((distances, _)) if has_distance(value, Metric::Dtw) => distances.next()?,
                _ => 0,
            };
            codes.push(match wdl_category(value) {
                Some(category) => EntryCodes {
                    dtw: match &to_win {
                        Some((_, byte_plies)) => Dtw::code(Dtw::outcome::<G>(category.theory(), stored), *byte_plies),
                        None => EntryCodes::result_alone::<G>(category.theory(), zeroing_plies),
                    },
                    dtz: match category {
                        Category::Loss => Dtz::loss(zeroing_plies.unwrap_or(0).into()),
                        Category::Win => Dtz::win(zeroing_plies.unwrap_or(0).into()),
                        _ => Dtz::DRAW,
                    },
                },
                None => EntryCodes { dtw: stored, dtz: EntryCodes::EXCEPTION },
            });
        }
        let both = zeroing.iter().chain(to_win.iter().map(|(distances, _)| distances));
        if let Some(left) = both.into_iter().find(|distances| !distances.numbers.is_empty()) {
            return Err(left.table.damaged(Damage::Directory));
        }
        let byte_plies = to_win.map(|(_, byte_plies)| byte_plies);
        Ok(Unpacked { table, side, rows, categories, codes, byte_plies })
    }

    /// The numbering of the rows.
    pub fn index(&self) -> &Index<G> {
        self.table.numbering(self.side)
    }

    /// The bytes in memory.
    pub fn size(&self) -> usize {
        self.categories.size() + self.codes.len() * size_of::<EntryCodes>()
    }

    /// The stored codes of a board without a pending capture, given its row and the row's number in the block.
    #[inline(always)]
    pub fn stored(&self, board: &Board<G>, row: &Row<G>, row_of_block: usize) -> Result<EntryCodes, TableError> {
        let number = row.rank(board.kings).ok_or_else(|| self.damaged())?;
        match self.at(row_of_block, number)? {
            codes if codes.is_exception() => self.exception(board, codes.dtw),
            codes => Ok(codes),
        }
    }

    /// The stored codes at a number of a row, perhaps of an [exception](EntryCodes::is_exception).
    #[inline(always)]
    pub fn at(&self, row_of_block: usize, number: u64) -> Result<EntryCodes, TableError> {
        let codes = self.codes.get(self.categories.place(row_of_block, number));
        codes.copied().ok_or_else(|| self.damaged())
    }

    #[cold]
    fn damaged(&self) -> TableError {
        self.table.damaged(Damage::Block { block: self.table.locate(self.side, self.rows.start).0 })
    }

    /// The codes of a board whose entry is an exception, from its stored distance to win.
    #[cold]
    pub fn exception(&self, board: &Board<G>, to_win: u8) -> Result<EntryCodes, TableError> {
        let theory = self.table.exception(self.side, self.index().rank(board))?.theory();
        let dtw = match self.byte_plies {
            Some(byte_plies) => Dtw::code(Dtw::outcome::<G>(theory, to_win), byte_plies),
            None => EntryCodes::result_alone::<G>(theory, None),
        };
        Ok(EntryCodes { dtw, dtz: Dtz::DRAW })
    }
}

/// The distances of a block of categories, one after the other.
struct Distances<'t, G> {
    table: &'t Table<G>,
    numbers: Range<u64>,
    block: Option<Values>,
}

impl<'t, G: Game> Distances<'t, G> {
    fn new(table: &'t Table<G>, categories: u64) -> Result<Distances<'t, G>, TableError> {
        Ok(Distances { table, numbers: table.distances_with(categories)?, block: None })
    }

    #[inline]
    fn next(&mut self) -> Result<u8, TableError> {
        let number = self.numbers.next().ok_or_else(|| self.table.damaged(Damage::Directory))?;
        let of_block = self.table.header().metric.block_distances();
        let (block, place) = (number / of_block as u64, number as usize % of_block);
        let values = match &mut self.block {
            Some(values) if place > 0 => values,
            values => values.insert(self.table.distances(block)?),
        };
        // A code holds every distance to a zeroing move that a draw rule allows.
        let is_possible = |&plies: &u8| self.table.header().metric != Metric::Dtz || u16::from(plies) <= Dtz::MAX;
        let distance = values.distance(place).filter(is_possible);
        distance.ok_or_else(|| self.table.damaged(Damage::Block { block }))
    }
}
