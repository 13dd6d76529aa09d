//! The halves of an ending without kings, in the order of its tables.

use crate::board::Game;
use crate::index::{MenIndex, Mover, Placements, TurnedRanks};

use super::storage::layout::Layout;

/// The numbers of the halves that have the values of the entries, from one on: chunk by chunk, two each.
pub(super) struct MenHalves<'e, G> {
    layout: &'e Layout<G>,
    /// The first side to move, and another second side: then entries come in the order of the chunks.
    in_order: bool,
    is_twin: bool,
    entry: usize,
    placements: Placements<'e, G>,
    turned: TurnedRanks<'e, G>,
}

impl<'e, G: Game> MenHalves<'e, G> {
    pub fn new(layout: &'e Layout<G>, men: &'e MenIndex<G>, mover: Mover, entry: u64) -> MenHalves<'e, G> {
        let is_twin = layout.is_twin();
        MenHalves {
            layout,
            in_order: mover == Mover::First && !is_twin,
            is_twin,
            entry: entry as usize,
            placements: men.placements(entry),
            turned: TurnedRanks::new(layout.men()),
        }
    }

    /// The half of the next entry.
    #[inline(always)]
    pub fn next_half(&mut self) -> usize {
        let entry = self.entry;
        self.entry += 1;
        if self.in_order {
            return 2 * entry;
        }
        let (men, enemy_men) = self.placements.next().unwrap_or_default();
        if self.is_twin && !self.layout.is_empty(men, enemy_men) {
            return 2 * entry;
        }
        2 * self.turned.rank(men, enemy_men) as usize + 1
    }
}
