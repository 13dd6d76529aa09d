//! Positions in which exactly one move keeps the result.

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
    /// Whether a position of that category at clock 0 can have such a move.
    pub const fn is_of(self, category: Category) -> bool {
        matches!((self, category.under_rule()), (OnlyMove::Win, Theory::Win) | (OnlyMove::Draw, Theory::Draw))
    }
}

/// The only one of two or more legal moves that keeps the result of a position for its side to move: won at clock 0 under
/// the 15-move rule, or drawn, where cursed wins and blessed losses are draws. `None` where several moves keep it, where
/// there is no choice, and where the side to move has no move.
///
/// Probes the category after each move, until two are found that keep the result.
///
/// # Errors
/// [`ProbeError`], as for [`Tablebase::probe_wdl`] of the positions after the moves.
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
