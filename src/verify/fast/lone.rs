//! Kings against men alone: the half with the side of the kings to move. All its boards make one row, with a column for each set of
//! the mover's kings. A king's moves are found for all sets of the *other* kings at once, which stand still meanwhile.

use crate::board::{Bitboard, Game, PLACES, bits};
use crate::index::{KingSets, OneMore, WORD};
use crate::rules::{ray, step};
use crate::solve::masks::{self, Mask, and, any, join, set};
use crate::table::EntryCodes;
use crate::wide::wide;

use super::captures::Captures;
use super::found::Found;
use super::half::Half;
use super::moves::Both;
use super::planes::OPEN;
use super::squares::Squares;
use super::through::Through;
use super::values::Finder;
use super::walk::{Ends, Walk};
use crate::value::{Dtz, Measure};

/// For each square and each set of kings, the number of the set with one king more on that square.
pub(super) struct More(Vec<Vec<u32>>);

impl More {
    pub fn new<G: Game>(kings: &KingSets) -> More {
        let mut numbers = vec![vec![0; kings.sets().len()]; G::SQUARES as usize];
        for (number, &set) in kings.sets().iter().enumerate() {
            let more = OneMore::new(set);
            for square in bits(G::BOARD & !set) {
                numbers[square as usize][number] = more.number(square) as u32;
            }
        }
        More(numbers)
    }

    /// By the numbers of sets, the numbers with a king on a square.
    #[inline(always)]
    fn on(&self, square: u32) -> &[u32] {
        &self.0[square as usize]
    }
}

/// What [`find_captures`] and [`compare`] need besides the half.
pub(super) struct Lone {
    /// For sets of the mover's kings.
    pub crowned: More,
    /// For sets of one king less.
    pub moved: More,
}

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
                    cell.wins[0] |= (found.wins[from] >> at & 1) << bit;
                    cell.holds[0] |= (found.holds[from] >> at & 1) << bit;
                    cell.codes[0][bit] = cell.codes[0][bit].min(found.codes[from][at]);
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
    pub(super) fn find_captures<'v, G: Game>(
        half: &Half<'_>,
        lone: &Lone,
        finder: &mut Finder<'v, G>,
        through: &Through,
        cells: &mut Vec<Found<1>>,
        captures: &mut Captures,
    ) -> () {
        let words = half.kings.words();
        cells.clear();
        cells.resize(words, Found::NONE);
        let planes = &mut captures.planes;
        planes.clear(KingSets::padded::<G>(half.kings.count()));
        captures.pending.clear();
        if half.others.words() == 1 {
            kings_capture::<G, 1>(half, lone, 0, finder, cells);
        } else {
            for word in (0..half.others.words()).step_by(8) {
                kings_capture::<G, 8>(half, lone, word, finder, cells);
            }
        }
        for (word, (found, boards)) in cells.iter_mut().zip((0..planes.dtw.len()).step_by(WORD)).enumerate() {
            men_capture(half, lone, word, finder, found);
            let pending = found.any[0];
            let valid = half.kings.apart(half.all_men(), word);
            let (mut dtw, mut dtz) = (found.dtw(0, through), found.dtz(0));
            set(&mut dtw, Dtz::DRAW, !pending);
            set(&mut dtz, Dtz::DRAW, !valid);
            set(&mut dtz, OPEN, valid & !pending);
            let count = WORD.min(planes.dtw.len() - boards);
            planes.dtw[boards..][..count].copy_from_slice(&dtw[..count]);
            planes.dtz[boards..][..count].copy_from_slice(&dtz[..count]);
            captures.pending.push(pending);
        }
    }
}

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
pub(super) struct QuietCells {
    dtw: Vec<u8>,
    dtz: Vec<u8>,
    /// Whether there are such moves.
    any: Vec<u8>,
}

impl QuietCells {
    /// No moves, of a number of boards.
    fn clear(&mut self, boards: usize) {
        for plane in [&mut self.dtw, &mut self.dtz] {
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
        let (mut dtw, mut dtz, mut blocked) = ([[u8::MAX; L]; PLACES], [[u8::MAX; L]; PLACES], [[u8::MAX; L]; PLACES]);
        for square in bits(open) {
            let numbers = &lone.moved.on(square)[first..];
            let none = fit & part(half.others.free(square));
            let square = square as usize;
            free[square] = none;
            for lane in masks::bits(&[none]) {
                let number = numbers[lane] as usize;
                blocked[square][lane] = 0;
                (dtw[square][lane], dtz[square][lane]) = (both.other[number], both.in_time[number]);
            }
        }
        let (dtw, dtz) = (reached::<G, L>(&dtw, &blocked, open), reached::<G, L>(&dtz, &blocked, open));
        for square in bits(open) {
            let next = (0..4).filter_map(|direction| step::<G>(direction, square));
            let moves = next.fold(0, |moves, next| moves | free[next as usize]);
            let numbers = &lone.moved.on(square)[first..];
            let square = square as usize;
            for lane in masks::bits(&[free[square]]) {
                let number = numbers[lane] as usize;
                quiet.dtw[number] = quiet.dtw[number].min(dtw[square][lane]);
                quiet.dtz[number] = quiet.dtz[number].min(dtz[square][lane]);
                quiet.any[number] |= (moves >> lane & 1) as u8;
            }
        }
    }
}

wide! {
    /// Compares all boards of the half without a capture with what their moves lead to. `wrong` gets the rows of those that
    /// differ, in the one column that there is.
    pub(super) fn compare<'v, G: Game>(
        half: &Half<'_>,
        lone: &Lone,
        finder: &mut Finder<'v, G>,
        through: &Through,
        both: &Both<'_>,
        quiet: &mut QuietCells,
        wrong: &mut Vec<(usize, usize)>,
    ) -> () {
        quiet.clear(KingSets::padded::<G>(half.kings.count()));
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
            let zeroing = found.dtz(0);
            for bit in masks::bits(&check) {
                let at = column + bit;
                let expected = if quiet.any[at] == 0 && found.any[0] >> bit & 1 == 0 {
                    EntryCodes::without_move::<G>()
                } else {
                    EntryCodes {
                        dtw: through.dtw(quiet.dtw[at].min(found.codes[0][bit])),
                        dtz: zeroing[bit].max(Through::dtz(quiet.dtz[at])),
                    }
                };
                if expected != (EntryCodes { dtw: both.own.dtw[at], dtz: both.own.dtz[at] }) {
                    wrong.push((at, 0));
                }
            }
        }
    }
}
