//! Men alone: board by board.

use std::marker::PhantomData;
use std::ops::Range;

use crate::board::{Board, Game, bits};
use crate::index::KingSets;
use crate::rules::{SOUTH_EAST, SOUTH_WEST, step, steps};
use crate::table::EntryCodes;
use crate::value::{Dtz, Measure};
use crate::verify::mismatch::Fault;

use super::fibre::Shared;
use super::planes::Planes;
use super::side::Side;
use super::tally::Tally;
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
#[inline(always)]
pub(super) fn by_captures<G: Game>(
    board: &Board<G>,
    finder: &mut Finder<'_, G>,
    through: &Through,
) -> Option<EntryCodes> {
    let mut moves = Moves::NONE;
    board.each_after_capture(&mut |after| moves.add(finder, after));
    moves.codes(through)
}

/// Whether a man on a board without kings can capture.
#[inline(always)]
fn can_capture<G: Game>(board: &Board<G>) -> bool {
    let jumps = |direction| steps::<G>(direction, steps::<G>(direction, board.men) & board.enemy_men) & board.empty();
    (0..4).fold(0, |all, direction| all | jumps(direction)) != 0
}

/// The value of a board without a capture.
#[inline(always)]
fn by_advances<G: Game>(board: &Board<G>, finder: &mut Finder<'_, G>, through: &Through) -> EntryCodes {
    // The board after a move is one that the other side sees: the men that moved went down.
    let seen = board.flip();
    let mut moves = Moves::NONE;
    for direction in [SOUTH_EAST, SOUTH_WEST] {
        for to in bits(steps::<G>(direction, seen.enemy_men) & seen.empty()) {
            let from = step::<G>(3 - direction, to).map_or(0, |from| 1 << from);
            let crowned = 1 << to & G::FIRST_RANK;
            let enemy_men = seen.enemy_men ^ from | 1 << to ^ crowned;
            moves.add(finder, &Board { enemy_men, enemy_kings: crowned, ..seen });
        }
    }
    moves.codes(through).unwrap_or(EntryCodes::without_move::<G>())
}

/// Completes the values of a side to move with the men of some ranks, and compares them. `stored` has what is stored of them.
/// Returns the bytes of their halves.
pub(super) fn go_through<G: Game>(
    shared: &Shared<'_, G>,
    side: &Side<'_, G>,
    ranks: Range<u64>,
    [dtw, dtz]: [&[u8]; 2],
    finder: &mut Finder<'_, G>,
    tally: &mut Tally,
) -> Vec<u8> {
    let (mut planes, through) = (Planes::default(), &shared.through);
    let placements = side.index.men().placements(ranks.start);
    for ((rank, (men, enemy_men)), (&dtw, &dtz)) in ranks.clone().zip(placements).zip(dtw.iter().zip(dtz)) {
        let board = Board { men, kings: 0, enemy_men, enemy_kings: 0, game: PhantomData };
        let mut codes = EntryCodes { dtw, dtz };
        let captures = if can_capture(&board) { by_captures(&board, finder, through) } else { None };
        if let Some(captures) = captures {
            codes = captures;
        } else if shared.check && by_advances(&board, finder, through) != codes {
            tally.add_wrong(side.number, rank, Fault::Value);
        }
        planes.dtw.push(codes.dtw);
        planes.dtz.push(codes.dtz);
    }
    if shared.check {
        shared.count_entries(side, ranks.clone(), &planes, |cell| ranks.start + cell as u64, tally);
    }
    let bytes = planes.dtw.iter().zip(&planes.dtz);
    bytes.flat_map(|(&dtw, &dtz)| [dtw, u8::from(dtz > Dtz::DRAW), u8::from(dtz < Dtz::DRAW)]).collect()
}
