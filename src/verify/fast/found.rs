//! What the moves of some boards lead to.

use crate::board::Game;
use crate::bulk::masks::{Mask, bits, join, set, take_lower};
use crate::table::EntryCodes;

use super::rule;
use super::through::Through;
use super::value_half::ValueHalf;

/// The best of the moves of `64 W` boards, as far as they are found.
#[derive(Clone)]
pub(super) struct Found<const W: usize> {
    /// The boards that have moves.
    pub any: Mask<W>,
    /// The least codes of results under the rule that they lead to.
    pub rule: [[u8; 64]; W],
    /// The least codes of distances to win; without meaning where there are no such distances.
    pub dtw: [[u8; 64]; W],
}

impl<const W: usize> Found<W> {
    /// No moves.
    pub const NONE: Found<W> = Found { any: [0; W], rule: [[u8::MAX; 64]; W], dtw: [[u8::MAX; 64]; W] };

    /// Adds a move of the boards of a mask: to codes of results under the rule, and of distances to win, if there are some.
    #[inline(always)]
    pub fn add_codes(&mut self, rule: &[u8], dtw: Option<&[u8]>, mask: &Mask<W>) {
        take_lower(self.rule.as_flattened_mut(), rule, mask);
        if let Some(dtw) = dtw {
            take_lower(self.dtw.as_flattened_mut(), dtw, mask);
        }
        join(&mut self.any, mask);
    }

    /// Adds a zeroing move of the boards of a mask: to the cells of a row, from one on.
    #[inline(always)]
    pub fn add_row(&mut self, half: &ValueHalf<'_>, cell: usize, mask: &Mask<W>) {
        self.add_codes(half.rule::<W>(cell), half.dtw::<W>(cell), mask);
    }

    /// Adds a zeroing move of each board of a mask to a cell of its own.
    #[inline(always)]
    pub fn add_cells(&mut self, half: &ValueHalf<'_>, mask: &Mask<W>, cell: impl Fn(usize) -> usize) {
        for place in bits(mask) {
            let (rule, dtw) = half.get(cell(place));
            let (word, bit) = (place / 64, place % 64);
            self.rule[word][bit] = self.rule[word][bit].min(rule);
            self.dtw[word][bit] = self.dtw[word][bit].min(dtw);
        }
        join(&mut self.any, mask);
    }

    /// Adds a move of the boards of a mask that takes all pieces of the enemy.
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

    /// Adds what others have on the boards of a mask.
    #[inline(always)]
    pub fn add(&mut self, other: &Found<W>, mask: &Mask<W>, with_dtw: bool) {
        self.add_codes(other.rule.as_flattened(), with_dtw.then_some(other.dtw.as_flattened()), mask);
    }

    /// The codes of the results under the rule that these moves make, of a word.
    #[inline(always)]
    pub fn rule_before(&self, word: usize) -> [u8; 64] {
        let mut codes = self.rule[word];
        for code in &mut codes {
            *code = rule::through(*code);
        }
        codes
    }

    /// The codes of the distances to win that these moves make, of a word.
    #[inline(always)]
    pub fn dtw_before(&self, word: usize, through: &Through) -> [u8; 64] {
        let mut codes = self.dtw[word];
        for code in &mut codes {
            *code = through.dtw(*code);
        }
        codes
    }
}
