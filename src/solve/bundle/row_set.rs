//! Sets of rows, and planes that know which of their rows may have bits.

use crate::bulk::masks::{bits, mask_mut};
use crate::index::WORD;

/// A set of rows, a bit for each number.
#[derive(Default)]
pub(in crate::solve) struct RowSet(Vec<u64>);

impl RowSet {
    pub fn clear(&mut self, rows: usize) {
        self.0.clear();
        self.0.resize(rows.div_ceil(WORD), 0);
    }

    /// The set of all rows.
    pub fn all(rows: usize) -> RowSet {
        let mut set = RowSet(vec![u64::MAX; rows.div_ceil(WORD)]);
        if let (Some(last), 1..) = (set.0.last_mut(), rows % WORD) {
            *last = (1 << (rows % WORD)) - 1;
        }
        set
    }

    #[inline(always)]
    pub fn insert(&mut self, row: usize) {
        self.0[row / WORD] |= 1 << (row % WORD);
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The words: [`in_word`] lists the rows of a word with its number.
    #[inline(always)]
    pub fn words(&self) -> &[u64] {
        &self.0
    }

    /// The rows.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().copied().enumerate().flat_map(in_word)
    }

    /// Keeps the rows for which `keep` holds.
    #[inline(always)]
    pub fn retain(&mut self, mut keep: impl FnMut(usize) -> bool) {
        for (place, word) in self.0.iter_mut().enumerate() {
            for bit in bits(&[*word]) {
                *word &= !(u64::from(!keep(place * WORD + bit)) << bit);
            }
        }
    }

    /// Empties the set, and returns its rows.
    #[inline(always)]
    pub fn drain(&mut self) -> impl Iterator<Item = usize> {
        let words = self.0.iter_mut().enumerate().filter(|(_, word)| **word != 0);
        words.flat_map(|(place, word)| in_word((place, std::mem::take(word))))
    }
}

/// The rows of a word, by its number.
#[inline(always)]
pub(in crate::solve) fn in_word((place, word): (usize, u64)) -> impl Iterator<Item = usize> {
    bits(&[word]).map(move |bit| place * WORD + bit)
}

/// A plane of a stripe with few bits, and the rows that may have some of them.
#[derive(Default)]
pub(in crate::solve) struct SparsePlane {
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

    /// Empties the plane, whose rows are masks of `W` words.
    #[inline(always)]
    pub fn wipe<const W: usize>(&mut self) {
        let SparsePlane { words, rows } = self;
        rows.drain().for_each(|row| *mask_mut::<W>(words, row * W) = [0; W]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_and_go() {
        for rows in [1, 63, 64, 65, 128] {
            let mut set = RowSet::all(rows);
            set.retain(|row| row % 3 == 0);
            assert!(!set.is_empty() && set.words().len() == rows.div_ceil(WORD));
            assert!(set.drain().eq((0..rows).step_by(3)) && set.is_empty());
        }
    }
}
