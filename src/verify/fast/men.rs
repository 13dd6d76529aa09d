//! Men alone: board by board.

use crate::board::{Board, Game, bits};
use crate::index::KingSets;
use crate::rules::{SOUTH_EAST, SOUTH_WEST, step};
use crate::table::EntryCodes;
use crate::value::{Dtz, Measure};

use super::through::Through;
use super::values::Finder;

/// What the moves of a board lead to.
struct Moves {
    dtw: u8,
    wins: bool,
    holds: bool,
    any: bool,
}

impl Moves {
    const NONE: Moves = Moves { dtw: u8::MAX, wins: false, holds: false, any: false };

    /// Adds a move by the board after it, as the other side sees it.
    #[inline(always)]
    fn add<G: Game>(&mut self, finder: &mut Finder<'_, G>, after: &Board<G>) {
        self.any = true;
        let (code, won, lost) = if after.own() == 0 {
            let EntryCodes { dtw, .. } = EntryCodes::without_move::<G>();
            (dtw, G::NO_MOVE_WINS, !G::NO_MOVE_WINS)
        } else {
            let [kings, enemy_kings] = [after.kings, after.enemy_kings].map(KingSets::number_and_count);
            let half = finder.half(after.men, after.enemy_men, kings.1, enemy_kings.1);
            half.get(half.start(enemy_kings.0) + kings.0)
        };
        self.dtw = self.dtw.min(code);
        self.wins |= lost;
        self.holds |= !won;
    }

    /// The value of the board, if it has such moves: they all zero the clock.
    #[inline(always)]
    fn codes(&self, through: &Through) -> Option<EntryCodes> {
        let dtz = match self {
            Moves { wins: true, .. } => Dtz::win(1),
            Moves { holds: true, .. } => Dtz::DRAW,
            _ => Dtz::loss(1),
        };
        self.any.then(|| EntryCodes { dtw: through.dtw(self.dtw), dtz })
    }
}

/// The value of a board by its captures, if it has some.
pub(super) fn by_captures<G: Game>(
    board: &Board<G>,
    finder: &mut Finder<'_, G>,
    through: &Through,
) -> Option<EntryCodes> {
    if !board.must_capture() {
        return None;
    }
    let mut moves = Moves::NONE;
    board.each_after_capture(&mut |after| moves.add(finder, after));
    moves.codes(through)
}

/// The value of a board without a capture.
pub(super) fn by_advances<G: Game>(board: &Board<G>, finder: &mut Finder<'_, G>, through: &Through) -> EntryCodes {
    // The board after a move is one that the other side sees: the men that moved went down.
    let seen = board.flip();
    let mut moves = Moves::NONE;
    for from in bits(seen.enemy_men) {
        for to in [SOUTH_EAST, SOUTH_WEST].into_iter().filter_map(|direction| step::<G>(direction, from)) {
            let to = 1 << to;
            if to & seen.occupied() == 0 {
                let crowned = to & G::FIRST_RANK;
                let enemy_men = seen.enemy_men ^ 1 << from | to ^ crowned;
                moves.add(finder, &Board { enemy_men, enemy_kings: crowned, ..seen });
            }
        }
    }
    moves.codes(through).unwrap_or(EntryCodes::without_move::<G>())
}
