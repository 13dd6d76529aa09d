//! A half whose enemy has no kings. It needs no rounds: every move of the enemy leaves the fibre, so a king's quiet
//! move is never undone. All boards are solved at once.

mod best;
mod captures;
mod lanes;
mod man_moves;

use crate::board::{Bitboard, Game};
use crate::index::{KingSets, WORD};
use crate::solve::bundle::Half;
use crate::solve::exits::walk::CaptureMemo;
use crate::solve::storage::coding::{Coding, PENDING};
use crate::solve::storage::far::FarDistance;
use crate::value::{Dtw, Dtz, Measure, Outcome};
use crate::wide::wide;

use super::output::HalfBytes;
pub(super) use best::BestMoves;
use best::{LOST, NONE};
use lanes::Lanes;

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

/// By the least code that moves lead to, the code of the board.
pub(in crate::solve) struct Through {
    dtw: [u8; 256],
    /// Beyond the draw rule there is no distance: such boards are draws under it.
    dtz: [u8; 256],
}

impl Through {
    pub fn new<G: Game>(coding: Coding) -> Through {
        let within = |outcome| match outcome {
            Outcome::Win(plies) | Outcome::Loss(plies) if plies > u16::from(coding.draw_plies) => Outcome::Draw,
            within => within,
        };
        let through = |code| within(Dtz::through(Dtz::decode::<G>(code), false));
        Through {
            dtw: std::array::from_fn(|code| coding.code(Dtw::through(Dtw::decode::<G>(code as u8), false))),
            dtz: std::array::from_fn(|code| Dtz::encode(through(code as u8)).expect("within the draw rule")),
        }
    }

    /// Writes the values of the boards of a half. Where no code holds the distance of a board, `far_outcome` gives its outcome
    /// by the mover's kings.
    pub fn write<G: Game>(
        &self,
        half: &Half<'_, G>,
        best: &BestMoves,
        far_outcome: &dyn Fn(Bitboard) -> Outcome,
        out: &mut HalfBytes<'_>,
        far: &mut Vec<FarDistance>,
    ) {
        let (sets, men) = (half.kings.sets(), half.all_men());
        for (byte, numbers) in half.kings.turned().chunks(8).enumerate() {
            let (mut won, mut lost) = (0, 0);
            for (bit, &number) in numbers.iter().enumerate() {
                let (at, number) = (8 * byte + bit, number as usize);
                if sets[number] & men != 0 {
                    continue;
                }
                let captures = best.captures.dtz[number] != NONE;
                let moves = if captures { &best.captures } else { &best.quiet };
                let (code, dtz) = (moves.dtw[number], moves.dtz[number]);
                let mut dtw = self.dtw[usize::from(code)];
                let mut dtz = self.dtz[usize::from(if captures && dtz == LOST { NONE } else { dtz })];
                if !captures && moves.dtz[number] == NONE && is_stuck(half, sets[number]) {
                    let outcome = Outcome::without_move::<G>();
                    out.set(at, outcome, far);
                    dtw = out.dtw[at];
                    dtz = Dtz::encode(outcome).expect("0 plies");
                } else if Dtw::is_far(code) || Dtw::is_far(dtw) {
                    let outcome = if Dtw::is_far(code) {
                        far_outcome(sets[number])
                    } else {
                        Dtw::through(Dtw::decode::<G>(code), false)
                    };
                    out.set(at, outcome, far);
                    dtw = out.dtw[at];
                }
                out.dtw[at] = dtw;
                out.dtz[at] = if captures { PENDING } else { dtz };
                won |= u8::from(dtz > Dtz::DRAW) << bit;
                lost |= u8::from(dtz < Dtz::DRAW) << bit;
            }
            out.classes[byte] = won;
            out.classes[byte + out.row_len / 8] = lost;
        }
    }
}

/// Whether the mover of a board has no legal move.
#[cold]
fn is_stuck<G: Game>(half: &Half<'_, G>, kings: Bitboard) -> bool {
    let mut moves = Vec::new();
    half.board(kings, 0).moves(&mut moves);
    moves.is_empty()
}
