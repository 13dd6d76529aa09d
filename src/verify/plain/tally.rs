//! The statistics of an ending, counted from its entries to be compared with its headers.

use crate::board::Game;
use crate::table::EntryCodes;
use crate::value::{Category, Dtw, Dtz, Longest, Measure, Outcome};
use crate::verify::totals::Totals;

/// Counts of one side to move.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    /// Entries by code of the distance to win: first those that are draws under the draw rule, then the others.
    dtw: [[u64; 256]; 2],
    /// Entries by code of the distance to a zeroing move.
    dtz: [u64; 256],
    /// The longest of the distances to win that do not fit into codes.
    far: Longest,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally { dtw: [[0; 256]; 2], dtz: [0; 256], far: Longest::default() }
    }
}

impl Tally {
    #[inline(always)]
    pub fn add(&mut self, codes: EntryCodes) {
        self.dtw[usize::from(codes.dtz != Dtz::DRAW)][usize::from(codes.dtw)] += 1;
        self.dtz[usize::from(codes.dtz)] += 1;
    }

    /// Adds the distance to win of an entry that is added already, and whose code does not hold the distance.
    #[cold]
    pub fn add_far(&mut self, entry: u64, outcome: Outcome) {
        self.far.add(outcome, entry);
    }

    pub fn merge(mut self, other: &Tally) -> Tally {
        self.far = self.far.merge(other.far);
        let sums = self.dtw.as_flattened_mut().iter_mut().chain(&mut self.dtz);
        for (sum, count) in sums.zip(other.dtw.as_flattened().iter().chain(&other.dtz)) {
            *sum += count;
        }
        self
    }

    /// Entries of each category at clock 0, from loss to win.
    fn counts(&self) -> [u64; 5] {
        let mut counts = [0; 5];
        for (kept, codes) in self.dtw.iter().enumerate() {
            for (code, count) in (0..=u8::MAX).zip(codes) {
                counts[Category::new(Dtw::theory(code), kept == 1) as usize] += count;
            }
        }
        counts
    }

    /// Counts, and the longest distances of the entries with these codes.
    pub fn totals<G: Game>(&self, codes: &[EntryCodes]) -> Totals {
        let of_dtw = |code: u8| self.dtw[0][usize::from(code)] + self.dtw[1][usize::from(code)];
        let of_dtz = |code: u8| self.dtz[usize::from(code)];
        Totals {
            counts: self.counts(),
            dtw: self.far.merge(longest::<G, Dtw>(of_dtw, codes, |codes| codes.dtw)),
            dtz: longest::<G, Dtz>(of_dtz, codes, |codes| codes.dtz),
        }
    }
}

/// The longest distances of a measure that codes hold, with the first entry of each.
fn longest<G: Game, M: Measure>(
    count: impl Fn(u8) -> u64,
    codes: &[EntryCodes],
    code: impl Fn(&EntryCodes) -> u8,
) -> Longest {
    let first = |wanted: u8| codes.iter().position(|codes| code(codes) == wanted).map_or(0, |entry| entry as u64);
    let plies = |code: u8| match M::decode::<G>(code) {
        Outcome::Win(plies) | Outcome::Loss(plies) => plies,
        Outcome::Draw => 0,
    };
    let longest = |code: u8| (plies(code), first(code));
    Longest {
        win: (M::SLOWEST_WIN..=u8::MAX).find(|&code| count(code) > 0).map(longest),
        loss: (0..=M::SLOWEST_LOSS).rfind(|&code| count(code) > 0).map(longest),
    }
}
