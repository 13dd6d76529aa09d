//! From the codes that moves lead to, the values of the boards before them.

use crate::board::{Bitboard, Game};
use crate::solve::bundle::Half;
use crate::solve::storage::coding::{Coding, PENDING};
use crate::solve::storage::far::FarDistance;
use crate::value::{Dtw, Dtz, Measure, Outcome};

use super::best::{BestMoves, NONE};
use crate::solve::fibre::output::HalfBytes;

/// By the least code that the moves of a board lead to, the code of the board.
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
        let dtz = |code| Dtz::encode(within(Dtz::through(Dtz::decode::<G>(code), false)));
        Through {
            dtw: std::array::from_fn(|code| coding.code(before::<G>(code as u8))),
            dtz: std::array::from_fn(|code| dtz(code as u8).expect("the draw rule is no longer than codes hold")),
        }
    }

    /// Writes the values of the boards of a half. Where no code holds the distance of a board, `far_outcome` gives its
    /// outcome by the mover's kings.
    pub(in crate::solve::fibre) fn write<G: Game>(
        &self,
        half: &Half<'_, G>,
        best: &BestMoves,
        far_outcome: &dyn Fn(Bitboard) -> Outcome,
        out: &mut HalfBytes<'_>,
        far: &mut Vec<FarDistance>,
    ) {
        for (byte, numbers) in half.kings.turned().chunks(8).enumerate() {
            let (mut won, mut lost) = (0, 0);
            for (bit, &number) in numbers.iter().enumerate() {
                let (at, number) = (8 * byte + bit, number as usize);
                let (after, after_dtz) = (best.quiet.dtw[number], best.quiet.dtz[number]);
                let captures = best.captures.dtz[number] != NONE;
                let mut dtz = self.dtz[usize::from(after_dtz)];
                out.dtw[at] = self.dtw[usize::from(after)];
                if Dtw::is_far(after) || Dtw::is_far(out.dtw[at]) || (after_dtz == NONE && !captures) {
                    let kings = half.kings.sets()[number];
                    let outcome = if !captures && is_stuck(half, kings) {
                        dtz = Dtz::encode(Outcome::without_move::<G>()).expect("0 plies");
                        Outcome::without_move::<G>()
                    } else if Dtw::is_far(after) {
                        far_outcome(kings)
                    } else {
                        before::<G>(after)
                    };
                    out.set(at, outcome, far);
                }
                out.dtz[at] = if captures { PENDING } else { dtz };
                won |= u8::from(dtz > Dtz::DRAW) << bit;
                lost |= u8::from(dtz < Dtz::DRAW) << bit;
            }
            out.classes[byte] = won;
            out.classes[byte + out.row_len / 8] = lost;
        }
    }
}

/// The outcome of a board by the code of the distance to win that its best move leads to.
fn before<G: Game>(code: u8) -> Outcome {
    Dtw::through(Dtw::decode::<G>(code), false)
}

/// Whether the mover of a board has no legal move.
#[cold]
fn is_stuck<G: Game>(half: &Half<'_, G>, kings: Bitboard) -> bool {
    let mut moves = Vec::new();
    half.board(kings, 0).moves(&mut moves);
    moves.is_empty()
}
