//! Positions in which neither side wants to be to move.

use crate::board::{Game, Position};
use crate::probe::{ProbeError, Tablebase};
use crate::value::{Category, Theory};

/// The kind of a mutual zugzwang, by what having to move costs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Zugzwang {
    /// A full point: the side to move loses, whichever it is.
    Full,
    /// Half a point: one side to move loses, and the other side to move does not win.
    Half,
}

impl Zugzwang {
    /// The kind for the results of the two positions, each for its side to move.
    const fn of(one: Theory, other: Theory) -> Option<Zugzwang> {
        match (one, other) {
            (Theory::Loss, Theory::Loss) => Some(Zugzwang::Full),
            (Theory::Loss, Theory::Draw) | (Theory::Draw, Theory::Loss) => Some(Zugzwang::Half),
            _ => None,
        }
    }

    /// Whether a position of that category at clock 0 can be a mutual zugzwang.
    pub const fn can_be_of(category: Category) -> bool {
        !matches!(category.under_rule(), Theory::Win)
    }
}

/// Whether a position is a mutual zugzwang: with either side to move, the side to move gets less than it gets when the other
/// side is to move. Results are those at clock 0 under the 15-move rule, where cursed wins and blessed losses are draws. So
/// either each side loses if it is to move ([`Zugzwang::Full`]), or one side loses if it is to move, and the other draws
/// ([`Zugzwang::Half`]).
///
/// Pending captures and blocked sides make no exception: a blocked side has lost, and would gain by passing. The position with
/// the other side to move has the same answer.
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
    Ok(Zugzwang::of(one.under_rule(), tablebase.probe_wdl(&passed, 0)?.under_rule()))
}

/// The position with the other side to move; `None` if the side to move has no pieces.
pub(super) fn passed<G: Game>(position: &Position<G>) -> Option<Position<G>> {
    let board = position.board();
    (board.own() != 0).then(|| Position::from_board(position.turn().other(), board.flip()))
}
