//! The values of a board: captures are played out until a table has the answer, and its blocks come from memory or from a file.

use std::ops::Deref;
use std::sync::Arc;

use crate::board::{Board, Game};
use crate::index::{Material, Row};
use crate::table::{Blocks, Categories, Metric, Stored, Table, TableName, Values};
use crate::value::{Category, Dtw, Longest, Measure, Outcome};
use crate::wide::wide;

use super::memory::{Block, key};
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

/// The values at clock 0: the category, and each distance or the table that it would need.
#[derive(Clone, Copy)]
pub(crate) struct Fresh {
    pub category: Category,
    pub dtw: Result<Outcome, TableName>,
    pub dtz: Result<Outcome, TableName>,
}

impl Fresh {
    /// A side without a legal move.
    pub const fn without_move<G: Game>() -> Fresh {
        let outcome = Outcome::without_move::<G>();
        Fresh { category: Category::new(outcome.theory(), true), dtw: Ok(outcome), dtz: Ok(outcome) }
    }
}

/// The blocks of an ending's tables: loaded for good, cached, or read.
struct EndingBlocks<'t, G> {
    tablebase: &'t Tablebase<G>,
    tables: &'t EndingTables<G>,
    /// The ending's number among all.
    ending: u32,
    reach: Reach,
}

/// What the tables hold of a board.
pub(super) struct StoredBoard<'t, G> {
    source: EndingBlocks<'t, G>,
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
    pub(super) fn found(&self, board: &Board<G>, row: &Row<G>) -> Result<StoredBoard<'_, G>, ProbeError> {
        let (source, side) = self.source(board, Reach::Files)?;
        let stored = source.wdl_table()?.stored(side, board, row, true, &source)?;
        Ok(StoredBoard { source, stored })
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
    fn source(&self, board: &Board<G>, reach: Reach) -> Result<(EndingBlocks<'_, G>, usize), ProbeError> {
        let material = Material::of(board);
        let Some((ending, side)) = self.numbers.get(material) else {
            return Err(self.absent(TableName { ending: material.ending().0, metric: Metric::Wdl }));
        };
        Ok((EndingBlocks { tablebase: self, tables: &self.tables[ending as usize], ending, reach }, side))
    }

    /// The values of a board at clock 0.
    pub(crate) fn fresh(&self, board: &Board<G>) -> Result<Fresh, ProbeError> {
        if board.is_stuck() {
            return Ok(Fresh::without_move::<G>());
        }
        let row = Row::new(board);
        if !has_capture(board, &row) {
            let found = self.found(board, &row)?;
            let (dtw, dtz) = (found.distance(Metric::Dtw)?, found.distance(Metric::Dtz)?);
            return Ok(Fresh { category: found.category(), dtw, dtz });
        }
        self.fresh_captures(board)
    }

    /// The values at clock 0 of a board with a capture pending. As in [`best_capture`], one capture that wins is enough for
    /// the category, even if tables are missing for others, and a board with too many pieces ends the search. The capture
    /// itself zeroes the clock, so the distance to a zeroing move follows from the category.
    fn fresh_captures(&self, board: &Board<G>) -> Result<Fresh, ProbeError> {
        let mut category = Category::Loss;
        // The worst that a capture comes to, and worse than any.
        let mut dtw = Ok(Outcome::Loss(0));
        let mut failed = None;
        board.each_after_capture(&mut |after| {
            if matches!(failed, Some(ProbeError::TooManyPieces { .. } | ProbeError::Table(_))) {
                return;
            }
            match self.fresh(after) {
                Ok(child) => {
                    category = category.max(child.category.flip());
                    dtw = dtw.and_then(|best| Ok(best.max(Dtw::through(child.dtw?, true))));
                }
                Err(error) => {
                    dtw = Err(match error {
                        ProbeError::Missing { ending, metric } => TableName { ending, metric },
                        _ => TableName { ending: Material::of(after).ending().0, metric: Metric::Wdl },
                    });
                    failed = Some(error);
                }
            }
        });
        let dtz = match category {
            Category::Win => Outcome::Win(1),
            Category::Loss => Outcome::Loss(1),
            Category::BlessedLoss | Category::Draw | Category::CursedWin => Outcome::Draw,
        };
        match failed {
            Some(error) if category != Category::Win || matches!(error, ProbeError::Table(_)) => Err(error),
            _ => Ok(Fresh { category, dtw, dtz: Ok(dtz) }),
        }
    }
}

impl<G: Game> StoredBoard<'_, G> {
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

impl<'t, G: Game> EndingBlocks<'t, G> {
    /// The table of categories.
    #[inline(always)]
    fn wdl_table(&self) -> Result<&'t Table<G>, ProbeError> {
        let table = self.tables.table(Metric::Wdl)?;
        table.ok_or_else(|| self.tablebase.absent(TableName { ending: self.tables.ending, metric: Metric::Wdl }))
    }
}

impl<'t, G: Game> Blocks<G> for EndingBlocks<'t, G> {
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

wide! {
    /// The category of a board at clock 0. Allocates nothing if the blocks are in memory.
    pub(super) fn fresh_category<G: Game>(tablebase: &Tablebase<G>, board: &Board<G>, reach: Reach) -> Result<Category, ProbeError> {
        if board.own() == 0 {
            return Ok(Fresh::without_move::<G>().category);
        }
        let row = Row::new(board);
        if has_capture(board, &row) {
            return best_capture(tablebase, board, reach);
        }
        // Without a legal move the game is over, even if the table is missing.
        let stored = tablebase.stored_category(board, &row, reach);
        stored.or_else(|error| if board.is_stuck() { Ok(Fresh::without_move::<G>().category) } else { Err(error) })
    }
}

/// The category at clock 0 of a board with a capture pending. One capture that wins is enough, even if tables are missing for
/// others. But the first quiet board with more pieces than the tables have ends the search: on a crowded board, where
/// captures follow captures, it would take very long and find nothing.
fn best_capture<G: Game>(tablebase: &Tablebase<G>, board: &Board<G>, reach: Reach) -> Result<Category, ProbeError> {
    let mut best = Ok(Category::Loss);
    board.each_after_capture(&mut |after| {
        if matches!(best, Ok(Category::Win) | Err(ProbeError::TooManyPieces { .. })) {
            return;
        }
        match fresh_category(tablebase, after, reach) {
            Ok(Category::Loss) => best = Ok(Category::Win),
            Ok(child) => best = best.clone().map(|best| best.max(child.flip())),
            Err(error) => best = Err(error),
        }
    });
    best
}

/// Whether a capture is pending on a board, given its row.
#[inline(always)]
pub(super) fn has_capture<G: Game>(board: &Board<G>, row: &Row<G>) -> bool {
    !row.surely_quiet(board.kings) && (row.rank(board.kings).is_none() || board.must_capture())
}
