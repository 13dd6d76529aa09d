//! Positions that are kept until better ones are found.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::index::Ending;

use super::filter::Found;

/// A position with its key. Lesser keys are better, and of equal keys the lesser number.
pub(super) struct Kept<G> {
    pub key: u64,
    pub number: u64,
    pub ending: Ending,
    pub found: Found<G>,
}

/// The positions with the least keys.
pub(super) struct Best<G> {
    kept: BinaryHeap<Kept<G>>,
    /// The most positions that are kept.
    most: usize,
    /// Whether only positions with the least key of all are kept.
    equal_keys: bool,
}

impl<G> Best<G> {
    pub fn new(most: usize, equal_keys: bool) -> Best<G> {
        Best { kept: BinaryHeap::new(), most, equal_keys }
    }

    /// Keeps a position if it is among the best. Returns the greatest key that may still be kept.
    pub fn keep(&mut self, hit: Kept<G>) -> u64 {
        if self.equal_keys {
            match self.kept.peek().map(|kept| hit.key.cmp(&kept.key)) {
                Some(Ordering::Less) => self.kept.clear(),
                Some(Ordering::Greater) => return self.worst(),
                _ => {}
            }
        }
        self.kept.push(hit);
        if self.kept.len() > self.most {
            self.kept.pop();
        }
        self.worst()
    }

    /// Takes all that are kept, the best first.
    pub fn take(&mut self) -> Vec<Kept<G>> {
        std::mem::take(&mut self.kept).into_sorted_vec()
    }

    /// The greatest key that may still be kept.
    pub fn worst(&self) -> u64 {
        let is_full = self.equal_keys || self.kept.len() >= self.most;
        self.kept.peek().filter(|_| is_full).map_or(u64::MAX, |worst| worst.key)
    }
}

impl<G> Ord for Kept<G> {
    fn cmp(&self, other: &Kept<G>) -> Ordering {
        (self.key, self.number).cmp(&(other.key, other.number))
    }
}

impl<G> PartialOrd for Kept<G> {
    fn partial_cmp(&self, other: &Kept<G>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<G> PartialEq for Kept<G> {
    fn eq(&self, other: &Kept<G>) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<G> Eq for Kept<G> {}
