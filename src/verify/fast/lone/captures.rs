//! The captures of a half whose enemy has men alone.

use crate::board::{Bitboard, Game, bits};
use crate::bulk::masks::{self, Mask, and, any, join, set};
use crate::index::{KingSets, WORD};
use crate::rules::{ray, step};
use crate::value::{Dtz, Measure};
use crate::verify::fast::captures::Captures;
use crate::verify::fast::finder::Finder;
use crate::verify::fast::found::Found;
use crate::verify::fast::half::Half;
use crate::verify::fast::rule::OPEN;
use crate::verify::fast::squares::Squares;
use crate::verify::fast::through::Through;
use crate::verify::fast::walk::{Ends, Walk};
use crate::wide::wide;

use super::more::{Lone, More};

/// Adds the ends of captures to what is found.
struct CellEnds<'r, 'f, 'v, G, const W: usize> {
    half: &'r Half<'r>,
    finder: &'f mut Finder<'v, G>,
    /// The first column.
    column: usize,
    men: Bitboard,
    /// How the columns that are sets of kings become other sets; `None` for those of a man that is not crowned.
    more: &'r More,
    /// The kings in a column, and whether one more is on its way.
    kings: u32,
    found: &'r mut Found<W>,
}

impl<G: Game, const W: usize> Ends<W> for CellEnds<'_, '_, '_, G, W> {
    #[inline(always)]
    fn end(&mut self, to: u32, captured: Bitboard, is_king: bool, mask: &Mask<W>) {
        let enemy_men = self.half.enemy_men & !captured;
        if enemy_men == 0 {
            return self.found.add_end::<G>(mask);
        }
        if is_king {
            let half = self.finder.half(enemy_men, self.men, 0, self.kings + 1);
            let (numbers, column) = (self.more.on(to), self.column);
            self.found.add_cells(&half, mask, |place| half.start(numbers[column + place] as usize));
        } else {
            let half = self.finder.half(enemy_men, self.men | 1 << to, 0, self.kings);
            self.found.add_row(&half, self.column, mask);
        }
    }
}

/// Finds the captures by kings.
#[inline(always)]
fn kings_capture<G: Game, const W: usize>(
    half: &Half<'_>,
    lone: &Lone,
    word: usize,
    finder: &mut Finder<'_, G>,
    cells: &mut [Found<1>],
) {
    let squares = Squares::<W>::new::<G>(half.others, word, half.men, half.enemy_men, false);
    let mut walk = Walk::<G, W>::new(squares, half.enemy_men, 0);
    let kings = half.others.count();
    for over in bits(half.enemy_men) {
        for direction in 0..4 {
            let (before, behind) = (step::<G>(3 - direction, over), step::<G>(direction, over));
            let (Some(before), Some(behind)) = (before, behind) else { continue };
            let mask = and(&walk.squares.free[before as usize], &walk.squares.free[behind as usize]);
            if !any(&mask) {
                continue;
            }
            let mut found = Found::<W>::NONE;
            let (column, men) = (word * WORD, half.men);
            let mut ends = CellEnds { half, finder, column, men, more: &lone.moved, kings, found: &mut found };
            walk.king(direction, over, mask, &mut ends);
            let mut open = mask;
            for from in ray::<G>(3 - direction, over) {
                open = and(&open, &walk.squares.free[from as usize]);
                if !any(&open) {
                    break;
                }
                let numbers = &lone.moved.on(from)[word * WORD..];
                for place in masks::bits(&open) {
                    let number = numbers[place] as usize;
                    let (cell, bit) = (&mut cells[number / WORD], number % WORD);
                    let (from, at) = (place / WORD, place % WORD);
                    cell.any[0] |= 1 << bit;
                    cell.rule[0][bit] = cell.rule[0][bit].min(found.rule[from][at]);
                    cell.dtw[0][bit] = cell.dtw[0][bit].min(found.dtw[from][at]);
                }
            }
        }
    }
}

/// Finds the captures by men, of one word of the sets of the mover's kings.
#[inline(always)]
fn men_capture<G: Game>(half: &Half<'_>, lone: &Lone, word: usize, finder: &mut Finder<'_, G>, found: &mut Found<1>) {
    let squares = Squares::<1>::new::<G>(half.kings, word, half.men, half.enemy_men, false);
    let mut walk = Walk::<G, 1>::new(squares, half.enemy_men, 0);
    let (kings, column, more) = (half.kings.count(), word * WORD, &lone.crowned);
    for jump in &half.jumps::<G>() {
        let mask = walk.squares.free[jump.to as usize];
        if any(&mask) {
            walk.squares.free[jump.from as usize] = walk.squares.fit;
            let men = half.men & !(1 << jump.from);
            let mut ends = CellEnds { half, finder, column, men, more, kings, found };
            walk.man(jump.over, jump.to, mask, &mut ends);
            walk.squares.free[jump.from as usize] = [0];
            join(&mut found.any, &mask);
        }
    }
}

wide! {
    /// Finds the captures of all boards of the half.
    pub(crate) fn find_captures<'v, G: Game>(
        half: &Half<'_>,
        lone: &Lone,
        finder: &mut Finder<'v, G>,
        through: &Option<Through>,
        cells: &mut Vec<Found<1>>,
        captures: &mut Captures,
    ) -> () {
        let words = half.kings.words();
        cells.clear();
        cells.resize(words, Found::NONE);
        let planes = &mut captures.planes;
        planes.clear(KingSets::padded::<G>(half.kings.count()), through.is_some());
        captures.pending.clear();
        if half.others.words() == 1 {
            kings_capture::<G, 1>(half, lone, 0, finder, cells);
        } else {
            for word in (0..half.others.words()).step_by(8) {
                kings_capture::<G, 8>(half, lone, word, finder, cells);
            }
        }
        for (word, (found, boards)) in cells.iter_mut().zip((0..planes.rule.len()).step_by(WORD)).enumerate() {
            men_capture(half, lone, word, finder, found);
            let pending = found.any[0];
            let valid = half.kings.apart(half.all_men(), word);
            let count = WORD.min(planes.rule.len() - boards);
            let mut rule = found.rule_before(0);
            set(&mut rule, Dtz::DRAW, !valid);
            set(&mut rule, OPEN, valid & !pending);
            planes.rule[boards..][..count].copy_from_slice(&rule[..count]);
            if let Some(through) = through {
                let mut dtw = found.dtw_before(0, through);
                set(&mut dtw, Dtz::DRAW, !pending);
                planes.dtw[boards..][..count].copy_from_slice(&dtw[..count]);
            }
            captures.pending.push(pending);
        }
    }
}
