//! Inputs of the target `table`: a table and its edits.

use std::ops::Range;

use bolshak::board::Game;
use bolshak::index::Ending;
use zstd::bulk::{Compressor, Decompressor};

/// The bytes of a header.
pub(super) const HEADER: usize = 256;

/// The bits of [`Case::flags`].
pub mod flags {
    /// The checksums of the blocks are corrected, if the directory locates them.
    pub const SEAL_BLOCKS: u8 = 1;
    /// Those of the directory and of the list of exceptions are.
    pub const SEAL_LISTS: u8 = 1 << 1;
    /// That of the header is.
    pub const SEAL_HEADER: u8 = 1 << 2;
    /// The length in the header is set to that of the file.
    pub const LENGTH: u8 = 1 << 3;
    /// All three tables of the ending are edited in the same way.
    pub const ALL_METRICS: u8 = 1 << 4;
    /// The tables are opened with [`Options::preload`](bolshak::probe::Options::preload).
    pub const PRELOAD: u8 = 1 << 5;
    /// Hundreds of positions are probed, not dozens.
    pub const MANY: u8 = 1 << 6;
    /// The block cache is empty.
    pub const NO_CACHE: u8 = 1 << 7;
    /// All changes pass the checksums.
    pub const SEAL: u8 = SEAL_BLOCKS | SEAL_LISTS | SEAL_HEADER;
}

/// A table and its edits.
#[derive(Clone, Debug)]
pub struct Case {
    /// The number of the table; only the remainder counts.
    pub table: u8,
    /// How it is edited and probed: see [`flags`].
    pub flags: u8,
    /// The edits, in order.
    pub edits: Vec<Edit>,
}

/// An edit of a table's bytes.
#[derive(Clone, Debug)]
pub struct Edit {
    /// The part to edit.
    pub kind: Kind,
    /// The place within the part; only the remainder counts.
    pub at: u32,
    /// The new bytes, at most 255.
    pub bytes: Vec<u8>,
}

/// The part of an [`Edit`]. If the header makes no sense, only the header and anywhere are possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Bytes of the header.
    Header,
    /// Bytes of the directory.
    Directory,
    /// Bytes of the compressed blocks.
    Blocks,
    /// Bytes of the list of exceptions.
    Exceptions,
    /// Bytes anywhere.
    Anywhere,
    /// The compressed bytes of a block, given by its number, replaced by the new bytes; later offsets are adjusted.
    Block,
    /// The bytes of an unpacked block: its number in the upper half of [`Edit::at`], the place in the lower.
    Unpacked,
    /// The length of the file, padded with zeros if it grows.
    Length,
}

impl Kind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Kind; 8] = [
        Kind::Header,
        Kind::Directory,
        Kind::Blocks,
        Kind::Exceptions,
        Kind::Anywhere,
        Kind::Block,
        Kind::Unpacked,
        Kind::Length,
    ];
}

/// The most edits of a case.
const EDITS: usize = 16;

/// The most bytes that an edit adds to a file.
const GROWTH: usize = 1 << 16;

impl Case {
    /// Decodes a case from any bytes.
    pub fn decode(input: &[u8]) -> Case {
        let mut rest = input;
        let mut next = |count: usize| {
            let (taken, left) = rest.split_at(count.min(rest.len()));
            rest = left;
            taken
        };
        let (table, flags) = (number(next(1)) as u8, number(next(1)) as u8);
        let mut edits = Vec::new();
        while edits.len() < EDITS {
            let &[kind] = next(1) else { break };
            let (at, length) = (number(next(4)) as u32, number(next(1)));
            let bytes = next(length as usize).into();
            edits.push(Edit { kind: Kind::ALL[usize::from(kind) % Kind::ALL.len()], at, bytes });
        }
        Case { table, flags, edits }
    }

    /// Encodes a case.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![self.table, self.flags];
        for edit in &self.edits {
            bytes.push(edit.kind as u8);
            bytes.extend(edit.at.to_le_bytes());
            bytes.push(edit.bytes.len() as u8);
            bytes.extend(&edit.bytes);
        }
        bytes
    }

    pub(super) fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// The table of an ending with these edits.
    pub(super) fn apply<G: Game>(&self, whole: &[u8], ending: Ending) -> Vec<u8> {
        let mut bytes = whole.to_vec();
        for edit in &self.edits {
            edit.apply::<G>(&mut bytes, ending);
        }
        self.seal::<G>(&mut bytes, ending);
        bytes
    }

    /// Corrects the checksums that the flags say.
    fn seal<G: Game>(&self, bytes: &mut [u8], ending: Ending) {
        if bytes.len() < HEADER {
            return;
        }
        if self.has(flags::LENGTH) {
            let length = bytes.len() as u64;
            bytes[224..232].copy_from_slice(&length.to_le_bytes());
        }
        if let Some(layout) = Layout::of::<G>(bytes, ending) {
            if self.has(flags::SEAL_BLOCKS) {
                for (block, range) in layout.blocks(bytes).into_iter().enumerate() {
                    let crc = crc32fast::hash(&bytes[range]);
                    bytes[layout.list + 9 * block..][..4].copy_from_slice(&crc.to_le_bytes());
                }
            }
            if self.has(flags::SEAL_LISTS) {
                for (range, at) in layout.lists() {
                    let crc = crc32fast::hash(&bytes[range]);
                    bytes[at..at + 4].copy_from_slice(&crc.to_le_bytes());
                }
            }
        }
        if self.has(flags::SEAL_HEADER) {
            let crc = crc32fast::hash(&bytes[..HEADER - 4]);
            bytes[HEADER - 4..HEADER].copy_from_slice(&crc.to_le_bytes());
        }
    }
}

