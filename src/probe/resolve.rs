//! The value of any board: captures are played out until a table has the answer.

use crate::board::Board;
use crate::table::Metric;
use crate::value::{Category, Dtw, Dtz, Measure, Outcome};

use super::{ProbeError, Tablebase};

impl Tablebase {
    /// The category of a board at clock 0.
    pub(super) fn fresh_category(&self, board: &Board) -> Result<Category, ProbeError> {
        self.resolve(board, Category::Loss, &|board| self.stored_category(board), Category::flip)
    }

    /// The distance to win of a board.
    pub(super) fn dtw(&self, board: &Board) -> Result<Outcome, ProbeError> {
        let stored = |board: &Board| Ok(Dtw::decode(self.stored(board, Metric::Dtw)?));
        self.resolve(board, Outcome::Loss(0), &stored, |child| Dtw::through(child, true))
    }

    /// The distance to a zeroing move of a board.
    pub(super) fn dtz(&self, board: &Board) -> Result<Outcome, ProbeError> {
        let stored = |board: &Board| Ok(Dtz::decode(self.stored(board, Metric::Dtz)?));
        self.resolve(board, Outcome::Loss(0), &stored, |child| Dtz::through(child, true))
    }

    /// The value of a board: `lost` without a legal move, the best that captures lead to where one is pending, else
    /// what is stored. Values are ordered from worst to best for the side to move.
    fn resolve<V: Ord + Copy>(
        &self,
        board: &Board,
        lost: V,
        stored: &impl Fn(&Board) -> Result<V, ProbeError>,
        through_capture: fn(V) -> V,
    ) -> Result<V, ProbeError> {
        let mut moves = Vec::new();
        board.moves(&mut moves);
        match moves.first() {
            None => Ok(lost),
            Some(mv) if !mv.is_capture() => stored(board),
            Some(_) => moves.iter().try_fold(lost, |best, capture| {
                let child = self.resolve(&board.after(capture), lost, stored, through_capture)?;
                Ok(best.max(through_capture(child)))
            }),
        }
    }
}
