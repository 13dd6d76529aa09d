//! The values of whole endings in memory.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::board::Game;
use crate::index::{Ending, Index, Material};
use crate::table::EntryCodes;
use crate::value::{Dtw, Dtz, Measure};

/// Endings with all their values, by [`Index::rank`].
pub(super) struct Known<G>(BTreeMap<Ending, Vec<Side<G>>>);

/// The values of one side to move.
pub(super) struct Side<G> {
    pub index: Index<G>,
    /// Two bytes an entry; none once the ending is [settled](Known::settle).
    pub codes: Vec<EntryCodes>,
    /// None until then.
    pub settled: Settled,
}

impl<G> Side<G> {
    pub fn new(index: Index<G>, codes: Vec<EntryCodes>) -> Side<G> {
        Side { index, codes, settled: Settled::default() }
    }
}

/// What other endings need of one, in one byte an entry.
#[derive(Default)]
pub(super) struct Settled {
    /// Codes of distances to win.
    pub dtw: Vec<u8>,
    /// The entries, in order, whose result the draw rule changes.
    pub exceptions: Vec<u64>,
}

impl Settled {
    fn new(codes: &[EntryCodes]) -> Settled {
        let dtw = codes.par_iter().with_min_len(1 << 16).map(|codes| codes.dtw).collect();
        let is_exception = |codes: &EntryCodes| codes.dtz == Dtz::DRAW && codes.dtw != Dtw::DRAW;
        let exceptions = (0..codes.len()).into_par_iter().with_min_len(1 << 16).filter(|&at| is_exception(&codes[at]));
        Settled { dtw, exceptions: exceptions.map(|at| at as u64).collect() }
    }

    /// The code of a distance to win, with a code that stands for the result under the draw rule: 1 for a loss, as if in one
    /// ply, and likewise for a win. Other endings are reached by a zeroing move, before which only the result counts.
    #[inline(always)]
    pub fn codes(dtw: u8, is_exception: bool) -> EntryCodes {
        let dtz = match dtw {
            _ if is_exception => Dtz::DRAW,
            ..Dtw::DRAW => 1,
            Dtw::DRAW => Dtz::DRAW,
            _ => u8::MAX - 1,
        };
        EntryCodes { dtw, dtz }
    }
}

impl<G> Default for Known<G> {
    fn default() -> Known<G> {
        Known(BTreeMap::new())
    }
}

impl<G: Game> Known<G> {
    /// Adds the sides of an ending, as [`Ending::movers`].
    pub fn add(&mut self, ending: Ending, sides: Vec<Side<G>>) {
        self.0.insert(ending, sides);
    }

    /// The sides of an ending, as [`Ending::movers`]; none if it is not known.
    pub fn sides(&self, ending: Ending) -> &[Side<G>] {
        self.0.get(&ending).map_or(&[], Vec::as_slice)
    }

    /// Keeps only what others need of an ending, if it is known: not its distances to a zeroing move.
    pub fn settle(&mut self, ending: Ending) {
        for side in self.0.get_mut(&ending).into_iter().flatten() {
            side.settled = Settled::new(&std::mem::take(&mut side.codes));
        }
    }

    /// Drops all endings but those that are wanted.
    pub fn keep(&mut self, wanted: impl Fn(Ending) -> bool) {
        self.0.retain(|&ending, _| wanted(ending));
    }

    /// The values with the material of a side to move and of its enemy.
    pub fn side(&self, material: Material) -> Option<&Side<G>> {
        let (ending, mover) = material.ending();
        let side = ending.movers().iter().position(|&other| other == mover)?;
        self.0.get(&ending)?.get(side)
    }
}
