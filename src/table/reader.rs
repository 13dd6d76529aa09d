//! Reading a table. Nothing in a file is believed before it is checked.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use memmap2::Mmap;

use crate::index::{Ending, Index};
use crate::value::Category;

use super::codec::{decompress, pack, packed_len, unpack};
use super::header::{DIRECTORY_ENTRY_BYTES, EXCEPTION, HEADER_BYTES, Header, HeaderError};
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

/// A block, unpacked from its compression.
#[derive(Clone, Debug)]
pub(crate) enum Block {
    /// Every entry has this value.
    Constant(u8),
    /// The packed entries.
    Packed(Arc<[u8]>),
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
        Ok(Table { header, indices, source, content: OnceLock::new() })
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

    /// The block that holds an entry, and the entry's place in it.
    pub(crate) fn place(&self, side: usize, entry: u64) -> (u64, usize) {
        let full = u64::from(self.header.block_entries);
        (self.header.first_block(side) + entry / full, (entry % full) as usize)
    }

    /// Reads, checks and decompresses a block. Some 15 us for 16 KiB.
    ///
    /// # Errors
    /// [`TableError`], if the file cannot be mapped or is damaged there.
    pub(crate) fn block(&self, block: u64) -> Result<Block, TableError> {
        if self.header.blocks == 0 {
            return Ok(Block::Constant(self.header.constant));
        }
        let damaged = || self.damaged(Damage::Block { block });
        let content = self.content()?;
        let at = HEADER_BYTES + (DIRECTORY_ENTRY_BYTES * block) as usize;
        let (place, len, crc) = directory_entry(&content[at..]);
        if len == 0 {
            return u8::try_from(place).map(Block::Constant).map_err(|_| damaged());
        }
        let end = place.checked_add(u64::from(len)).filter(|&end| end <= self.exceptions_start());
        let compressed = match end {
            Some(end) if place >= Header::data_start(self.header.blocks) => &content[place as usize..end as usize],
            _ => return Err(self.damaged(Damage::Directory)),
        };
        if crc32fast::hash(compressed) != crc {
            return Err(damaged());
        }
        let len = packed_len(self.header.metric, self.header.entries_in_block(block));
        let packed = decompress(compressed, len).ok_or_else(damaged)?;
        Ok(Block::Packed(packed.into()))
    }

    /// The stored value at a place of a block: a code of the table's distance, or 0 to 3 in a table of categories,
    /// which [`Table::category`] explains.
    #[inline]
    pub(crate) fn value(&self, block: &Block, place: usize) -> u8 {
        match block {
            Block::Constant(value) => *value,
            Block::Packed(packed) => unpack(self.header.metric, packed, place),
        }
    }

    /// The category that a stored value of an entry means, in a table of categories.
    ///
    /// # Errors
    /// [`TableError`], if the list of exceptions is damaged.
    pub(crate) fn category(&self, side: usize, entry: u64, value: u8) -> Result<Category, TableError> {
        match value {
            0 => Ok(Category::Loss),
            1 => Ok(Category::Draw),
            2 => Ok(Category::Win),
            EXCEPTION => {
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
            _ => Err(self.damaged(Damage::Header)),
        }
    }

    /// The stored values of all entries of a side to move, block by block; entries with a capture pending have no
    /// meaning.
    ///
    /// # Errors
    /// [`TableError`], for a block that cannot be read or is damaged.
    ///
    /// # Panics
    /// If there is no such side.
    pub fn values(&self, side: usize) -> impl Iterator<Item = Result<Vec<u8>, TableError>> {
        let blocks = self.header.first_block(side)..self.header.first_block(side + 1);
        blocks.map(|number| {
            let block = self.block(number)?;
            Ok((0..self.header.entries_in_block(number)).map(|place| self.value(&block, place)).collect())
        })
    }

    /// BLAKE3 of the content before compression, computed from what the file holds: [`Header::digest`], if the table is
    /// whole. Reads, checks and unpacks everything, one block at a time, some 1 GB unpacked a second. `read` is told the
    /// entries of each block that is done.
    ///
    /// # Errors
    /// [`TableError`], if the file cannot be mapped or is damaged anywhere.
    pub fn content_digest(&self, mut read: impl FnMut(u64)) -> Result<[u8; 32], TableError> {
        let metric = self.header.metric;
        let mut hasher = blake3::Hasher::new();
        for number in 0..self.header.first_block(self.header.sides.len()) {
            let entries = self.header.entries_in_block(number);
            match self.block(number)? {
                Block::Packed(bytes) => hasher.update(&bytes),
                Block::Constant(value) if usize::from(value) >= 1 << metric.bits() => {
                    return Err(self.damaged(Damage::Block { block: number }));
                }
                Block::Constant(value) => hasher.update(&pack(metric, &vec![value; entries])),
            };
            read(entries as u64);
        }
        hasher.update(&self.content()?[self.exceptions_start() as usize..]);
        Ok(*hasher.finalize().as_bytes())
    }

    fn exceptions_start(&self) -> u64 {
        self.header.length - 8 * self.header.exceptions
    }

    fn damaged(&self, damage: Damage) -> TableError {
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
        let directory = &bytes[HEADER_BYTES..Header::data_start(self.header.blocks) as usize];
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

/// A block's place (or value, where its length is 0), its length and its checksum.
fn directory_entry(bytes: &[u8]) -> (u64, u32, u32) {
    let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
    (u64::from(word(4)) << 32 | u64::from(word(0)), word(8), word(12))
}

#[allow(unsafe_code)]
fn map(path: &Path) -> io::Result<Mmap> {
    let file = File::open(path)?;
    // SAFETY: tables are renamed into place whole and never written again. Whoever else truncates one while it is
    // mapped makes a read past its end fail with a signal, which no check here could prevent; changed bytes are found
    // by the checksums.
    unsafe { Mmap::map(&file) }
}
