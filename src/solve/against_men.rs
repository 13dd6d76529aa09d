//! A half whose enemy has no kings: no rounds, since a king's quiet move never comes back.

use arrayvec::ArrayVec;

use crate::board::Bitboard;
use crate::index::{KingSets, OneMore, PIECES};
use crate::rules::step;
use crate::value::{Dtw, Dtz, Measure, Outcome};

use super::exit::Exit;
use super::half::{Half, Step, bits};
use super::walk::{Memo, Walk, first, reach};

/// The values of one board.
pub(super) struct Solved {
    /// The number of the mover's kings, as the enemy sees them.
    pub kings: usize,
    /// The distance to win.
    pub dtw: Outcome,
    /// Under the draw rule, the distance to a zeroing move.
    pub dtz: Outcome,
    /// Whether a capture is pending.
    pub captures: bool,
}

/// Works out all boards of a half. `after` holds the codes of both distances that the kings' quiet moves lead to, by
/// the number of the kings; `far` tells the outcome of a board, given the mover's kings, where codes do not.
#[inline(always)]
pub(super) fn solve<'a>(
    half: &Half<'a>,
    memo: &mut Memo<'a>,
    after: [&[u8]; 2],
    draw_plies: u8,
    far: &dyn Fn(Bitboard) -> Outcome,
    mut found: impl FnMut(Solved),
) {
    let lines = Lines::new(half);
    let mut steps = ArrayVec::<Step<'_>, { 2 * PIECES as usize }>::new();
    let mut has_steps = false;
    let turned = half.kings.turned();
    for (&kings, &turned) in half.kings.sets().iter().zip(turned) {
        if kings & half.all_men() != 0 {
            continue;
        }
        let occupied = half.all_men() | kings;
        let (captures, mut exit) = lines.capture(half, memo, kings, occupied);
        let mut moves = captures;
        // The worst there is: the enemy's quickest win.
        let (mut dtw, mut dtz) = (exit.code, Dtz::win(0));
        if !captures {
            // Many boards without kings have a capture, and need no steps.
            if !has_steps {
                half.steps(|step| steps.push(step));
                has_steps = true;
            }
            for step in steps.iter().filter(|step| kings >> step.to & 1 == 0) {
                let kings = if step.crowned { kings | 1 << step.to } else { kings };
                exit.add(step.fibre.row(KingSets::number(kings)).get(0));
                moves = true;
            }
            dtw = exit.code;
            for from in bits(kings) {
                let others = OneMore::new(kings & !(1 << from));
                for to in bits(lines.reach(from, occupied)) {
                    let number = others.number(to);
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
            let dtw = if Dtw::is_far(dtw) { far(kings) } else { Dtw::through(Dtw::decode(dtw), false) };
            (dtw, Dtz::through(zeroing.min(Dtz::decode(dtz)), false))
        } else {
            (Outcome::Loss(0), Outcome::Loss(0))
        };
        found(Solved {
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
struct Lines {
    /// The captures by men: from where, and where the first piece is landed behind.
    jumps: ArrayVec<(u32, Bitboard), { 4 * PIECES as usize }>,
    /// By a king's square, the captures: direction, first piece, and the squares before and behind it that must be
    /// empty.
    captures: Vec<ArrayVec<(usize, u32, Bitboard), 4>>,
    /// By a king's square, where it moves if no other king is in the way.
    reach: Vec<Bitboard>,
}

impl Lines {
    #[inline(always)]
    fn new(half: &Half<'_>) -> Lines {
        let men = half.all_men();
        let mut lines = Lines { jumps: ArrayVec::new(), captures: Vec::new(), reach: Vec::new() };
        for from in bits(half.men) {
            for direction in 0..4 {
                let over = step(direction, from).filter(|over| half.enemy_men >> over & 1 != 0);
                if let Some(to) = over.and_then(|over| step(direction, over)).filter(|to| men >> to & 1 == 0) {
                    lines.jumps.push((from, 1 << to));
                }
            }
        }
        if half.kings.count() == 0 {
            return lines;
        }
        lines.captures.resize(32, ArrayVec::new());
        lines.reach.resize(32, 0);
        for from in bits(!men) {
            for direction in 0..4 {
                let before = reach(direction, from, men);
                lines.reach[from as usize] |= before;
                let over = first(direction, from, men).filter(|over| half.enemy_men >> over & 1 != 0);
                if let Some(over) = over
                    && let Some(to) = step(direction, over).filter(|to| men >> to & 1 == 0)
                {
                    lines.captures[from as usize].push((direction, over, before | 1 << to));
                }
            }
        }
        lines
    }

    /// Whether there is a capture, and where captures lead.
    #[inline(always)]
    fn capture<'a>(&self, half: &Half<'a>, memo: &mut Memo<'a>, kings: Bitboard, occupied: Bitboard) -> (bool, Exit) {
        let mut walk =
            Walk { half, memo, from: 0, kings, enemy_kings: 0, enemy: half.enemy_men, occupied, exit: Exit::NONE };
        let mut any = false;
        for &(from, to) in &self.jumps {
            // A man with several first captures is walked once.
            if kings & to == 0 && !(any && walk.from == from) {
                (walk.from, walk.occupied) = (from, occupied & !(1 << from));
                any |= walk.man(from, 0);
            }
        }
        for from in bits(kings) {
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
