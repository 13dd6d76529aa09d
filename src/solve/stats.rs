//! What an ending's values add up to.

use crate::value::{Category, Dtw, Dtz, Measure, Outcome, Theory};

use super::{Class, PENDING};

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
    #[inline]
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

/// The category at clock 0 that the code of a distance to win and a class under the draw rule add up to.
#[inline]
pub fn category(dtw: u8, class: Class) -> Category {
    let theory = match dtw {
        ..Dtw::DRAW => Theory::Loss,
        Dtw::DRAW => Theory::Draw,
        _ => Theory::Win,
    };
    Category::new(theory, class.won || class.lost)
}

impl SideStats {
    /// Counts an entry; of a pending capture, `dtz` is [`PENDING`].
    #[inline]
    pub(super) fn add(&mut self, entry: u64, dtw: u8, dtz: u8, class: Class) {
        self.counts[category(dtw, class) as usize] += 1;
        self.dtw.add(Dtw::decode(dtw), entry);
        self.dtz.add(
            match (dtz, class) {
                (PENDING, Class { won: true, .. }) => Outcome::Win(1),
                (PENDING, Class { lost: true, .. }) => Outcome::Loss(1),
                (PENDING, _) => Outcome::Draw,
                (code, _) => Dtz::decode(code),
            },
            entry,
        );
    }

    /// Both together.
    #[must_use]
    pub fn merge(self, other: SideStats) -> SideStats {
        SideStats {
            counts: std::array::from_fn(|i| self.counts[i] + other.counts[i]),
            dtw: self.dtw.merge(other.dtw),
            dtz: self.dtz.merge(other.dtz),
        }
    }
}
