//! A half whose enemy has no kings. It needs no rounds: every move of the enemy leaves the fibre, so a king's quiet
//! move is never undone.

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Game};
use crate::index::{KingSets, OneMore, PIECES};
use crate::solve::bundle::{Advance, Half, squares};
use crate::solve::exits::walk::CaptureMemo;
use crate::solve::storage::coding::PENDING;
use crate::solve::storage::far::FarDistance;
use crate::value::{Dtw, Dtz, Measure, Outcome};
use crate::wide::wide;

use super::man_geometry::ManGeometry;
use super::output::HalfBytes;

/// The values of one board.
struct BoardValue {
    /// The number of the set of the mover's kings, once the board is turned.
    kings: usize,
    /// The distance to win.
    dtw: Outcome,
    /// The distance to a zeroing move, under the draw rule.
    dtz: Outcome,
    /// Whether a capture is pending.
    captures: bool,
}

/// The codes that kings' quiet moves lead to, by the number of the set of kings.
#[derive(Clone, Copy)]
pub(super) struct QuietCodes<'c> {
    pub dtw: &'c [u8],
    pub dtz: &'c [u8],
}

impl QuietCodes<'_> {
    /// For a half without kings.
    pub const NONE: QuietCodes<'static> = QuietCodes { dtw: &[], dtz: &[] };
}

/// Solves all boards of a half. Where no code holds the distance of a board, `far` gives its outcome by the mover's
/// kings.
#[inline(always)]
fn solve<'a, G: Game>(
    half: &Half<'a, G>,
    memo: &mut CaptureMemo<'a>,
    after: QuietCodes<'_>,
    draw_plies: u8,
    far: &dyn Fn(Bitboard) -> Outcome,
    mut found: impl FnMut(BoardValue),
) {
    let geometry = ManGeometry::new(half);
    let mut advances = ArrayVec::<Advance<'_>, { 2 * PIECES as usize }>::new();
    let mut has_advances = false;
    let turned = half.kings.turned();
    for (&kings, &turned) in half.kings.sets().iter().zip(turned) {
        if kings & half.all_men() != 0 {
            continue;
        }
        let occupied = half.all_men() | kings;
        let (captures, mut exit) = geometry.capture(half, memo, kings, occupied);
        let mut moves = captures;
        // The worst there is: the enemy's quickest win.
        let (mut dtw, mut dtz) = (exit.code, Dtz::win(0));
        if !captures {
            // Many halves without kings have a capture on their one board, and need no advances.
            if !has_advances {
                half.advances(|advance| advances.push(advance));
                has_advances = true;
            }
            for advance in advances.iter().filter(|advance| kings >> advance.to & 1 == 0) {
                let kings = if advance.crowned { kings | 1 << advance.to } else { kings };
                exit.add(advance.values.value_row(KingSets::number(kings)).get(0));
                moves = true;
            }
            dtw = exit.code;
            for from in squares(kings) {
                let others = OneMore::new(kings & !(1 << from));
                for to in squares(geometry.reach::<G>(from, occupied)) {
                    let number = others.number(to);
                    dtw = dtw.min(after.dtw[number]);
                    dtz = dtz.min(after.dtz[number]);
                    moves = true;
                }
            }
        }
        let zeroing = if exit.wins {
            Outcome::Loss(0)
        } else if exit.holds {
            Outcome::Draw
        } else {
            Outcome::Win(0)
        };
        let (dtw, dtz) = if moves {
            let dtw = if Dtw::is_far(dtw) { far(kings) } else { Dtw::through(Dtw::decode::<G>(dtw), false) };
            (dtw, Dtz::through(zeroing.min(Dtz::decode::<G>(dtz)), false))
        } else {
            (Outcome::without_move::<G>(), Outcome::without_move::<G>())
        };
        found(BoardValue {
            kings: turned as usize,
            dtw,
            dtz: match dtz {
                // Beyond the draw rule there is no distance: such boards are draws under it.
                Outcome::Win(plies) | Outcome::Loss(plies) if plies > u16::from(draw_plies) => Outcome::Draw,
                within => within,
            },
            captures,
        });
    }
}

wide! {
    /// Solves a half whose enemy has no kings.
    pub(super) fn against_men<'a, G: Game>(
        half: &Half<'a, G>,
        memo: &mut CaptureMemo<'a>,
        after: QuietCodes<'_>,
        draw_plies: u8,
        far_outcome: &dyn Fn(Bitboard) -> Outcome,
        out: &mut HalfBytes<'_>,
        far: &mut Vec<FarDistance>,
    ) -> () {
        let row_len = out.row_len;
        solve(half, memo, after, draw_plies, far_outcome, |solved| {
            let at = solved.kings;
            out.set(at, solved.dtw, far);
            if let Some(code) = Dtz::encode(solved.dtz) {
                out.dtz[at] = if solved.captures { PENDING } else { code };
            }
            let bit = match solved.dtz {
                Outcome::Win(_) => at,
                Outcome::Loss(_) => at + row_len,
                Outcome::Draw => return,
            };
            out.classes[bit / 8] |= 1 << (bit % 8);
        })
    }
}
