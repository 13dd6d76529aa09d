//! Ranks of the placements of men after one advance of a man, or as the other side sees them.

use crate::board::{Bitboard, Game, bits};

use super::PIECES;
use super::men::MenIndex;

/// The ranks of turned placements. Fast if placements come in order: then the first men mostly stay, which are the last men of the
/// turned placement.
pub(crate) struct TurnedRanks<'i, G> {
    index: &'i MenIndex<G>,
    men: Bitboard,
    enemy_men: Bitboard,
    /// Before each man in the order of squares, and after the last: the rest that the men so far make in the turned placement, and
    /// the sum of their terms.
    parts: [(usize, u64); PIECES as usize + 1],
}

impl<'i, G: Game> TurnedRanks<'i, G> {
    /// The ranks of an index.
    pub fn new(index: &'i MenIndex<G>) -> TurnedRanks<'i, G> {
        TurnedRanks { index, men: 0, enemy_men: 0, parts: [(0, 0); PIECES as usize + 1] }
    }

    /// The rank of a placement after turning: its enemy has the index's number of the mover's men, and the other way round.
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

/// A placement of the men, with sums for the ranks of the placements after one advance.
///
/// A rank is a sum with a term for each man: the number of placements with the same men before its square but less on it. The term
/// depends on the man's square and on its rest, the men from there on and their total advancement. So an advance does not change
/// the terms of the men behind both of its squares, and adds one to the advancement of the rests of the men before both.
pub(crate) struct AdvancedRanks<'i, G> {
    index: &'i MenIndex<G>,
    men: Bitboard,
    enemy_men: Bitboard,
    /// The first rank after an advance.
    first: u64,
    /// For each man in the order of squares, and one for the end.
    parts: [Part; PIECES as usize + 1],
}

/// The sums at a man.
#[derive(Clone, Copy, Default)]
struct Part {
    /// The men from it on.
    rest: usize,
    /// The sum of the terms of all men before it: as they are, and with one more advance in their rests.
    terms: u64,
    advanced: u64,
}

impl<'i, G: Game> AdvancedRanks<'i, G> {
    /// Without a placement.
    pub fn new(index: &'i MenIndex<G>) -> AdvancedRanks<'i, G> {
        AdvancedRanks { index, men: 0, enemy_men: 0, first: 0, parts: [Part::default(); PIECES as usize + 1] }
    }

    /// Sets a placement. Fast if it shares its first men and its phase with the last one.
    #[inline(always)]
    pub fn set(&mut self, men: Bitboard, enemy_men: Bitboard) {
        let changed = (self.men ^ men) | (self.enemy_men ^ enemy_men);
        (self.men, self.enemy_men) = (men, enemy_men);
        let mut same = (changed & changed.wrapping_neg()).wrapping_sub(1);
        let mut at = self.place(same);
        let rest: usize = self.among(!same).map(|(square, is_enemy)| self.index.step(square, is_enemy)).sum();
        if at == 0 || self.parts[at].rest != rest {
            (at, same) = (0, 0);
            let rest = self.among(!0).map(|(square, is_enemy)| self.index.step(square, is_enemy)).sum();
            self.parts[0] = Part { rest, terms: 0, advanced: 0 };
            // If no man can advance, there is no such phase.
            self.first = if rest == self.index.whole { 0 } else { self.index.phase_start(rest + 1) };
        }
        for (square, is_enemy) in self.among(!same) {
            let Part { rest, terms, advanced } = self.parts[at];
            self.parts[at + 1] = Part {
                rest: rest - self.index.step(square, is_enemy),
                terms: terms + self.term(square, is_enemy, rest),
                advanced: advanced + self.term(square, is_enemy, rest + 1),
            };
            at += 1;
        }
    }

    /// The men on a set of squares, and whether they are the enemy's.
    #[inline(always)]
    fn among(&self, set: Bitboard) -> impl Iterator<Item = (u32, bool)> + use<G> {
        let enemy_men = self.enemy_men;
        bits((self.men | enemy_men) & set).map(move |square| (square, enemy_men >> square & 1 != 0))
    }

    /// The number of men on a set of squares.
    #[inline(always)]
    fn place(&self, set: Bitboard) -> usize {
        ((self.men | self.enemy_men) & set).count_ones() as usize
    }

    /// The term of a man.
    #[inline(always)]
    fn term(&self, square: u32, is_enemy: bool, rest: usize) -> u64 {
        u64::from(self.index.before(square, rest)[usize::from(is_enemy)])
    }

    /// The terms of the men from a place on.
    #[inline(always)]
    fn terms_from(&self, at: usize) -> u64 {
        self.parts[(self.index.men + self.index.enemy_men) as usize].terms - self.parts[at].terms
    }

    /// The rank after an advance of the mover's man.
    #[inline(always)]
    pub fn after(&self, from: u32, to: u32) -> u64 {
        let mut at = self.place((1 << from) - 1);
        let mut terms = self.parts[at].advanced;
        let moved = self.index.step(to, false);
        for (square, is_enemy) in self.among((1 << to) - (2 << from)) {
            at += 1;
            terms += self.term(square, is_enemy, self.parts[at].rest + moved);
        }
        at += 1;
        self.first + terms + self.term(to, false, self.parts[at].rest + moved) + self.terms_from(at)
    }

    /// The rank after an advance of the enemy's man.
    #[inline(always)]
    pub fn after_enemy(&self, from: u32, to: u32) -> u64 {
        let mut at = self.place((1 << to) - 1);
        let mut terms = self.parts[at].advanced + self.term(to, true, self.parts[at].rest + 1);
        let moved = self.index.step(from, true);
        for (square, is_enemy) in self.among((1 << from) - (2 << to)) {
            terms += self.term(square, is_enemy, self.parts[at].rest - moved);
            at += 1;
        }
        self.first + terms + self.terms_from(at + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Draughts80, Russian, turned};
    use crate::rules::step;

    fn check<G: Game>() {
        for (men, enemy_men, stride) in
            [(0, 0, 1), (1, 0, 1), (1, 1, 1), (2, 1, 1), (1, 3, 7), (2, 2, 3), (4, 4, 1_000_003)]
        {
            let (index, other) = (MenIndex::<G>::new(men, enemy_men), MenIndex::<G>::new(enemy_men, men));
            let (mut turned_ranks, mut ranks) = (TurnedRanks::new(&other), AdvancedRanks::new(&index));
            // Some are consecutive, some are not.
            let starts = (0..index.size()).step_by(stride);
            for (men, enemy_men) in starts.flat_map(|start| index.placements(start).take(2)) {
                let rank = other.rank(turned::<G>(enemy_men), turned::<G>(men));
                assert_eq!(turned_ranks.rank(men, enemy_men), rank);
                ranks.set(men, enemy_men);
                for (from, direction) in bits(men | enemy_men).flat_map(|from| (0..4).map(move |way| (from, way))) {
                    let is_enemy = enemy_men >> from & 1 != 0;
                    let free = |to: &u32| (men | enemy_men) >> to & 1 == 0 && is_enemy == (direction >= 2);
                    let Some(to) = step::<G>(direction, from).filter(free) else { continue };
                    let moved = 1 << from | 1 << to;
                    if is_enemy && moved & G::FIRST_RANK == 0 {
                        assert_eq!(ranks.after_enemy(from, to), index.rank(men, enemy_men ^ moved));
                    } else if !is_enemy && moved & G::LAST_RANK == 0 {
                        assert_eq!(ranks.after(from, to), index.rank(men ^ moved, enemy_men));
                    }
                }
            }
        }
    }

    #[test]
    fn ranks_of_turned_and_advanced_placements_are_those_of_the_index() {
        check::<Russian>();
        check::<Draughts80>();
    }
}
