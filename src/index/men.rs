//! Placements of the men, most advanced first.
//!
//! A man's quiet move adds one to the total advancement, so a placement comes after all those that its moves lead to:
//! endings are solved, and their files written, in the order of the index. Placements of one advancement are ordered
//! square by square from a1: an empty square before the mover's man before the enemy's. Their ranks are sums of counts
//! of placements on the remaining squares.

use std::marker::PhantomData;
use std::ops::Range;

use crate::board::{Bitboard, Game, RANKS, Russian};

/// The most ranks that one man can have advanced.
pub const MAX_ADVANCEMENT: u32 = RANKS - 2;

/// The numbering of the men of one material.
#[derive(Clone, Debug)]
pub struct MenIndex<G = Russian> {
    pub(super) men: u32,
    pub(super) enemy_men: u32,
    /// The ways to place some men on the squares from `square` on with a total advancement: see [`MenIndex::ways`].
    ways: Vec<u32>,
    /// The first rank of each total advancement, from the greatest to the least; then the number of placements.
    pub(super) first: Vec<u64>,
    game: PhantomData<G>,
}

/// How far the mover's man has come on a square.
pub(super) const fn advance<G: Game>(square: u32) -> u32 {
    square / G::PER_RANK
}

/// How far the enemy's man has come on a square.
pub(super) const fn enemy_advance<G: Game>(square: u32) -> u32 {
    RANKS - 1 - square / G::PER_RANK
}

impl<G: Game> MenIndex<G> {
    /// The numbering for a number of men of the mover and of the enemy. Its counts take time and space: some 100 KiB
    /// for six men.
    pub fn new(men: u8, enemy_men: u8) -> MenIndex<G> {
        let (men, enemy_men) = (u32::from(men), u32::from(enemy_men));
        let top = MAX_ADVANCEMENT * (men + enemy_men);
        let size = (G::SQUARES + 1) * (men + 1) * (enemy_men + 1) * (top + 1);
        let mut index = MenIndex { men, enemy_men, ways: vec![0; size as usize], first: Vec::new(), game: PhantomData };
        let at = index.place(G::SQUARES, 0, 0, 0);
        index.ways[at] = 1;
        for square in (0..G::SQUARES).rev() {
            for own in 0..=men {
                for enemy in 0..=enemy_men {
                    for total in 0..=top {
                        let ways = index.ways(square + 1, own, enemy, total)
                            + index.ways_with_man(square, own, enemy, total)
                            + index.ways_with_enemy_man(square, own, enemy, total);
                        let at = index.place(square, own, enemy, total);
                        // Fewer than 2^32 at eight men.
                        index.ways[at] = ways as u32;
                    }
                }
            }
        }
        let mut sum = 0;
        index.first.push(0);
        for total in (0..=top).rev() {
            sum += index.ways(0, men, enemy_men, total);
            index.first.push(sum);
        }
        index
    }

    /// The greatest total advancement.
    pub(super) fn top(&self) -> u32 {
        MAX_ADVANCEMENT * (self.men + self.enemy_men)
    }

    /// The place in `ways` of a count.
    fn place(&self, square: u32, own: u32, enemy: u32, total: u32) -> usize {
        (((square * (self.men + 1) + own) * (self.enemy_men + 1) + enemy) * (self.top() + 1) + total) as usize
    }

    /// The placements of `own` and `enemy` men on the squares from `square` on that have advanced by `total`.
    pub(super) fn ways(&self, square: u32, own: u32, enemy: u32, total: u32) -> u64 {
        u64::from(self.ways[self.place(square, own, enemy, total)])
    }

    /// The [`MenIndex::ways`] with a man of the mover on `square`.
    pub(super) fn ways_with_man(&self, square: u32, own: u32, enemy: u32, total: u32) -> u64 {
        match (own.checked_sub(1), total.checked_sub(advance::<G>(square))) {
            (Some(own), Some(total)) if square < G::SQUARES - G::PER_RANK => self.ways(square + 1, own, enemy, total),
            _ => 0,
        }
    }

