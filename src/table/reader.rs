//! Reading a table. Nothing in a file is believed before it is checked.

use std::cell::RefCell;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use crate::index::{Ending, Index};
use crate::value::Category;

use super::block::{Classes, DRAW, Values};
use super::codec::decompress;
use super::header::{DIRECTORY_ENTRY_BYTES, HEADER_BYTES, Header, HeaderError, PART};
use super::source::{Bytes, Source};
use super::{Damage, Metric, TableError};

/// An open table. Shared freely between threads.
#[derive(Debug)]
pub struct Table {
    header: Header,
    first_blocks: Vec<u64>,
    indices: Vec<OnceLock<Index>>,
    bytes: Bytes,
    content: OnceLock<Result<Content, TableError>>,
}

/// What is kept of a table that was asked, checked.
#[derive(Debug)]
struct Content {
    source: Source,
    directory: Box<[u8]>,
    exceptions: Box<[u8]>,
}

impl Table {
    /// Opens the table of an ending and metric: reads its header, and leaves the rest for the first look at an entry.
    ///
    /// # Errors
    /// [`TableError`], if the file cannot be read, its header is wrong, or it holds something else.
    pub fn open(bytes: Bytes, ending: Ending, metric: Metric) -> Result<Table, TableError> {
        let path = || bytes.path().to_path_buf();
        let damaged = |damage| TableError::Damaged { path: path(), damage };
        let unreadable = |error| TableError::Read { path: path(), source: Arc::new(error) };
        let (source, actual) = bytes.open().map_err(unreadable)?;
        let mut start = [0; HEADER_BYTES];
        if actual < HEADER_BYTES as u64 {
            return Err(damaged(Damage::Short { actual }));
        }
        source.read(&mut start, 0).map_err(unreadable)?;
        let header = Header::from_bytes(start).map_err(|error| match error {
            HeaderError::Damaged(damage) => damaged(damage),
            HeaderError::Version(version) => TableError::Version { path: path(), version },
        })?;
        if (header.ending, header.metric) != (ending, metric) {
            return Err(damaged(Damage::Name));
        }
        if header.length != actual {
            return Err(damaged(Damage::Length { actual, expected: header.length }));
        }
        let indices = header.sides.iter().map(|_| OnceLock::new()).collect();
        let first_blocks = (0..header.sides.len()).map(|side| header.first_block(side)).collect();
        Ok(Table { header, first_blocks, indices, bytes, content: OnceLock::new() })
    }

    /// What the table says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where the table is, for messages.
    pub fn path(&self) -> PathBuf {
        self.bytes.path().to_path_buf()
    }

    /// The numbering of a side to move, by its place in [`Ending::movers`].
    pub(crate) fn numbering(&self, side: usize) -> &Index {
        let mover = self.header.ending.movers()[side];
        self.indices[side].get_or_init(|| Index::new(self.header.ending.material(mover)))
    }

    /// The block that holds a row, and the row's place in it.
    #[inline]
    pub(crate) fn locate(&self, side: usize, row: u64) -> (u64, usize) {
        let full = u64::from(self.header.sides[side].block_rows);
        (self.first_blocks[side] + row / full, (row % full) as usize)
    }

    /// Reads and checks a block as it stands in the file.
    fn compressed<R>(&self, block: u64, then: impl FnOnce(&[u8]) -> Option<R>) -> Result<R, TableError> {
        let content = self.content()?;
        let (crc, from) = directory_entry(&content.directory, block).ok_or_else(|| self.damaged(Damage::Directory))?;
        let end = directory_entry(&content.directory, block + 1).map_or(self.exceptions_start(), |(_, next)| next);
        if from < self.header.data_start() || end < from || end > self.exceptions_start() {
            return Err(self.damaged(Damage::Directory));
        }
        thread_local! {
            static COMPRESSED: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
        }
        COMPRESSED.with_borrow_mut(|compressed| {
            compressed.resize((end - from) as usize, 0);
            content.source.read(compressed, from).map_err(|error| self.unreadable(error))?;
            let checked = (crc32fast::hash(compressed) == crc).then(|| then(compressed)).flatten();
            checked.ok_or_else(|| self.damaged(Damage::Block { block }))
        })
    }

