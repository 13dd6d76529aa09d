//! The header of a table: what a table says of itself, and the bytes that it stands in.

use std::ops::Range;
use std::path::Path;

use bytemuck::{Pod, Zeroable};

use crate::board::GameName;
use crate::in_game;
use crate::index::{Ending, Material, Mover, PIECES, Side};
use crate::rules::DRAW_PLIES_RANGE;
use crate::value::Longest;

use super::error::HEADER_BYTES;
use super::{Damage, Metric, TableError, TableName};

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

const MAGIC: [u8; 8] = *b"BOLSHAK\n";

/// The number of the draw rule: the game is drawn once so many plies have passed without a zeroing move.
const FIFTEEN_MOVES: u8 = 0;

/// The plies of a distance that no entry has.
const NO_PLIES: u16 = u16::MAX;

/// The bytes, field by field, in the order of `docs/format.md`.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Wire {
    magic: [u8; 8],
    version: [u8; 2],
    metric: u8,
    sides: u8,
    /// First side's kings and men, second side's kings and men.
    pieces: [u8; 4],
    draw_plies: u8,
    game: u8,
    rule: u8,
    distance_sides: u8,
    block_rows: [[u8; 4]; 2],
    zero: [u8; 4],
    /// Of exceptions, or of distances.
    count: [u8; 8],
    digest: [u8; 32],
    side: [WireSide; 2],
    directory_crc: [u8; 4],
    exceptions_crc: [u8; 4],
    length: [u8; 8],
    companion: [u8; 16],
    padding: [u8; 4],
    crc: [u8; 4],
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct WireSide {
    entries: [u8; 8],
    counts: [[u8; 8]; 5],
    win_entry: [u8; 8],
    loss_entry: [u8; 8],
    win_plies: [u8; 2],
    loss_plies: [u8; 2],
    zero: [u8; 4],
}

const _: () = assert!(size_of::<Wire>() == HEADER_BYTES);

impl Header {
    /// The header as it stands in the file.
    #[cfg(feature = "generate")]
    pub(crate) fn to_bytes(&self) -> [u8; HEADER_BYTES] {
        let mut wire = Wire {
            magic: MAGIC,
            version: self.metric.version().to_le_bytes(),
            metric: self.metric as u8,
            sides: self.sides.len() as u8,
            pieces: self.piece_bytes(),
            draw_plies: self.draw_plies,
            game: self.game as u8,
            rule: FIFTEEN_MOVES,
            distance_sides: self.distance_sides,
            block_rows: self.block_rows_bytes(),
            count: self.exceptions.max(self.distances).to_le_bytes(),
            digest: self.digest,
            companion: self.companion,
            directory_crc: self.directory_crc.to_le_bytes(),
            exceptions_crc: self.exceptions_crc.to_le_bytes(),
            length: self.length.to_le_bytes(),
            ..Wire::zeroed()
        };
        for (wire, side) in wire.side.iter_mut().zip(&self.sides) {
            *wire = side.to_wire();
        }
        let crc = crc32fast::hash(&bytemuck::bytes_of(&wire)[..HEADER_BYTES - 4]);
        wire.crc = crc.to_le_bytes();
        bytemuck::must_cast(wire)
    }

    /// Reads and checks the header of a file: its checksum, and that its numbers agree with each other.
    pub(super) fn from_bytes(bytes: [u8; HEADER_BYTES], path: &Path) -> Result<Header, TableError> {
        let damaged = |damage| TableError::Damaged { path: path.into(), damage };
        let wire: Wire = bytemuck::must_cast(bytes);
        if wire.magic != MAGIC {
            return Err(damaged(Damage::Magic));
        }
        let version = u16::from_le_bytes(wire.version);
        let other_version = || TableError::Version { path: path.into(), version };
        if !Metric::ALL.into_iter().any(|metric| metric.version() == version) {
            return Err(other_version());
        }
        if crc32fast::hash(&bytes[..HEADER_BYTES - 4]) != u32::from_le_bytes(wire.crc) {
            return Err(damaged(Damage::Header));
        }
        let Some(&game) = GameName::ALL.get(usize::from(wire.game)) else {
            return Err(TableError::UnknownGame { path: path.into(), number: wire.game });
        };
        // Distances of version 2 were those of both sides to move.
        if Metric::ALL.get(usize::from(wire.metric)).is_some_and(|metric| metric.version() != version) {
            return Err(other_version());
        }
        let header = Header::from_wire(&wire, game).filter(Header::is_consistent);
        header.ok_or_else(|| damaged(Damage::Header))
    }

    fn from_wire(wire: &Wire, game: GameName) -> Option<Header> {
        let [kings, men, other_kings, other_men] = wire.pieces;
        if wire.pieces.iter().map(|&n| u32::from(n)).sum::<u32>() > PIECES.into() {
            return None;
        }
        let (mover, other) = (Side { men, kings }, Side { men: other_men, kings: other_kings });
        let (ending, first) = Material { mover, other }.ending();
        if mover.pieces() == 0 || other.pieces() == 0 || first != Mover::First || wire.rule != FIFTEEN_MOVES {
            return None;
        }
        let sides = wire.side.get(..wire.sides.into())?.iter();
        let (metric, count) = (*Metric::ALL.get(usize::from(wire.metric))?, u64::from_le_bytes(wire.count));
        let (exceptions, distances) = if metric == Metric::Wdl { (count, 0) } else { (0, count) };
        Some(Header {
            ending,
            metric,
            game,
            draw_plies: wire.draw_plies,
            exceptions,
            distances,
            distance_sides: wire.distance_sides,
            digest: wire.digest,
            companion: wire.companion,
            sides: sides.zip(wire.block_rows).map(|(side, rows)| SideHeader::from_wire(side, rows)).collect(),
            directory_crc: u32::from_le_bytes(wire.directory_crc),
            exceptions_crc: u32::from_le_bytes(wire.exceptions_crc),
            length: u64::from_le_bytes(wire.length),
        })
    }
}

impl SideHeader {
    #[cfg(feature = "generate")]
    fn to_wire(self) -> WireSide {
        let (win_plies, win_entry) = self.longest.win.unwrap_or((NO_PLIES, 0));
        let (loss_plies, loss_entry) = self.longest.loss.unwrap_or((NO_PLIES, 0));
        WireSide {
            entries: self.entries.to_le_bytes(),
            counts: self.counts.map(u64::to_le_bytes),
            win_entry: win_entry.to_le_bytes(),
            loss_entry: loss_entry.to_le_bytes(),
            win_plies: win_plies.to_le_bytes(),
            loss_plies: loss_plies.to_le_bytes(),
            zero: [0; 4],
        }
    }

    fn from_wire(wire: &WireSide, block_rows: [u8; 4]) -> SideHeader {
        let entries = u64::from_le_bytes(wire.entries);
        let longest = |plies: [u8; 2], entry: [u8; 8]| {
            let (plies, entry) = (u16::from_le_bytes(plies), u64::from_le_bytes(entry));
            (plies != NO_PLIES && entry < entries).then_some((plies, entry))
        };
        SideHeader {
            entries,
            block_rows: u32::from_le_bytes(block_rows),
            counts: wire.counts.map(u64::from_le_bytes),
            longest: Longest {
                win: longest(wire.win_plies, wire.win_entry),
                loss: longest(wire.loss_plies, wire.loss_entry),
            },
        }
    }
}
