//! Reading a table. Nothing in a file is believed before it is checked.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use memmap2::Mmap;

use crate::index::{Ending, Index};
use crate::value::Category;

use super::block::{Classes, DRAW, Values};
use super::codec::decompress;
use super::header::{DIRECTORY_ENTRY_BYTES, HEADER_BYTES, Header, HeaderError};
use super::{Damage, Metric, TableError};

/// Where a table's bytes are.
#[derive(Clone, Debug)]
pub enum Bytes {
    /// In a file, which is mapped at the first look at an entry.
    File(PathBuf),
    /// In the program; the path is a name for messages.
    Built {
        /// A name for messages.
        name: PathBuf,
        /// The bytes.
        bytes: &'static [u8],
    },
}

/// An open table. Shared freely between threads.
#[derive(Debug)]
pub struct Table {
    header: Header,
    first_blocks: Vec<u64>,
    indices: Vec<OnceLock<Index>>,
    source: Bytes,
    content: OnceLock<Result<Content, TableError>>,
}

/// The bytes of a table whose directory and exceptions have been checked.
#[derive(Debug)]
enum Content {
    Map(Mmap),
    Built(&'static [u8]),
}

impl Table {
    /// Opens the table of an ending and metric: reads its header, and leaves the rest for the first look at an entry.
    ///
    /// # Errors
    /// [`TableError`], if the file cannot be read, its header is wrong, or it holds something else.
    pub fn open(source: Bytes, ending: Ending, metric: Metric) -> Result<Table, TableError> {
        let damaged = |damage| TableError::Damaged { path: source.path(), damage };
        let (bytes, actual) = source.header().map_err(|error| source.unreadable(error))?;
        let Some(bytes) = bytes else {
            return Err(damaged(Damage::Length { actual, expected: HEADER_BYTES as u64 }));
        };
        let header = Header::from_bytes(bytes).map_err(|error| match error {
            HeaderError::Damaged(damage) => damaged(damage),
            HeaderError::Version(version) => TableError::Version { path: source.path(), version },
        })?;
        if (header.ending, header.metric) != (ending, metric) {
            return Err(damaged(Damage::Name));
        }
        if header.length != actual {
            return Err(damaged(Damage::Length { actual, expected: header.length }));
        }
        let indices = header.sides.iter().map(|_| OnceLock::new()).collect();
        let first_blocks = (0..header.sides.len()).map(|side| header.first_block(side)).collect();
        Ok(Table { header, first_blocks, indices, source, content: OnceLock::new() })
    }

