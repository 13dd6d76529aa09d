//! Ranks of placements as the other side sees them.

use crate::board::{Bitboard, Game, bits};

use super::PIECES;
use super::men::MenIndex;

/// The ranks of turned placements, for placements that come in their own order: then the first men of one are mostly
/// those of the last one, and the last men of it turned.
pub(crate) struct TurnedRanks<'i, G> {
    index: &'i MenIndex<G>,
    men: Bitboard,
    enemy_men: Bitboard,
    /// Before each man, in the order of squares, and after the last: the rest of the turned placement that the men so far
    /// make, and the sum of their terms.
    parts: [(usize, u64); PIECES as usize + 1],
}

impl<'i, G: Game> TurnedRanks<'i, G> {
    /// Ranks of an index.
    pub fn new(index: &'i MenIndex<G>) -> TurnedRanks<'i, G> {
        TurnedRanks { index, men: 0, enemy_men: 0, parts: [(0, 0); PIECES as usize + 1] }
    }

    /// The rank of a placement once it is turned: as many men of the enemy as the index has of the mover, and the other
    /// way round.
    #[inline(always)]
    pub fn rank(&mut self, men: Bitboard, enemy_men: Bitboard) -> u64 {
        let changed = (self.men ^ men) | (self.enemy_men ^ enemy_men);
        let same = (changed & changed.wrapping_neg()).wrapping_sub(1);
        (self.men, self.enemy_men) = (men, enemy_men);
        let mut at = ((men | enemy_men) & same).count_ones() as usize;
        for square in bits((men | enemy_men) & !same) {
            let (turned, is_enemy) = (G::SQUARES - 1 - square, men >> square & 1 != 0);
            let (rest, terms) = self.parts[at];
            let rest = rest + self.index.step(turned, is_enemy);
            let term = self.index.before(turned, rest)[usize::from(is_enemy)];
            at += 1;
            self.parts[at] = (rest, terms + u64::from(term));
        }
        let (rest, terms) = self.parts[at];
        terms + self.index.phase_start(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Draughts80, Russian, turned};

    #[test]
    fn turned_ranks_are_those_of_the_index() {
        check::<Russian>();
        check::<Draughts80>();
    }

    fn check<G: Game>() {
        for (men, enemy_men, stride) in [(0, 0, 1), (1, 0, 1), (2, 1, 1), (1, 3, 7), (4, 4, 1_000_003)] {
            let (index, other) = (MenIndex::<G>::new(men, enemy_men), MenIndex::<G>::new(enemy_men, men));
            let mut ranks = TurnedRanks::new(&other);
            for start in (0..index.size()).step_by(stride) {
                // Some follow each other, some do not.
                for (men, enemy_men) in index.placements(start).take(2) {
                    let rank = other.rank(turned::<G>(enemy_men), turned::<G>(men));
                    assert_eq!(ranks.rank(men, enemy_men), rank);
                }
            }
        }
    }
}
