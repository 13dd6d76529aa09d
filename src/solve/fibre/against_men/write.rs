//! Writing the values of a half whose enemy has no kings.

use crate::board::{Bitboard, Game};
use crate::solve::bundle::Half;
use crate::solve::fibre::output::HalfBytes;
use crate::solve::fibre::through::{Through, before};
use crate::solve::storage::coding::PENDING;
use crate::solve::storage::far::FarDistance;
use crate::value::{Dtw, Dtz, Measure, Outcome};

use super::best::{BestMoves, NONE};

/// Writes the values of the boards of a half. Where no code holds the distance of a board, `far_outcome` gives its
/// outcome by the mover's kings.
pub(in crate::solve::fibre) fn write<G: Game>(
    through: &Through,
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
            let mut dtz = through.dtz[usize::from(after_dtz)];
            out.dtw[at] = through.dtw[usize::from(after)];
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

/// Whether the mover of a board has no legal move.
#[cold]
fn is_stuck<G: Game>(half: &Half<'_, G>, kings: Bitboard) -> bool {
    let mut moves = Vec::new();
    half.board(kings, 0).moves(&mut moves);
    moves.is_empty()
}