    /// Reads, checks and decompresses a part of a block of distances: those from [`PART`] times its number on. Some
    /// 15 us.
    ///
    /// # Errors
    /// [`TableError`], if the file cannot be read or is damaged there.
    pub(crate) fn distances(&self, block: u64, part: usize) -> Result<Values, TableError> {
        self.compressed(block, |bytes| match bytes {
            [value] => Some(Values::Constant(*value)),
            _ => unpack(parts(bytes)?.nth(part)?, PART),
        })
    }

    /// Reads a block of categories, with the starts of its rows or, if all its values are alike, perhaps without.
    ///
    /// # Errors
    /// [`TableError`], if the file cannot be read or is damaged there, or the block does not have as many values as its rows do.
    pub(crate) fn classes(&self, block: u64, with_starts: bool) -> Result<Classes, TableError> {
        let (side, rows) = self.header.rows_of_block(block).ok_or_else(|| self.damaged(Damage::Directory))?;
        let index = self.numbering(side);
        // Four categories a byte; a row can have more places than entries, but never twice as many.
        let most = (index.row_size() * (rows.end - rows.start) / 2 + 1) as usize;
        self.compressed(block, |bytes| Classes::new(unpack(bytes, most)?, index, rows, with_starts))
    }

    /// The category that a value of an entry means, in a table of categories.
    ///
    /// # Errors
    /// [`TableError`], if the list of exceptions is damaged.
    #[inline]
    pub(crate) fn category(&self, value: u8, exception: impl FnOnce() -> (usize, u64)) -> Result<Category, TableError> {
        match value {
            0 => Ok(Category::Loss),
            DRAW => Ok(Category::Draw),
            2 => Ok(Category::Win),
            _ => {
                let (side, entry) = exception();
                self.exception(side, entry)
            }
        }
    }

    /// The category of an entry in the list of exceptions.
    fn exception(&self, side: usize, entry: u64) -> Result<Category, TableError> {
        let (list, _) = self.content()?.exceptions.as_chunks::<8>();
        let key = entry << 1 | side as u64;
        let found = list.binary_search_by_key(&key, |&exception| u64::from_le_bytes(exception) >> 1);
        match found.map(|place| u64::from_le_bytes(list[place]) & 1) {
            Ok(0) => Ok(Category::CursedWin),
            Ok(_) => Ok(Category::BlessedLoss),
            Err(_) => Err(self.damaged(Damage::Exceptions)),
        }
    }

    /// The entries of a side to move in the list of exceptions, in order; numbers that no entry has are passed over.
    ///
    /// # Errors
    /// [`TableError`], if the file cannot be read or is damaged.
    pub(crate) fn exceptions(&self, side: usize) -> Result<impl Iterator<Item = u64>, TableError> {
        let (list, _) = self.content()?.exceptions.as_chunks::<8>();
        let numbers = list.iter().map(|&exception| u64::from_le_bytes(exception) >> 1);
        let entries = self.header.sides[side].entries;
        let of_side = numbers.filter(move |number| (number & 1) as usize == side).map(|number| number >> 1);
        Ok(of_side.filter(move |&entry| entry < entries))
    }

    /// Whether this table of distances was written together with a table of categories: block goes with block.
    pub(crate) fn goes_with(&self, classes: &Table) -> bool {
        let rows = |table: &Table| table.header.sides.iter().map(|side| side.block_rows).collect::<Vec<_>>();
        classes.header.digest.starts_with(&self.header.class_digest) && rows(self) == rows(classes)
    }

    /// BLAKE3 of the content before compression, computed from what the file holds: [`Header::digest`], if the table is
    /// whole. Reads, checks and unpacks everything, one block at a time, some 1 GB unpacked a second. `read` is told the
    /// entries of each block that is done.
    ///
    /// # Errors
    /// [`TableError`], if the file cannot be read or is damaged anywhere.
    pub fn content_digest(&self, mut read: impl FnMut(u64)) -> Result<[u8; 32], TableError> {
        let mut hasher = blake3::Hasher::new();
        for block in 0..self.header.blocks() {
            let entries = self.entries_of_block(block);
            self.compressed(block, |bytes| {
                match self.header.metric {
                    Metric::Wdl => hash(&mut hasher, &unpack(bytes, entries as usize / 2 + 1)?),
                    _ if bytes.len() < 2 => hash(&mut hasher, &unpack(bytes, 0)?),
                    _ => {
                        for part in parts(bytes)? {
                            hash(&mut hasher, &unpack(part, PART)?);
                        }
                    }
                }
                Some(())
            })?;
            read(entries);
        }
        hasher.update(&self.content()?.exceptions);
        hasher.update(&self.header.class_digest);
        Ok(*hasher.finalize().as_bytes())
    }

