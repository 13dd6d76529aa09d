//! How many numbers rows have.

use std::ops::Range;

use crate::board::Game;
use crate::wide::wide;

use super::lines::{Lines, spread};
use super::{Index, binomial, next_subset, unrank_kings};

/// The number of rows that are worked on at once, one in each lane.
const LANES: usize = 8;

/// How many numbers a row has for that many kings, by how many squares are free, of attack and forced, and how many
/// pairs there are.
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

wide! {
    /// Appends the sizes ([`Row::size`](super::Row::size)) of some rows, each at most [`Index::row_size`] or little
    /// more. Some 6 ns each.
    pub(crate) fn row_sizes<G: Game>(index: &Index<G>, rows: Range<u64>, sizes: &mut Vec<u32>) -> () {
        let material = index.material();
        let kings = u32::from(material.mover.kings);
        let enemy_kings = u32::from(material.other.kings);
        let free = G::SQUARES - u32::from(material.men()) - enemy_kings;
        let rows_of_men = index.rows() / index.men().size();
        let mut left = (rows.end - rows.start) as usize;
        let mut first = rows.start % rows_of_men;
        let mut placements = index.men().placements(rows.start / rows_of_men);
        while let Some((men, enemy_men)) = placements.next().filter(|_| left > 0) {
            let squares = G::BOARD & !(men | enemy_men);
            let (own, other) = (spread::<G>(men), spread::<G>(enemy_men));
            let mut set = unrank_kings(first, enemy_kings, squares);
            let mut rest = ((rows_of_men - first) as usize).min(left);
            left -= rest;
            first = 0;
            while rest > 0 {
                let mut enemy = [other; LANES];
                for lane in &mut enemy {
                    *lane |= spread::<G>(set);
                    set = next_subset(set, squares);
                }
                let lines = Lines::<G, LANES>::of(&enemy, own);
                for lane in 0..LANES.min(rest) {
                    let pairs = lines.between[0][lane].count_ones() + lines.between[1][lane].count_ones();
                    let (attacks, forced) = (lines.attacks[lane].count_ones(), lines.forced[lane].count_ones());
                    sizes.push(size(kings, free, attacks, forced, pairs) as u32);
                }
                rest -= LANES.min(rest);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Draughts80, Russian};
    use crate::index::{Ending, Row};

    #[test]
    fn sizes_are_those_of_the_rows() {
        check::<Russian>();
        check::<Draughts80>();
    }

    fn check<G: Game>() {
        for ending in (2..=7).flat_map(Ending::all) {
            for &mover in ending.movers() {
                let index = Index::<G>::new(ending.material(mover));
                let kings = u32::from(index.material().mover.kings);
                for start in [0, index.rows() / 3, index.rows() - 1] {
                    let rows = start..index.rows().min(start + 700);
                    let mut sizes = Vec::new();
                    row_sizes(&index, rows.clone(), &mut sizes);
                    let boards = index.rows_from(start).take((rows.end - start) as usize);
                    assert!(sizes.into_iter().map(u64::from).eq(boards.map(|board| Row::new(&board).size(kings))));
                }
            }
        }
    }
}
