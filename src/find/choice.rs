//! Which of the positions found are wanted, and those with the least keys.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::board::Game;
use crate::index::Ending;
use crate::probe::Entry;
use crate::probe::random::Numbers;

use super::FoundPosition;

/// Which positions that pass a filter to return.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Choice {
    /// All, in the order of endings and entries.
    All,
    /// Those with the longest distance to win of each ending and side to move.
    LongestDtw,
    /// Those with the longest distance to a zeroing move of each ending and side to move.
    LongestDtz,
    /// A random selection, in random order.
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

    /// The key of an entry with a number. The positions with the least keys are returned.
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

/// The key of a position and its number. Lesser keys are better; of equal keys, the lesser number.
pub(super) type Key = (u64, u64);

/// The positions with the least keys.
pub(super) struct Best<G> {
    pub kept: BTreeMap<Key, (Ending, FoundPosition<G>)>,
    /// The most positions kept.
    pub most: usize,
    /// Whether only positions with the least key are kept.
    pub equal_keys: bool,
}

impl<G> Best<G> {
    /// Keeps a position if it is among the best; returns [`Best::worst`].
    pub fn keep(&mut self, key: Key, ending: Ending, found: FoundPosition<G>) -> u64 {
        if self.equal_keys {
            match self.kept.last_key_value().map(|(worst, _)| key.0.cmp(&worst.0)) {
                Some(Ordering::Less) => self.kept.clear(),
                Some(Ordering::Greater) => return self.worst(),
                _ => {}
            }
        }
        self.kept.insert(key, (ending, found));
        if self.kept.len() > self.most {
            self.kept.pop_last();
        }
        self.worst()
    }

    /// The greatest key that can still be kept.
    pub fn worst(&self) -> u64 {
        let is_full = self.equal_keys || self.kept.len() >= self.most;
        self.kept.last_key_value().filter(|_| is_full).map_or(u64::MAX, |(worst, _)| worst.0)
    }
}
