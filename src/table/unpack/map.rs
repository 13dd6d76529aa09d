//! A mapped file whose pages are compared with their checksums before they are believed.

use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicU8, Ordering};

use bytemuck::AnyBitPattern;
use memmap2::{MmapOptions, MmapRaw};

/// The bytes of a page.
pub(crate) const PAGE: usize = 1 << 12;

/// The states of a page.
const UNKNOWN: u8 = 0;
const RIGHT: u8 = 1;
const WRONG: u8 = 2;

/// A map of a file that begins with pages and goes on with their checksums: CRC-32, 4 bytes each.
///
/// Other processes may write into the file, so nothing ever holds a reference to its bytes: they are copied, by volatile reads.
/// A write changes what is read, and breaks no rule of the language. If the file is cut, Unix ends a process that reads what is
/// no more (SIGBUS), and Windows refuses to cut it. Where the medium cannot be read, as that of a disk that fails or of a network
/// that is gone, Unix ends the process in the same way, and Windows with an exception. Nothing here can prevent that: a handler
/// of signals would be the program's, not the library's. So files are made under other names and renamed.
pub(super) struct Map {
    map: MmapRaw,
    /// By page.
    states: Box<[AtomicU8]>,
}

impl Map {
    /// Maps so many pages of a file, and their checksums.
    ///
    /// # Errors
    /// Those of the system; one of kind [`io::ErrorKind::UnexpectedEof`] if the file is shorter.
    pub fn new(file: &File, pages: u64) -> io::Result<Map> {
        let pages = usize::try_from(pages).map_err(|_| io::ErrorKind::OutOfMemory)?;
        let length = pages.checked_mul(PAGE + 4).ok_or(io::ErrorKind::OutOfMemory)?;
        if file.metadata()?.len() < length as u64 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let map = MmapOptions::new().len(length).map_raw_read_only(file)?;
        let mut states = Vec::new();
        states.try_reserve_exact(pages).map_err(|_| io::ErrorKind::OutOfMemory)?;
        states.resize_with(pages, || AtomicU8::new(UNKNOWN));
        Ok(Map { map, states: states.into() })
    }

    /// The number at a place that is a multiple of its size; `None` beyond the last page, or if the page is damaged.
    #[inline(always)]
    pub fn get<T: Number>(&self, at: u64) -> Option<T> {
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
    pub fn check(&self, page: usize) -> bool {
        let Some(state) = self.states.get(page) else { return false };
        if state.load(Ordering::Relaxed) == UNKNOWN {
            let bytes = self.page(page);
            let of_page = PAGE * self.states.len() + 4 * page;
            let right = crc32fast::hash(&bytes) == self.read::<u32>(of_page / PAGE, of_page % PAGE);
            state.store(if right { RIGHT } else { WRONG }, Ordering::Relaxed);
        }
        state.load(Ordering::Relaxed) == RIGHT
    }

    /// A copy of a page.
    pub fn page(&self, page: usize) -> [u8; PAGE] {
        let words: [u64; PAGE / 8] = std::array::from_fn(|word| self.read::<u64>(page, 8 * word).to_le());
        bytemuck::must_cast(words)
    }

    /// The number of pages.
    #[cfg(feature = "generate")]
    pub fn pages(&self) -> usize {
        self.states.len()
    }

    /// The number at an offset from a page, be it one of those or of the checksums that follow.
    ///
    /// # Panics
    /// Beyond the map.
    #[inline(always)]
    #[allow(unsafe_code)]
    fn read<T: Number>(&self, page: usize, offset: usize) -> T {
        let at = (page * PAGE + offset) & !(size_of::<T>() - 1);
        assert!(at + size_of::<T>() <= self.map.len());
        // SAFETY: the bytes lie in the map, as was just checked; it lives as long as `self`, may be read, and no Rust object lies
        // there. The map begins with a page of the system, and `at` is a multiple of the size of the number, which is no less than
        // its alignment. Any bytes are a number. Whatever another process writes there meanwhile, a volatile read has a value.
        let number = unsafe { self.map.as_ptr().add(at).cast::<T>().read_volatile() };
        number.native()
    }
}

/// A number that is stored in a file.
pub(super) trait Number: AnyBitPattern {
    /// The number whose bytes these are in little-endian order.
    fn native(self) -> Self;
}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl Number for $number {
            #[inline(always)]
            fn native(self) -> $number {
                <$number>::from_le(self)
            }
        })*
    };
}

numbers!(u8 u16 u32 u64);
