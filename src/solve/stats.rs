//! What an ending's values add up to.

use rayon::prelude::*;

use crate::value::{Category, Dtw, Dtz, Measure, Outcome, Theory};

use super::Values;

/// The counts of one material.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SideStats {
    /// Entries of each [`Category`] at clock 0, from loss to win.
    pub counts: [u64; 5],
    /// The longest distances to win.
    pub dtw: Longest,
    /// The longest distances to a zeroing move.
    pub dtz: Longest,
}

/// The longest win and the longest loss of a measure, in plies, with the first entry of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Longest {
    /// The longest win: plies and entry.
    pub win: Option<(u16, u64)>,
    /// The longest loss: plies and entry.
    pub loss: Option<(u16, u64)>,
}

impl Longest {
    fn add(&mut self, outcome: Outcome, entry: u64) {
        match outcome {
            Outcome::Win(plies) => self.win = longer(self.win, Some((plies, entry))),
            Outcome::Loss(plies) => self.loss = longer(self.loss, Some((plies, entry))),
            Outcome::Draw => {}
        }
    }

    fn merge(self, other: Longest) -> Longest {
        Longest { win: longer(self.win, other.win), loss: longer(self.loss, other.loss) }
    }
}

/// The longer, and of equals the earlier.
fn longer(a: Option<(u16, u64)>, b: Option<(u16, u64)>) -> Option<(u16, u64)> {
    match (a, b) {
        (Some(a), Some(b)) if b.0 > a.0 || b.0 == a.0 && b.1 < a.1 => Some(b),
        (None, b) => b,
        (a, _) => a,
    }
}

/// The category at clock 0 that a distance to win and one to a zeroing move, as codes, add up to.
pub fn category(dtw: u8, dtz: u8) -> Category {
    let theory = match Dtw::decode(dtw) {
        Outcome::Loss(_) => Theory::Loss,
        Outcome::Draw => Theory::Draw,
        Outcome::Win(_) => Theory::Win,
    };
    Category::new(theory, Dtz::decode(dtz) != Outcome::Draw)
}

impl SideStats {
    /// Counts the values of a material, in parallel.
    pub fn of(values: &Values<'_>) -> SideStats {
        const CHUNK: usize = 1 << 16;
        let chunks = values.dtw.par_chunks(CHUNK).zip(values.dtz.par_chunks(CHUNK)).enumerate();
        let count = |(chunk, (dtw, dtz)): (usize, (&[u8], &[u8]))| {
            let mut stats = SideStats::default();
            for (entry, (&dtw, &dtz)) in (chunk as u64 * CHUNK as u64..).zip(dtw.iter().zip(dtz)) {
                stats.counts[category(dtw, dtz) as usize] += 1;
                stats.dtw.add(Dtw::decode(dtw), entry);
                stats.dtz.add(Dtz::decode(dtz), entry);
            }
            stats
        };
        chunks.map(count).reduce(SideStats::default, SideStats::merge)
    }

    fn merge(self, other: SideStats) -> SideStats {
        SideStats {
            counts: std::array::from_fn(|i| self.counts[i] + other.counts[i]),
            dtw: self.dtw.merge(other.dtw),
            dtz: self.dtz.merge(other.dtz),
        }
    }
}
