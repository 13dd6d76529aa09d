//! What a table says of itself, and what follows from it.

use std::ops::Range;

use crate::board::GameName;
use crate::in_game;
use crate::index::{Ending, Material};
use crate::rules::DRAW_PLIES_RANGE;
use crate::value::Longest;

use super::Metric;
use super::format::{BLOCK_ENTRIES, DIRECTORY_ENTRY_BYTES, HEADER_BYTES};

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
    /// The entries in the list of exceptions.
    pub exceptions: u64,
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
        let materials = || self.ending.movers().iter().map(|&mover| self.ending.material(mover));
        let sizes = materials().map(|material| in_game!(self.game, G => material.entries::<G>()));
        let sides_agree = self.sides.iter().map(|side| side.entries).eq(sizes)
            && self.sides.iter().all(|side| side.counts_sum() == Some(side.entries));
        let blocks_bounded = self.sides.iter().zip(materials()).all(|(side, material)| {
            let rows = u64::from(side.block_rows);
            rows == 1 || (1..=BLOCK_ENTRIES / self.row_size(material)).contains(&rows)
        });
        sides_agree
            && DRAW_PLIES_RANGE.contains(&self.draw_plies)
            && blocks_bounded
            && self.exceptions <= self.sides.iter().map(|side| side.entries).sum()
            && self.length >= self.data_start() + 8 * self.exceptions
    }

    /// The blocks of all sides to move.
    pub fn blocks(&self) -> u64 {
        self.first_block(self.sides.len())
    }

    /// The first block of a side to move, by its number.
    pub(crate) fn first_block(&self, side: usize) -> u64 {
        (0..side).map(|side| self.rows(side).div_ceil(self.sides[side].block_rows.into())).sum()
    }

    /// The side to move of a block, by its number, and the rows of that side in it; `None` if there is no such block.
    pub(crate) fn rows_of_block(&self, block: u64) -> Option<(usize, Range<u64>)> {
        let side = (0..self.sides.len()).rfind(|&side| block >= self.first_block(side))?;
        let (full, rows) = (u64::from(self.sides[side].block_rows), self.rows(side));
        let start = (block - self.first_block(side)).checked_mul(full).filter(|&start| start < rows)?;
        Some((side, start..rows.min(start + full)))
    }

    /// The rows of a side to move, by its number.
    fn rows(&self, side: usize) -> u64 {
        self.sides[side].entries / self.row_size(self.ending.material(self.ending.movers()[side]))
    }

    /// The entries of a row.
    fn row_size(&self, material: Material) -> u64 {
        in_game!(self.game, G => material.row_size::<G>())
    }

    /// Where the compressed blocks start.
    pub(super) fn data_start(&self) -> u64 {
        data_start(self.blocks())
    }

    /// Where the list of exceptions starts.
    pub(super) fn exceptions_start(&self) -> u64 {
        self.length - 8 * self.exceptions
    }
}

/// Where the compressed blocks start, given how many there are.
pub(super) const fn data_start(blocks: u64) -> u64 {
    HEADER_BYTES as u64 + DIRECTORY_ENTRY_BYTES * blocks
}

impl SideHeader {
    fn counts_sum(&self) -> Option<u64> {
        self.counts.iter().try_fold(0, |sum: u64, &count| sum.checked_add(count))
    }
}
