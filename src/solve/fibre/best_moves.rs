//! The best moves of the boards of a half whose enemy has no kings, and those of its men, for the boards of a word of the mover's
//! sets of kings at once.

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Game};
use crate::bulk::masks::{bits, set, take_lower};
use crate::index::{KingSets, PIECES, WORD};
use crate::rules::{ray, step};
use crate::solve::bundle::{Advance, Half, Jump};
use crate::solve::exits::Exit;
use crate::solve::exits::walk::{CaptureMemo, CaptureWalk};
use crate::solve::storage::{Class, KnownHalf};
use crate::value::{Dtw, Dtz, Measure};

/// Where there is no move: the greatest code.
pub(super) const NONE: u8 = u8::MAX;

/// A capture after which the enemy has won. It is less than [`NONE`], to tell that there is a capture.
pub(super) const LOST: u8 = u8::MAX - 1;

/// The least codes that moves lead to, by the number of the mover's set of kings.
#[derive(Default)]
pub(super) struct LeastCodes {
    /// The codes of distances to win.
    pub dtw: Vec<u8>,
    /// The codes of distances to a zeroing move. After a zeroing move the distance counts as 0.
    pub dtz: Vec<u8>,
}

impl LeastCodes {
    fn clear(&mut self, boards: usize) {
        for codes in [&mut self.dtw, &mut self.dtz] {
            codes.clear();
            codes.resize(boards, NONE);
        }
    }

    /// Adds a move of one board.
    #[inline(always)]
    pub fn add(&mut self, board: usize, dtw: u8, dtz: u8) {
        self.dtw[board] = self.dtw[board].min(dtw);
        self.dtz[board] = self.dtz[board].min(dtz);
    }
}

/// The best moves of a half. Where there is a capture, quiet moves are found all the same, and do not count.
#[derive(Default)]
pub(in crate::solve) struct BestMoves {
    pub(super) quiet: LeastCodes,
    pub(super) captures: LeastCodes,
}

impl BestMoves {
    /// Forgets all moves, for a number of boards.
    pub fn clear(&mut self, boards: usize) {
        self.quiet.clear(boards);
        self.captures.clear(boards);
    }

    /// Takes the captures of the boards that have some, instead of their quiet moves. Sets of kings that share a square with the
    /// men become draws.
    #[inline(always)]
    pub fn decide(&mut self, kings: &KingSets, men: Bitboard) {
        let BestMoves { quiet, captures } = self;
        for (board, dtw) in quiet.dtw.iter_mut().enumerate() {
            *dtw = if captures.dtz[board] == NONE { *dtw } else { captures.dtw[board] };
        }
        for (dtz, &captures) in quiet.dtz.iter_mut().zip(&captures.dtz) {
            *dtz = match captures {
                NONE => *dtz,
                LOST => NONE,
                _ => captures,
            };
        }
        for word in 0..kings.words() {
            let boards = word * WORD..(word + 1) * WORD;
            let shared = !kings.apart(men, word);
            set(&mut quiet.dtw[boards.clone()], Dtw::DRAW, shared);
            set(&mut quiet.dtz[boards], Dtz::DRAW, shared);
        }
    }
}

/// The code for `dtz` after a zeroing move. `lost` is that of a move after which the enemy has won.
#[inline(always)]
pub(super) fn after_zeroing(class: Class, lost: u8) -> u8 {
    match class {
        Class { lost: true, .. } => 0,
        Class { won: true, .. } => lost,
        _ => Dtz::DRAW,
    }
}

const _: () = assert!(Dtz::DRAW < LOST && Dtw::DRAW < NONE);

