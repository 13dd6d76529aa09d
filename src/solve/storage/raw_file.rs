//! The bytes of a file of raw values: a header, the chunks, and the codes of distances to a zeroing move.

use std::fs::{File, TryLockError};
use std::io;
use std::ops::Range;

use fs4::FileExt as _;
use memmap2::Mmap;

use crate::index::{Ending, PIECES};

use super::coding::Coding;
use super::far::FarDistance;
use super::layout::Layout;

/// The bytes before the values: what the file is for, and which phases are finished.
pub(super) const HEADER: u64 = 4096;

/// Where the records of the phases begin in the header.
pub(super) const PHASES: u64 = 1024;

/// Where the header has the coding.
pub(super) const CODING: Range<usize> = 16..21;

/// The bytes of the record of a phase.
pub(super) const RECORD: usize = 24;

/// The checksum of the distances to a zeroing move, in a record.
pub(super) const DTZ_CRC: Range<usize> = 12..16;

/// The bytes of a distance that a byte does not hold: its offset and plies.
pub(super) const FAR: usize = 10;

const MAGIC: &[u8; 16] = b"bolshak raw 3\r\n\0";

/// The layout of an ending, if there can be one.
pub(super) fn layout(ending: Ending, coding: Coding) -> io::Result<Layout> {
    if ending.pieces() > PIECES {
        let text = format!("{ending} has {} pieces, and values are kept of at most {PIECES}", ending.pieces());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
    }
    Ok(Layout::new(ending, coding.with_dtw))
}

pub(super) fn values_end(layout: &Layout) -> u64 {
    HEADER + values_len(layout)
}

pub(super) fn values_len(layout: &Layout) -> u64 {
    layout.men().size() * layout.chunk() as u64
}

/// Where the distances to a zeroing move begin: on a page of their own.
pub(super) fn dtz_start(layout: &Layout) -> u64 {
    values_end(layout).next_multiple_of(HEADER)
}

pub(super) fn dtz_len(layout: &Layout) -> u64 {
    layout.men().size() * layout.chunk_boards() as u64
}

/// Distances that a byte does not hold, as they stand in their file.
pub(super) fn far_bytes(far: &[FarDistance]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(FAR * far.len());
    for FarDistance { offset, plies } in far {
        bytes.extend(offset.to_le_bytes());
        bytes.extend(plies.to_le_bytes());
    }
    bytes
}

/// The first bytes of a file.
pub(super) fn header(layout: &Layout, coding: Coding) -> [u8; PHASES as usize] {
    let mut header = [0; PHASES as usize];
    let name = layout.ending().to_string();
    header[..16].copy_from_slice(MAGIC);
    let [low, high] = coding.byte_plies.to_le_bytes();
    header[CODING].copy_from_slice(&[coding.draw_plies, 0, low, high, coding.with_dtw.into()]);
    header[21] = name.len() as u8;
    header[32..32 + name.len()].copy_from_slice(name.as_bytes());
    header
}

/// Reserves the space at once: a full disk must be an error here and not a bus error at a write.
pub(super) fn allocate(file: &File, bytes: u64) -> io::Result<()> {
    match file.allocate(bytes) {
        // A file system without reservations: write the zeros.
        Err(error) if error.kind() == io::ErrorKind::Unsupported => {
            io::copy(&mut io::Read::take(io::repeat(0), bytes), &mut &*file).map(drop)
        }
        // Where blocks are counted late, the reservation may leave the length as it was.
        other => other.and_then(|()| file.set_len(bytes)),
    }
}

/// Keeps other writers away from a file, until it is closed.
pub(super) fn lock(file: &File) -> io::Result<()> {
    file.try_lock().map_err(|error| match error {
        TryLockError::Error(error) => error,
        TryLockError::WouldBlock => io::Error::new(io::ErrorKind::WouldBlock, "another run writes to it"),
    })
}

#[allow(unsafe_code)]
pub(super) fn map(file: &File, start: u64, bytes: u64) -> io::Result<Mmap> {
    let mut options = memmap2::MmapOptions::new();
    // SAFETY: a `Raw` that writes to the file, or cuts it, holds its lock, so there is one at most. It writes phases that are
    // not finished; nobody has a slice of these, neither it (`solve` has it mutably) nor others (they see phases that were
    // finished when they opened it). It cuts off distances to a zeroing move, after its own map of them, and others map none.
    // Programs that know nothing of this must leave the file alone, as the documentation says.
    unsafe { options.offset(start).len(bytes as usize).map(file) }
}
