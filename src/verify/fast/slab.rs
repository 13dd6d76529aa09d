//! Some halves of a phase, whose stored values are in memory together.

use std::ops::Range;

use crate::board::Game;

use super::fibre::{Shared, Stored};
use super::planes::Planes;
use super::side::Side;

/// Some halves of a phase.
pub(super) struct Slab {
    /// The ranks that are gone through, of the first side to move.
    pub ranks: Range<u64>,
    /// The ranks that are read of each side, in order.
    pub read: [Vec<u64>; 2],
    /// What is read of each side.
    pub planes: Vec<Planes>,
}

impl Slab {
    /// The slab of some ranks of a phase; nothing is read yet.
    pub fn new<G: Game>(shared: &Shared<'_, G>, phase: &Range<u64>, ranks: Range<u64>) -> Slab {
        let all: Vec<u64> = ranks.clone().collect();
        // A phase has the twins of its ranks. Of men alone, each side is gone through by itself.
        let is_closed = ranks == *phase || shared.are_men_alone();
        let read = match (is_closed, shared.is_twin()) {
            (true, true) => [all, Vec::new()],
            (true, false) => [all.clone(), all],
            (false, is_twin) => {
                let placements = all.iter().zip(shared.sides[0].index.men().placements(ranks.start));
                let pairs = placements.map(|(&rank, (men, enemy_men))| (rank, shared.twin_rank(men, enemy_men)));
                if is_twin {
                    // Both halves of a pair are gone through at the lower of its ranks.
                    let wanted = pairs.filter(|(rank, twin)| twin >= rank);
                    [sorted(wanted.flat_map(|(rank, twin)| [rank, twin]).collect()), Vec::new()]
                } else {
                    [all.clone(), sorted(pairs.map(|(_, twin)| twin).collect())]
                }
            }
        };
        Slab { ranks, read, planes: Vec::new() }
    }

    /// What is stored of the half of a rank that was read.
    pub fn stored<G>(&self, sides: &[Side<'_, G>], side: usize, rank: u64) -> Stored<'_> {
        let (cells, planes) = (sides[side].shape.cells, &self.planes[side]);
        let number = self.read[side].partition_point(|&other| other < rank);
        let place = number * cells..(number + 1) * cells;
        Stored { side, rank, rule: &planes.rule[place.clone()], dtw: planes.dtw.get(place).unwrap_or_default() }
    }
}

fn sorted(mut ranks: Vec<u64>) -> Vec<u64> {
    ranks.sort_unstable();
    ranks.dedup();
    ranks
}
