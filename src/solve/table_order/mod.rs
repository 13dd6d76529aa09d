//! The values of a solved ending, in the order of its tables.

mod read;

use crate::board::{Game, Russian};
use crate::bulk::{Caches, Room};
use crate::index::{Ending, Index, KingSets, Mover};
use crate::solve::storage::FileError;
use crate::solve::storage::ending_file::EndingFile;
use crate::solve::storage::known::{Failure, Solved, Zeroing};
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

/// The unpacked values of a solved ending, from which [`Entries`] are read.
pub struct Unpacked<'r> {
    caches: Caches<'r>,
    failure: Failure,
}

impl<'r> Unpacked<'r> {
    /// Nothing is unpacked yet of this ending.
    pub fn new<G: Game>(file: &EndingFile<G>, room: &'r Room) -> Unpacked<'r> {
        let parts = file.layout().parts();
        Unpacked { caches: Caches::new(room, [parts, parts].into_iter()), failure: Failure::new() }
    }

    /// Makes room for what is read next.
    ///
    /// # Errors
    /// The first error of reading values since the last call: what was read then is wrong.
    pub fn make_room(&mut self) -> Result<(), (Ending, FileError)> {
        self.caches.begin_task();
        self.caches.make_room();
        self.failure.take().map_or(Ok(()), Err)
    }
}

/// The order of the entries of an ending with one side to move: by [`Index::rank`].
pub struct EntryOrder<G = Russian> {
    pub(super) mover: Mover,
    /// The numbering.
    pub index: Index<G>,
    pub(super) kings: KingSets,
    pub(super) enemy: KingSets,
}

impl<G: Game> EntryOrder<G> {
    /// The order for a side to move.
    pub fn new(ending: Ending, mover: Mover) -> EntryOrder<G> {
        let material = ending.material(mover);
        let [kings, enemy] = [material.mover, material.other].map(|side| KingSets::new::<G>(side.kings.into()));
        EntryOrder { mover, index: Index::new(material), kings, enemy }
    }
}

/// The entries of one side to move.
#[derive(Clone, Copy)]
pub struct Entries<'a, G = Russian> {
    pub(super) solved: Solved<'a, G>,
    pub(super) zeroing: Zeroing<'a, G>,
    pub(super) order: &'a EntryOrder<G>,
}

impl<'a, G: Game> Entries<'a, G> {
    /// The entries of a solved ending in an order.
    pub fn new(file: &'a EndingFile<G>, unpacked: &'a Unpacked<'_>, order: &'a EntryOrder<G>) -> Entries<'a, G> {
        let Unpacked { caches, failure } = unpacked;
        let (solved, zeroing) = (caches.of(0), caches.of(1));
        Entries { solved: Solved::new(file, solved, failure), zeroing: Zeroing::new(file, zeroing, failure), order }
    }
}
