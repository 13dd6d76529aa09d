//! The values of any board: captures are played out until a table has the answer.

use crate::board::{Board, Game};
use crate::index::{Material, Row};
use crate::table::{Metric, TableName};
use crate::value::{Category, Outcome};
use crate::wide::wide;

use super::lookup::{Reach, stored, stored_category};
use super::{ProbeError, Tablebase};

/// The values at clock 0: the category, and each distance or the table that it would need.
#[derive(Clone, Copy)]
pub(crate) struct Fresh {
    pub category: Category,
    pub dtw: Result<Outcome, TableName>,
    pub dtz: Result<Outcome, TableName>,
}

impl Fresh {
    pub const fn without_move<G: Game>() -> Fresh {
        let outcome = Outcome::without_move::<G>();
        Fresh { category: Category::new(outcome.theory(), true), dtw: Ok(outcome), dtz: Ok(outcome) }
    }
}

/// The values of a board at clock 0.
pub(crate) fn fresh<G: Game>(tablebase: &Tablebase<G>, board: &Board<G>) -> Result<Fresh, ProbeError> {
    if board.is_stuck() {
        return Ok(Fresh::without_move::<G>());
    }
    let row = Row::new(board);
    if !has_capture(board, &row) {
        let found = stored(tablebase, board, &row)?;
        let (dtw, dtz) = (found.distance(Metric::Dtw)?, found.distance(Metric::Dtz)?);
        return Ok(Fresh { category: found.category, dtw, dtz });
    }
    fresh_captures(tablebase, board)
}

/// The values at clock 0 of a board with a capture pending. As in [`best_capture`], one capture that wins is enough for
/// the category, even if tables are missing for others, and a board with too many pieces ends the search. The capture
/// itself zeroes the clock, so the distance to a zeroing move follows from the category.
fn fresh_captures<G: Game>(tablebase: &Tablebase<G>, board: &Board<G>) -> Result<Fresh, ProbeError> {
    let mut category = Category::Loss;
    // The worst that a capture comes to, and worse than any.
    let mut dtw = Ok(Outcome::Loss(0));
    let mut failed = None;
    board.each_after_capture(&mut |after| {
        if matches!(failed, Some(ProbeError::TooManyPieces { .. } | ProbeError::Table(_))) {
            return;
        }
        match fresh(tablebase, after) {
            Ok(child) => {
                category = category.max(child.category.flip());
                dtw = dtw.and_then(|best| Ok(best.max(child.dtw?.before())));
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
        let stored = stored_category(tablebase, board, &row, reach);
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