    /// The entries of a block, those with a capture pending too.
    fn entries_of_block(&self, block: u64) -> u64 {
        let rows = self.header.rows_of_block(block);
        rows.map_or(0, |(side, rows)| self.numbering(side).row_size() * (rows.end - rows.start))
    }

    fn exceptions_start(&self) -> u64 {
        self.header.length - 8 * self.header.exceptions
    }

    /// The error for damage of this table.
    pub(crate) fn damaged(&self, damage: Damage) -> TableError {
        TableError::Damaged { path: self.path(), damage }
    }

    /// A file that was cut while it was open is damaged, like any other.
    fn unreadable(&self, error: io::Error) -> TableError {
        if error.kind() == ErrorKind::UnexpectedEof {
            let actual = self.bytes.open().map_or(0, |(_, length)| length);
            return self.damaged(Damage::Length { actual, expected: self.header.length });
        }
        TableError::Read { path: self.path(), source: Arc::new(error) }
    }

    fn content(&self) -> Result<&Content, TableError> {
        self.content.get_or_init(|| self.load()).as_ref().map_err(Clone::clone)
    }

    fn load(&self) -> Result<Content, TableError> {
        let (source, actual) = self.bytes.open().map_err(|error| self.unreadable(error))?;
        let expected = self.header.length;
        if actual != expected {
            return Err(self.damaged(Damage::Length { actual, expected }));
        }
        let read = |from: u64, to: u64, crc: u32, damage: Damage| {
            let mut bytes = vec![0; (to - from) as usize].into_boxed_slice();
            source.read(&mut bytes, from).map_err(|error| self.unreadable(error))?;
            if crc32fast::hash(&bytes) == crc { Ok(bytes) } else { Err(self.damaged(damage)) }
        };
        let Header { directory_crc, exceptions_crc, .. } = self.header;
        let directory = read(HEADER_BYTES as u64, self.header.data_start(), directory_crc, Damage::Directory)?;
        let exceptions = read(self.exceptions_start(), expected, exceptions_crc, Damage::Exceptions)?;
        Ok(Content { source, directory, exceptions })
    }
}

/// The values of a block, or of a part of one, that has at most so many bytes; `None` if it is damaged.
fn unpack(bytes: &[u8], most: usize) -> Option<Values> {
    match *bytes {
        [] => Some(Values::Bytes(Box::default())),
        [value] => Some(Values::Constant(value)),
        _ => Some(Values::Bytes(decompress(bytes, most)?.into())),
    }
}

/// The parts of a block of distances; `None` if it is damaged.
fn parts(bytes: &[u8]) -> Option<impl Iterator<Item = &[u8]>> {
    let (count, rest) = bytes.split_first_chunk()?;
    let further = usize::from(u16::from_le_bytes(*count)).checked_sub(1)?;
    let (lengths, mut rest) = rest.split_at_checked(2 * further)?;
    let lengths = lengths.as_chunks().0.iter().map(|&length| usize::from(u16::from_le_bytes(length)));
    let last = rest.len().checked_sub(lengths.clone().sum())?;
    Some(lengths.chain([last]).map(move |length| {
        let (part, after) = rest.split_at(length);
        rest = after;
        part
    }))
}

fn hash(hasher: &mut blake3::Hasher, values: &Values) {
    match values {
        Values::Bytes(bytes) => hasher.update(bytes),
        Values::Constant(value) => hasher.update(&[*value]),
    };
}

/// The checksum of a block and where it starts, `None` beyond the last.
fn directory_entry(directory: &[u8], block: u64) -> Option<(u32, u64)> {
    const BYTES: usize = DIRECTORY_ENTRY_BYTES as usize;
    let entry: &[u8; BYTES] = directory.as_chunks().0.get(usize::try_from(block).ok()?)?;
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
    Some((number(&entry[..4]) as u32, number(&entry[4..])))
}
