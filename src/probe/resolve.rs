//! The category of any board: captures are played out until a table has the answer.
//!
//! `best_capture` here and `Followed::category` in `follow.rs` choose among captures by the same rules. This one is fast and
//! allocates nothing; the other keeps what it looked up, for the distances. They differ for a damaged table: here a capture that
//! wins, tried later, still determines the category.

use crate::board::{Board, Game};
use crate::index::Row;
use crate::value::{Category, Outcome};
use crate::wide::wide;

use super::lookup::{Reach, stored_category};
use super::{ProbeError, Tablebase};

wide! {
    /// The category of a board at clock 0. Does not allocate if the blocks are in memory.
    pub(super) fn fresh_category<G: Game>(tablebase: &Tablebase<G>, board: &Board<G>, reach: Reach) -> Result<Category, ProbeError> {
        if board.own() == 0 {
            return Ok(without_move::<G>());
        }
        let row = Row::new(board);
        if has_capture(board, &row) {
            return best_capture(tablebase, board, reach);
        }
        // A game without a legal move is over, even if the table is missing or damaged.
        let stored = stored_category(tablebase, board, &row, reach);
        stored.or_else(|error| if board.is_stuck() { Ok(without_move::<G>()) } else { Err(error) })
    }
}

/// The category at clock 0 of a board with a pending capture. One winning capture determines it, even if tables are missing for
/// others. Stops at the first quiet board with more pieces than the tables have: on a crowded board, where captures follow captures,
/// going on takes long and finds nothing.
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

fn without_move<G: Game>() -> Category {
    Category::new(Outcome::without_move::<G>().theory(), true)
}

/// Whether a capture is pending on a board, given its row.
#[inline(always)]
pub(crate) fn has_capture<G: Game>(board: &Board<G>, row: &Row<G>) -> bool {
    !row.surely_quiet(board.kings) && (row.rank(board.kings).is_none() || board.must_capture())
}
