//! One side to move with fixed men: a board for each set of both sides' kings; and the codes that its moves lead to.

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Game, bits};
use crate::bulk::masks::{self, Mask, join, set, take_lower};
use crate::index::{KingSets, PIECES, WORD};
use crate::rules::{SOUTH_EAST, SOUTH_WEST, step};
use crate::table::EntryCodes;

use super::planes::Planes;
use super::rule::{self, OPEN, Through};
use super::values::ValueHalf;

/// All boards with the same men and one side to move, as the enemy sees them, so that the mover's men go down.
pub(super) struct Half<'k> {
    pub men: Bitboard,
    pub enemy_men: Bitboard,
    /// The sets of the mover's kings, and those of one king less.
    pub kings: &'k KingSets,
    pub others: &'k KingSets,
    pub enemy: &'k KingSets,
}

#[derive(Clone, Copy)]
pub(super) struct Advance {
    pub to: u32,
    pub men: Bitboard,
    pub crowned: bool,
}

/// The first step of a capture by a man, where the men allow it.
#[derive(Clone, Copy)]
pub(super) struct Jump {
    pub from: u32,
    pub over: u32,
    pub to: u32,
}

impl Half<'_> {
    pub fn all_men(&self) -> Bitboard {
        self.men | self.enemy_men
    }

    #[inline(always)]
    pub fn advances<G: Game>(&self) -> ArrayVec<Advance, { 2 * PIECES as usize }> {
        let mut advances = ArrayVec::new();
        for from in bits(self.men) {
            for direction in [SOUTH_EAST, SOUTH_WEST] {
                let Some(to) = step::<G>(direction, from).filter(|to| self.all_men() >> to & 1 == 0) else { continue };
                let crowned = G::FIRST_RANK >> to & 1 != 0;
                let men = self.men & !(1 << from) | if crowned { 0 } else { 1 << to };
                advances.push(Advance { to, men, crowned });
            }
        }
        advances
    }

    #[inline(always)]
    pub fn jumps<G: Game>(&self) -> ArrayVec<Jump, { 4 * PIECES as usize }> {
        let mut jumps = ArrayVec::new();
        for from in bits(self.men) {
            for direction in 0..4 {
                let Some(over) = step::<G>(direction, from).filter(|over| self.men >> over & 1 == 0) else { continue };
                let Some(to) = step::<G>(direction, over).filter(|to| self.all_men() >> to & 1 == 0) else { continue };
                if self.enemy_men >> over & 1 != 0 || self.enemy.count() > 0 {
                    jumps.push(Jump { from, over, to });
                }
            }
        }
        jumps
    }
}

/// The least codes that the moves of `64 W` boards lead to so far.
#[derive(Clone)]
pub(super) struct Found<const W: usize> {
    pub any: Mask<W>,
    /// The least codes of results under the rule that they lead to.
    pub rule: [[u8; 64]; W],
    /// The least codes of distances to win; meaningless without such distances.
    pub dtw: [[u8; 64]; W],
}

impl<const W: usize> Found<W> {
    pub const NONE: Found<W> = Found { any: [0; W], rule: [[u8::MAX; 64]; W], dtw: [[u8::MAX; 64]; W] };

    /// Adds a move of the boards of a mask, to codes of results under the rule and of distances to win, if any.
    #[inline(always)]
    pub fn add_codes(&mut self, rule: &[u8], dtw: Option<&[u8]>, mask: &Mask<W>) {
        take_lower(self.rule.as_flattened_mut(), rule, mask);
        if let Some(dtw) = dtw {
            take_lower(self.dtw.as_flattened_mut(), dtw, mask);
        }
        join(&mut self.any, mask);
    }

    /// Adds a zeroing move of the boards of a mask to the cells of a row, from one on. The row may be half a word.
    #[inline(always)]
    pub fn add_row(&mut self, half: &ValueHalf<'_>, cell: usize, mask: &Mask<W>) {
        let cells = cell..half.rule.len().min(cell + 64 * W);
        self.add_codes(&half.rule[cells.clone()], half.dtw.get(cells), mask);
    }

    /// Adds a zeroing move of each board of a mask to a cell of its own.
    #[inline(always)]
    pub fn add_cells(&mut self, half: &ValueHalf<'_>, mask: &Mask<W>, cell: impl Fn(usize) -> usize) {
        for place in masks::bits(mask) {
            let (rule, dtw) = half.get(cell(place));
            let (word, bit) = (place / 64, place % 64);
            self.rule[word][bit] = self.rule[word][bit].min(rule);
            self.dtw[word][bit] = self.dtw[word][bit].min(dtw);
        }
        join(&mut self.any, mask);
    }

    #[inline(always)]
    pub fn add_end<G: Game>(&mut self, mask: &Mask<W>) {
        if !G::NO_MOVE_WINS {
            let EntryCodes { dtw, dtz } = EntryCodes::without_move::<G>();
            for (word, &mask) in mask.iter().enumerate() {
                set(&mut self.rule[word], dtz, mask);
                set(&mut self.dtw[word], dtw, mask);
            }
        }
        join(&mut self.any, mask);
    }

    #[inline(always)]
    pub fn add(&mut self, other: &Found<W>, mask: &Mask<W>, with_dtw: bool) {
        self.add_codes(other.rule.as_flattened(), with_dtw.then_some(other.dtw.as_flattened()), mask);
    }

    /// The codes of results under the rule before these moves, of a word.
    #[inline(always)]
    pub fn rule_before(&self, word: usize) -> [u8; 64] {
        let mut codes = self.rule[word];
        for code in &mut codes {
            *code = rule::through(*code);
        }
        codes
    }

    #[inline(always)]
    pub fn dtw_before(&self, word: usize, through: &Through) -> [u8; 64] {
        let mut codes = self.dtw[word];
        for code in &mut codes {
            *code = through.dtw(*code);
        }
        codes
    }

    /// Enters the codes of some boards of a word, from their moves or without any, into planes at a place; others are [`OPEN`].
    #[inline(always)]
    pub fn enter<G: Game>(&self, word: usize, boards: u64, to: &mut Planes, first: usize, through: Option<Through>) {
        // There may be half a word.
        let width = (to.rule.len() - first).min(WORD);
        let (stuck, without_move) = (boards & !self.any[word], EntryCodes::without_move::<G>());
        let mut rule = self.rule_before(word);
        set(&mut rule, without_move.dtz, stuck);
        set(&mut rule, OPEN, !boards);
        to.rule[first..first + width].copy_from_slice(&rule[..width]);
        if let Some(through) = through {
            let mut dtw = self.dtw_before(word, &through);
            set(&mut dtw, without_move.dtw, stuck);
            to.dtw[first..first + width].copy_from_slice(&dtw[..width]);
        }
    }
}
