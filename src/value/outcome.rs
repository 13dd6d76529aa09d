//! A result with its distance.

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
