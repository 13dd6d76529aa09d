//! The pieces of many rows, one row after the other.

use std::ops::Range;

use crate::board::Game;

use super::lines::spread;
use super::{Index, next_subset, unrank_kings};

/// The pieces that make [rows](super::Row), [spread]: lists with a place for each row.
pub(super) struct RowPieces {
    /// Those of the enemy.
    pub enemy: Vec<u64>,
    /// The men of the mover.
    pub men: Vec<u64>,
}

impl RowPieces {
    /// The pieces of some rows.
    #[inline(always)]
    pub fn of<G: Game>(index: &Index<G>, rows: Range<u64>) -> RowPieces {
        let count = (rows.end - rows.start) as usize;
        let enemy_kings = u32::from(index.material().other.kings);
        let rows_of_men = index.rows() / index.men().size();
        let mut first = rows.start % rows_of_men;
        let mut pieces = RowPieces { enemy: Vec::with_capacity(count), men: Vec::with_capacity(count) };
        let mut placements = index.men().placements(rows.start / rows_of_men);
        while let Some((men, enemy_men)) = placements.next().filter(|_| pieces.enemy.len() < count) {
            let most = (count - pieces.enemy.len()).min((rows_of_men - first) as usize);
            let enemy_men = spread::<G>(enemy_men);
            let men = spread::<G>(men);
            // Squares keep their order when they are spread, and so do sets of them.
            let squares = spread::<G>(G::BOARD) & !(men | enemy_men);
            let kings =
                if first == 0 { lowest(enemy_kings, squares) } else { unrank_kings(first, enemy_kings, squares) };
            each_subset(kings, squares, most, |kings| pieces.enemy.push(enemy_men | kings));
            pieces.men.resize(pieces.enemy.len(), men);
            first = 0;
        }
        pieces
    }
}

/// The lowest squares of a set: of all its subsets of so many, the first.
#[inline(always)]
fn lowest(count: u32, set: u64) -> u64 {
    set ^ (0..count).fold(set, |rest, _| rest & (rest - 1))
}

/// Hands out a subset of a mask and those that follow it in the order of [`next_subset`], `most` in all; there are that many.
#[inline(always)]
fn each_subset(set: u64, mask: u64, most: usize, mut then: impl FnMut(u64)) {
    if set == 0 {
        return then(0);
    }
    // Sets that differ only in their lowest square follow each other.
    let mut upper = set & (set - 1);
    let mut lowest = mask & !((set ^ upper) - 1);
    let mut left = most;
    loop {
        // Below the lowest square of `upper`, or anywhere if it has none.
        lowest &= (upper & upper.wrapping_neg()).wrapping_sub(1);
        while lowest != 0 {
            then(upper | lowest & lowest.wrapping_neg());
            lowest &= lowest - 1;
            left -= 1;
            if left == 0 {
                return;
            }
        }
        upper = next_subset(upper, mask);
        lowest = mask;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Russian;
    use crate::index::binomial;

    #[test]
    fn subsets_follow_each_other() {
        for mask in [0xFFFF_FFFF, Russian::BOARD, 0x0F0F_1234, 0x8000_0001_0000_0001, 0b111_u64] {
            for size in 0..=mask.count_ones().min(3) {
                let all = binomial(mask.count_ones(), size);
                for start in [0, all / 3, all - 1] {
                    let mut naive = (start..all).map(|rank| unrank_kings(rank, size, mask));
                    let set = unrank_kings(start, size, mask);
                    each_subset(set, mask, (all - start) as usize, |set| assert_eq!(Some(set), naive.next()));
                    assert_eq!(naive.next(), None);
                }
            }
        }
    }
}
