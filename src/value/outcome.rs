//! A result with its distance.

use std::cmp::Ordering;

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
