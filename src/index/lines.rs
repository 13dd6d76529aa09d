//! Captures along the diagonals.

use std::marker::PhantomData;

use crate::board::{Bitboard, Game};

/// The sets of squares that make up a [`Row`](super::Row), [spread].
///
/// They are made without branches, so that a loop over many rows becomes vector instructions.
pub(super) struct Lines<G> {
    pub attacks: u64,
    pub forced: u64,
    pub between: [u64; 2],
    game: PhantomData<G>,
}

impl<G: Game> Lines<G> {
    /// The sets by the enemy pieces of a row, and by the men of the mover.
    #[inline(always)]
    pub fn of(enemy: u64, men: u64) -> Lines<G> {
        let mut lines = Lines { attacks: 0, forced: 0, between: [0; 2], game: PhantomData };
        lines.between[0] = lines.look::<0>(enemy, men) & lines.look::<3>(enemy, men);
        lines.between[1] = lines.look::<1>(enemy, men) & lines.look::<2>(enemy, men);
        lines
    }

    /// Looks in one direction. Returns the set of the enemy pieces with a free square behind them.
    #[inline(always)]
    fn look<const DIRECTION: usize>(&mut self, enemy: u64, men: u64) -> u64 {
        let back = |set: u64, steps: u32| shift::<G>(3 - DIRECTION, set, steps);
        let free = Spread::<G>::BOARD & !men & !enemy;
        let next = enemy & back(free, 1);
        self.forced |= shift::<G>(DIRECTION, next & shift::<G>(DIRECTION, men, 1), 1);
        // The squares from which a king reaches these pieces: the nearest, those within two, four, and six steps. There is
        // none further off, on a diagonal of eight squares with the piece and the square behind it.
        let reached = free & back(next, 1);
        let reached = reached | free & back(reached, 1);
        let two = free & back(free, 1);
        let reached = reached | two & back(reached, 2);
        self.attacks |= reached | two & back(reached, 2);
        next
    }
}

/// How squares are spread.
struct Spread<G>(PhantomData<G>);

impl<G: Game> Spread<G> {
    /// All squares, spread.
    const BOARD: u64 = spread::<G>(G::BOARD);

    /// The number of bits that a step shifts spread squares: up for the first two directions, down for the others.
    const SHIFT: [u32; 4] = [G::PER_RANK + 1, G::PER_RANK, G::PER_RANK, G::PER_RANK + 1];

    /// The squares of two ranks.
    const PAIR: u64 = (1 << (2 * G::PER_RANK)) - 1;

    /// Every other rank, from the first on: two ranks take a bit more than their squares.
    const EVEN: u64 = {
        let width = 2 * G::PER_RANK + 1;
        G::FIRST_RANK | G::FIRST_RANK << width | G::FIRST_RANK << (2 * width) | G::FIRST_RANK << (3 * width)
    };

    /// The squares of the pair of ranks with a number.
    const fn pair(number: u32) -> u64 {
        Spread::<G>::PAIR << (2 * G::PER_RANK * number)
    }
}

/// Spreads squares, with an empty bit between the two ranks of each pair. Then a step in one direction is the same shift
/// from every square, and a step off the board never comes back onto it.
#[inline(always)]
pub(super) const fn spread<G: Game>(set: Bitboard) -> u64 {
    let [a, b, c, d] =
        const { [Spread::<G>::pair(0), Spread::<G>::pair(1), Spread::<G>::pair(2), Spread::<G>::pair(3)] };
    let pairs = set & a | (set & b) << 1 | (set & c) << 2 | (set & d) << 3;
    let even = Spread::<G>::EVEN;
    pairs & even | (pairs & even << G::PER_RANK) << 1
}

/// The inverse of [`spread`].
#[inline(always)]
pub(super) const fn gather<G: Game>(spread: u64) -> Bitboard {
    let [a, b, c, d] =
        const { [Spread::<G>::pair(0), Spread::<G>::pair(1), Spread::<G>::pair(2), Spread::<G>::pair(3)] };
    let even = Spread::<G>::EVEN;
    let pairs = spread & even | (spread >> 1) & even << G::PER_RANK;
    pairs & a | pairs >> 1 & b | pairs >> 2 & c | pairs >> 3 & d
}

/// Moves spread squares by some steps in a direction of [`rules`](crate::rules).
#[inline(always)]
pub(super) const fn shift<G: Game>(direction: usize, spread: u64, steps: u32) -> u64 {
    let bits = steps * Spread::<G>::SHIFT[direction];
    if direction < 2 { spread << bits } else { spread >> bits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Draughts80, Russian};

    #[test]
    fn squares_are_spread_and_gathered() {
        check::<Russian>();
        check::<Draughts80>();
    }

    fn check<G: Game>() {
        for set in [0, 1, G::BOARD, 0x8000_0001, 0x1234_5678, 0x12_3456_789A & G::BOARD] {
            assert_eq!(gather::<G>(spread::<G>(set)), set);
        }
        for direction in 0..4 {
            for square in 0..G::SQUARES {
                let next = gather::<G>(shift::<G>(direction, spread::<G>(1 << square), 1) & Spread::<G>::BOARD);
                assert_eq!(next, crate::rules::step::<G>(direction, square).map_or(0, |next| 1 << next));
            }
        }
    }
}
