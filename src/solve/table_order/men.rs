//! Reading the entries of endings without kings: each placement of the men has one, and each half one value.

use std::ops::Range;

use crate::board::Game;
use crate::bulk::masks::{self, equal};
use crate::index::{MenIndex, Mover, Placements, TurnedRanks, WORD};
use crate::solve::stats::{Counter, SideStats};
use crate::solve::storage::layout::Layout;
use crate::solve::storage::single;
use crate::solve::storage::solved::Solved;
use crate::value::{Dtw, Measure};

use super::entries::{Codes, Entries};

/// [`Entries::read`] where no side has kings.
#[inline(always)]
pub(super) fn read_men<G: Game>(entries: &Entries<'_, G>, range: Range<u64>, codes: &mut Codes) -> SideStats {
    let Solved { layout, far, .. } = entries.solved;
    let with_dtw = layout.halves()[0].codes() > 0;
    let mut counter = Counter::new();
    let mut halves = MenHalves::new(layout, entries.order.index.men(), entries.order.mover, range.start);
    for first in range.clone().step_by(WORD) {
        let count = (range.end - first).min(WORD as u64) as usize;
        // Places first: then the processor waits for many values at once.
        let mut places = [0; WORD];
        places[..count].fill_with(|| halves.next_half());
        let (mut dtw, mut dtz, mut classes) = ([Dtw::DRAW; WORD], [Dtw::DRAW; WORD], [0; 2]);
        for (bit, &half) in places[..count].iter().enumerate() {
            let (chunk, half) = (half as u64 / 2, half % 2);
            let bytes = entries.solved.half(chunk, half);
            let (code, class) = single([bytes[0], bytes[1]], with_dtw);
            (dtw[bit], dtz[bit]) = (code, entries.zeroing.half(chunk, half)[0]);
            classes[0] |= u64::from(class.won) << bit;
            classes[1] |= u64::from(class.lost) << bit;
        }
        counter.add_word(first, &dtw, &dtz, u64::MAX >> (WORD - count), classes);
        for bit in masks::bits(&[equal(&dtw, Dtw::FAR_LOSS) | equal(&dtw, Dtw::FAR_WIN)]) {
            let outcome = far.outcome::<G>(dtw[bit], 2 * places[bit] as u64);
            counter.add_far(first + bit as u64, outcome);
            codes.far.push((codes.dtw.len() + bit, outcome));
        }
        codes.dtw.extend_from_slice(&dtw[..count]);
        codes.dtz.extend_from_slice(&dtz[..count]);
    }
    counter.stats::<G>()
}

/// The numbers of the halves that have the values of the entries, from one on: chunk by chunk, two each.
struct MenHalves<'e, G> {
    layout: &'e Layout<G>,
    /// The first side to move, and another second side: then entries come in the order of the chunks.
    in_order: bool,
    is_twin: bool,
    entry: usize,
    placements: Placements<'e, G>,
    turned: TurnedRanks<'e, G>,
}

impl<'e, G: Game> MenHalves<'e, G> {
    fn new(layout: &'e Layout<G>, men: &'e MenIndex<G>, mover: Mover, entry: u64) -> MenHalves<'e, G> {
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
    fn next_half(&mut self) -> usize {
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
