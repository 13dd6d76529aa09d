//! A half whose enemy has no kings. It needs no rounds: every move of the enemy leaves the fibre, so a king's quiet
//! move is never undone. All boards are solved at once.

mod best;
mod captures;
mod lanes;
mod man_moves;
mod write;

use crate::board::Game;
use crate::index::{KingSets, WORD};
use crate::solve::bundle::Half;
use crate::solve::exits::walk::CaptureMemo;
use crate::wide::wide;

pub(in crate::solve) use best::BestMoves;
use lanes::Lanes;
pub(super) use write::write;

wide! {
    /// Finds the best moves of a half whose enemy has no kings. `others` are the sets of one king less. `after` has the codes that
    /// kings' quiet moves lead to, `dtw` and `dtz`, by the number of the set of kings.
    pub(super) fn find_best<'a, G: Game>(
        half: &Half<'a, G>,
        others: &KingSets,
        after: [&[u8]; 2],
        memo: &mut CaptureMemo<'a>,
        best: &mut BestMoves,
    ) -> () {
        best.clear(half.kings.words() * WORD);
        man_moves::man_moves(half, memo, best);
        if half.kings.count() == 1 {
            kings_move::<G, 1>(half, others, after, memo, best);
        } else {
            kings_move::<G, 32>(half, others, after, memo, best);
        }
        best.decide(half.kings, half.all_men());
    }
}

#[inline(always)]
fn kings_move<'a, G: Game, const L: usize>(
    half: &Half<'a, G>,
    others: &KingSets,
    after: [&[u8]; 2],
    memo: &mut CaptureMemo<'a>,
    best: &mut BestMoves,
) {
    let victims = captures::victims(half);
    let mut lanes = Lanes::<G, L>::new(half.all_men(), half.kings.count());
    for sets in others.sets().chunks(L) {
        lanes.start(sets);
        lanes.captures(half, &victims, memo, &mut best.captures);
        lanes.quiet_moves(after, &mut best.quiet);
    }
}
