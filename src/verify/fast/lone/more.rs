//! Numbers of sets of kings with one king more.

use crate::board::{Game, bits};
use crate::index::{KingSets, OneMore};

/// For each square and each set of kings, the number of the set with one king more on that square.
pub(crate) struct More(Vec<Vec<u32>>);

impl More {
    pub fn new<G: Game>(kings: &KingSets) -> More {
        let mut numbers = vec![vec![0; kings.sets().len()]; G::SQUARES as usize];
        for (number, &set) in kings.sets().iter().enumerate() {
            let more = OneMore::new(set);
            for square in bits(G::BOARD & !set) {
                numbers[square as usize][number] = more.number(square) as u32;
            }
        }
        More(numbers)
    }

    /// By the numbers of sets, the numbers with a king on a square.
    #[inline(always)]
    pub(super) fn on(&self, square: u32) -> &[u32] {
        &self.0[square as usize]
    }
}

/// What captures and moves of a half need besides it.
pub(crate) struct Lone {
    /// For sets of the mover's kings.
    pub crowned: More,
    /// For sets of one king less.
    pub moved: More,
}
