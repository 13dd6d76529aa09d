//! The values of endings: rows over all sets of kings.
//!
//! A side to move has a *half* for each placement of the men. Its *cells* are numbered by the set of kings of the side that
//! has just moved, then by that of the side to move, both as the side to move sees them. So a move, made against all sets of
//! the other side's kings at once, leads to one row of cells. Where the side to move has no kings, all cells make one row.

use std::io;
use std::sync::OnceLock;

use crate::board::{Bitboard, Game};
use crate::bulk::{Caches, Room};
use crate::index::{Ending, Material, MenIndex};
use crate::verify::resources::Resources;

use super::parts::{Part, Parts};
use super::shape::Shape;
use super::value_half::ValueHalf;

/// The values of one side to move.
struct SideValues<G> {
    men: MenIndex<G>,
    shape: Shape,
    parts: Parts,
}

/// The values of several endings.
pub(super) struct Values<G> {
    sides: Vec<Option<Box<SideValues<G>>>>,
    resources: Resources,
    with_dtw: bool,
    /// The first error of reading values. Zeros are read instead: those who look values up ask for it before they keep what they
    /// made of them.
    failure: OnceLock<io::Error>,
}

impl<G: Game> Values<G> {
    pub fn new(resources: Resources, with_dtw: bool) -> Values<G> {
        Values { sides: (0..Material::SLOTS).map(|_| None).collect(), resources, with_dtw, failure: OnceLock::new() }
    }

    /// What the proof may use.
    pub fn resources(&self) -> &Resources {
        &self.resources
    }

    /// The memory for unpacked parts, beside some bytes for other things, and some for the gaps of the heap.
    pub fn room(&self, other: u64) -> Room {
        let memory = self.resources.memory;
        Room::new(memory.saturating_sub(other) / 8 * 7).within(memory - memory / 16)
    }

    /// Caches for the parts of all endings that there are.
    pub fn caches<'r>(&self, room: &'r Room) -> Caches<'r> {
        Caches::new(room, self.sides.iter().map(|side| side.as_ref().map_or(0, |side| side.parts.count())))
    }

    /// The first error of reading values, if there was one.
    pub fn take_failure(&mut self) -> io::Result<()> {
        self.failure.take().map_or(Ok(()), Err)
    }

    /// Makes room for an ending.
    ///
    /// # Errors
    /// If no temporary file can be made.
    pub fn add(&mut self, ending: Ending) -> io::Result<()> {
        for &mover in ending.movers() {
            let material = ending.material(mover);
            let (men, shape) = (MenIndex::new(material.mover.men, material.other.men), Shape::new::<G>(material));
            let parts = Parts::new(men.size(), shape.bytes(self.with_dtw), &self.resources)?;
            self.sides[material.slot()] = Some(Box::new(SideValues { men, shape, parts }));
        }
        Ok(())
    }

    /// Packs a complete half of a material, if halves are packed one by one; else it is to be [stored](Values::store).
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn pack_half(&self, material: Material, half: &[u8]) -> io::Result<Option<Part>> {
        self.sides[material.slot()].as_ref().map_or(Ok(None), |side| side.parts.pack_half(half))
    }

    /// Puts a half that is packed in its place.
    pub fn put(&mut self, material: Material, rank: u64, packed: Part) {
        if let Some(side) = &mut self.sides[material.slot()] {
            side.parts.put(rank, packed);
        }
    }

    /// Stores halves of a material, those of the men of `ranks`, one after the other.
    pub fn store(&mut self, material: Material, ranks: impl Iterator<Item = u64>, halves: &[u8]) {
        if let Some(side) = &mut self.sides[material.slot()] {
            for (rank, half) in ranks.zip(halves.chunks_exact(side.shape.bytes(self.with_dtw))) {
                side.parts.store(rank, half);
            }
        }
    }

    /// Packs the halves of an ending with the men of the ranks below an end, all of which are stored.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn pack(&mut self, ending: Ending, end: u64) -> io::Result<()> {
        for &mover in ending.movers() {
            if let Some(side) = &mut self.sides[ending.material(mover).slot()] {
                side.parts.pack(end)?;
            }
        }
        Ok(())
    }

    /// Fills an ending with bytes.
    #[cfg(test)]
    pub fn fill(&mut self, ending: Ending, mut byte: impl FnMut() -> u8) {
        for &mover in ending.movers() {
            if let Some(side) = &mut self.sides[ending.material(mover).slot()] {
                for rank in 0..side.men.size() {
                    let half: Vec<u8> = (0..side.shape.bytes(self.with_dtw)).map(|_| byte()).collect();
                    side.parts.store(rank, &half);
                }
            }
        }
    }

    /// Drops all endings but those that are wanted.
    pub fn keep(&mut self, wanted: impl Fn(Ending) -> bool) {
        for ending in (2..=crate::index::PIECES).flat_map(Ending::all).filter(|&ending| !wanted(ending)) {
            ending.movers().iter().for_each(|&mover| self.sides[ending.material(mover).slot()] = None);
        }
    }

    /// The half of a material and a placement of men, as the side to move sees it.
    pub fn half<'v>(
        &'v self,
        caches: &'v Caches<'_>,
        material: Material,
        men: Bitboard,
        enemy_men: Bitboard,
    ) -> ValueHalf<'v> {
        let side = self.sides[material.slot()].as_ref().expect("an ending comes after all that its moves lead to");
        let cells = side.shape.cells;
        let rank = side.men.rank(men, enemy_men);
        let bytes = side.parts.half(rank, caches.of(material.slot()), &self.failure);
        let (rule, dtw) = bytes.split_at(cells);
        ValueHalf { rule, dtw, row: side.shape.row }
    }
}
