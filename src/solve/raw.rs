//! Values while they are made: two bytes an entry, in a memory-mapped file.

use std::fs::File;
use std::io;
use std::path::Path;

use fs4::FileExt;
use memmap2::MmapMut;

use crate::index::{Ending, Index, Mover};

/// The values of one ending, both sides to move, not yet compressed.
///
/// They live in a file that has no name and vanishes with the process, so that they may exceed the memory.
pub struct Raw {
    ending: Ending,
    indices: Vec<Index>,
    map: MmapMut,
}

/// The values of one material, in the order of its index.
#[derive(Clone, Copy)]
pub struct Values<'a> {
    /// The numbering.
    pub index: &'a Index,
    /// The distances to win, as codes of [`Dtw`](crate::value::Dtw).
    pub dtw: &'a [u8],
    /// The distances to a zeroing move, as codes of [`Dtz`](crate::value::Dtz).
    pub dtz: &'a [u8],
}

impl Raw {
    /// Room for an ending in a directory, filled with zeros.
    ///
    /// # Errors
    /// If the file cannot be made, a full disk included.
    pub fn create(ending: Ending, directory: &Path) -> io::Result<Raw> {
        let indices: Vec<Index> = ending.movers().iter().map(|&m| Index::new(ending.material(m))).collect();
        let bytes = indices.iter().map(|index| 2 * index.size()).sum();
        let file = tempfile::tempfile_in(directory)?;
        allocate(&file, bytes)?;
        Ok(Raw { ending, indices, map: map(&file)? })
    }

    /// The ending.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// The numberings of the sides that may be to move.
    pub fn indices(&self) -> &[Index] {
        &self.indices
    }

    /// The number of entries of all sides to move.
    pub fn entries(&self) -> u64 {
        self.indices.iter().map(Index::size).sum()
    }

    /// The values with that side to move; of two equal sides, with the first.
    pub fn values(&self, mover: Mover) -> Values<'_> {
        let side = if self.indices.len() == 1 { 0 } else { mover as usize };
        let start: u64 = self.indices[..side].iter().map(|index| 2 * index.size()).sum();
        let index = &self.indices[side];
        let (dtw, rest) = self.map[start as usize..].split_at(index.size() as usize);
        Values { index, dtw, dtz: &rest[..dtw.len()] }
    }

    /// The values of all sides to move.
    pub fn all_values(&self) -> impl Iterator<Item = Values<'_>> {
        self.ending.movers().iter().map(|&mover| self.values(mover))
    }

    /// The codes to be written, `[dtw, dtz]` of each side to move, beside the numberings.
    pub fn split_mut(&mut self) -> (&[Index], Vec<[&mut [u8]; 2]>) {
        let mut rest = &mut self.map[..];
        let mut take = |len: u64| rest.split_off_mut(..len as usize).expect("the map holds every entry");
        let codes = self.indices.iter().map(|index| [take(index.size()), take(index.size())]).collect();
        (&self.indices, codes)
    }
}

/// Reserves the space at once: a full disk must be an error here and not a bus error at a write.
fn allocate(file: &File, bytes: u64) -> io::Result<()> {
    match file.allocate(bytes) {
        // A file system without reservations: write the zeros.
        Err(error) if error.kind() == io::ErrorKind::Unsupported => {
            io::copy(&mut io::Read::take(io::repeat(0), bytes), &mut &*file).map(drop)
        }
        other => other,
    }
}

#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<MmapMut> {
    // SAFETY: the file has no name, so that no other process can open, truncate or change it.
    unsafe { MmapMut::map_mut(file) }
}