/// Adds the captures and the advances of the men.
#[inline(always)]
pub(super) fn man_moves<'a, G: Game>(half: &Half<'a, G>, memo: &mut CaptureMemo<'a>, best: &mut BestMoves) {
    // Lists, since a closure would not be compiled for the processor's wide instructions.
    let mut jumps = ArrayVec::<Jump<'_>, { 4 * PIECES as usize }>::new();
    half.jumps(|jump| jumps.push(jump));
    let mut advances = ArrayVec::<Advance<'_>, { 2 * PIECES as usize }>::new();
    half.advances(|advance| advances.push(advance));
    let kings = half.kings;
    for word in 0..kings.words() {
        let valid = kings.apart(half.all_men(), word);
        for jump in &jumps {
            let open = valid & kings.free(jump.to)[word];
            let goes_on = goes_on(half, jump, word, open);
            for bit in bits(&[goes_on]) {
                let number = word * WORD + bit;
                let mut walk = walk_of(half, memo, kings.sets()[number], jump.from);
                walk.man(jump.from, 0);
                let exit = walk.exit;
                best.captures.add(number, exit.code, after_walk(exit));
            }
            let crowned = jump.crowned.then_some(jump.to);
            add(&mut best.captures, kings, crowned, jump.values, (word, open & !goes_on), LOST);
        }
        for advance in &advances {
            let open = valid & kings.free(advance.to)[word];
            add(&mut best.quiet, kings, advance.crowned.then_some(advance.to), advance.values, (word, open), NONE);
        }
    }
}

/// Adds a zeroing move on some boards of a word. A man that is crowned becomes a king on a square.
#[inline(always)]
fn add(
    best: &mut LeastCodes,
    kings: &KingSets,
    crowned: Option<u32>,
    values: KnownHalf<'_>,
    (word, open): (usize, u64),
    lost: u8,
) {
    if open == 0 {
        return;
    }
    if let Some(to) = crowned {
        for bit in bits(&[open]) {
            let number = word * WORD + bit;
            let row = KingSets::number(kings.sets()[number] | 1 << to);
            let (code, class) = values.value_row(row).get(0);
            best.add(number, code, after_zeroing(class, lost));
        }
        return;
    }
    let (codes, classes) = values.single_rows(word);
    let dtz: [u8; WORD] = std::array::from_fn(|bit| after_zeroing(classes[bit], lost));
    let boards = word * WORD..;
    take_lower(&mut best.dtw[boards.clone()], &codes, &[open]);
    take_lower(&mut best.dtz[boards], &dtz, &[open]);
}

/// The boards of a word, of some, on which a jump goes on.
#[inline(always)]
fn goes_on<G: Game>(half: &Half<'_, G>, jump: &Jump<'_>, word: usize, open: u64) -> u64 {
    let left = half.enemy_men & !(1 << jump.over);
    let men = half.all_men() & !(1 << jump.from);
    let mut goes_on = 0;
    if left != 0 && open != 0 {
        for direction in 0..4 {
            let mut open = open;
            for over in ray::<G>(direction, jump.to) {
                if left >> over & 1 != 0 {
                    let behind = step::<G>(direction, over).filter(|&behind| men >> behind & 1 == 0);
                    goes_on |= behind.map_or(0, |behind| open & half.kings.free(behind)[word]);
                }
                if men >> over & 1 != 0 || !jump.crowned {
                    break;
                }
                open &= half.kings.free(over)[word];
            }
        }
    }
    goes_on
}

/// A walk of the piece on a square, on one board.
pub(super) fn walk_of<'w, 'a, G: Game>(
    half: &'w Half<'a, G>,
    memo: &'w mut CaptureMemo<'a>,
    kings: Bitboard,
    from: u32,
) -> CaptureWalk<'w, 'a, G> {
    let occupied = (half.all_men() | kings) & !(1 << from);
    CaptureWalk { half, memo, from, kings, enemy_kings: 0, enemy: half.enemy_men, occupied, exit: Exit::NONE }
}

/// The code for `dtz` of captures that were walked.
pub(super) fn after_walk(exit: Exit) -> u8 {
    after_zeroing(Class { won: !exit.holds, lost: exit.wins }, LOST)
}
