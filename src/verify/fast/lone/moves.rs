//! The boards without a capture of a half whose enemy has men alone, against all their moves.

use crate::board::{Bitboard, Game, PLACES, bits};
use crate::bulk::masks::{self, and, any};
use crate::index::{KingSets, WORD};
use crate::rules::step;
use crate::table::EntryCodes;
use crate::verify::fast::finder::Finder;
use crate::verify::fast::found::Found;
use crate::verify::fast::half::Half;
use crate::verify::fast::moves::Both;
use crate::verify::fast::rule;
use crate::verify::fast::squares::Squares;
use crate::verify::fast::through::Through;
use crate::wide::wide;

use super::more::Lone;

/// A byte for each of `L` sets of kings on each square.
type Cells<const L: usize> = [[u8; L]; PLACES];

/// The least codes that one king's moves lead to from each square, by those of the squares that it moves to.
#[inline(always)]
fn reached<G: Game, const L: usize>(codes: &Cells<L>, blocked: &Cells<L>, open: Bitboard) -> Cells<L> {
    let mut reached = [[u8::MAX; L]; PLACES];
    for direction in 0..4 {
        let mut onward = [[u8::MAX; L]; PLACES];
        for place in 0..G::SQUARES {
            // The next square in the direction comes first.
            let square = if direction < 2 { G::SQUARES - 1 - place } else { place };
            if open >> square & 1 == 0 {
                continue;
            }
            let next = step::<G>(direction, square).map_or([u8::MAX; L], |next| onward[next as usize]);
            let square = square as usize;
            for lane in 0..L {
                reached[square][lane] = reached[square][lane].min(next[lane]);
                onward[square][lane] = codes[square][lane].min(next[lane]) | blocked[square][lane];
            }
        }
    }
    reached
}

/// What the quiet moves of kings lead to, by the sets of the mover's kings.
#[derive(Default)]
pub(crate) struct QuietCells {
    rule: Vec<u8>,
    /// Empty where there are no distances to win.
    dtw: Vec<u8>,
    /// Whether there are such moves.
    any: Vec<u8>,
}

impl QuietCells {
    /// No moves, of a number of boards.
    fn clear(&mut self, boards: usize, with_dtw: bool) {
        for (plane, boards) in [(&mut self.rule, boards), (&mut self.dtw, if with_dtw { boards } else { 0 })] {
            plane.clear();
            plane.resize(boards, u8::MAX);
        }
        self.any.clear();
        self.any.resize(boards, 0);
    }
}

/// Finds the kings' quiet moves for `L` sets of the other kings at once.
#[inline(always)]
fn kings_move<G: Game, const L: usize>(half: &Half<'_>, lone: &Lone, both: &Both<'_>, quiet: &mut QuietCells) {
    let open = G::BOARD & !half.all_men();
    for first in (0..half.others.sets().len()).step_by(L) {
        let lanes = u64::MAX >> (WORD - L);
        let part = |mask: &[u64]| mask[first / WORD] >> (first % WORD) & lanes;
        let fit = half.others.apart(half.all_men(), first / WORD) >> (first % WORD) & lanes;
        if fit == 0 {
            continue;
        }
        let mut free = [0; PLACES];
        let with_dtw = !both.other.is_empty();
        let (mut rule, mut dtw, mut blocked) = ([[u8::MAX; L]; PLACES], [[u8::MAX; L]; PLACES], [[u8::MAX; L]; PLACES]);
        for square in bits(open) {
            let numbers = &lone.moved.on(square)[first..];
            let none = fit & part(half.others.free(square));
            let square = square as usize;
            free[square] = none;
            for lane in masks::bits(&[none]) {
                let number = numbers[lane] as usize;
                blocked[square][lane] = 0;
                rule[square][lane] = both.in_time[number];
                if with_dtw {
                    dtw[square][lane] = both.other[number];
                }
            }
        }
        let rule = reached::<G, L>(&rule, &blocked, open);
        if with_dtw {
            dtw = reached::<G, L>(&dtw, &blocked, open);
        }
        for square in bits(open) {
            let next = (0..4).filter_map(|direction| step::<G>(direction, square));
            let moves = next.fold(0, |moves, next| moves | free[next as usize]);
            let numbers = &lone.moved.on(square)[first..];
            let square = square as usize;
            for lane in masks::bits(&[free[square]]) {
                let number = numbers[lane] as usize;
                quiet.rule[number] = quiet.rule[number].min(rule[square][lane]);
                if with_dtw {
                    quiet.dtw[number] = quiet.dtw[number].min(dtw[square][lane]);
                }
                quiet.any[number] |= (moves >> lane & 1) as u8;
            }
        }
    }
}

wide! {
    /// Compares all boards of the half without a capture with what their moves lead to. `wrong` gets the rows of those that
    /// differ, in the one column that there is.
    pub(crate) fn compare<'v, G: Game>(
        half: &Half<'_>,
        lone: &Lone,
        finder: &mut Finder<'v, G>,
        through: &Option<Through>,
        both: &Both<'_>,
        quiet: &mut QuietCells,
        wrong: &mut Vec<(usize, usize)>,
    ) -> () {
        quiet.clear(KingSets::padded::<G>(half.kings.count()), through.is_some());
        if half.others.count() == 0 {
            kings_move::<G, 1>(half, lone, both, quiet);
        } else {
            kings_move::<G, 32>(half, lone, both, quiet);
        }
        let advances = half.advances::<G>();
        for (word, &pending) in both.pending.iter().enumerate() {
            let squares = Squares::<1>::new::<G>(half.kings, word, half.men, half.enemy_men, false);
            let check = [squares.fit[0] & !pending];
            let (kings, column) = (half.kings.count(), word * WORD);
            let mut found = Found::<1>::NONE;
            for advance in &advances {
                let open = and(&check, &squares.free[advance.to as usize]);
                if !any(&open) {
                    continue;
                }
                if advance.crowned {
                    let half = finder.half(half.enemy_men, advance.men, 0, kings + 1);
                    let numbers = &lone.crowned.on(advance.to)[column..];
                    found.add_cells(&half, &open, |place| half.start(numbers[place] as usize));
                } else {
                    found.add_row(&finder.half(half.enemy_men, advance.men, 0, kings), column, &open);
                }
            }
            for bit in masks::bits(&check) {
                let at = column + bit;
                let EntryCodes { dtw: mut to_win, dtz: mut rule } = EntryCodes::without_move::<G>();
                if quiet.any[at] != 0 || found.any[0] >> bit & 1 != 0 {
                    rule = rule::through(quiet.rule[at].min(found.rule[0][bit]));
                    to_win = through.map_or(0, |through| through.dtw(quiet.dtw[at].min(found.dtw[0][bit])));
                }
                if rule != both.own.rule[at] || through.is_some() && to_win != both.own.dtw[at] {
                    wrong.push((at, 0));
                }
            }
        }
    }
}
