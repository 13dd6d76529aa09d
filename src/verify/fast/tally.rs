//! What the entries of a side to move add up to, and the first that is wrong.

use std::ops::Range;

use crate::board::Game;
use crate::value::{Category, Dtw, Dtz, Longest, Measure, Outcome, Theory};
use crate::verify::mismatch::{Fault, Wrong};
use crate::verify::totals::Totals;

use super::planes::Planes;
use super::survey::{CODES, Survey};

/// Counts of one side to move, half by half.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    counts: [u64; 5],
    /// The slowest codes as those of [`Survey`], each with its first entry.
    slowest: [[(u8, u64); 2]; 2],
    far: Longest,
    wrong: Option<Wrong>,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally { counts: [0; 5], slowest: [[(u8::MAX, 0); 2]; 2], far: Longest::default(), wrong: None }
    }
}

/// The code of a win or a loss, by its difference from the slowest.
fn code<M: Measure>(is_loss: bool, difference: u8) -> u8 {
    if is_loss { M::SLOWEST_LOSS.wrapping_sub(difference) } else { difference.wrapping_add(M::SLOWEST_WIN) }
}

impl Tally {
    /// Adds some entries that follow each other: their planes, and what is found in these. `entry` tells that of a cell.
    pub fn add(&mut self, entries: &Range<u64>, planes: &Planes, survey: &Survey, entry: impl Fn(usize) -> u64) {
        let &Survey { losses, wins, blessed, cursed, .. } = survey;
        let draws = entries.end - entries.start - losses - wins;
        for (theory, kept, count) in [
            (Theory::Loss, true, losses - blessed),
            (Theory::Loss, false, blessed),
            (Theory::Draw, true, draws),
            (Theory::Win, false, cursed),
            (Theory::Win, true, wins - cursed),
        ] {
            self.counts[Category::new(theory, kept) as usize] += count;
        }
        for (measure, plane) in [&planes.dtw, &planes.dtz].into_iter().enumerate() {
            for (is_loss, (slowest, &found)) in
                self.slowest[measure].iter_mut().zip(&survey.slowest[measure]).enumerate()
            {
                let is_longer = found < slowest.0 || found == slowest.0 && entries.start < slowest.1;
                if found < CODES[measure] && is_longer {
                    let is_loss = is_loss == 1;
                    let code = if measure == 0 { code::<Dtw>(is_loss, found) } else { code::<Dtz>(is_loss, found) };
                    let cell = plane.iter().position(|&other| other == code).unwrap_or(0);
                    *slowest = (found, entry(cell));
                }
            }
        }
    }

    /// Adds a distance to win that its code does not hold.
    pub fn add_far(&mut self, entry: u64, outcome: Outcome) {
        self.far.add(outcome, entry);
    }

    /// Adds a wrong entry. The first one stays; of an entry, a wrong value. A reflection counts where nothing else is wrong.
    pub fn add_wrong(&mut self, side: usize, entry: u64, fault: Fault) {
        let key = |wrong: &Wrong| (wrong.fault == Fault::Reflection, wrong.entry, wrong.fault == Fault::Invariant);
        let wrong = Wrong { side, entry, fault };
        if self.wrong.is_none_or(|other| key(&wrong) < key(&other)) {
            self.wrong = Some(wrong);
        }
    }

    pub fn merge(&mut self, other: &Tally) {
        self.counts.iter_mut().zip(other.counts).for_each(|(count, more)| *count += more);
        for (slowest, &other) in self.slowest.as_flattened_mut().iter_mut().zip(other.slowest.as_flattened()) {
            // The lesser difference is longer, and of equals the earlier entry counts.
            *slowest = (*slowest).min(other);
        }
        self.far = self.far.merge(other.far);
        if let Some(Wrong { side, entry, fault }) = other.wrong {
            self.add_wrong(side, entry, fault);
        }
    }

    /// The first wrong entry.
    pub fn wrong(&self) -> Option<Wrong> {
        self.wrong
    }

    /// Counts and longest distances.
    pub fn totals<G: Game>(&self) -> Totals {
        fn longest<G: Game, M: Measure>(slowest: &[(u8, u64); 2], codes: u8) -> Longest {
            let mut longest = Longest::default();
            for (is_loss, &(found, entry)) in slowest.iter().enumerate().filter(|(_, slowest)| slowest.0 < codes) {
                longest.add(M::decode::<G>(code::<M>(is_loss == 1, found)), entry);
            }
            longest
        }
        Totals {
            counts: self.counts,
            dtw: longest::<G, Dtw>(&self.slowest[0], CODES[0]).merge(self.far),
            dtz: longest::<G, Dtz>(&self.slowest[1], CODES[1]),
        }
    }
}
