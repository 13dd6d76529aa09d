//! The values of any board: captures are played out until a table has the answer.

use crate::board::Board;
use crate::index::Row;
use crate::table::{Metric, TableName};
use crate::value::{Category, Dtw, Dtz, Measure, Outcome};
use crate::wide::wide;

use super::lookup::Reach;
use super::{ProbeError, Tablebase};

/// What holds at clock 0: the category, and the distances or which table they would have needed.
#[derive(Clone, Copy)]
pub(crate) struct Fresh {
    pub category: Category,
    pub dtw: Result<Outcome, TableName>,
    pub dtz: Result<Outcome, TableName>,
}

impl Fresh {
    /// A side without a legal move.
    pub const LOST: Fresh = Fresh { category: Category::Loss, dtw: Ok(Outcome::Loss(0)), dtz: Ok(Outcome::Loss(0)) };
}

impl Tablebase {
    /// Everything that holds of a board at clock 0.
    pub(crate) fn fresh(&self, board: &Board) -> Result<Fresh, ProbeError> {
        if board.is_stuck() {
            return Ok(Fresh::LOST);
        }
        let row = Row::new(board);
        if !has_capture(board, &row) {
            let (category, stored) = self.stored_class(board, &row)?;
            let distance = |metric| self.stored_distance(category, &stored, metric);
            return Ok(Fresh { category, dtw: distance(Metric::Dtw)?, dtz: distance(Metric::Dtz)? });
        }
        let mut best: Result<Fresh, ProbeError> = Ok(Fresh::LOST);
        board.each_after_capture(&mut |after| {
            let Ok(so_far) = best.clone() else { return };
            best = self.fresh(after).map(|child| Fresh {
                category: so_far.category.max(child.category.flip()),
                dtw: so_far.dtw.and_then(|best| Ok(best.max(Dtw::through(child.dtw?, true)))),
                dtz: so_far.dtz.and_then(|best| Ok(best.max(Dtz::through(child.dtz?, true)))),
            });
        });
        best
    }
}

wide! {
    /// The category of a board at clock 0. Allocates nothing if the blocks are in memory.
    pub(super) fn fresh_category(tablebase: &Tablebase, board: &Board, reach: Reach) -> Result<Category, ProbeError> {
        if board.own() == 0 {
            return Ok(Category::Loss);
        }
        let row = Row::new(board);
        if has_capture(board, &row) {
            return best_capture(tablebase, board, reach);
        }
        // Without a move a side has lost, whatever tables there are.
        let stored = tablebase.stored_category(board, &row, reach);
        stored.or_else(|error| if board.is_stuck() { Ok(Category::Loss) } else { Err(error) })
    }
}

/// The category at clock 0 of a board with a capture pending. A capture that wins is enough, whatever is missing for
/// others; but the first quiet board with more pieces than the tables have ends it, or a crowded board, in which captures
/// follow captures, would take ages to come to no answer.
fn best_capture(tablebase: &Tablebase, board: &Board, reach: Reach) -> Result<Category, ProbeError> {
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

/// Whether a capture is pending on a board, of which the row is known.
#[inline(always)]
pub(super) fn has_capture(board: &Board, row: &Row) -> bool {
    !row.surely_quiet(board.kings) && (row.rank(board.kings).is_none() || board.must_capture())
}
