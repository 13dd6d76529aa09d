//! The values of endings: rows over all sets of kings.
//!
//! A side to move has a *half* for each placement of the men. Its *cells* are numbered by the set of kings of the side that
//! has just moved, then by that of the side to move, both as the side to move sees them. So a move, made against all sets of
//! the other side's kings at once, leads to one row of cells. Where the side to move has no kings, all cells make one row.

use std::io;
use std::sync::OnceLock;

use crate::board::{Bitboard, Game};
use crate::index::{Ending, KingSets, Material, MenIndex, Side, binomial};
use crate::solve::masks::Mask;
use crate::solve::{Caches, Room};
use crate::verify::resources::Resources;

use super::parts::Parts;

/// How the cells of a half lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The cells of a set of kings of the side that has just moved.
    pub row: usize,
    /// All cells, with padding.
    pub cells: usize,
}

impl Shape {
    /// The shape of the halves of a material.
    pub fn new<G: Game>(material: Material) -> Shape {
        let (kings, others) = (u32::from(material.mover.kings), u32::from(material.other.kings));
        if kings == 0 {
            return Shape { row: 1, cells: KingSets::padded::<G>(others) };
        }
        let row = KingSets::padded::<G>(kings);
        Shape { row, cells: row * binomial(G::SQUARES, others) as usize }
    }

    /// The bytes of a half: codes of distances to win, then the masks of what is won and of what is lost under the draw rule.
    pub fn bytes(self) -> usize {
        self.cells + 2 * self.cells.div_ceil(8)
    }
}

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
    /// The first error of reading values. Zeros are read instead: those who look values up ask for it before they keep what they
    /// made of them.
    failure: OnceLock<io::Error>,
}

impl<G: Game> Values<G> {
    pub fn new(resources: Resources) -> Values<G> {
        Values { sides: (0..Material::SLOTS).map(|_| None).collect(), resources, failure: OnceLock::new() }
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
    pub fn add(&mut self, ending: Ending) {
        for &mover in ending.movers() {
            let material = ending.material(mover);
            let (men, shape) = (MenIndex::new(material.mover.men, material.other.men), Shape::new::<G>(material));
            let parts = Parts::new(men.size(), shape.bytes(), &self.resources);
            self.sides[material.slot()] = Some(Box::new(SideValues { men, shape, parts }));
        }
    }

    /// Stores halves of a material, those of the men of `ranks`, one after the other.
    pub fn store(&mut self, material: Material, ranks: impl Iterator<Item = u64>, halves: &[u8]) {
        if let Some(side) = &mut self.sides[material.slot()] {
            for (rank, half) in ranks.zip(halves.chunks_exact(side.shape.bytes())) {
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
                    let half: Vec<u8> = (0..side.shape.bytes()).map(|_| byte()).collect();
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
    fn half<'v>(
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
        let (codes, classes) = bytes.split_at(cells);
        let (won, lost) = classes.split_at(cells.div_ceil(8));
        ValueHalf { codes, won, lost, row: side.shape.row }
    }
}

/// The values of one half.
#[derive(Clone, Copy)]
pub(super) struct ValueHalf<'v> {
    codes: &'v [u8],
    won: &'v [u8],
    lost: &'v [u8],
    row: usize,
}

impl<'v> ValueHalf<'v> {
    /// No values.
    const NONE: ValueHalf<'static> = ValueHalf { codes: &[], won: &[], lost: &[], row: 0 };

    /// The first cell of a set of kings of the side that has just moved.
    #[inline(always)]
    pub fn start(&self, kings: usize) -> usize {
        kings * self.row
    }

    /// The codes of the cells of `W` words, or of the half word that there is, from a cell on.
    #[inline(always)]
    pub fn codes<const W: usize>(&self, cell: usize) -> &'v [u8] {
        let codes = &self.codes[cell..];
        &codes[..codes.len().min(64 * W)]
    }

    /// The masks of the cells that are won and lost under the draw rule.
    #[inline(always)]
    pub fn classes<const W: usize>(&self, cell: usize) -> [Mask<W>; 2] {
        [self.won, self.lost].map(|plane| {
            let bytes = &plane[cell / 8..];
            if bytes.len() >= 8 * W {
                return std::array::from_fn(|word| {
                    u64::from_le_bytes(*bytes[8 * word..].first_chunk().unwrap_or(&[0; 8]))
                });
            }
            std::array::from_fn(|word| {
                let mut eight = [0; 8];
                let some = &bytes[(8 * word).min(bytes.len())..];
                let count = some.len().min(8);
                eight[..count].copy_from_slice(&some[..count]);
                u64::from_le_bytes(eight)
            })
        })
    }

    /// The code of a cell, and whether it is won and lost under the draw rule.
    #[inline(always)]
    pub fn get(&self, cell: usize) -> (u8, bool, bool) {
        let bit = |plane: &[u8]| plane[cell / 8] >> (cell % 8) & 1 != 0;
        (self.codes[cell], bit(self.won), bit(self.lost))
    }
}

/// Finds halves, quickly where they were found before.
pub(super) struct Finder<'v, G> {
    values: &'v Values<G>,
    caches: &'v Caches<'v>,
    recent: Vec<Recent<'v>>,
}

/// A half that was found.
#[derive(Clone, Copy)]
struct Recent<'v> {
    key: (Bitboard, Bitboard, u32, u32),
    half: ValueHalf<'v>,
}

const RECENT: usize = 64;

impl<'v, G: Game> Finder<'v, G> {
    pub fn new(values: &'v Values<G>, caches: &'v Caches<'v>) -> Finder<'v, G> {
        Finder { values, caches, recent: vec![Recent { key: (!0, !0, 0, 0), half: ValueHalf::NONE }; RECENT] }
    }

    /// The values of a side to move that has pieces, by the men and the numbers of kings, its own first.
    #[inline(always)]
    pub fn half(&mut self, men: Bitboard, enemy_men: Bitboard, kings: u32, enemy_kings: u32) -> ValueHalf<'v> {
        let mixed = men.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ enemy_men.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        let number = (mixed >> 58) as u32 ^ kings << 1 ^ enemy_kings << 3;
        let recent = &mut self.recent[number as usize % RECENT];
        let key = (men, enemy_men, kings, enemy_kings);
        if recent.key != key {
            *recent = Recent { key, half: find(self.values, self.caches, key) };
        }
        recent.half
    }
}

#[inline(never)]
fn find<'v, G: Game>(
    values: &'v Values<G>,
    caches: &'v Caches<'v>,
    key: (Bitboard, Bitboard, u32, u32),
) -> ValueHalf<'v> {
    let (men, enemy_men, kings, enemy_kings) = key;
    let side = |men: Bitboard, kings: u32| Side { men: men.count_ones() as u8, kings: kings as u8 };
    values.half(caches, Material { mover: side(men, kings), other: side(enemy_men, enemy_kings) }, men, enemy_men)
}
