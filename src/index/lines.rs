//! Captures along the diagonals.

use crate::board::{Bitboard, Game};

/// The sets of squares that make up a [`Row`](super::Row), [spread].
///
/// Computed without branches, so that loops over rows are vectorized.
pub(super) struct Lines {
    pub attacks: u64,
    pub forced: u64,
    pub between: [u64; 2],
}

impl Lines {
    /// The sets from the enemy pieces of a row and the men of the mover.
    #[inline(always)]
    pub fn of<G: Game>(enemy: u64, men: u64) -> Lines {
        let mut lines = Lines { attacks: 0, forced: 0, between: [0; 2] };
        lines.between[0] = lines.look::<G, 0>(enemy, men) & lines.look::<G, 3>(enemy, men);
        lines.between[1] = lines.look::<G, 1>(enemy, men) & lines.look::<G, 2>(enemy, men);
        lines
    }

    /// Looks in one direction. Returns the set of the enemy pieces with a free square behind them.
    #[inline(always)]
    fn look<G: Game, const DIRECTION: usize>(&mut self, enemy: u64, men: u64) -> u64 {
        let back = |set: u64, steps: u32| shift::<G>(3 - DIRECTION, set, steps);
        let free = const { spread::<G>(G::BOARD) } & !men & !enemy;
        let next = enemy & back(free, 1);
        self.forced |= shift::<G>(DIRECTION, next & shift::<G>(DIRECTION, men, 1), 1);
        // The squares from which a king reaches these pieces: within one, two, four, and six steps. There are no more on a
        // diagonal of eight squares with the piece and the square behind it.
        let reached = free & back(next, 1);
        let reached = reached | free & back(reached, 1);
        let two = free & back(free, 1);
        let reached = reached | two & back(reached, 2);
        self.attacks |= reached | two & back(reached, 2);
        next
    }
}

const fn pairs<G: Game>() -> [Bitboard; 4] {
    let (pair, width) = ((1 << (2 * G::PER_RANK)) - 1, 2 * G::PER_RANK);
    [pair, pair << width, pair << (2 * width), pair << (3 * width)]
}

/// Every other rank from the first on, where two ranks take one bit more than their squares.
const fn even_ranks<G: Game>() -> u64 {
    let (rank, width) = (G::FIRST_RANK, 2 * G::PER_RANK + 1);
    rank | rank << width | rank << (2 * width) | rank << (3 * width)
}

/// Spreads squares: puts an empty bit between the two ranks of each pair. Then a step in one direction is the same shift from every
/// square, and a step off the board never wraps onto it.
#[inline(always)]
pub(super) const fn spread<G: Game>(set: Bitboard) -> u64 {
    let ([a, b, c, d], even) = const { (pairs::<G>(), even_ranks::<G>()) };
    let pairs = set & a | (set & b) << 1 | (set & c) << 2 | (set & d) << 3;
    pairs & even | (pairs & even << G::PER_RANK) << 1
}

/// The inverse of [`spread`].
#[inline(always)]
pub(super) const fn gather<G: Game>(spread: u64) -> Bitboard {
    let ([a, b, c, d], even) = const { (pairs::<G>(), even_ranks::<G>()) };
    let pairs = spread & even | (spread >> 1) & even << G::PER_RANK;
    pairs & a | pairs >> 1 & b | pairs >> 2 & c | pairs >> 3 & d
}

/// Moves spread squares by `steps` in a direction of [`rules`](crate::rules).
#[inline(always)]
pub(super) const fn shift<G: Game>(direction: usize, spread: u64, steps: u32) -> u64 {
    let bits = steps * (G::PER_RANK + direction.is_multiple_of(3) as u32);
    if direction < 2 { spread << bits } else { spread >> bits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Draughts80, Russian};

    fn check<G: Game>() {
        for set in [0, 1, G::BOARD, 0x8000_0001, 0x1234_5678, 0x12_3456_789A & G::BOARD] {
            assert_eq!(gather::<G>(spread::<G>(set)), set);
        }
        for (direction, square) in (0..4).flat_map(|direction| (0..G::SQUARES).map(move |square| (direction, square))) {
            let next = gather::<G>(shift::<G>(direction, spread::<G>(1 << square), 1) & spread::<G>(G::BOARD));
            assert_eq!(next, crate::rules::step::<G>(direction, square).map_or(0, |next| 1 << next));
        }
    }

    #[test]
    fn squares_are_spread_and_gathered() {
        check::<Russian>();
        check::<Draughts80>();
    }
}
