//! Steps of sets of squares, and the directions that they need beside the forward ones.

use crate::board::{Bitboard, Game};

use super::step::{NORTH_EAST, NORTH_WEST};

pub(crate) const SOUTH_EAST: usize = 3 - NORTH_WEST;
pub(crate) const SOUTH_WEST: usize = 3 - NORTH_EAST;

/// The neighbours of a set of squares in a direction.
#[inline(always)]
pub(crate) const fn steps<G: Game>(direction: usize, set: Bitboard) -> Bitboard {
    let (rank, even) = (G::PER_RANK, const { even_ranks::<G>() });
    // The squares of every other rank are shifted by half a square.
    let (straight, left, right) = (set & even, set & even & !const { files::<G>(0) }, set & !even);
    let last = const { files::<G>(G::PER_RANK - 1) };
    match direction {
        NORTH_EAST => (straight << rank | (right & !last) << (rank + 1)) & G::BOARD,
        NORTH_WEST => (left << (rank - 1) | right << rank) & G::BOARD,
        SOUTH_EAST => straight >> rank | (right & !last) >> (rank - 1),
        _ => left >> (rank + 1) | right >> rank,
    }
}

/// The first rank, and every other from there on.
const fn even_ranks<G: Game>() -> Bitboard {
    let pair = G::FIRST_RANK | G::FIRST_RANK << (2 * G::PER_RANK);
    pair | pair << (4 * G::PER_RANK)
}

/// The squares with a number on their ranks.
const fn files<G: Game>(number: u32) -> Bitboard {
    let (mut set, mut square) = (0, number);
    while square < G::SQUARES {
        set |= 1 << square;
        square += G::PER_RANK;
    }
    set
}

/// The two directions across a direction.
#[inline(always)]
pub(crate) fn across(direction: usize) -> [usize; 2] {
    if direction == NORTH_EAST || direction == SOUTH_WEST { [NORTH_WEST, SOUTH_EAST] } else { [NORTH_EAST, SOUTH_WEST] }
}
