//! Uncompressed files of categories: mapped into memory, which all processes share, and used without loading.
//!
//! `bolshak unpack` makes `KKMvK.unpacked` from `KKMvK.wdl`: the values of each block as in memory, and the first place of each
//! row. A file has pages of 4,096 bytes, the checksum of each page, and a [footer](footer::Footer) with the digest of the table.
//! All numbers are little-endian.
//!
//! Opening reads only the footer. A page is checked on its first use, and values in a damaged page come from the table instead. So a
//! damaged file costs time but gives no wrong answer, as long as nobody writes into it while it is mapped. `bolshak unpack --check`
//! checks all pages, and the digest of all of them.

mod footer;

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use bytemuck::AnyBitPattern;
use memmap2::{MmapOptions, MmapRaw};

use crate::board::Game;
use crate::index::Ending;
use bolshak_system::{open_regular, read_exact_at};

use super::{Metric, Table};
use footer::FOOTER_BYTES;

pub(crate) use footer::{Footer, MadeFrom, PAGE};
pub use footer::{UnpackedDamage, UnpackedError};

/// An entry of the block directory: two numbers of 8 bytes, the start of the values and the start of the first places of its rows.
pub(crate) const ENTRY_BYTES: u64 = 16;

/// Instead of the start of values that are all alike: this number plus the value.
pub(crate) const CONSTANT: u64 = 1 << 63;

/// Instead of the start of the first places, if each row has one place.
pub(crate) const SAME: u64 = u64::MAX;

/// The categories of an ending, two bits each, in a mapped file: `KKMvK.unpacked`, made from `KKMvK.wdl` by `bolshak unpack`. Threads
/// can share it, and processes share its memory.
///
/// A page is checked on its first use. If another process writes into the file after that, answers may be wrong. If the file is
/// truncated, or the medium cannot be read, Unix kills the process that reads there (SIGBUS). So files are written under another name
/// and renamed, and must not be written into. On Windows a mapped file can be renamed but neither truncated nor removed; an
/// unreadable medium ends the process with an exception.
pub struct UnpackedTable {
    path: PathBuf,
    footer: Footer,
    map: Map,
}

impl UnpackedTable {
    /// The extension of these files.
    pub const EXTENSION: &'static str = "unpacked";

    /// The file of an ending in a directory.
    pub fn path_of(directory: &Path, ending: Ending) -> PathBuf {
        directory.join(format!("{ending}.{}", UnpackedTable::EXTENSION))
    }

    /// Maps the file made from a table of categories. Reads its last 128 bytes, and checks its length and that it was made from this
    /// table; the rest is checked on use. Costs about 20 us.
    ///
    /// # Errors
    /// [`UnpackedError`], if it cannot be read, has a wrong footer or length, has another version, or was made from another table.
    #[inline(never)]
    pub fn open<G: Game>(path: &Path, table: &Table<G>) -> Result<UnpackedTable, UnpackedError> {
        let unreadable = |error: io::Error| UnpackedError::Read { path: path.into(), source: Arc::new(error) };
        let damaged = |damage| UnpackedError::Damaged { path: path.into(), damage };
        let file = open_regular(path).map_err(unreadable)?;
        let actual = file.metadata().map_err(unreadable)?.len();
        let start = actual.checked_sub(FOOTER_BYTES as u64).ok_or(damaged(UnpackedDamage::Footer))?;
        let mut bytes = [0; FOOTER_BYTES];
        read_exact_at(&file, &mut bytes, start).map_err(unreadable)?;
        let footer = Footer::from_bytes(bytes, path)?;
        if footer.made_from != MadeFrom::new(table.header()) || table.header().metric != Metric::Wdl {
            return Err(UnpackedError::Stale { path: path.into(), table: table.path() });
        }
        let expected = footer.length().ok_or(damaged(UnpackedDamage::Footer))?;
        if actual != expected {
            return Err(damaged(UnpackedDamage::Length { actual, expected }));
        }
        let map = Map::new(&file, footer.pages).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => damaged(UnpackedDamage::Length { actual, expected }),
            _ => unreadable(error),
        })?;
        Ok(UnpackedTable { path: path.into(), footer, map })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of bytes of the file.
    pub fn length(&self) -> u64 {
        self.footer.length().unwrap_or(0)
    }

    /// The value, 0 to 3, at a number of a row of a block; meaningless if the block does not have it. `None` if the page is damaged.
    #[inline(always)]
    pub(crate) fn value(&self, block: u64, row_of_block: usize, number: u64) -> Option<u8> {
        // The numbers of a forged file may point beyond its end.
        let entry = self.footer.directory.wrapping_add(ENTRY_BYTES * block);
        let values = u64::from_le(self.map.get(entry)?);
        if values >= CONSTANT {
            return Some((values % 4) as u8);
        }
        let row = row_of_block as u64;
        let place = match u64::from_le(self.map.get(entry.wrapping_add(8))?) {
            SAME => row,
            starts => u64::from(u16::from_le(self.map.get(starts.wrapping_add(2 * row))?)) + number,
        };
        let four = self.map.get::<u8>(values + place / 4)?;
        Some(four >> (2 * (place % 4)) & 3)
    }

    /// Reads the whole file, and checks its checksums and its digest, about 3 GB a second. Calls `read` with the number of bytes of
    /// every 256 pages; `false` if `read` returns `false`, which stops it.
    ///
    /// # Errors
    /// [`UnpackedError::Damaged`].
    #[cfg(feature = "generate")]
    pub fn check(&self, mut read: impl FnMut(u64) -> bool) -> Result<bool, UnpackedError> {
        const SOME: usize = 256;
        let damaged = |damage| UnpackedError::Damaged { path: self.path.clone(), damage };
        let mut hasher = blake3::Hasher::new();
        for first in (0..self.map.states.len()).step_by(SOME) {
            let some = first..self.map.states.len().min(first + SOME);
            for page in some.clone() {
                hasher.update(&self.map.page(page));
                if !self.map.check(page) {
                    return Err(damaged(UnpackedDamage::Page { page: page as u64 }));
                }
            }
            if !read((some.len() * PAGE) as u64) {
                return Ok(false);
            }
        }
        let is_right = *hasher.finalize().as_bytes() == self.footer.digest;
        if is_right { Ok(true) } else { Err(damaged(UnpackedDamage::Digest)) }
    }
}

