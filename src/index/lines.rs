//! Captures along the diagonals, for several [rows](super::Row) at once.

use crate::board::Bitboard;

/// The sets of squares that make up a [`Row`](super::Row), [spread]: those of several rows with the same men of
/// the mover, one row in each lane of a vector.
pub(super) struct Lines<const LANES: usize> {
    pub attacks: [u64; LANES],
    pub forced: [u64; LANES],
    pub between: [[u64; LANES]; 2],
}

impl<const LANES: usize> Lines<LANES> {
    /// The sets by the enemy pieces of each row, and by the men of the mover, which all rows share.
    #[inline(always)]
    pub fn of(enemy: &[u64; LANES], men: u64) -> Lines<LANES> {
        let mut lines = Lines { attacks: [0; LANES], forced: [0; LANES], between: [[0; LANES]; 2] };
        let (mut one, mut other) = ([0; LANES], [0; LANES]);
        lines.look::<0>(enemy, men, &mut one);
        lines.look::<3>(enemy, men, &mut other);
        lines.between[0] = std::array::from_fn(|lane| one[lane] & other[lane]);
        lines.look::<1>(enemy, men, &mut one);
        lines.look::<2>(enemy, men, &mut other);
        lines.between[1] = std::array::from_fn(|lane| one[lane] & other[lane]);
        lines
    }

    /// Looks in one direction. `beside` becomes the set of the enemy pieces with a free square behind them. This is one
    /// straight loop over the lanes, so that it becomes vector instructions.
    #[inline(always)]
    fn look<const DIRECTION: usize>(&mut self, enemy: &[u64; LANES], men: u64, beside: &mut [u64; LANES]) {
        let back = |set: u64, steps: u32| shift(3 - DIRECTION, set, steps);
        for (lane, beside) in beside.iter_mut().enumerate() {
            let free = BOARD & !men & !enemy[lane];
            let next = enemy[lane] & back(free, 1);
            *beside = next;
            self.forced[lane] |= shift(DIRECTION, next & shift(DIRECTION, men, 1), 1);
            // The squares from which a king reaches these pieces: the nearest, then twice as far at each step.
            let reached = free & back(next, 1);
            let reached = reached | free & back(reached, 1);
            let two = free & back(free, 1);
            let reached = reached | two & back(reached, 2);
            let four = two & back(two, 2);
            self.attacks[lane] |= reached | four & back(reached, 4);
        }
    }
}

/// All squares, spread.
const BOARD: u64 = spread(!0);

/// The number of bits that a step shifts spread squares: up for the first two directions, down for the others.
const SHIFT: [u32; 4] = [5, 4, 4, 5];

/// Four squares of every other rank, nine bits apart.
const NIBBLES: u64 = 0xF | 0xF << 9 | 0xF << 18 | 0xF << 27;

/// Spreads squares over 36 bits, of which every ninth is empty. Then a step in one direction is the same shift from
/// every square, and a step off the board never comes back onto it.
#[inline(always)]
pub(super) const fn spread(set: Bitboard) -> u64 {
    let set = set as u64;
    let pairs = set & 0xFF | (set & 0xFF00) << 1 | (set & 0xFF_0000) << 2 | (set & 0xFF00_0000) << 3;
    pairs & NIBBLES | (pairs & NIBBLES << 4) << 1
}

/// The inverse of [`spread`].
#[inline(always)]
pub(super) const fn gather(spread: u64) -> Bitboard {
    let pairs = spread & NIBBLES | (spread >> 1) & NIBBLES << 4;
    (pairs & 0xFF | pairs >> 1 & 0xFF00 | pairs >> 2 & 0xFF_0000 | pairs >> 3 & 0xFF00_0000) as u32
}

/// Moves spread squares by some steps in a direction of [`rules`](crate::rules).
#[inline(always)]
pub(super) const fn shift(direction: usize, spread: u64, steps: u32) -> u64 {
    if direction < 2 { spread << (steps * SHIFT[direction]) } else { spread >> (steps * SHIFT[direction]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_spread_and_gathered() {
        for set in [0, 1, u32::MAX, 0x8000_0001, 0x1234_5678] {
            assert_eq!(gather(spread(set)), set);
        }
        for direction in 0..4 {
            for square in 0..32 {
                let next = gather(shift(direction, spread(1 << square), 1) & spread(!0));
                assert_eq!(next, crate::rules::step(direction, square).map_or(0, |next| 1 << next));
            }
        }
    }
}
