//! What captures come to, for rows of boards: a row for each set of the mover's kings, a column for each set of the enemy's.

use crate::board::{Bitboard, Game, bits};
use crate::bulk::masks::{Mask, and, any, join, set};
use crate::index::{KingSets, OneMore, WORD};
use crate::rules::{ray, step};
use crate::value::{Dtz, Measure};
use crate::wide::wide;

use super::half::{Found, Half};
use super::planes::Planes;
use super::rule::{OPEN, Through};
use super::values::Finder;
use super::walk::{Ends, Squares, Walk};

/// The captures of a half.
#[derive(Default)]
pub(super) struct Captures {
    /// The values of the boards with a capture, row by row; of the others [`OPEN`] under the rule; draws where pieces share a
    /// square.
    pub planes: Planes,
    /// The boards with a capture: the words of each row.
    pub pending: Vec<u64>,
}

/// Adds the ends of captures to what is found.
struct RowEnds<'r, 'f, 'v, G, const W: usize> {
    half: &'r Half<'r>,
    finder: &'f mut Finder<'v, G>,
    /// The sets of the enemy's kings, from the first column on.
    columns: &'r [Bitboard],
    /// The first column.
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

/// Finds the captures of `W` words of all rows.
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
            let apart =
                bits(own).fold(walk.squares.fit, |apart, square| and(&apart, &walk.squares.free[square as usize]));
            let number = OneMore::new(own);
            for over in bits(G::BOARD & !(own | half.men)) {
                let enemies = and(&apart, &walk.squares.enemies[over as usize]);
                if !any(&enemies) {
                    continue;
                }
                for direction in 0..4 {
                    // What the king takes is the same from all squares from which it comes to the one before the piece.
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
                    let found_here = &mut found;
                    let mut ends = RowEnds { half, finder, columns, column, own, men: half.men, found: found_here };
                    walk.king(direction, over, mask, &mut ends);
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
        let valid =
            bits(kings).fold(walk.squares.fit, |valid, square| and(&valid, &walk.squares.free[square as usize]));
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
            // Its own square is free for the man on its way.
            walk.squares.free[jump.from as usize] = walk.squares.fit;
            let men = half.men & !(1 << jump.from);
            let mut ends = RowEnds { half, finder, columns, column, own: kings, men, found };
            walk.man(jump.over, jump.to, mask, &mut ends);
            walk.squares.free[jump.from as usize] = [0; W];
            join(&mut found.any, &mask);
        }
        captures.enter(row * words + word, valid, found, through);
    }
}

impl Captures {
    /// No captures of a number of boards, in some words.
    pub fn clear(&mut self, boards: usize, words: usize, with_dtw: bool) {
        self.planes.clear(boards, with_dtw);
        self.pending.clear();
        self.pending.resize(words, 0);
    }

    /// Enters what is found of the boards of some words.
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
    /// Finds the captures of all boards of a half whose enemy has kings.
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
            find_words::<G, 1>(half, 0, finder, &mut space.narrow, captures);
        } else {
            for word in (0..words).step_by(8) {
                find_words::<G, 8>(half, word, finder, &mut space.wide, captures);
            }
        }
    }
}

/// RowSpace for what is found of the rows of a half.
#[derive(Default)]
pub(super) struct RowSpace {
    narrow: Vec<Found<1>>,
    wide: Vec<Found<8>>,
}
