//! The bytes of a header.

use std::path::Path;

use bytemuck::{Pod, Zeroable};

use crate::board::GameName;
use crate::index::{Material, Mover, PIECES, Side};
use crate::value::Longest;

use super::error::HEADER_BYTES;
use super::header::{Header, SideHeader};
use super::{Damage, Metric, TableError};

const MAGIC: [u8; 8] = *b"BOLSHAK\n";

/// The number of the draw rule: the game is drawn after `draw_plies` plies without a zeroing move.
const FIFTEEN_MOVES: u8 = 0;

/// The plies of a longest distance if there is none.
const NO_PLIES: u16 = u16::MAX;

/// The fields, in the order of `docs/format.md`.
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
    /// The number of exceptions or of distances.
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

/// The fields of a header that the digest of a table of distances covers: which sides to move have some, the rows of a block of
/// results, and the number of distances.
#[cfg(feature = "generate")]
pub(crate) const IN_DIGEST: std::ops::Range<usize> =
    std::mem::offset_of!(Wire, distance_sides)..std::mem::offset_of!(Wire, digest);

impl Header {
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

    /// Reads and checks the header of a file: its checksum, and that its numbers are consistent.
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
        // Tables of distances of version 2 had both sides to move.
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
