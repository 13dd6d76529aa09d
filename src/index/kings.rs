//! Sets of kings on free squares: the combinatorial number system, colexicographic.

use crate::board::{Bitboard, MOST_PIECES, MOST_SQUARES, bits};

const N: usize = MOST_SQUARES as usize + 1;
const K: usize = MOST_PIECES as usize + 1;

const TABLE: [[u64; K]; N] = {
    let mut table = [[0; K]; N];
    let mut n = 0;
    while n < N {
        table[n][0] = 1;
        let mut k = 1;
        while k < K && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of ways to choose `k` of `n` squares; `n` at most 40, `k` at most 15.
///
/// # Panics
/// Beyond these bounds.
#[inline]
pub const fn binomial(n: u32, k: u32) -> u64 {
    TABLE[n as usize][k as usize]
}

/// The rank of `kings`, a subset of `free`, among the subsets of `free` of its size, in the order of their bitboards.
#[inline(always)]
pub fn rank_kings(kings: Bitboard, free: Bitboard) -> u64 {
    let below = |square: u32| (free & ((1 << square) - 1)).count_ones();
    (1..).zip(bits(kings)).map(|(taken, square)| binomial(below(square), taken)).sum()
}

/// The subset of `free` with `count` squares and a rank; the inverse of [`rank_kings`].
#[inline]
pub fn unrank_kings(mut rank: u64, count: u32, free: Bitboard) -> Bitboard {
    let mut kings = 0;
    let mut left = free;
    for taken in (1..=count).rev() {
        // The highest free square with at most `rank` subsets below it.
        let highest = loop {
            let top = left.ilog2();
            left &= !(1 << top);
            let before = binomial(left.count_ones(), taken);
            if before <= rank {
                rank -= before;
                break top;
            }
        };
        kings |= 1 << highest;
    }
    kings
}

/// The subset of a mask after `set` in the order of [`rank_kings`]; meaningless after the last one.
#[inline(always)]
pub(crate) fn next_subset(set: Bitboard, mask: Bitboard) -> Bitboard {
    let lowest = set & set.wrapping_neg();
    // The carry passes over squares outside the mask.
    let mut next = (set | !mask).wrapping_add(lowest) & mask;
    let mut low = mask;
    for _ in next.count_ones()..set.count_ones() {
        next |= low & low.wrapping_neg();
        low &= low.wrapping_sub(1);
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        let found = [(0, 0), (3, 4), (28, 3), (32, 12), (40, 15)].map(|(n, k)| binomial(n, k));
        assert_eq!(found, [1, 0, 3276, 225_792_840, 40_225_345_056]);
    }

    #[test]
    fn rank_and_unrank_are_inverse() {
        for free in [0xFFFF_FFFF_u64, 0xFF_FFFF_FFFF, 0x0F0F_1234, 0x8000_0001, 0b111] {
            for count in 0..=free.count_ones().min(3) {
                let total = binomial(free.count_ones(), count);
                let sets: Vec<_> = (0..total).map(|rank| unrank_kings(rank, count, free)).collect();
                assert!(sets.is_sorted_by(|a, b| a < b), "colexicographic");
                for (rank, &set) in (0..).zip(&sets) {
                    assert_eq!((set & !free, set.count_ones()), (0, count));
                    assert_eq!(rank_kings(set, free), rank);
                }
            }
        }
    }
}