/// The states of a page.
const UNKNOWN: u8 = 0;
const RIGHT: u8 = 1;
const WRONG: u8 = 2;

/// A mapped file that begins with pages and their checksums: CRC-32, 4 bytes each.
///
/// Other processes may write into the file, so no reference to its bytes exists: volatile reads copy them. A write changes what is
/// read, and is sound. A library cannot keep the process alive if the file is truncated or unreadable: signal handlers belong to the
/// program.
struct Map {
    map: MmapRaw,
    states: Box<[AtomicU8]>,
}

impl Map {
    /// Maps `pages` pages of a file and their checksums; an error of kind [`ErrorKind::UnexpectedEof`] if the file is shorter.
    fn new(file: &File, pages: u64) -> io::Result<Map> {
        let pages = usize::try_from(pages).map_err(|_| ErrorKind::OutOfMemory)?;
        let length = pages.checked_mul(PAGE + 4).ok_or(ErrorKind::OutOfMemory)?;
        if file.metadata()?.len() < length as u64 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        let map = MmapOptions::new().len(length).map_raw_read_only(file)?;
        let mut states = Vec::new();
        states.try_reserve_exact(pages).map_err(|_| ErrorKind::OutOfMemory)?;
        states.resize_with(pages, || AtomicU8::new(UNKNOWN));
        Ok(Map { map, states: states.into() })
    }

    /// The little-endian number at a multiple of its size; `None` beyond the last page, or if the page is damaged.
    #[inline(always)]
    fn get<T: AnyBitPattern>(&self, at: u64) -> Option<T> {
        let at = usize::try_from(at).ok()?;
        let page = at / PAGE;
        // Relaxed, since a state is about the file, not about memory that this process has written.
        if self.states.get(page)?.load(Ordering::Relaxed) != RIGHT && !self.check(page) {
            return None;
        }
        Some(self.read(page, at % PAGE))
    }

    /// Whether a page agrees with its checksum, at its first check.
    #[cold]
    fn check(&self, page: usize) -> bool {
        let Some(state) = self.states.get(page) else { return false };
        if state.load(Ordering::Relaxed) == UNKNOWN {
            let bytes = self.page(page);
            let of_page = PAGE * self.states.len() + 4 * page;
            let right = crc32fast::hash(&bytes) == u32::from_le(self.read(of_page / PAGE, of_page % PAGE));
            state.store(if right { RIGHT } else { WRONG }, Ordering::Relaxed);
        }
        state.load(Ordering::Relaxed) == RIGHT
    }

    fn page(&self, page: usize) -> [u8; PAGE] {
        let words: [u64; PAGE / 8] = std::array::from_fn(|word| self.read(page, 8 * word));
        bytemuck::must_cast(words)
    }

    /// The little-endian number at an offset from a page; after the pages come the checksums.
    #[inline(always)]
    #[allow(unsafe_code)]
    fn read<T: AnyBitPattern>(&self, page: usize, offset: usize) -> T {
        let at = (page * PAGE + offset) & !(size_of::<T>() - 1);
        assert!(at + size_of::<T>() <= self.map.len());
        // SAFETY: the bytes are in the map, as just checked. The map lives as long as `self`, is readable, and has no Rust object.
        // It begins at a system page, and `at` is a multiple of the number's size, which is at least its alignment. Any bytes are a
        // valid number. A volatile read has a value even if another process writes there.
        unsafe { self.map.as_ptr().add(at).cast::<T>().read_volatile() }
    }
}
