//! The statistics of a side to move, counted from its entries to be compared with its headers.

use crate::table::{Header, Metric, PerMetric};
use crate::value::Longest;

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
    /// Whether the headers of an ending's tables have the same statistics for a side to move.
    pub fn agree(&self, headers: &PerMetric<&Header>, side: usize) -> bool {
        headers.values().all(|header| header.sides[side].counts == self.counts)
            && self.dtw == headers[Metric::Dtw].sides[side].longest
            && self.dtz == headers[Metric::Dtz].sides[side].longest
    }
}
