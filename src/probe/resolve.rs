//! The value of any board: captures are played out until a table has the answer.

use crate::board::Board;
use crate::rules::Move;
use crate::table::Metric;
use crate::value::{Category, Dtw, Dtz, Measure, Outcome};

use super::{ProbeError, Tablebase};

impl Tablebase {
    /// The code of a board. In every metric the least code among those that moves reach is the best for the mover, and
    /// a side without a legal move has code 0: lost, in no plies.
    pub(super) fn code(&self, board: &Board, metric: Metric) -> Result<u8, ProbeError> {
        if board.own() == 0 {
            return Ok(0);
        }
        if !board.must_capture() {
            return if is_blocked(board) { Ok(0) } else { self.stored(board, metric) };
        }
        let mut captures: Vec<Move> = Vec::new();
        board.moves(&mut captures);
        let mut best = u8::MAX;
        for capture in &captures {
            best = best.min(self.code(&board.after(capture), metric)?);
        }
        Ok(through_capture(metric, best))
    }
}

/// Whether a side that cannot capture has no quiet move either.
fn is_blocked(board: &Board) -> bool {
    let mut moves = Vec::new();
    board.moves(&mut moves);
    moves.is_empty()
}

/// What a capture is worth to its mover, given the code of the board it reaches.
fn through_capture(metric: Metric, code: u8) -> u8 {
    match metric {
        Metric::Wdl => Category::Win as u8 - code,
        Metric::Dtw => encode::<Dtw>(Dtw::through(Dtw::decode(code), true)),
        Metric::Dtz => encode::<Dtz>(Dtz::through(Dtz::decode(code), true)),
    }
}

fn encode<M: Measure>(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Loss(plies) => M::loss(plies),
        Outcome::Draw => M::DRAW,
        Outcome::Win(plies) => M::win(plies),
    }
}
