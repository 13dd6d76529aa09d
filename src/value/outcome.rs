//! A result with its distance, and the longest distances of many entries.

use std::cmp::Ordering;

use crate::board::Game;

use super::Theory;

/// A result with its distance in plies, for the side to move. Ordered from worst to best: a quick loss, a slow one, a
/// draw, a slow win, a quick one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Lost in that many plies.
    Loss(u16),
    /// Drawn.
    Draw,
    /// Won in that many plies.
    Win(u16),
}

impl Outcome {
    /// A result with its distance; a draw has none.
    #[inline(always)]
    pub(crate) const fn new(theory: Theory, plies: u16) -> Outcome {
        match theory {
            Theory::Loss => Outcome::Loss(plies),
            Theory::Draw => Outcome::Draw,
            Theory::Win => Outcome::Win(plies),
        }
    }

    /// What a move to a position of this outcome is worth to its mover, if the distance goes on through the move.
    #[cfg(feature = "generate")]
    pub(crate) const fn before(self) -> Outcome {
        match self {
            Outcome::Loss(plies) => Outcome::Win(plies + 1),
            Outcome::Draw => Outcome::Draw,
            Outcome::Win(plies) => Outcome::Loss(plies + 1),
        }
    }

    /// The outcome for a side without a legal move.
    #[inline(always)]
    pub const fn without_move<G: Game>() -> Outcome {
        if G::NO_MOVE_WINS { Outcome::Win(0) } else { Outcome::Loss(0) }
    }

    /// The outcome, no draw, that has a distance to win of that many plies: both sides move in turn, so the distance says who
    /// wins.
    #[inline(always)]
    pub const fn decided_in<G: Game>(plies: u16) -> Outcome {
        if (plies % 2 == 1) != G::NO_MOVE_WINS { Outcome::Win(plies) } else { Outcome::Loss(plies) }
    }

    /// The distance in plies; `None` for a draw.
    #[inline(always)]
    pub const fn plies(self) -> Option<u16> {
        match self {
            Outcome::Loss(plies) | Outcome::Win(plies) => Some(plies),
            Outcome::Draw => None,
        }
    }

    /// The result without its distance.
    pub const fn theory(self) -> Theory {
        match self {
            Outcome::Loss(_) => Theory::Loss,
            Outcome::Draw => Theory::Draw,
            Outcome::Win(_) => Theory::Win,
        }
    }
}

impl Ord for Outcome {
    fn cmp(&self, other: &Outcome) -> Ordering {
        let key = |outcome: &Outcome| match *outcome {
            Outcome::Loss(plies) => (-1, i32::from(plies)),
            Outcome::Draw => (0, 0),
            Outcome::Win(plies) => (1, -i32::from(plies)),
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Outcome {
    fn partial_cmp(&self, other: &Outcome) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The longest win and the longest loss of a measure, in plies, with the first entry of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
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
