//! The sizes of rows, and where each row starts among several.

use std::ops::Range;

use crate::board::Game;
use crate::wide::widest;

use super::lines::{Lines, spread};
use super::{Index, binomial, next_subset, unrank_kings};

/// The size of a row for a number of kings, by the numbers of squares free, of attack, and forced, and of pairs.
#[inline(always)]
pub(super) fn size(kings: u32, free: u32, attacks: u32, forced: u32, pairs: u32) -> u64 {
    match kings {
        0 => 1,
        _ if forced > kings => 0,
        _ if forced > 0 => binomial(free - forced, kings - forced),
        1 => u64::from(free - attacks),
        _ => binomial(free - attacks, kings) + u64::from(pairs) * binomial(free - 2, kings - 2),
    }
}

/// The values of [`size`] for fixed numbers of kings and free squares.
struct Sizes {
    /// Without pairs: by the number of squares of attack; from [`FORCED`] on, by that of forced squares.
    base: [u32; 2 * FORCED],
    /// What each pair adds.
    pair: u32,
}

/// More than the squares of any board.
const FORCED: usize = 64;

impl Sizes {
    fn new(kings: u32, free: u32) -> Sizes {
        let mut base = [u32::from(kings == 0); 2 * FORCED];
        for attacks in 0..=free {
            base[attacks as usize] = size(kings, free, attacks, 0, 0) as u32;
        }
        for forced in 1..=kings {
            base[FORCED + forced as usize] = size(kings, free, 0, forced, 0) as u32;
        }
        Sizes { base, pair: size(kings, free, 0, 0, 1) as u32 - base[0] }
    }

    /// The size of a row by its [`count`].
    #[inline(always)]
    fn of(&self, counts: u64) -> u32 {
        self.base[counts as usize % (2 * FORCED)] + (counts >> 32) as u32 * self.pair
    }
}

/// What the size of a row depends on: its place in [`Sizes::base`], plus 2^32 times the pairs that count.
#[inline(always)]
fn count<G: Game>(enemy: u64, men: u64) -> u64 {
    let Lines { attacks, forced, between: [rising, falling] } = Lines::of::<G>(enemy, men);
    let count = |set: u64| u64::from(set.count_ones());
    // Selects values instead of code paths, so that there is no branch.
    let (set, from) = if forced == 0 { (attacks, 0) } else { (forced, FORCED as u64) };
    let pairs = if forced == 0 { count(rising) + count(falling) } else { 0 };
    (pairs << 32) + from + count(set)
}

widest! {
    /// The first place of each row, and the number of all places; `None` if a row starts beyond what 16 bits hold.
    pub(crate) fn row_starts<G: Game>(index: &Index<G>, rows: Range<u64>) -> Option<(Box<[u16]>, usize)> {
        let material = index.material();
        let free = G::SQUARES - u32::from(material.men() + material.other.kings);
        let sizes = Sizes::new(material.mover.kings.into(), free);
        let (mut counts, men) = row_pieces(index, rows);
        for (enemy, &men) in counts.iter_mut().zip(&men) {
            *enemy = count::<G>(*enemy, men);
        }
        let (mut places, mut last) = (0, 0);
        let start = |&counts: &u64| {
            last = places;
            places += u64::from(sizes.of(counts));
            last as u16
        };
        let starts = counts.iter().map(start).collect();
        u16::try_from(last).is_ok().then_some((starts, places as usize))
    }
}

/// The [spread] pieces that determine [rows](super::Row), by row: those of the enemy, and the men of the mover.
#[inline(always)]
fn row_pieces<G: Game>(index: &Index<G>, rows: Range<u64>) -> (Vec<u64>, Vec<u64>) {
    let count = (rows.end - rows.start) as usize;
    let enemy_kings = u32::from(index.material().other.kings);
    let rows_of_men = index.rows() / index.men().size();
    let mut first = rows.start % rows_of_men;
    let (mut enemy, mut own_men) = (Vec::with_capacity(count), Vec::with_capacity(count));
    let mut placements = index.men().placements(rows.start / rows_of_men);
    while let Some((men, enemy_men)) = placements.next().filter(|_| enemy.len() < count) {
        let most = (count - enemy.len()).min((rows_of_men - first) as usize);
        let enemy_men = spread::<G>(enemy_men);
        let men = spread::<G>(men);
        // Spreading keeps the order of squares, and so of sets.
        let squares = spread::<G>(G::BOARD) & !(men | enemy_men);
        let kings = if first == 0 { lowest(enemy_kings, squares) } else { unrank_kings(first, enemy_kings, squares) };
        each_subset(kings, squares, most, |kings| enemy.push(enemy_men | kings));
        own_men.resize(enemy.len(), men);
        first = 0;
    }
    (enemy, own_men)
}

/// The `count` lowest squares of a set: the first of its subsets of that size.
#[inline(always)]
fn lowest(count: u32, set: u64) -> u64 {
    set ^ (0..count).fold(set, |rest, _| rest & (rest - 1))
}

/// Calls `then` with `most` subsets of a mask, from `set` on in the order of [`next_subset`]; there must be that many.
#[inline(always)]
fn each_subset(set: u64, mask: u64, most: usize, mut then: impl FnMut(u64)) {
    if set == 0 {
        return then(0);
    }
    // Sets that differ only in their lowest square are consecutive.
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
    use crate::board::{Draughts80, Russian};
    use crate::index::{Row, indices};

    fn check<G: Game>() {
        for index in indices::<G>(2..=7) {
            let kings = u32::from(index.material().mover.kings);
            let (size, block) = (index.rows(), 65_536 / index.row_size());
            for (start, count) in [(0, block), (size / 3, 700), (size / 2, block), (size - 1, 1)] {
                let rows = start..size.min(start + count.clamp(1, 700));
                let (mut starts, mut places) = (Vec::new(), 0);
                for board in index.rows_from(start).take((rows.end - start) as usize) {
                    starts.push(places);
                    places += Row::new(&board).size(kings) as usize;
                }
                let naive: Option<_> = starts.into_iter().map(|start| u16::try_from(start).ok()).collect();
                assert_eq!(row_starts(&index, rows), naive.map(|starts| (starts, places)));
            }
        }
    }

    #[test]
    fn rows_start_where_those_before_end() {
        check::<Russian>();
        check::<Draughts80>();
    }

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
