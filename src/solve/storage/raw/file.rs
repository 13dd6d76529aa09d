//! The bytes of a file of raw values: a header, the chunks, and the codes of distances to a zeroing move.

use std::fs::{File, TryLockError};
use std::io;
use std::ops::Range;

use fs4::FileExt as _;
use memmap2::Mmap;

use crate::board::Game;
use crate::index::{Ending, PIECES};
use crate::solve::storage::coding::Coding;
use crate::solve::storage::layout::Layout;
use crate::system;

/// The length of the header: what the file is for, and which phases are finished.
pub(super) const HEADER: u64 = 4096;

/// Where the records of the phases begin in the header.
pub(super) const PHASES: u64 = 1024;

/// Where the coding is in the header.
pub(super) const CODING: Range<usize> = 16..21;

/// The length of the record of a phase.
pub(super) const RECORD: usize = 24;

/// Where the checksum of the distances to a zeroing move is in a record.
pub(super) const DTZ_CRC: Range<usize> = 12..16;

const MAGIC: &[u8; 16] = b"bolshak raw 3\r\n\0";

/// The layout of an ending, if there can be one.
pub(super) fn layout<G: Game>(ending: Ending, coding: Coding) -> io::Result<Layout<G>> {
    if ending.pieces() > PIECES {
        let text = format!("{ending} has {} pieces, and values are kept of at most {PIECES}", ending.pieces());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
    }
    Ok(Layout::new(ending, coding.with_dtw))
}

/// Where the values end.
pub(super) fn values_end<G: Game>(layout: &Layout<G>) -> u64 {
    HEADER + values_len(layout)
}

/// The length of the values: of all chunks.
pub(super) fn values_len<G: Game>(layout: &Layout<G>) -> u64 {
    layout.men().size() * layout.chunk() as u64
}

/// Where the distances to a zeroing move begin: on a page of their own.
pub(super) fn dtz_start<G: Game>(layout: &Layout<G>) -> u64 {
    values_end(layout).next_multiple_of(HEADER)
}

/// The length of the distances to a zeroing move.
pub(super) fn dtz_len<G: Game>(layout: &Layout<G>) -> u64 {
    layout.men().size() * layout.chunk_boards() as u64
}

/// The header of a file, up to the records of its phases.
pub(super) fn header<G: Game>(layout: &Layout<G>, coding: Coding) -> [u8; PHASES as usize] {
    let mut header = [0; PHASES as usize];
    let name = layout.ending().to_string();
    header[..16].copy_from_slice(MAGIC);
    let [low, high] = coding.byte_plies.to_le_bytes();
    header[CODING].copy_from_slice(&[coding.draw_plies, G::NAME as u8, low, high, coding.with_dtw.into()]);
    header[21] = name.len() as u8;
    header[32..32 + name.len()].copy_from_slice(name.as_bytes());
    header
}

/// Reserves the space at once: a full disk must be an error here, not a bus error at a later access.
pub(super) fn allocate(file: &File, bytes: u64) -> io::Result<()> {
    match file.allocate(bytes) {
        // The file system has no reservations: write zeros.
        Err(error) if error.kind() == io::ErrorKind::Unsupported => {
            io::copy(&mut io::Read::take(io::repeat(0), bytes), &mut &*file).map(drop)
        }
        // Some file systems count blocks late: there, the reservation may not have changed the length.
        other => other.and_then(|()| file.set_len(bytes)),
    }
}

/// Keeps other writers away from a file until it is closed.
pub(super) fn lock(file: &File) -> io::Result<()> {
    system::lock(|| file.try_lock()).map_err(|error| match error {
        TryLockError::Error(error) => error,
        TryLockError::WouldBlock => io::Error::new(io::ErrorKind::WouldBlock, "another run writes to it"),
    })
}

/// Maps a part of a file into memory, to be read.
#[allow(unsafe_code)]
pub(super) fn map(file: &File, start: u64, bytes: u64) -> io::Result<Mmap> {
    let mut options = memmap2::MmapOptions::new();
    // SAFETY: a `Raw` that writes to the file, or cuts it, holds its lock, so there is at most one. It only writes
    // phases that are not finished, and there is no slice of these: not from itself, since `solve` has it mutably, and
    // not from others, which only see phases that were finished when they opened the file. It cuts off the distances to
    // a zeroing move only when it has dropped its own map of them, and others do not map them. Other programs must
    // leave the file alone, as the documentation says.
    unsafe { options.offset(start).len(bytes as usize).map(file) }
}
