//! A half whose enemy has kings: its captures, and the other moves of the boards without a capture. Both work row by row, with
//! a row for each set of the mover's kings and a column for each set of the enemy's.

use crate::board::{Bitboard, Game, bits};
use crate::bulk::masks::{self, Mask, and, and_not, any, join, set};
use crate::index::{KingSets, OneMore, WORD};
use crate::rules::{ray, step};
use crate::value::{Dtz, Measure};
use crate::wide::wide;

use super::half::{Found, Half};
use super::planes::Planes;
use super::rule::{OPEN, Through};
use super::values::Finder;
use super::walk::{Ends, Piece, Squares, Walk};

#[derive(Default)]
pub(super) struct Captures {
    /// The values of the boards with a capture, row by row; others are [`OPEN`] under the rule, or draws if not valid.
    pub planes: Planes,
    /// The boards with a capture: the words of each row.
    pub pending: Vec<u64>,
}

struct RowEnds<'r, 'f, 'v, G, const W: usize> {
    half: &'r Half<'r>,
    finder: &'f mut Finder<'v, G>,
    /// The sets of the enemy's kings, from the first column on.
    columns: &'r [Bitboard],
    column: usize,
    /// The mover's kings that stand still, and its men.
    own: Bitboard,
    men: Bitboard,
    found: &'r mut Found<W>,
}

impl<G: Game, const W: usize> Ends<W> for RowEnds<'_, '_, '_, G, W> {
    #[inline(always)]
    fn end(&mut self, to: u32, captured: Bitboard, is_king: bool, mask: &Mask<W>) {
        let Half { enemy_men, enemy, .. } = *self.half;
        let (enemy_men, taken) = (enemy_men & !captured, captured & !enemy_men);
        let enemy_kings = enemy.count() - taken.count_ones();
        if enemy_men == 0 && enemy_kings == 0 {
            return self.found.add_end::<G>(mask);
        }
        let (kings, men) = if is_king { (self.own | 1 << to, self.men) } else { (self.own, self.men | 1 << to) };
        let (row, count) = KingSets::number_and_count(kings);
        let half = self.finder.half(enemy_men, men, enemy_kings, count);
        let start = half.start(row);
        if taken == 0 {
            self.found.add_row(&half, start + self.column, mask);
        } else {
            let columns = self.columns;
            self.found.add_cells(&half, mask, |place| start + KingSets::number(columns[place] & !taken));
        }
    }
}

#[inline(always)]
fn find_words<G: Game, const W: usize>(
    half: &Half<'_>,
    word: usize,
    finder: &mut Finder<'_, G>,
    rows: &mut Vec<Found<W>>,
    captures: &mut Captures,
) {
    let squares = Squares::<W>::new::<G>(half.enemy, word, half.men, half.enemy_men, true);
    let (all_men, sets, through) = (half.all_men(), half.kings.sets(), finder.through);
    rows.clear();
    rows.resize(sets.len(), Found::NONE);
    let mut walk = Walk::<G, W>::new(squares, half.enemy_men, half.enemy.count());
    let (columns, column) = (&half.enemy.sets()[word * WORD..], word * WORD);
    if half.kings.count() > 0 {
        let mut found = Found::NONE;
        for &own in half.others.sets().iter().filter(|&&own| own & all_men == 0) {
            walk.own = own;
            let apart = walk.squares.without(own);
            let number = OneMore::new(own);
            for over in bits(G::BOARD & !(own | half.men)) {
                let enemies = and(&apart, &walk.squares.enemies[over as usize]);
                if !any(&enemies) {
                    continue;
                }
                for direction in 0..4 {
                    // The captures are the same from all squares that lead the king to the one before the piece.
                    let (before, behind) = (step::<G>(3 - direction, over), step::<G>(direction, over));
                    let (Some(before), Some(behind)) = (before, behind) else { continue };
                    if own & (1 << before | 1 << behind) != 0 {
                        continue;
                    }
                    let free = and(&walk.squares.free[before as usize], &walk.squares.free[behind as usize]);
                    let mask = and(&enemies, &free);
                    if !any(&mask) {
                        continue;
                    }
                    found.clone_from(&Found::NONE);
                    let (men, found_here) = (half.men, &mut found);
                    let mut ends = RowEnds { half, finder, columns, column, own, men, found: found_here };
                    walk.follow(Piece::King { direction, over }, over, mask, &mut ends);
                    let mut open = mask;
                    for from in ray::<G>(3 - direction, over).take_while(|from| own >> from & 1 == 0) {
                        open = and(&open, &walk.squares.free[from as usize]);
                        if !any(&open) {
                            break;
                        }
                        rows[number.number(from)].add(&found, &open, through.is_some());
                    }
                }
            }
        }
    }
    let jumps = half.jumps::<G>();
    let words = half.enemy.words();
    for (row, (&kings, found)) in sets.iter().zip(rows.iter_mut()).enumerate() {
        if kings & all_men != 0 {
            continue;
        }
        let valid = walk.squares.without(kings);
        if !any(&valid) {
            continue;
        }
        walk.own = kings;
        for jump in jumps.iter().filter(|jump| kings & (1 << jump.over | 1 << jump.to) == 0) {
            let free = and(&valid, &walk.squares.free[jump.to as usize]);
            let mask = and(&free, &walk.squares.enemies[jump.over as usize]);
            if !any(&mask) {
                continue;
            }
            // The man's own square is free on its way.
            walk.squares.free[jump.from as usize] = walk.squares.fit;
            let men = half.men & !(1 << jump.from);
            let mut ends = RowEnds { half, finder, columns, column, own: kings, men, found };
            walk.follow(Piece::Man { at: jump.to }, jump.over, mask, &mut ends);
            walk.squares.free[jump.from as usize] = [0; W];
            join(&mut found.any, &mask);
        }
        captures.enter(row * words + word, valid, found, through);
    }
}

