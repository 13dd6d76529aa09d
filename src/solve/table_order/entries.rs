//! The entries of one side to move, and their codes.

use crate::board::{Game, Russian};
use crate::index::{Index, KingSets, Mover};
use crate::solve::storage::known::Solved;
use crate::solve::storage::raw::Raw;
use crate::value::Outcome;

/// The codes of some entries, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Codes {
    /// The codes of distances to win.
    pub dtw: Vec<u8>,
    /// Of distances to a zeroing move; [`PENDING`](crate::solve::PENDING) where a capture is pending.
    pub dtz: Vec<u8>,
    /// The distances to win that no code holds, by the entry's number among these, ascending.
    pub far: Vec<(usize, Outcome)>,
}

impl Codes {
    pub(super) fn clear(&mut self) {
        self.dtw.clear();
        self.dtz.clear();
        self.far.clear();
    }
}

/// The entries of one side to move, by [`Index::rank`].
pub struct Entries<'a, G = Russian> {
    pub(super) solved: Solved<'a, G>,
    pub(super) dtz: &'a [u8],
    pub(super) mover: Mover,
    pub(super) index: Index<G>,
    pub(super) kings: KingSets,
    pub(super) enemy: KingSets,
}

impl<'a, G: Game> Entries<'a, G> {
    /// The entries of a solved ending with that side to move; `None` if its distances to a zeroing move were dropped.
    pub fn new(raw: &'a Raw<G>, mover: Mover) -> Option<Entries<'a, G>> {
        let material = raw.layout().ending().material(mover);
        let (kings, enemy) = (u32::from(material.mover.kings), u32::from(material.other.kings));
        Some(Entries {
            solved: raw.solved(),
            dtz: raw.dtz()?,
            mover,
            index: Index::new(material),
            kings: KingSets::new::<G>(kings),
            enemy: KingSets::new::<G>(enemy),
        })
    }

    /// The number of entries.
    pub fn len(&self) -> u64 {
        self.index.size()
    }

    /// Whether no side has kings.
    pub(super) fn has_men_alone(&self) -> bool {
        self.kings.count() + self.enemy.count() == 0
    }

    /// Whether there are no entries; every material has some.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
