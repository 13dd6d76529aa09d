//! The header of a table: what a table says of itself.

use std::ops::Range;

use crate::board::GameName;
use crate::in_game;
use crate::index::{Ending, Material, Mover};
use crate::rules::DRAW_PLIES_RANGE;
use crate::value::Longest;

use super::error::HEADER_BYTES;
use super::{Metric, TableName};

pub(super) const DIRECTORY_ENTRY_BYTES: u64 = 9;

/// The most entries, with those that are not stored, of a block of more than one row.
pub(crate) const BLOCK_ENTRIES: u64 = 1 << 16;

/// The bytes of a number of distances in the directory.
pub(super) const COUNT_BYTES: u64 = 5;

/// What a table says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The ending.
    pub ending: Ending,
    /// What it holds.
    pub metric: Metric,
    /// The game that it was made for.
    pub game: GameName,
    /// The length of the draw rule, in plies, that it was made for.
    pub draw_plies: u8,
    /// The entries in the list of exceptions; 0 in a table of distances.
    pub exceptions: u64,
    /// The distances in the table; 0 in a table of categories.
    pub distances: u64,
    /// The sides to move that the table has distances of: 1 for the first, 2 for the second, 3 for both; 0 in a table of
    /// categories. The distances of the other side follow from the moves.
    pub distance_sides: u8,
    /// BLAKE3 of the content before compression.
    pub digest: [u8; 32],
    /// The first half of the digest of the companion ([`Metric::companion`]) that this table was written with; zero if it
    /// has none.
    pub companion: [u8; 16],
    /// The sides to move, as [`Ending::movers`].
    pub sides: Vec<SideHeader>,
    /// CRC-32 of the directory.
    pub directory_crc: u32,
    /// CRC-32 of the list of exceptions.
    pub exceptions_crc: u32,
    /// The bytes of the file.
    pub length: u64,
}

/// What a table says of one side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SideHeader {
    /// The number of entries.
    pub entries: u64,
    /// The rows of a block; the last block may have fewer.
    pub block_rows: u32,
    /// Entries of each [`Category`](crate::value::Category) at clock 0, from loss to win.
    pub counts: [u64; 5],
    /// The longest distances in the table's metric; none in a table of categories.
    pub longest: Longest,
}

impl Header {
    /// Whether another header stands for the same values: the files differ in their compression at most.
    pub(super) fn has_values_of(&self, other: &Header) -> bool {
        let Header { directory_crc, length, .. } = *other;
        Header { directory_crc, length, ..self.clone() } == *other
    }

    /// Whether its numbers agree with each other.
    pub(super) fn is_consistent(&self) -> bool {
        let movers = self.ending.movers();
        let is_right = |(side, &mover): (&SideHeader, &Mover)| {
            let material = self.ending.material(mover);
            let entries = in_game!(self.game, G => material.entries::<G>());
            let sum = side.counts.iter().try_fold(0, |sum: u64, &count| sum.checked_add(count));
            let rows = u64::from(side.block_rows);
            (side.entries, sum) == (entries, Some(entries))
                && (rows == 1 || (1..=BLOCK_ENTRIES / self.row_size(material)).contains(&rows))
        };
        let has_right_sides = match self.metric {
            Metric::Wdl => self.distance_sides == 0,
            Metric::Dtw | Metric::Dtz => (1..1 << movers.len()).contains(&self.distance_sides),
        };
        self.sides.len() == movers.len()
            && has_right_sides
            && self.sides.iter().zip(movers).all(is_right)
            && DRAW_PLIES_RANGE.contains(&self.draw_plies)
            && self.exceptions.max(self.distances) <= self.sides.iter().map(|side| side.entries).sum()
            && self.length >= self.data_start() + 8 * self.exceptions
    }

    /// Whether the table has the distances of a side to move, by its number.
    pub fn has_distances(&self, side: usize) -> bool {
        self.distance_sides >> side & 1 != 0
    }

    /// The blocks of the file.
    pub fn blocks(&self) -> u64 {
        match self.metric {
            Metric::Wdl => self.first_block(self.sides.len()),
            Metric::Dtw | Metric::Dtz => self.distances.div_ceil(self.metric.block_distances() as u64),
        }
    }

    /// The blocks of categories whose distances the table has; 0 for a table of categories.
    pub(super) fn counted_blocks(&self) -> u64 {
        let sides = (0..self.sides.len()).filter(|&side| self.has_distances(side));
        sides.map(|side| self.first_block(side + 1) - self.first_block(side)).sum()
    }

    /// The first block of categories of a side to move, by its number.
    pub(crate) fn first_block(&self, side: usize) -> u64 {
        (0..side).map(|side| self.rows(side).div_ceil(self.sides[side].block_rows.into())).sum()
    }

    /// The side to move of a block of categories, by its number, and the rows of that side in it; `None` if there is no such
    /// block.
    pub(crate) fn rows_of_block(&self, block: u64) -> Option<(usize, Range<u64>)> {
        let side = (0..self.sides.len()).rfind(|&side| block >= self.first_block(side))?;
        let (full, rows) = (u64::from(self.sides[side].block_rows), self.rows(side));
        let start = (block - self.first_block(side)).checked_mul(full).filter(|&start| start < rows)?;
        Some((side, start..rows.min(start + full)))
    }

    fn rows(&self, side: usize) -> u64 {
        self.sides[side].entries / self.row_size(self.ending.material(self.ending.movers()[side]))
    }

    fn row_size(&self, material: Material) -> u64 {
        in_game!(self.game, G => material.row_size::<G>())
    }

    pub(crate) fn data_start(&self) -> u64 {
        HEADER_BYTES as u64 + COUNT_BYTES * self.counted_blocks() + DIRECTORY_ENTRY_BYTES * self.blocks()
    }

    pub(crate) const fn name(&self) -> TableName {
        TableName { ending: self.ending, metric: self.metric }
    }

    /// The pieces as files have them: first side's kings and men, second side's kings and men.
    pub(super) fn piece_bytes(&self) -> [u8; 4] {
        let (first, second) = (self.ending.first(), self.ending.second());
        [first.kings, first.men, second.kings, second.men]
    }

    /// The rows of a block of each side as files have them.
    pub(super) fn block_rows_bytes(&self) -> [[u8; 4]; 2] {
        std::array::from_fn(|side| self.sides.get(side).map_or(0, |side| side.block_rows).to_le_bytes())
    }

    pub(super) fn exceptions_start(&self) -> u64 {
        self.length - 8 * self.exceptions
    }
}
