//! What the zeroing moves of some boards lead to.

use crate::board::Game;
use crate::solve::masks::{Mask, and, and_not, bits, join, set, take_lower};
use crate::value::{Dtw, Dtz, Measure};

use super::through::Through;
use super::values::ValueHalf;

/// The best of the zeroing moves of `64 W` boards, as far as they are found.
#[derive(Clone)]
pub(super) struct Found<const W: usize> {
    /// The boards that have such moves.
    pub any: Mask<W>,
    /// The least codes that they lead to.
    pub codes: [[u8; 64]; W],
    /// The boards with a move that wins under the draw rule.
    pub wins: Mask<W>,
    /// Those with a move that does not lose under it.
    pub holds: Mask<W>,
}

impl<const W: usize> Found<W> {
    /// No moves.
    pub const NONE: Found<W> = Found { any: [0; W], codes: [[u8::MAX; 64]; W], wins: [0; W], holds: [0; W] };

    /// Adds a move of the boards of a mask: to the cells of a row, from one on.
    #[inline(always)]
    pub fn add_row(&mut self, half: &ValueHalf<'_>, cell: usize, mask: &Mask<W>) {
        take_lower(self.codes.as_flattened_mut(), half.codes::<W>(cell), mask);
        let [won, lost] = half.classes::<W>(cell);
        join(&mut self.wins, &and(mask, &lost));
        join(&mut self.holds, &and_not(mask, &won));
        join(&mut self.any, mask);
    }

    /// Adds a move of each board of a mask to a cell of its own.
    #[inline(always)]
    pub fn add_cells(&mut self, half: &ValueHalf<'_>, mask: &Mask<W>, cell: impl Fn(usize) -> usize) {
        for place in bits(mask) {
            let (code, won, lost) = half.get(cell(place));
            let (word, bit) = (place / 64, place % 64);
            self.codes[word][bit] = self.codes[word][bit].min(code);
            self.wins[word] |= u64::from(lost) << bit;
            self.holds[word] |= u64::from(!won) << bit;
        }
        join(&mut self.any, mask);
    }

    /// Adds a move of the boards of a mask that takes all pieces of the enemy.
    #[inline(always)]
    pub fn add_end<G: Game>(&mut self, mask: &Mask<W>) {
        if !G::NO_MOVE_WINS {
            for (codes, &mask) in self.codes.iter_mut().zip(mask) {
                set(codes, Dtw::loss(0), mask);
            }
            join(&mut self.wins, mask);
            join(&mut self.holds, mask);
        }
        join(&mut self.any, mask);
    }

    /// Adds what others have on the boards of a mask.
    #[inline(always)]
    pub fn add(&mut self, other: &Found<W>, mask: &Mask<W>) {
        join(&mut self.any, mask);
        join(&mut self.wins, &and(&other.wins, mask));
        join(&mut self.holds, &and(&other.holds, mask));
        take_lower(self.codes.as_flattened_mut(), other.codes.as_flattened(), mask);
    }

    /// The codes of the distances to a zeroing move that these moves make, of a word.
    #[inline(always)]
    pub fn dtz(&self, word: usize) -> [u8; 64] {
        let mut codes = [Dtz::loss(1); 64];
        set(&mut codes, Dtz::DRAW, self.holds[word]);
        set(&mut codes, Dtz::win(1), self.wins[word]);
        codes
    }

    /// The codes of the distances to win that these moves make, of a word.
    #[inline(always)]
    pub fn dtw(&self, word: usize, through: &Through) -> [u8; 64] {
        let mut codes = self.codes[word];
        codes.iter_mut().for_each(|code| *code = through.dtw(*code));
        codes
    }
}
