//! The header of a table.

use std::ops::Range;

use crate::board::GameName;
use crate::in_game;
use crate::index::{Ending, Material, Mover};
use crate::rules::DRAW_PLIES_RANGE;
use crate::value::Longest;

use super::error::HEADER_BYTES;
use super::{Metric, TableName};

pub(super) const DIRECTORY_ENTRY_BYTES: u64 = 9;

/// The most entries of a block of more than one row, including those not stored.
pub(crate) const BLOCK_ENTRIES: u64 = 1 << 16;

/// The bytes of a count of distances in the directory.
pub(super) const COUNT_BYTES: u64 = 5;

/// The header of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The ending.
    pub ending: Ending,
    /// The values that it has.
    pub metric: Metric,
    /// The game.
    pub game: GameName,
    /// The length of the draw rule in plies.
    pub draw_plies: u8,
    /// The number of exceptions; 0 in a table of distances.
    pub exceptions: u64,
    /// The number of distances; 0 in a table of categories.
    pub distances: u64,
    /// The sides to move with distances in the table: 1 for the first, 2 for the second, 3 for both; 0 in a table of categories. The
    /// distances of the other side follow from the moves.
    pub distance_sides: u8,
    /// BLAKE3 of the content before compression.
    pub digest: [u8; 32],
    /// In a table of distances, the first half of the digest of its companion: the table of categories written with it, which says
    /// which entries have a distance and who wins. Else zero.
    pub companion: [u8; 16],
    /// The sides to move, in the order of [`Ending::movers`].
    pub sides: Vec<SideHeader>,
    /// CRC-32 of the directory.
    pub directory_crc: u32,
    /// CRC-32 of the list of exceptions.
    pub exceptions_crc: u32,
    /// The number of bytes of the file.
    pub length: u64,
}

/// The header of one side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SideHeader {
    /// The number of entries.
    pub entries: u64,
    /// The number of rows of a block; the last block may have fewer.
    pub block_rows: u32,
    /// The number of entries of each [`Category`](crate::value::Category) at clock 0, from loss to win.
    pub counts: [u64; 5],
    /// The longest distances; none in a table of categories.
    pub longest: Longest,
}

impl Header {
    /// Whether another header has the same values, so that the files differ at most in compression.
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

    /// Whether the table has the distances of a side to move, by its place in `sides`.
    pub fn has_distances(&self, side: usize) -> bool {
        self.distance_sides >> side & 1 != 0
    }

    /// The number of blocks.
    pub fn blocks(&self) -> u64 {
        match self.metric {
            Metric::Wdl => self.first_block(self.sides.len()),
            Metric::Dtw | Metric::Dtz => self.distances.div_ceil(self.metric.block_distances() as u64),
        }
    }

    /// The number of blocks of categories whose distances the table has; 0 for a table of categories.
    pub(super) fn counted_blocks(&self) -> u64 {
        let sides = (0..self.sides.len()).filter(|&side| self.has_distances(side));
        sides.map(|side| self.first_block(side + 1) - self.first_block(side)).sum()
    }

    /// The first block of categories of a side to move, by its place in `sides`.
    pub(crate) fn first_block(&self, side: usize) -> u64 {
        (0..side).map(|side| self.rows(side).div_ceil(self.sides[side].block_rows.into())).sum()
    }

    /// The side to move of a block of categories, by its place in `sides`, and the rows of that side in the block; `None` beyond the
    /// last block.
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

    /// The pieces as in files: first side's kings and men, second side's kings and men.
    pub(super) fn piece_bytes(&self) -> [u8; 4] {
        let (first, second) = (self.ending.first(), self.ending.second());
        [first.kings, first.men, second.kings, second.men]
    }

    /// The rows of a block of each side as in files.
    pub(super) fn block_rows_bytes(&self) -> [[u8; 4]; 2] {
        std::array::from_fn(|side| self.sides.get(side).map_or(0, |side| side.block_rows).to_le_bytes())
    }

    pub(super) fn exceptions_start(&self) -> u64 {
        self.length - 8 * self.exceptions
    }
}
