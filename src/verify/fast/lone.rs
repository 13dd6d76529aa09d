//! Kings against men alone: the half with the kings' side to move. All its boards are one row, with a column for each set of
//! the mover's kings. A king's moves are found for all sets of the *other* kings, which stand still, at once.

use crate::board::{Bitboard, Game, PLACES, bits};
use crate::bulk::masks::{self, Mask, and, any, join};
use crate::index::{KingSets, OneMore, WORD};
use crate::rules::{ray, step};
use crate::wide::wide;

use super::half::{Found, Half};
use super::planes::Planes;
use super::rows::{Captures, Other};
use super::values::Finder;
use super::walk::{Ends, Piece, Squares, Walk};

/// For each square, by the numbers of sets of kings, the number of the set with one more king there.
fn more<G: Game>(kings: &KingSets) -> Vec<Vec<u32>> {
    let mut numbers = vec![vec![0; kings.sets().len()]; G::SQUARES as usize];
    for (number, &set) in kings.sets().iter().enumerate() {
        let more = OneMore::new(set);
        for square in bits(G::BOARD & !set) {
            numbers[square as usize][number] = more.number(square) as u32;
        }
    }
    numbers
}

/// The numbers of sets with one king [`more`] than the mover has, and than it has without the king that moves.
pub(super) struct Lone {
    crowned: Vec<Vec<u32>>,
    moved: Vec<Vec<u32>>,
}

impl Lone {
    pub fn new<G: Game>(kings: &KingSets, others: &KingSets) -> Lone {
        Lone { crowned: more::<G>(kings), moved: more::<G>(others) }
    }
}

struct CellEnds<'r, 'f, 'v, G, const W: usize> {
    half: &'r Half<'r>,
    finder: &'f mut Finder<'v, G>,
    column: usize,
    men: Bitboard,
    /// The numbers of the columns, which are sets of kings, with one more king.
    more: &'r [Vec<u32>],
    /// The kings in a column.
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
            let (numbers, column) = (&self.more[to as usize], self.column);
            self.found.add_cells(&half, mask, |place| half.start(numbers[column + place] as usize));
        } else {
            let half = self.finder.half(enemy_men, self.men | 1 << to, 0, self.kings);
            self.found.add_row(&half, self.column, mask);
        }
    }
}

#[inline(always)]
fn lower(cells: &mut [Found<1>], number: u32, has_move: bool, rule: u8, dtw: u8) {
    let (cell, bit) = (&mut cells[number as usize / WORD], number as usize % WORD);
    cell.any[0] |= u64::from(has_move) << bit;
    cell.rule[0][bit] = cell.rule[0][bit].min(rule);
    cell.dtw[0][bit] = cell.dtw[0][bit].min(dtw);
}

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
            walk.follow(Piece::King { direction, over }, over, mask, &mut ends);
            let mut open = mask;
            for from in ray::<G>(3 - direction, over) {
                open = and(&open, &walk.squares.free[from as usize]);
                if !any(&open) {
                    break;
                }
                let numbers = &lone.moved[from as usize][word * WORD..];
                for place in masks::bits(&open) {
                    let (of_word, at) = (place / WORD, place % WORD);
                    lower(cells, numbers[place], true, found.rule[of_word][at], found.dtw[of_word][at]);
                }
            }
        }
    }
}

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
            walk.follow(Piece::Man { at: jump.to }, jump.over, mask, &mut ends);
            walk.squares.free[jump.from as usize] = [0];
            join(&mut found.any, &mask);
        }
    }
}

