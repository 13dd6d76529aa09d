//! A half whose enemy has no kings: no rounds, since a king's quiet move never comes back.

use arrayvec::ArrayVec;

use crate::board::Bitboard;
use crate::index::{KingSets, OneMore, PIECES};
use crate::rules::step;
use crate::solve::bundle::{Advance, Half, squares};
use crate::solve::exits::exit::Exit;
use crate::solve::exits::walk::{CaptureWalk, CaptureMemo, first, reach};
use crate::solve::storage::coding::PENDING;
use crate::solve::storage::far::FarDistance;
use crate::value::{Dtw, Dtz, Measure, Outcome};
use crate::wide::wide;

use super::output::HalfBytes;

/// The values of one board.
struct BoardValue {
    /// The number of the mover's kings, as the enemy sees them.
    kings: usize,
    /// The distance to win.
    dtw: Outcome,
    /// Under the draw rule, the distance to a zeroing move.
    dtz: Outcome,
    /// Whether a capture is pending.
    captures: bool,
}

/// The codes that the kings' quiet moves lead to, by the number of the kings.
#[derive(Clone, Copy)]
pub(super) struct QuietCodes<'c> {
    pub dtw: &'c [u8],
    pub dtz: &'c [u8],
}

impl QuietCodes<'_> {
    /// Of a half without kings.
    pub const NONE: QuietCodes<'static> = QuietCodes { dtw: &[], dtz: &[] };
}

/// Works out all boards of a half. `far` gives the outcome of a board, by the mover's kings, that no code
/// holds.
#[inline(always)]
fn solve<'a>(
    half: &Half<'a>,
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
            // Many boards without kings have a capture: their advances are not needed.
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
                for to in squares(geometry.reach(from, occupied)) {
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
            let dtw = if Dtw::is_far(dtw) { far(kings) } else { Dtw::through(Dtw::decode(dtw), false) };
            (dtw, Dtz::through(zeroing.min(Dtz::decode(dtz)), false))
        } else {
            (Outcome::Loss(0), Outcome::Loss(0))
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

/// What moves there are, as far as the men tell: they stand still while the kings change.
struct ManGeometry {
    /// The captures by men: from where, and where the first piece is landed behind.
    jumps: ArrayVec<(u32, Bitboard), { 4 * PIECES as usize }>,
    /// By a king's square, the captures: direction, first piece, and the squares before and behind it that must be
    /// empty.
    captures: Vec<ArrayVec<(usize, u32, Bitboard), 4>>,
    /// By a king's square, where it moves if no other king is in the way.
    reach: Vec<Bitboard>,
}

impl ManGeometry {
    #[inline(always)]
    fn new(half: &Half<'_>) -> ManGeometry {
        let men = half.all_men();
        let mut geometry = ManGeometry { jumps: ArrayVec::new(), captures: Vec::new(), reach: Vec::new() };
        for from in squares(half.men) {
            for direction in 0..4 {
                let over = step(direction, from).filter(|over| half.enemy_men >> over & 1 != 0);
                if let Some(to) = over.and_then(|over| step(direction, over)).filter(|to| men >> to & 1 == 0) {
                    geometry.jumps.push((from, 1 << to));
                }
            }
        }
        if half.kings.count() == 0 {
            return geometry;
        }
        geometry.captures.resize(32, ArrayVec::new());
        geometry.reach.resize(32, 0);
        for from in squares(!men) {
            for direction in 0..4 {
                let before = reach(direction, from, men);
                geometry.reach[from as usize] |= before;
                let over = first(direction, from, men).filter(|over| half.enemy_men >> over & 1 != 0);
                if let Some(over) = over
                    && let Some(to) = step(direction, over).filter(|to| men >> to & 1 == 0)
                {
                    geometry.captures[from as usize].push((direction, over, before | 1 << to));
                }
            }
        }
        geometry
    }

    /// Whether there is a capture, and where captures lead.
    #[inline(always)]
    fn capture<'a>(
        &self,
        half: &Half<'a>,
        memo: &mut CaptureMemo<'a>,
        kings: Bitboard,
        occupied: Bitboard,
    ) -> (bool, Exit) {
        let mut walk = CaptureWalk {
            half,
            memo,
            from: 0,
            kings,
            enemy_kings: 0,
            enemy: half.enemy_men,
            occupied,
            exit: Exit::NONE,
        };
        let mut any = false;
        for &(from, to) in &self.jumps {
            // A man with several first captures is walked once.
            if kings & to == 0 && !(any && walk.from == from) {
                (walk.from, walk.occupied) = (from, occupied & !(1 << from));
                any |= walk.man(from, 0);
            }
        }
        for from in squares(kings) {
            for &(direction, over, empty) in &self.captures[from as usize & 31] {
                if kings & empty == 0 {
                    (walk.from, walk.occupied) = (from, occupied & !(1 << from));
                    any |= walk.king_past(direction, over, 0);
                }
            }
        }
        (any, walk.exit)
    }

    /// Where a king moves.
    #[inline(always)]
    fn reach(&self, from: u32, occupied: Bitboard) -> Bitboard {
        let alone = self.reach[from as usize & 31];
        if alone & occupied == 0 {
            alone
        } else {
            (0..4).fold(0, |all, direction| all | reach(direction, from, occupied))
        }
    }
}

wide! {
    /// Solves a half whose enemy has no kings.
    pub(super) fn against_men<'a>(
        half: &Half<'a>,
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
