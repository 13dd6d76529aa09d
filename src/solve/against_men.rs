//! A half whose enemy has no kings: no rounds, since a king's quiet move never comes back.

use crate::board::Bitboard;
use crate::index::KingSets;
use crate::value::{Dtw, Dtz, Measure, Outcome};

use super::exit::Exit;
use super::half::{Half, bits};
use super::rounds::TooLong;
use super::walk::{Memo, Walk, reach};

/// The values of one board.
pub(super) struct Solved {
    /// The number of the mover's kings, as the enemy sees them.
    pub kings: usize,
    /// The code of the distance to win.
    pub dtw: u8,
    /// Under the draw rule, the distance to a zeroing move.
    pub dtz: Outcome,
    /// Whether a capture is pending.
    pub captures: bool,
}

/// Works out all boards of a half. `after` holds the codes of both distances that the kings' quiet moves lead to, by
/// the number of the kings.
#[inline(always)]
pub(super) fn solve<'a>(
    half: &Half<'a>,
    memo: &mut Memo<'a>,
    after: [&[u8]; 2],
    draw_plies: u8,
    mut found: impl FnMut(Solved),
) -> Result<(), TooLong> {
    let mut steps = None;
    let turned = half.kings.turned();
    for (&kings, &turned) in half.kings.sets().iter().zip(turned) {
        if kings & half.all_men() != 0 {
            continue;
        }
        let occupied = half.all_men() | kings;
        let (captures, mut exit) = capture(half, memo, kings, occupied);
        let mut moves = captures;
        // The worst there is: the enemy's quickest win.
        let (mut dtw, mut dtz) = (exit.code, Dtz::win(0));
        if !captures {
            for step in steps.get_or_insert_with(|| half.steps()).iter().filter(|step| kings >> step.to & 1 == 0) {
                let kings = if step.crowned { kings | 1 << step.to } else { kings };
                exit.add(step.fibre.row(KingSets::number(kings)).get(0));
                moves = true;
            }
            dtw = exit.code;
            for from in bits(kings) {
                let others = kings & !(1 << from);
                for to in bits((0..4).fold(0, |all, direction| all | reach(direction, from, occupied))) {
                    let number = KingSets::number(others | 1 << to);
                    dtw = dtw.min(after[0][number]);
                    dtz = dtz.min(after[1][number]);
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
            (Dtw::through(Dtw::decode(dtw), false), Dtz::through(zeroing.min(Dtz::decode(dtz)), false))
        } else {
            (Outcome::Loss(0), Outcome::Loss(0))
        };
        found(Solved {
            kings: turned as usize,
            dtw: Dtw::encode(dtw).ok_or(TooLong)?,
            dtz: match dtz {
                // Beyond the draw rule there is no distance: such boards are draws under it.
                Outcome::Win(plies) | Outcome::Loss(plies) if plies > u16::from(draw_plies) => Outcome::Draw,
                within => within,
            },
            captures,
        });
    }
    Ok(())
}

/// Whether there is a capture, and where captures lead.
fn capture<'a>(half: &Half<'a>, memo: &mut Memo<'a>, kings: Bitboard, occupied: Bitboard) -> (bool, Exit) {
    let mut walk = Walk { half, memo, from: 0, kings, enemy_kings: 0, occupied, exit: Exit::NONE };
    let mut any = false;
    for from in bits(half.men) {
        (walk.from, walk.occupied) = (from, occupied & !(1 << from));
        any |= walk.man(from, 0);
    }
    for from in bits(kings) {
        (walk.from, walk.occupied) = (from, occupied & !(1 << from));
        any |= walk.king(from, 0);
    }
    (any, walk.exit)
}
