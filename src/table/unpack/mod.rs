//! Files of categories that are not compressed: mapped, shared by all processes that map them, and used at once.
//!
//! `bolshak unpack` makes `KKMvK.unpacked` from `KKMvK.wdl`: the values of each block as they are in memory after reading it,
//! and the first place of each of its rows. A file is of pages of 4,096 bytes, of a list with a checksum of each page, and of a
//! [footer](footer::Footer), which names the table by its digest. All numbers are little-endian.
//!
//! Opening reads the footer alone. A page is compared with its checksum when it is first asked, and the values of a damaged one are
//! read from the table instead. So a wrong file costs time and gives no wrong answer, as long as nobody writes into it while it is
//! mapped. `bolshak unpack --check` reads all pages, and compares them with the digest of all of them too.

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

/// A block in the directory has two numbers of 8 bytes: where its values start, and where the first places of its rows do.
pub(crate) const ENTRY_BYTES: u64 = 16;

/// Added to the value of a block whose values are all alike, in the place of where they start.
pub(crate) const CONSTANT: u64 = 1 << 63;

/// In the place of where the first places start: each row has one place.
pub(crate) const SAME: u64 = u64::MAX;

/// The categories of an ending, two bits each, in a file that is mapped: `KKMvK.unpacked`, made from `KKMvK.wdl` by `bolshak unpack`.
/// Shared freely between threads, and its memory between processes.
///
/// A page of the file is compared with its checksum when it is first asked. If another process writes into the file after that,
/// answers may be wrong; if it cuts the file, or if the medium cannot be read there, Unix ends this process when it reads there
/// (SIGBUS). So files are made under another name and renamed, and must not be written into. Windows lets nobody cut or remove a
/// file while it is mapped, which may be renamed, and ends the process with an exception where the medium cannot be read.
pub struct UnpackedTable {
    path: PathBuf,
    footer: Footer,
    map: Map,
}

impl UnpackedTable {
    /// How the names of these files end.
    pub const EXTENSION: &'static str = "unpacked";

    /// The file of an ending in a directory.
    pub fn path_of(directory: &Path, ending: Ending) -> PathBuf {
        directory.join(format!("{ending}.{}", UnpackedTable::EXTENSION))
    }

    /// Maps the file that was made from a table of categories. Reads its last 128 bytes, and checks that it is as long as they say and
    /// was made from a table of these values; the rest is checked as it is asked. Some 20 us.
    ///
    /// # Errors
    /// [`UnpackedError`], if it cannot be read, is damaged as far as is looked at, of another version, or made from another table.
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

    /// The bytes of the file.
    pub fn length(&self) -> u64 {
        self.footer.length().unwrap_or(0)
    }

    /// The value, 0 to 3, of a number of a row of a block; without meaning if there is none. `None` if the page of the file is damaged.
    #[inline(always)]
    pub(crate) fn value(&self, block: u64, row_of_block: usize, number: u64) -> Option<u8> {
        // A forged file may say anything, and is asked for bytes that it does not have.
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

    /// Reads the whole file, and compares it with its checksums and its digest. `read` is called with the bytes of some pages that
    /// are done; `false` if it says not to go on. Some 3 GB a second.
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

/// A map of a file that begins with pages and goes on with their checksums: CRC-32, 4 bytes each.
///
/// Other processes may write into the file, so nothing ever holds a reference to its bytes: they are copied, by volatile reads.
/// A write changes what is read, and breaks no rule of the language. Nothing here can prevent the end of the process where the
/// file is cut or cannot be read: a handler of signals would be the program's, not the library's.
struct Map {
    map: MmapRaw,
    states: Box<[AtomicU8]>,
}

impl Map {
    /// Maps so many pages of a file, and their checksums.
    /// An error of kind [`ErrorKind::UnexpectedEof`] if the file is shorter.
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

    /// The number, little-endian, at a place that is a multiple of its size; `None` beyond the last page, or if the page is damaged.
    #[inline(always)]
    fn get<T: AnyBitPattern>(&self, at: u64) -> Option<T> {
        let at = usize::try_from(at).ok()?;
        let page = at / PAGE;
        // Relaxed: a state says something of the file, and of nothing that this process has written.
        if self.states.get(page)?.load(Ordering::Relaxed) != RIGHT && !self.check(page) {
            return None;
        }
        Some(self.read(page, at % PAGE))
    }

    /// Whether a page agrees with its checksum: the one that was looked at first, if that was before.
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

    /// The number, little-endian, at an offset from a page, be it one of those or of the checksums that follow.
    #[inline(always)]
    #[allow(unsafe_code)]
    fn read<T: AnyBitPattern>(&self, page: usize, offset: usize) -> T {
        let at = (page * PAGE + offset) & !(size_of::<T>() - 1);
        assert!(at + size_of::<T>() <= self.map.len());
        // SAFETY: the bytes lie in the map, as was just checked; it lives as long as `self`, may be read, and no Rust object lies
        // there. The map begins with a page of the system, and `at` is a multiple of the size of the number, which is no less than
        // its alignment. Any bytes are a number. Whatever another process writes there meanwhile, a volatile read has a value.
        unsafe { self.map.as_ptr().add(at).cast::<T>().read_volatile() }
    }
}
