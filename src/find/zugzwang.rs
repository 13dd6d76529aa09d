//! Positions in which only one move keeps the result, or in which neither side wants to move.

use crate::board::{Game, Position};
use crate::probe::{Clock, ProbeError, Tablebase};
use crate::rules::Move;
use crate::value::{Category, Theory};

/// The result that an only move keeps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OnlyMove {
    /// The win: every other move gives it away.
    Win,
    /// The draw: every other move loses.
    Draw,
}

impl OnlyMove {
    /// Whether a position of a category at clock 0 can have such a move.
    pub const fn is_of(self, category: Category) -> bool {
        matches!((self, category.under_rule()), (OnlyMove::Win, Theory::Win) | (OnlyMove::Draw, Theory::Draw))
    }
}

/// The only move of several that keeps the result for the side to move, a win or a draw at clock 0 under the 15-move rule; cursed
/// wins and blessed losses are draws. `None` for a loss, if several moves keep the result, or if there are fewer than two moves.
///
/// Probes the category after each move until two keep the result.
///
/// # Errors
/// [`ProbeError`], as for [`Tablebase::probe_wdl`] of the position and those after its moves.
pub fn only_move<G: Game>(tablebase: &Tablebase<G>, position: &Position<G>) -> Result<Option<Move<G>>, ProbeError> {
    let moves = position.legal_moves();
    if moves.len() < 2 {
        return Ok(None);
    }
    let kept = tablebase.probe_wdl(position, 0)?.under_rule();
    let mut only = None;
    for mv in moves {
        let after = tablebase.probe_wdl(&position.after(&mv), Clock::new(0).after(&mv))?;
        if after.flip().under_rule() == kept && only.replace(mv).is_some() {
            return Ok(None);
        }
    }
    Ok(only.filter(|_| kept != Theory::Loss))
}

/// The kind of a mutual zugzwang, by the cost of having to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Zugzwang {
    /// A full point: either side loses if it is to move.
    Full,
    /// Half a point: one side loses if it is to move, the other draws.
    Half,
}

impl Zugzwang {
    /// Whether a position of a category at clock 0 can be a mutual zugzwang.
    pub const fn can_be_of(category: Category) -> bool {
        !matches!(category.under_rule(), Theory::Win)
    }
}

/// Whether a position is a mutual zugzwang: each side gets less if it is to move than if the other side is. Results are at clock 0
/// under the 15-move rule; cursed wins and blessed losses are draws. So either each side loses if it is to move
/// ([`Zugzwang::Full`]), or one side loses if it is to move, and the other draws ([`Zugzwang::Half`]).
///
/// Pending captures and blocked sides are not special: a blocked side has lost, and would gain by passing. The position with the
/// other side to move has the same answer.
///
/// # Errors
/// [`ProbeError`], as for [`Tablebase::probe_wdl`] of both positions.
pub fn mutual_zugzwang<G: Game>(
    tablebase: &Tablebase<G>,
    position: &Position<G>,
) -> Result<Option<Zugzwang>, ProbeError> {
    let Some(passed) = passed(position) else { return Ok(None) };
    let one = tablebase.probe_wdl(position, 0)?;
    if !Zugzwang::can_be_of(one) {
        return Ok(None);
    }
    Ok(match (one.under_rule(), tablebase.probe_wdl(&passed, 0)?.under_rule()) {
        (Theory::Loss, Theory::Loss) => Some(Zugzwang::Full),
        (Theory::Loss, Theory::Draw) | (Theory::Draw, Theory::Loss) => Some(Zugzwang::Half),
        _ => None,
    })
}

/// The position with the other side to move; `None` if the side to move has no pieces.
pub(super) fn passed<G: Game>(position: &Position<G>) -> Option<Position<G>> {
    let board = position.board();
    (board.own() != 0).then(|| Position::from_board(position.turn().other(), board.flip()))
}
