//! Which positions a search takes of those that it finds.

use crate::board::Game;
use crate::probe::Entry;
use crate::probe::random::Numbers;

/// Which of the positions that pass a filter are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Choice {
    /// All, in the order of their endings and entries.
    All,
    /// Of each ending and side to move, those with the longest distance to win.
    LongestDtw,
    /// Of each ending and side to move, those with the longest distance to a zeroing move.
    LongestDtz,
    /// Some at random, in random order.
    Random {
        /// The number of positions.
        count: usize,
        /// The same seed gives the same positions.
        seed: u64,
    },
}

impl Choice {
    pub(super) fn is_longest(self) -> bool {
        matches!(self, Choice::LongestDtw | Choice::LongestDtz)
    }

    /// The key of an entry with a number: the positions with the least keys are taken.
    pub(super) fn key<G: Game>(self, entry: &Entry<G>, number: u64) -> u64 {
        let longest = |plies: Option<u16>| u64::from(u16::MAX - plies.unwrap_or(0));
        match self {
            Choice::All => 0,
            Choice::LongestDtw => longest(entry.dtw),
            Choice::LongestDtz => longest(entry.dtz),
            Choice::Random { seed, .. } => Numbers::after(seed, number).below(u64::MAX),
        }
    }
}