impl Captures {
    /// Empties the captures of a number of boards and words.
    pub fn clear(&mut self, boards: usize, words: usize, with_dtw: bool) {
        self.planes.clear(boards, with_dtw);
        self.pending.clear();
        self.pending.resize(words, 0);
    }

    #[inline(always)]
    pub fn enter<const W: usize>(&mut self, at: usize, valid: Mask<W>, found: &Found<W>, through: Option<Through>) {
        for (word, valid) in valid.into_iter().enumerate() {
            let pending = found.any[word];
            self.pending[at + word] = pending;
            let width = if W == 1 { self.planes.rule.len() / self.pending.len() } else { WORD };
            let boards = (at + word) * width..(at + word + 1) * width;
            let mut rule = found.rule_before(word);
            set(&mut rule, Dtz::DRAW, !valid);
            set(&mut rule, OPEN, valid & !pending);
            self.planes.rule[boards.clone()].copy_from_slice(&rule[..width]);
            if let Some(through) = through {
                let mut dtw = found.dtw_before(word, &through);
                set(&mut dtw, Dtz::DRAW, !pending);
                self.planes.dtw[boards].copy_from_slice(&dtw[..width]);
            }
        }
    }
}

wide! {
    pub(super) fn find_captures<'v, G: Game>(
        half: &Half<'_>,
        finder: &mut Finder<'v, G>,
        space: &mut RowSpace,
        captures: &mut Captures,
    ) -> () {
        let (rows, words) = (half.kings.sets().len(), half.enemy.words());
        let boards = rows * KingSets::padded::<G>(half.enemy.count());
        captures.clear(boards, rows * words, finder.through.is_some());
        if words == 1 {
            return find_words::<G, 1>(half, 0, finder, &mut space.narrow, captures);
        }
        for word in (0..words).step_by(8) {
            find_words::<G, 8>(half, word, finder, &mut space.wide, captures);
        }
    }
}

#[derive(Default)]
pub(super) struct RowSpace {
    pub narrow: Vec<Found<1>>,
    wide: Vec<Found<8>>,
}

/// The values that kings' quiet moves lead to: those of the other half with the same men.
pub(super) struct Other<'p> {
    pub dtw: &'p [u8],
    /// Results under the rule; those of theory if the distance is too long before a king's move.
    pub in_time: &'p [u8],
    pub pending: &'p [u64],
}

#[inline(always)]
fn quiet_words<G: Game, const W: usize>(
    half: &Half<'_>,
    word: usize,
    finder: &mut Finder<'_, G>,
    other: &Other<'_>,
    with_dtw: bool,
    planes: &mut Planes,
) {
    let squares = Squares::<W>::new::<G>(half.enemy, word, half.men, half.enemy_men, true);
    let (words, width) = (half.enemy.words(), KingSets::padded::<G>(half.enemy.count()));
    let column = word * WORD;
    let part = (WORD * W).min(width);
    let (advances, through) = (half.advances::<G>(), finder.through.filter(|_| with_dtw));
    let count = half.kings.count();
    for (row, &kings) in half.kings.sets().iter().enumerate().filter(|(_, kings)| *kings & half.all_men() == 0) {
        let check = and_not(&squares.without(kings), masks::mask(other.pending, row * words + word));
        if !any(&check) {
            continue;
        }
        let mut found = Found::<W>::NONE;
        for from in bits(kings) {
            let own = kings & !(1 << from);
            let number = OneMore::new(own);
            for direction in 0..4 {
                let mut open = check;
                for to in ray::<G>(direction, from).take_while(|to| own >> to & 1 == 0) {
                    open = and(&open, &squares.free[to as usize]);
                    if !any(&open) {
                        break;
                    }
                    let cell = number.number(to) * width + column;
                    let dtw = other.dtw.get(cell..cell + part).filter(|_| with_dtw);
                    found.add_codes(&other.in_time[cell..][..part], dtw, &open);
                }
            }
        }
        for advance in advances.iter().filter(|advance| kings >> advance.to & 1 == 0) {
            let open = and(&check, &squares.free[advance.to as usize]);
            if any(&open) {
                let crowned = if advance.crowned { 1 << advance.to } else { 0 };
                let (number, own) = KingSets::number_and_count(kings | crowned);
                debug_assert!(own == count + u32::from(advance.crowned));
                let values = finder.half(half.enemy_men, advance.men, half.enemy.count(), own);
                found.add_row(&values, values.start(number) + column, &open);
            }
        }
        for (i, check) in check.into_iter().enumerate() {
            found.enter::<G>(i, check, planes, row * width + column + i * WORD, through);
        }
    }
}

wide! {
    /// Finds the values of moves on boards without a capture, where the enemy has kings. Others stay [`OPEN`] under the rule.
    pub(super) fn quiet_moves<'v, G: Game>(
        half: &Half<'_>,
        finder: &mut Finder<'v, G>,
        other: &Other<'_>,
        with_dtw: bool,
        planes: &mut Planes,
    ) -> () {
        let words = half.enemy.words();
        if words == 1 {
            return quiet_words::<G, 1>(half, 0, finder, other, with_dtw, planes);
        }
        for word in (0..words).step_by(8) {
            quiet_words::<G, 8>(half, word, finder, other, with_dtw, planes);
        }
    }
}