    /// What the table says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where the table is, for messages.
    pub fn path(&self) -> PathBuf {
        self.source.path()
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

    /// Reads, checks and decompresses a block. Some 5 us for one of categories.
    ///
    /// # Errors
    /// [`TableError`], if the file cannot be mapped or is damaged there.
    pub(crate) fn block(&self, block: u64) -> Result<Values, TableError> {
        let damaged = || self.damaged(Damage::Block { block });
        let content = self.content()?;
        let start = self.header.data_start();
        let directory = &content[HEADER_BYTES..start as usize];
        let (crc, from) = directory_entry(directory, block).ok_or_else(|| self.damaged(Damage::Directory))?;
        let end = directory_entry(directory, block + 1).map_or(self.exceptions_start(), |(_, next)| next);
        if from < start || end < from || end > self.exceptions_start() {
            return Err(self.damaged(Damage::Directory));
        }
        let compressed = &content[from as usize..end as usize];
        if crc32fast::hash(compressed) != crc {
            return Err(damaged());
        }
        match *compressed {
            [] => Ok(Values::Bytes(Box::default())),
            [value] => Ok(Values::Constant(value)),
            _ => {
                let most = self.most_bytes(block).ok_or_else(damaged)?;
                Ok(Values::Bytes(decompress(compressed, most).ok_or_else(damaged)?.into()))
            }
        }
    }

    /// Reads a block of categories, with the starts of its rows or, if all its values are alike, perhaps without.
    ///
    /// # Errors
    /// [`TableError`], as for [`Table::block`], and if the block does not have as many values as its rows do.
    pub(crate) fn classes(&self, block: u64, with_starts: bool) -> Result<Classes, TableError> {
        let (side, rows) = self.header.rows_of_block(block).ok_or_else(|| self.damaged(Damage::Directory))?;
        let classes = Classes::new(self.block(block)?, self.numbering(side), rows, with_starts);
        classes.ok_or_else(|| self.damaged(Damage::Block { block }))
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
        let content = self.content()?;
        let (list, _) = content[self.exceptions_start() as usize..].as_chunks::<8>();
        let key = entry << 1 | side as u64;
        let found = list.binary_search_by_key(&key, |&exception| u64::from_le_bytes(exception) >> 1);
        match found.map(|place| u64::from_le_bytes(list[place]) & 1) {
            Ok(0) => Ok(Category::CursedWin),
            Ok(_) => Ok(Category::BlessedLoss),
            Err(_) => Err(self.damaged(Damage::Exceptions)),
        }
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
    /// [`TableError`], if the file cannot be mapped or is damaged anywhere.
    pub fn content_digest(&self, mut read: impl FnMut(u64)) -> Result<[u8; 32], TableError> {
        let mut hasher = blake3::Hasher::new();
        for block in 0..self.header.blocks() {
            match self.block(block)? {
                Values::Bytes(bytes) => hasher.update(&bytes),
                Values::Constant(value) => hasher.update(&[value]),
            };
            read(self.entries_of_block(block));
        }
        hasher.update(&self.content()?[self.exceptions_start() as usize..]);
        hasher.update(&self.header.class_digest);
        Ok(*hasher.finalize().as_bytes())
    }

    /// The most bytes that a block can unpack to.
    fn most_bytes(&self, block: u64) -> Option<usize> {
        let (side, rows) = self.header.rows_of_block(block)?;
        let numbers = self.numbering(side).row_size() * (rows.end - rows.start) * 2;
        Some(numbers as usize * self.header.metric.bits() / 8 + 1)
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

    fn content(&self) -> Result<&[u8], TableError> {
        let content = self.content.get_or_init(|| self.load());
        match content.as_ref().map_err(Clone::clone)? {
            Content::Map(map) => Ok(map),
            Content::Built(bytes) => Ok(bytes),
        }
    }

    fn load(&self) -> Result<Content, TableError> {
        let content = match &self.source {
            Bytes::File(path) => Content::Map(map(path).map_err(|error| self.source.unreadable(error))?),
            Bytes::Built { bytes, .. } => Content::Built(bytes),
        };
        let bytes: &[u8] = match &content {
            Content::Map(map) => map,
            Content::Built(bytes) => bytes,
        };
        let (actual, expected) = (bytes.len() as u64, self.header.length);
        if actual != expected {
            return Err(self.damaged(Damage::Length { actual, expected }));
        }
        let directory = &bytes[HEADER_BYTES..self.header.data_start() as usize];
        if crc32fast::hash(directory) != self.header.directory_crc {
            return Err(self.damaged(Damage::Directory));
        }
        if crc32fast::hash(&bytes[self.exceptions_start() as usize..]) != self.header.exceptions_crc {
            return Err(self.damaged(Damage::Exceptions));
        }
        Ok(content)
    }
}

impl Bytes {
    fn path(&self) -> PathBuf {
        match self {
            Bytes::File(path) => path.clone(),
            Bytes::Built { name, .. } => name.clone(),
        }
    }

    fn unreadable(&self, error: io::Error) -> TableError {
        TableError::Read { path: self.path(), source: Arc::new(error) }
    }

    /// The bytes of the header, `None` if there are too few; and the length of the whole.
    fn header(&self) -> io::Result<(Option<[u8; HEADER_BYTES]>, u64)> {
        let (start, length) = match self {
            Bytes::Built { bytes, .. } => (Cow::Borrowed(*bytes), bytes.len() as u64),
            Bytes::File(path) => {
                // Opening a pipe would wait for a writer.
                if !path.metadata()?.is_file() {
                    return Err(io::Error::other("it is not a regular file"));
                }
                let file = File::open(path)?;
                let length = file.metadata()?.len();
                let mut start = Vec::with_capacity(HEADER_BYTES);
                file.take(HEADER_BYTES as u64).read_to_end(&mut start)?;
                (Cow::Owned(start), length)
            }
        };
        Ok((start.first_chunk().copied(), length))
    }
}

/// The checksum of a block and where it starts, `None` beyond the last.
fn directory_entry(directory: &[u8], block: u64) -> Option<(u32, u64)> {
    const BYTES: usize = DIRECTORY_ENTRY_BYTES as usize;
    let entry: &[u8; BYTES] = directory.as_chunks().0.get(usize::try_from(block).ok()?)?;
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
    Some((number(&entry[..4]) as u32, number(&entry[4..])))
}

#[allow(unsafe_code)]
fn map(path: &Path) -> io::Result<Mmap> {
    let file = File::open(path)?;
    // SAFETY: tables are renamed into place whole and never written again. Whoever else truncates one while it is
    // mapped makes a read past its end fail with a signal, which no check here could prevent; changed bytes are found
    // by the checksums.
    unsafe { Mmap::map(&file) }
}