wide! {
    pub(super) fn find_captures<'v, G: Game>(
        half: &Half<'_>,
        lone: &Lone,
        finder: &mut Finder<'v, G>,
        cells: &mut Vec<Found<1>>,
        captures: &mut Captures,
    ) -> () {
        cells.clear();
        cells.resize(half.kings.words(), Found::NONE);
        let through = finder.through;
        captures.clear(KingSets::padded::<G>(half.kings.count()), cells.len(), through.is_some());
        if half.others.words() == 1 {
            kings_capture::<G, 1>(half, lone, 0, finder, cells);
        } else {
            for word in (0..half.others.words()).step_by(8) {
                kings_capture::<G, 8>(half, lone, word, finder, cells);
            }
        }
        for (word, found) in cells.iter_mut().enumerate() {
            men_capture(half, lone, word, finder, found);
            captures.enter(word, [half.kings.apart(half.all_men(), word)], found, through);
        }
    }
}

/// A byte for each of `L` sets of kings on each square.
type Cells<const L: usize> = [[u8; L]; PLACES];

/// The least code of the squares that one king on each square can move to.
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

#[inline(always)]
fn kings_move<G: Game, const L: usize>(half: &Half<'_>, lone: &Lone, other: &Other<'_>, cells: &mut [Found<1>]) {
    let open = G::BOARD & !half.all_men();
    for first in (0..half.others.sets().len()).step_by(L) {
        let lanes = u64::MAX >> (WORD - L);
        let part = |mask: &[u64]| mask[first / WORD] >> (first % WORD) & lanes;
        let fit = half.others.apart(half.all_men(), first / WORD) >> (first % WORD) & lanes;
        if fit == 0 {
            continue;
        }
        let mut free = [0; PLACES];
        let with_dtw = !other.dtw.is_empty();
        let (mut rule, mut dtw, mut blocked) = ([[u8::MAX; L]; PLACES], [[u8::MAX; L]; PLACES], [[u8::MAX; L]; PLACES]);
        for square in bits(open) {
            let numbers = &lone.moved[square as usize][first..];
            let none = fit & part(half.others.free(square));
            let square = square as usize;
            free[square] = none;
            for lane in masks::bits(&[none]) {
                let number = numbers[lane] as usize;
                blocked[square][lane] = 0;
                rule[square][lane] = other.in_time[number];
                if with_dtw {
                    dtw[square][lane] = other.dtw[number];
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
            let numbers = &lone.moved[square as usize][first..];
            let square = square as usize;
            for lane in masks::bits(&[free[square]]) {
                lower(cells, numbers[lane], moves >> lane & 1 != 0, rule[square][lane], dtw[square][lane]);
            }
        }
    }
}

wide! {
    /// Finds the values of the moves of all boards without a capture, as [`rows::quiet_moves`](super::rows::quiet_moves).
    pub(super) fn quiet_moves<'v, G: Game>(
        half: &Half<'_>,
        lone: &Lone,
        finder: &mut Finder<'v, G>,
        other: &Other<'_>,
        with_dtw: bool,
        cells: &mut Vec<Found<1>>,
        planes: &mut Planes,
    ) -> () {
        cells.clear();
        cells.resize(half.kings.words(), Found::NONE);
        if half.others.count() == 0 {
            kings_move::<G, 1>(half, lone, other, cells);
        } else {
            kings_move::<G, 32>(half, lone, other, cells);
        }
        let (advances, through) = (half.advances::<G>(), finder.through.filter(|_| with_dtw));
        for (word, found) in cells.iter_mut().enumerate() {
            let squares = Squares::<1>::new::<G>(half.kings, word, half.men, half.enemy_men, false);
            let check = [squares.fit[0] & !other.pending[word]];
            let (kings, column) = (half.kings.count(), word * WORD);
            for advance in &advances {
                let open = and(&check, &squares.free[advance.to as usize]);
                if !any(&open) {
                    continue;
                }
                if advance.crowned {
                    let half = finder.half(half.enemy_men, advance.men, 0, kings + 1);
                    let numbers = &lone.crowned[advance.to as usize][column..];
                    found.add_cells(&half, &open, |place| half.start(numbers[place] as usize));
                } else {
                    found.add_row(&finder.half(half.enemy_men, advance.men, 0, kings), column, &open);
                }
            }
            found.enter::<G>(0, check[0], planes, column, through);
        }
    }
}
