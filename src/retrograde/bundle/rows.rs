//! Sets of rows, sparse planes, and the other side's view of a piece of a plane.

use crate::board::Game;
use crate::bulk::masks::{Mask, bits, join, mask_mut};
use crate::index::WORD;

use super::Bundle;

#[derive(Default)]
pub(in crate::retrograde) struct RowSet(Vec<u64>);

impl RowSet {
    pub fn clear(&mut self, rows: usize) {
        self.0.clear();
        self.0.resize(rows.div_ceil(WORD), 0);
    }

    #[inline(always)]
    pub fn insert(&mut self, row: usize) {
        self.0[row / WORD] |= 1 << (row % WORD);
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The words; [`in_word`] lists the rows of a word and its number.
    #[inline(always)]
    pub fn words(&self) -> &[u64] {
        &self.0
    }

    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().copied().enumerate().flat_map(in_word)
    }

    #[inline(always)]
    pub fn retain(&mut self, mut keep: impl FnMut(usize) -> bool) {
        for (place, word) in self.0.iter_mut().enumerate() {
            for bit in bits(&[*word]) {
                *word &= !(u64::from(!keep(place * WORD + bit)) << bit);
            }
        }
    }

    #[inline(always)]
    pub fn drain(&mut self) -> impl Iterator<Item = usize> {
        let words = self.0.iter_mut().enumerate().filter(|(_, word)| **word != 0);
        words.flat_map(|(place, word)| in_word((place, std::mem::take(word))))
    }
}

/// The rows of a word with this number.
#[inline(always)]
pub(in crate::retrograde) fn in_word((place, word): (usize, u64)) -> impl Iterator<Item = usize> {
    bits(&[word]).map(move |bit| place * WORD + bit)
}

/// A plane of a stripe with few bits, and the rows that may have some of them.
#[derive(Default)]
pub(in crate::retrograde) struct SparsePlane {
    pub words: Vec<u64>,
    pub rows: RowSet,
}

impl SparsePlane {
    /// Empties the plane and sets its numbers of words and rows.
    pub fn clear(&mut self, words: usize, rows: usize) {
        self.words.clear();
        self.words.resize(words, 0);
        self.rows.clear(rows);
    }

    #[inline(always)]
    pub fn add<const W: usize>(&mut self, row: usize, boards: &Mask<W>) {
        join(mask_mut(&mut self.words, row * W), boards);
        self.rows.insert(row);
    }

    /// Empties the plane, whose rows are masks of `W` words.
    #[inline(always)]
    pub fn wipe<const W: usize>(&mut self) {
        let SparsePlane { words, rows } = self;
        rows.drain().for_each(|row| *mask_mut::<W>(words, row * W) = [0; W]);
    }
}

/// With fewer bits in 64 words than this, moving each bit is faster than transposing all 4096.
const DENSE: u32 = 160;

/// Turns one word of 64 rows, whose numbers once turned are `first` and the 63 that follow. `rows` has a bit for each row to
/// take; the others count as empty. `take` gives the word of a row. Afterwards `tile` has a word for each column, with a bit
/// for each row. Returns the columns that have bits.
#[inline(always)]
pub(in crate::retrograde) fn turn<G: Game>(
    bundle: &Bundle<'_, G>,
    (first, rows): (usize, u64),
    take: impl Fn(usize) -> u64,
    tile: &mut [u64; WORD],
) -> u64 {
    *tile = [0; WORD];
    let (mut all, mut count) = (0, 0);
    for row in bits(&[rows]) {
        // Turning twice changes nothing, so this is the row that is turned onto `first + row`.
        let mask = take(bundle.kings.turned()[first + row] as usize);
        tile[row] = mask;
        all |= mask;
        count += mask.count_ones();
    }
    if count >= DENSE {
        transpose(tile);
    } else if count > 0 {
        let masks = std::mem::replace(tile, [0; WORD]);
        for row in bits(&[rows]) {
            bits(&[masks[row]]).for_each(|column| tile[column] |= 1 << row);
        }
    }
    all
}

/// Bit `b` of word `a` becomes bit `a` of word `b`: swaps quadrants, then theirs, and so on (Warren, *Hacker's Delight*, 7-3).
#[inline(always)]
fn transpose(tile: &mut [u64; WORD]) {
    let mut size = WORD / 2;
    let mut low = u64::MAX >> 32;
    while size > 0 {
        for both in tile.chunks_exact_mut(2 * size) {
            let (upper, lower) = both.split_at_mut(size);
            for (upper, lower) in upper.iter_mut().zip(lower) {
                let change = (*upper >> size ^ *lower) & low;
                *lower ^= change;
                *upper ^= change << size;
            }
        }
        size /= 2;
        low ^= low << size;
    }
}