    /// The [`MenIndex::ways`] with a man of the enemy on `square`.
    fn ways_with_enemy_man(&self, square: u32, own: u32, enemy: u32, total: u32) -> u64 {
        match (enemy.checked_sub(1), total.checked_sub(enemy_advance::<G>(square))) {
            (Some(enemy), Some(total)) if square >= G::PER_RANK => self.ways(square + 1, own, enemy, total),
            _ => 0,
        }
    }

    /// The number of placements.
    pub fn size(&self) -> u64 {
        *self.first.last().expect("the total is always there")
    }

    /// The ranks of each total advancement, in ascending order: most advanced first. Some may be empty.
    pub fn phases(&self) -> impl ExactSizeIterator<Item = Range<u64>> {
        self.first.windows(2).map(|pair| pair[0]..pair[1])
    }

    /// The placements of the largest phase.
    pub fn largest_phase(&self) -> u64 {
        self.phases().map(|phase| phase.end - phase.start).max().unwrap_or(0)
    }

    /// The rank of a placement of this many men, each on a square that it can stand on.
    #[inline(always)]
    pub fn rank(&self, men: Bitboard, enemy_men: Bitboard) -> u64 {
        debug_assert_eq!((men.count_ones(), enemy_men.count_ones()), (self.men, self.enemy_men));
        let mut total = 0;
        let mut rank = 0;
        let (mut own, mut enemy) = (0, 0);
        let mut left = men | enemy_men;
        // From the last square down, so that the men still to come, and their advancement, are known.
        while left != 0 {
            let square = left.ilog2();
            left ^= 1 << square;
            if men >> square & 1 != 0 {
                own += 1;
                total += advance::<G>(square);
                rank += self.ways(square + 1, own, enemy, total);
            } else {
                enemy += 1;
                total += enemy_advance::<G>(square);
                rank += self.ways(square + 1, own, enemy, total) + self.ways_with_man(square, own, enemy, total);
            }
        }
        rank + self.first[(self.top() - total) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Draughts80, turned};

    #[test]
    fn rank_and_unrank_are_inverse() {
        check_ranks::<Russian>();
        check_ranks::<Draughts80>();
        assert_eq!(MenIndex::<Russian>::new(1, 1).size(), 760);
    }

    fn check_ranks<G: Game>() {
        for (men, enemy_men) in [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (1, 2), (2, 2), (3, 0)] {
            let index = MenIndex::<G>::new(men, enemy_men);
            assert_eq!(index.placements(0).count() as u64, index.size());
            for (rank, (own, enemy)) in (0..).zip(index.placements(0)) {
                assert_eq!(index.unrank(rank), (own, enemy));
                assert_eq!(own & enemy | own & G::LAST_RANK | enemy & G::FIRST_RANK, 0);
                assert_eq!(index.rank(own, enemy), rank);
            }
        }
    }

    #[test]
    fn phases_descend_in_advancement_and_turn_onto_each_other() {
        check_phases::<Russian>();
        check_phases::<Draughts80>();
    }

    fn check_phases<G: Game>() {
        let (index, twins) = (MenIndex::<G>::new(2, 1), MenIndex::<G>::new(1, 2));
        let mut last = u32::MAX;
        for (phase, twin) in index.phases().zip(twins.phases()) {
            assert_eq!(phase, twin);
            for rank in phase.clone() {
                let (own, enemy) = index.unrank(rank);
                let has = |set: Bitboard, square: u32| (set >> square & 1) as u32;
                let come = |s| has(own, s) * advance::<G>(s) + has(enemy, s) * enemy_advance::<G>(s);
                let sum: u32 = (0..G::SQUARES).map(come).sum();
                assert!(if rank == phase.start { sum < last } else { sum == last });
                last = sum;
                assert!(phase.contains(&twins.rank(turned::<G>(enemy), turned::<G>(own))));
            }
        }
    }
}
