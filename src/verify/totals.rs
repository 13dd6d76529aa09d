//! The statistics of a side to move, counted from its entries to be compared with its headers.

use crate::table::{Header, Metric};
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
    pub fn agree(&self, headers: &[&Header], side: usize) -> bool {
        headers.iter().all(|header| {
            let (of, longest) = (&header.sides[side], header.sides[side].longest);
            of.counts == self.counts
                && match header.metric {
                    Metric::Wdl => true,
                    Metric::Dtw => longest == self.dtw,
                    Metric::Dtz => longest == self.dtz,
                }
        })
    }
}
