//! All boards of one placement of the men, quickly.

use crate::board::{Bitboard, Board};

use super::Index;

/// The boards of one placement of the men of an [`Index`], by [`Index::rank_kings`]; for walks over many of them.
#[derive(Clone, Debug)]
pub struct Placements {
    /// The enemy's kings on consecutive squares, in the order of their ranks.
    enemy_kings: Vec<Bitboard>,
    /// The mover's kings, likewise.
    kings: Vec<Bitboard>,
}

impl Placements {
    /// Lists the placements of an index's kings: 4 bytes for each of either side.
    pub fn new(index: &Index) -> Placements {
        let free = 32 - u32::from(index.material().men());
        let (own, enemy) = (u32::from(index.material().mover.kings), u32::from(index.material().other.kings));
        Placements { enemy_kings: subsets(free, enemy), kings: subsets(free - enemy, own) }
    }

    /// The number of boards of each placement of the men.
    pub const fn size(&self) -> usize {
        self.enemy_kings.len() * self.kings.len()
    }

    /// The board with these men and a number below [`Placements::size`]: [`Index::unrank_kings`], some 5 ns.
    #[inline]
    pub fn board(&self, men: Bitboard, enemy_men: Bitboard, rank: usize) -> Board {
        let taken = men | enemy_men;
        let enemy_kings = spread(self.enemy_kings[rank / self.kings.len()], taken);
        let kings = spread(self.kings[rank % self.kings.len()], taken | enemy_kings);
        Board { men, kings, enemy_men, enemy_kings }
    }
}

/// The subsets with `count` of the first `free` squares, as ascending numbers.
fn subsets(free: u32, count: u32) -> Vec<Bitboard> {
    let end = 1u64 << free;
    let first = (1u64 << count) - 1;
    let next = |&set: &u64| {
        // The next number with as many bits (Gosper).
        let low = set & set.wrapping_neg();
        let carried = set + low;
        let next = carried | ((set ^ carried) >> 2).checked_div(low)?;
        (next < end).then_some(next)
    };
    std::iter::successors(Some(first), next).map(|set| set as Bitboard).collect()
}

/// Moves a set on consecutive squares to the squares that are not taken, keeping the order.
#[inline]
fn spread(mut set: Bitboard, mut taken: Bitboard) -> Bitboard {
    while taken != 0 {
        let hole = taken & taken.wrapping_neg();
        taken ^= hole;
        let below = set & (hole - 1);
        set = set + set - below;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Ending;

    #[test]
    fn the_same_boards_as_the_index() {
        for ending in (2..=4).flat_map(Ending::all) {
            for &mover in ending.movers() {
                let index = Index::new(ending.material(mover));
                let placements = Placements::new(&index);
                assert_eq!(placements.size() as u64, index.kings_size());
                for men_rank in [0, index.men().size() / 2, index.men().size() - 1] {
                    let (men, enemy_men) = index.men().unrank(men_rank);
                    for rank in (0..placements.size()).step_by(placements.size() / 5000 + 1) {
                        let board = index.unrank_kings(men, enemy_men, rank as u64);
                        assert_eq!(placements.board(men, enemy_men, rank), board);
                    }
                }
            }
        }
    }
}
