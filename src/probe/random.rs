//! Random numbers and positions, determined by a seed.

use std::collections::BTreeSet;

use crate::board::{Color, Game, Position};
use crate::index::{Ending, Index, Mover, PIECES};

/// A sequence of random numbers, determined by a seed: SplitMix64 (Steele, Lea and Flood, 2014).
#[derive(Clone, Debug)]
pub struct Numbers(u64);

/// The step of the state for each number.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl Numbers {
    /// The sequence of a seed.
    pub const fn new(seed: u64) -> Numbers {
        Numbers(seed)
    }

    /// The sequence of a seed without its first `skip` numbers, in constant time.
    pub const fn after(seed: u64, skip: u64) -> Numbers {
        Numbers(seed.wrapping_add(skip.wrapping_mul(STEP)))
    }

    /// The next number, below a bound that is not 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        // The high half of the product: uniform, except for one part in 2^64 / bound.
        ((u128::from(mixed ^ mixed >> 31) * u128::from(bound)) >> 64) as u64
    }
}

/// Random positions of some endings, with equal probability for all entries and both colours. Ignores endings of more than
/// [`PIECES`] pieces; empty if there are no others.
pub fn positions<G: Game>(endings: &[Ending], count: usize, seed: u64) -> Vec<Position<G>> {
    Positions::new(endings, seed).take(count).collect()
}

/// The endless sequence of [`positions`].
#[derive(Clone, Debug)]
pub struct Positions<G> {
    numbers: Numbers,
    seed: u64,
    sides: Vec<Entries<G>>,
    total: u64,
}

#[derive(Clone, Debug)]
struct Entries<G> {
    ending: Ending,
    mover: Mover,
    count: u64,
    /// Made on first use.
    index: Option<Index<G>>,
}

impl<G: Game> Positions<G> {
    /// The sequence of some endings and a seed.
    pub fn new(endings: &[Ending], seed: u64) -> Positions<G> {
        let sides: Vec<Entries<G>> = endings
            .iter()
            .filter(|ending| ending.pieces() <= PIECES)
            .flat_map(|&ending| {
                let count = move |mover| ending.material(mover).entries::<G>();
                ending.movers().iter().map(move |&mover| Entries { ending, mover, count: count(mover), index: None })
            })
            .collect();
        let total = sides.iter().map(|side| side.count).sum();
        Positions { numbers: Numbers::new(seed), seed, sides, total }
    }

    /// Goes to the place after the first `skip` positions of the sequence, in constant time.
    pub fn go_to(&mut self, skip: u64) {
        // A number for the entry, and one for the colour.
        self.numbers = Numbers::after(self.seed, 2 * skip);
    }
}

impl<G: Game> Iterator for Positions<G> {
    type Item = Position<G>;

    fn next(&mut self) -> Option<Position<G>> {
        if self.total == 0 {
            return None;
        }
        let mut entry = self.numbers.below(self.total);
        let mut side = 0;
        while entry >= self.sides[side].count {
            entry -= self.sides[side].count;
            side += 1;
        }
        let Entries { ending, mover, index, .. } = &mut self.sides[side];
        let index = index.get_or_insert_with(|| Index::new(ending.material(*mover)));
        let turn = if self.numbers.below(2) == 0 { Color::White } else { Color::Black };
        Some(Position::from_board(turn, index.unrank(entry)))
    }
}

/// `count` different numbers below a bound, in order, with equal probability for every choice; all numbers if there are fewer.
/// Takes about 40 bytes for each number.
pub fn draw(bound: u64, count: u64, seed: u64) -> Vec<u64> {
    let mut numbers = Numbers::new(seed);
    let mut drawn = BTreeSet::new();
    // Floyd's algorithm: one draw for each number.
    for last in bound - count.min(bound)..bound {
        let number = numbers.below(last + 1);
        if !drawn.insert(number) {
            drawn.insert(last);
        }
    }
    drawn.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Russian;

    #[test]
    fn the_same_seed_gives_the_same_positions_of_all_endings() {
        let endings: Vec<Ending> = Ending::all(3).collect();
        let drawn: Vec<Position> = positions(&endings, 2000, 1);
        assert_eq!(drawn, positions(&endings, 2000, 1));
        assert!(drawn != positions(&endings, 2000, 2));
        for &ending in &endings {
            let of = |position: &&Position| crate::index::Material::of(&position.board()).ending().0 == ending;
            let share = drawn.iter().filter(of).count() as f64 / 2000.0;
            let expected = ending.entries::<Russian>() as f64 / 196_032.0;
            assert!((share - expected).abs() < 0.04, "{ending}: {share} {expected}");
        }
        assert!(positions::<Russian>(&[], 5, 1).is_empty());
    }

    #[test]
    fn drawn_numbers_are_different_and_uniform() {
        assert_eq!(draw(5, 9, 1), [0, 1, 2, 3, 4]);
        assert!(draw(0, 9, 1).is_empty() && draw(9, 0, 1).is_empty());
        let drawn = draw(1_000_000, 1000, 7);
        assert_eq!((drawn.len(), &drawn), (1000, &draw(1_000_000, 1000, 7)));
        assert!(drawn.is_sorted_by(|a, b| a < b));
        let below = drawn.iter().filter(|&&number| number < 500_000).count();
        assert!((450..550).contains(&below), "{below}");
    }
}
