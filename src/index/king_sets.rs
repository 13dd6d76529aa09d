//! All sets of a number of kings on all squares, and masks over these sets.

use crate::board::{Bitboard, Game, MOST_SQUARES, PLACES, bits, turned};

use super::{binomial, rank_kings, unrank_kings};

/// The sets in a word of a mask.
pub const WORD: usize = 64;

/// The sets in a vector of a mask, if a mask has more than one word: 8 words, 512 bits.
const VECTOR: usize = 512;

/// The sets of a number of kings on all squares, numbered in the order of their bitboards; and masks over them: bit `n % 64` of word
/// `n / 64` stands for set `n`, and bits beyond the last set are 0.
///
/// The numbers do not depend on the men: a mask has the sets that the men leave.
#[derive(Clone, Debug)]
pub struct KingSets {
    count: u32,
    sets: Vec<Bitboard>,
    turned: Vec<u32>,
    words: usize,
    all: Vec<u64>,
    /// For each square, the mask of the sets that do not hold it.
    free: Vec<u64>,
}

/// `BELOW[k][s]` is the number of sets of `k + 1` kings below square `s`.
const BELOW: [[u32; PLACES]; 8] = {
    let mut table = [[0; PLACES]; 8];
    let mut k = 0;
    while k < 8 {
        let mut square = 0;
        while square < MOST_SQUARES as usize {
            table[k][square] = binomial(square as u32, k as u32 + 1) as u32;
            square += 1;
        }
        k += 1;
    }
    table
};

impl KingSets {
    /// Lists the sets of `count` kings, at most 8: about 16 bytes each.
    pub fn new<G: Game>(count: u32) -> KingSets {
        let all = binomial(G::SQUARES, count);
        let sets: Vec<Bitboard> = (0..all).map(|rank| unrank_kings(rank, count, G::BOARD)).collect();
        let words = KingSets::padded::<G>(count).div_ceil(WORD);
        let (mut all, mut free) = (vec![0; words], vec![0; G::SQUARES as usize * words]);
        for (number, &set) in sets.iter().enumerate() {
            all[number / WORD] |= 1 << (number % WORD);
            for square in bits(G::BOARD & !set) {
                free[square as usize * words + number / WORD] |= 1 << (number % WORD);
            }
        }
        let turned = sets.iter().map(|&set| rank_kings(turned::<G>(set), G::BOARD) as u32).collect();
        KingSets { count, sets, turned, words, all, free }
    }

    /// The number of sets, padded to half a word or a word if they fit, and else to whole vectors.
    pub const fn padded<G: Game>(count: u32) -> usize {
        match binomial(G::SQUARES, count) as usize {
            1 => 1,
            size if size <= WORD => size.next_multiple_of(WORD / 2),
            size => size.next_multiple_of(VECTOR),
        }
    }

    /// The number of kings of a set.
    pub const fn count(&self) -> u32 {
        self.count
    }

    /// The sets, by their numbers.
    pub fn sets(&self) -> &[Bitboard] {
        &self.sets
    }

    /// For each set, the number of the set on a board turned by 180 degrees.
    pub fn turned(&self) -> &[u32] {
        &self.turned
    }

    /// The words of a mask: one, or a multiple of eight.
    pub const fn words(&self) -> usize {
        self.words
    }

    /// The number of a set of at most 8 kings.
    #[inline(always)]
    pub fn number(set: Bitboard) -> usize {
        KingSets::number_and_count(set).0
    }

    /// The number of a set of at most 8 kings, and the number of kings.
    #[inline(always)]
    pub fn number_and_count(mut set: Bitboard) -> (usize, u32) {
        let mut number = 0;
        let mut taken = 0;
        while set != 0 {
            number += BELOW[taken & 7][set.trailing_zeros() as usize % PLACES];
            set &= set - 1;
            taken += 1;
        }
        (number as usize, taken as u32)
    }

    /// The mask of the sets that do not hold a square.
    #[inline(always)]
    pub fn free(&self, square: u32) -> &[u64] {
        &self.free[square as usize * self.words..][..self.words]
    }

    /// A word of the mask of the sets that share no square with `pieces`.
    #[inline(always)]
    pub fn apart(&self, pieces: Bitboard, word: usize) -> u64 {
        bits(pieces).fold(self.all[word], |apart, square| apart & self.free(square)[word])
    }
}

/// A set of kings, for the numbers of the sets with one more king. Faster than [`KingSets::number`].
#[derive(Clone, Copy, Debug)]
pub struct OneMore {
    kings: Bitboard,
    /// The number without the new king's part, by how many of the others are below it.
    parts: [u32; 8],
}

impl OneMore {
    /// For at most 7 kings.
    #[inline(always)]
    pub fn new(kings: Bitboard) -> OneMore {
        let mut parts = [0; 8];
        let mut left = kings;
        let mut above = 0;
        let mut taken = 0;
        // At first, all others are above the new king; then, one by one, below it.
        while left != 0 {
            above += BELOW[(taken + 1) & 7][left.trailing_zeros() as usize % PLACES];
            left &= left - 1;
            taken += 1;
        }
        parts[0] = above;
        left = kings;
        taken = 0;
        while left != 0 {
            let square = left.trailing_zeros() as usize % PLACES;
            above = above + BELOW[taken & 7][square] - BELOW[(taken + 1) & 7][square];
            left &= left - 1;
            taken += 1;
            parts[taken & 7] = above;
        }
        OneMore { kings, parts }
    }

    /// The number of the set with one more king, on a free square.
    #[inline(always)]
    pub fn number(&self, square: u32) -> usize {
        let square = square as usize % PLACES;
        let below = (self.kings & ((1 << square) - 1)).count_ones() as usize & 7;
        (self.parts[below] + BELOW[below][square]) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Draughts80, Russian};

    /// Checks the number of a set, and that adding any of its kings to the others gives the same number.
    fn check_number(set: Bitboard, number: usize) {
        assert_eq!(KingSets::number_and_count(set), (number, set.count_ones()));
        assert!(bits(set).all(|square| OneMore::new(set & !(1 << square)).number(square) == number));
    }

    fn check<G: Game>(count: u32) {
        let kings = KingSets::new::<G>(count);
        assert!(kings.words() == 1 || kings.words().is_multiple_of(8));
        for (number, &set) in kings.sets().iter().enumerate() {
            check_number(set, number);
            assert_eq!(kings.sets()[kings.turned()[number] as usize], turned::<G>(set));
            for square in 0..G::SQUARES {
                let free = kings.free(square)[number / WORD] >> (number % WORD) & 1 != 0;
                assert_eq!(free, set >> square & 1 == 0);
            }
        }
        let set_bits = |square| kings.free(square).iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        assert!((0..G::SQUARES).all(|square| set_bits(square) == binomial(G::SQUARES - 1, count)));
        for pieces in [0, 1, 0b1001 << 20, G::FIRST_RANK, G::BOARD] {
            for place in 0..kings.words() * WORD {
                let apart = kings.apart(pieces, place / WORD) >> (place % WORD) & 1 != 0;
                assert_eq!(apart, kings.sets().get(place).is_some_and(|set| set & pieces == 0));
            }
        }
    }

    #[test]
    fn numbers_and_masks() {
        (0..=4).for_each(check::<Russian>);
        (0..=3).for_each(check::<Draughts80>);
        for count in 4..=8 {
            let all = binomial(Draughts80::SQUARES, count);
            for rank in (0..all).step_by((all / 5000) as usize | 1).chain([all - 1]) {
                check_number(unrank_kings(rank, count, Draughts80::BOARD), rank as usize);
            }
        }
    }
}
