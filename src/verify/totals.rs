//! The statistics of a side to move, counted from its entries to be compared with its headers.

use crate::table::{Header, Metric};
use crate::value::{Category, Longest, Outcome};

use super::header_fault::{Extreme, HeaderFault, Witness};
use super::headers::{DECIDED, compare_counts, compare_longest, extreme};

/// Counts and longest distances.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Totals {
    /// Entries of each category at clock 0, from loss to win.
    pub counts: [u64; 5],
    /// The longest distances to win.
    pub dtw: Longest,
    /// The longest distances to a zeroing move.
    pub dtz: Longest,
}

impl Totals {
    /// Counts an entry. There is a distance to win only where such distances are checked.
    pub fn add(&mut self, entry: u64, category: Category, dtw: Option<Outcome>, dtz: Outcome) {
        self.counts[category as usize] += 1;
        self.dtw.add(dtw.unwrap_or(Outcome::Draw), entry);
        self.dtz.add(dtz, entry);
    }

    /// Those of both together.
    pub fn merge(&mut self, other: &Totals) {
        self.counts.iter_mut().zip(other.counts).for_each(|(count, more)| *count += more);
        (self.dtw, self.dtz) = (self.dtw.merge(other.dtw), self.dtz.merge(other.dtz));
    }

    /// Compares a header with all entries: it has the same statistics.
    pub fn check(&self, header: &Header, side: usize) -> Result<(), HeaderFault> {
        compare_counts(header, side, self.counts, Witness::Entries, |says, found| says == found)?;
        self.compare(header, side, Witness::Entries, |says, found| says == found)
    }

    /// Compares a header with some entries: it has no fewer of a category, and no shorter distances.
    pub fn check_drawn(&self, header: &Header, side: usize) -> Result<(), HeaderFault> {
        compare_counts(header, side, self.counts, Witness::Drawn, |says, found| says >= found)?;
        self.compare(header, side, Witness::Drawn, |says, found| match (says, found) {
            (_, None) => true,
            (None, Some(_)) => false,
            // Of equals the first entry counts.
            (Some(says), Some(found)) => (says.plies, found.entry) >= (found.plies, says.entry),
        })
    }

    fn compare(
        &self,
        header: &Header,
        side: usize,
        witness: Witness,
        agrees: fn(Option<Extreme>, Option<Extreme>) -> bool,
    ) -> Result<(), HeaderFault> {
        let found = match header.metric {
            Metric::Wdl => Longest::default(),
            Metric::Dtw => self.dtw,
            Metric::Dtz => self.dtz,
        };
        let mut decided = DECIDED.into_iter();
        decided.try_for_each(|theory| compare_longest(header, side, theory, extreme(found, theory), witness, agrees))
    }
}