impl Edit {
    fn apply<G: Game>(&self, bytes: &mut Vec<u8>, ending: Ending) {
        let layout = Layout::of::<G>(bytes, ending);
        let at = self.at as usize;
        let part = match (self.kind, &layout) {
            (Kind::Header, _) => 0..HEADER.min(bytes.len()),
            (Kind::Anywhere, _) => 0..bytes.len(),
            (Kind::Directory, Some(layout)) => HEADER..layout.blocks_start,
            (Kind::Blocks, Some(layout)) => layout.blocks_start..layout.exceptions_start,
            (Kind::Exceptions, Some(layout)) => layout.exceptions_start..bytes.len(),
            (Kind::Block, Some(layout)) => {
                let block = at % layout.blocks;
                layout.replace(bytes, block, &self.bytes);
                return;
            }
            (Kind::Unpacked, Some(layout)) => {
                let block = (at >> 16) % layout.blocks;
                let range = layout.blocks(bytes)[block].clone();
                if let Some(packed) = repacked(&bytes[range], at & 0xFFFF, &self.bytes) {
                    layout.replace(bytes, block, &packed);
                }
                return;
            }
            (Kind::Length, _) => {
                bytes.resize(at % (bytes.len() + GROWTH), 0);
                return;
            }
            (_, None) => return,
        };
        if !part.is_empty() {
            let from = part.start + at % part.len();
            let count = self.bytes.len().min(bytes.len() - from);
            bytes[from..from + count].copy_from_slice(&self.bytes[..count]);
        }
    }
}

/// A block with other bytes at a place of its unpacked bytes; `None` if it does not unpack.
fn repacked(frame: &[u8], at: usize, new: &[u8]) -> Option<Vec<u8>> {
    const MOST: usize = 1 << 20;
    let mut unpacker = Decompressor::new().ok()?;
    unpacker.include_magicbytes(false).ok()?;
    let mut bytes = unpacker.decompress(frame, MOST).ok()?;
    for (place, &new) in new.iter().enumerate() {
        let length = bytes.len();
        *bytes.get_mut((at + place) % length.max(1))? = new;
    }
    let mut packer = Compressor::new(1).ok()?;
    packer.include_magicbytes(false).ok()?;
    packer.include_contentsize(false).ok()?;
    packer.compress(&bytes).ok()
}

/// The places of the parts of a table by its header.
pub(super) struct Layout {
    blocks: usize,
    /// The directory of blocks.
    pub list: usize,
    blocks_start: usize,
    exceptions_start: usize,
    length: usize,
}

impl Layout {
    /// `None` if the header makes no sense.
    pub fn of<G: Game>(bytes: &[u8], ending: Ending) -> Option<Layout> {
        let header = bytes.get(..HEADER)?;
        let (mut blocks, mut counted) = (0, 0);
        for (side, &mover) in ending.movers().iter().enumerate() {
            let material = ending.material(mover);
            let full = number(&header[20 + 4 * side..][..4]);
            let of_side = (material.entries::<G>() / material.row_size::<G>()).checked_next_multiple_of(full)? / full;
            blocks += of_side;
            counted += of_side * u64::from(header[19] >> side & 1);
        }
        let (is_wdl, values) = (header[10] == 0, number(&header[32..40]));
        if !is_wdl {
            // A block has 8,192 distances to win, or 16,384 to a zeroing move.
            blocks = values.div_ceil(if header[10] == 1 { 1 << 13 } else { 1 << 14 }).min(bytes.len() as u64);
        }
        let exceptions = if is_wdl { values.checked_mul(8)? } else { 0 };
        let exceptions_start = (bytes.len() as u64).checked_sub(exceptions)? as usize;
        let list = HEADER + if is_wdl { 0 } else { 5 * counted as usize };
        let (blocks, blocks_start) = (blocks as usize, list + 9 * blocks as usize);
        (blocks > 0 && blocks_start <= exceptions_start).then_some(Layout {
            blocks,
            list,
            blocks_start,
            exceptions_start,
            length: bytes.len(),
        })
    }

    /// The directory and the list of exceptions, each with the place of its checksum.
    pub fn lists(&self) -> [(Range<usize>, usize); 2] {
        [(HEADER..self.blocks_start, 216), (self.exceptions_start..self.length, 220)]
    }

    /// The blocks; empty if the directory makes no sense.
    pub fn blocks(&self, bytes: &[u8]) -> Vec<Range<usize>> {
        let mut starts: Vec<usize> =
            (0..self.blocks).map(|block| number(&bytes[self.list + 9 * block + 4..][..5]) as usize).collect();
        starts.push(self.exceptions_start);
        let sound = |range: &Range<usize>| {
            self.blocks_start <= range.start && range.start <= range.end && range.end <= self.exceptions_start
        };
        let ranges = starts.windows(2).map(|pair| pair[0]..pair[1]);
        ranges.map(|range| if sound(&range) { range } else { self.blocks_start..self.blocks_start }).collect()
    }

    /// Replaces the bytes of a block, and adjusts the offsets of later blocks.
    fn replace(&self, bytes: &mut Vec<u8>, block: usize, new: &[u8]) {
        let range = self.blocks(bytes)[block].clone();
        for next in block + 1..self.blocks {
            let offset = &mut bytes[self.list + 9 * next + 4..][..5];
            let moved = number(offset).wrapping_sub(range.len() as u64).wrapping_add(new.len() as u64);
            offset.copy_from_slice(&moved.to_le_bytes()[..5]);
        }
        bytes.splice(range, new.iter().copied());
    }
}

/// A little-endian number of at most 8 bytes.
pub(super) fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}
