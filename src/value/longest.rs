//! The longest distances of many entries.

use super::Outcome;

/// The longest win and the longest loss of a measure, in plies, with the first entry of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Longest {
    /// The longest win: plies and entry.
    pub win: Option<(u16, u64)>,
    /// The longest loss: plies and entry.
    pub loss: Option<(u16, u64)>,
}

impl Longest {
    /// Counts an entry.
    #[inline]
    pub fn add(&mut self, outcome: Outcome, entry: u64) {
        match outcome {
            Outcome::Win(plies) => self.win = longer(self.win, Some((plies, entry))),
            Outcome::Loss(plies) => self.loss = longer(self.loss, Some((plies, entry))),
            Outcome::Draw => {}
        }
    }

    /// Both together.
    #[must_use]
    pub fn merge(self, other: Longest) -> Longest {
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
