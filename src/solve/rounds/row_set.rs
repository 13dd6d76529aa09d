//! Sets of rows, and planes that know which of their rows may have bits.

use crate::index::WORD;
use crate::solve::bundle::masks::bits;

/// A set of rows, a bit for each number.
#[derive(Default)]
pub(super) struct RowSet(Vec<u64>);

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

    /// The words with their numbers: [`in_word`] lists the rows of a word.
    #[inline(always)]
    pub fn words(&self) -> impl Iterator<Item = (usize, u64)> {
        self.0.iter().copied().enumerate()
    }

    /// Empties the set, and returns its [words](RowSet::words).
    #[inline(always)]
    pub fn drain(&mut self) -> impl Iterator<Item = (usize, u64)> {
        self.0.iter_mut().enumerate().map(|(place, word)| (place, std::mem::take(word)))
    }
}

/// The rows of a word.
#[inline(always)]
pub(super) fn in_word((place, word): (usize, u64)) -> impl Iterator<Item = usize> {
    bits(&[word]).map(move |bit| place * WORD + bit)
}

/// A plane with few bits, and the rows that may have some of them.
#[derive(Default)]
pub(super) struct SparsePlane {
    pub words: Vec<u64>,
    pub rows: RowSet,
}

impl SparsePlane {
    /// Empties the plane, which gets a number of words and of rows.
    pub fn clear(&mut self, words: usize, rows: usize) {
        self.words.clear();
        self.words.resize(words, 0);
        self.rows.clear(rows);
    }
}
