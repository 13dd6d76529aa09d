//! The best moves of a half whose enemy has no kings; and its men's moves, for a word of the mover's sets of kings at once.

use crate::board::{Bitboard, Game};
use crate::bulk::masks::{Mask, bits, set, take_lower};
use crate::index::{KingSets, WORD};
use crate::retrograde::bundle::{Half, Jump};
use crate::retrograde::exits::walk::{Boards, CaptureMemo, Path, Piece, Sides, Walk};
use crate::retrograde::storage::coding::{LOST, NO_MOVE};
use crate::retrograde::storage::{Class, KnownHalf};
use crate::value::{Dtw, Dtz, Measure};

/// The least codes that moves lead to, by the number of the mover's set of kings.
#[derive(Default)]
pub(super) struct ReachedCodes {
    pub dtw: Vec<u8>,
    /// The codes of distances to a zeroing move; 0 after such a move.
    pub dtz: Vec<u8>,
}

impl ReachedCodes {
    fn clear(&mut self, boards: usize) {
        for codes in [&mut self.dtw, &mut self.dtz] {
            codes.clear();
            codes.resize(boards, NO_MOVE);
        }
    }

    #[inline(always)]
    pub fn add(&mut self, board: usize, dtw: u8, dtz: u8) {
        self.dtw[board] = self.dtw[board].min(dtw);
        self.dtz[board] = self.dtz[board].min(dtz);
    }
}

/// The best moves of a half. Where there is a capture, quiet moves are found too, but do not count.
#[derive(Default)]
pub(in crate::retrograde) struct BestMoves {
    pub(super) quiet: ReachedCodes,
    pub(super) captures: ReachedCodes,
}

impl BestMoves {
    pub fn clear(&mut self, boards: usize) {
        self.quiet.clear(boards);
        self.captures.clear(boards);
    }

    /// Lets captures replace quiet moves where there are any. Sets of kings that share a square with the men become draws.
    #[inline(always)]
    pub fn decide(&mut self, kings: &KingSets, men: Bitboard) {
        let BestMoves { quiet, captures } = self;
        for (board, dtw) in quiet.dtw.iter_mut().enumerate() {
            *dtw = if captures.dtz[board] == NO_MOVE { *dtw } else { captures.dtw[board] };
        }
        for (dtz, &captures) in quiet.dtz.iter_mut().zip(&captures.dtz) {
            *dtz = match captures {
                NO_MOVE => *dtz,
                LOST => NO_MOVE,
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

#[inline(always)]
pub(super) fn man_moves<'a, G: Game>(half: &Half<'a, G>, memo: &mut CaptureMemo<'a>, best: &mut BestMoves) {
    let (kings, jumps, advances, mut paths) = (half.kings, half.jumps(), half.advances(), Vec::new());
    for word in 0..kings.words() {
        let valid = kings.apart(half.all_men(), word);
        for jump in &jumps {
            let open = valid & kings.free(jump.to)[word];
            if open != 0 {
                let mut boards = JumpWord { half, jump, word, memo: &mut *memo, best: &mut best.captures };
                let sides = men_only(half, Some(jump.from));
                Walk { boards: &mut boards, sides, paths: &mut paths }.follow::<G>(Path {
                    piece: Piece::Man { at: jump.to },
                    captured: 1 << jump.over,
                    mask: [open],
                });
            }
        }
        for advance in &advances {
            let open = valid & kings.free(advance.to)[word];
            add(&mut best.quiet, kings, advance.crowned.then_some(advance.to), advance.values, (word, open), NO_MOVE);
        }
    }
}

/// The boards of a word on which a man captures, beginning with a jump.
struct JumpWord<'c, 'a, G> {
    half: &'c Half<'a, G>,
    jump: &'c Jump<'a>,
    word: usize,
    memo: &'c mut CaptureMemo<'a>,
    best: &'c mut ReachedCodes,
}

impl<G: Game> Boards<1> for JumpWord<'_, '_, G> {
    #[inline(always)]
    fn free(&self, square: u32) -> Mask<1> {
        [if self.half.all_men() >> square & 1 != 0 { 0 } else { self.half.kings.free(square)[self.word] }]
    }

    #[inline(always)]
    fn end(&mut self, captured: Bitboard, is_king: bool, ends: &[(u32, Mask<1>)]) {
        let half = self.half;
        let men = half.men & !(1 << self.jump.from) | if is_king { 0 } else { 1 << ends[0].0 };
        let values = match captured.count_ones() {
            1 => self.jump.values,
            _ => self.memo.values(half, (men, half.enemy_men & !captured, half.kings.count() + u32::from(is_king), 0)),
        };
        for &(to, [open]) in ends {
            add(self.best, half.kings, is_king.then_some(to), values, (self.word, open), LOST);
        }
    }
}

/// The sides where the enemy has only men, and the columns include the mover's kings that stand still.
#[inline(always)]
pub(super) fn men_only<G: Game>(half: &Half<'_, G>, from: Option<u32>) -> Sides {
    Sides { own: 0, from, enemy_men: half.enemy_men, enemy_kings: 0, enemies: half.enemy_men.count_ones() }
}

/// Adds a zeroing move on some boards of a word. A crowned man becomes a king on a square.
#[inline(always)]
fn add(
    best: &mut ReachedCodes,
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
