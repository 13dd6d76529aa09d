//! The bytes of tables, and the open files: a bounded number, for any number of tables.

use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use quick_cache::sync::Cache;

use bolshak_system::{open_regular, read_exact_at};

use super::error::HEADER_BYTES;
use super::header::{COUNT_BYTES, DIRECTORY_ENTRY_BYTES, Header};
use super::{Damage, TableError, TableName};

/// The bytes of a table.
#[derive(Clone, Debug)]
pub enum Bytes {
    /// In a file.
    File(PathBuf),
    /// In memory.
    Memory {
        /// A name for messages.
        name: PathBuf,
        /// The bytes.
        bytes: InMemory,
    },
    /// Not available yet: opening is an error of kind [`ErrorKind::NotFound`].
    Elsewhere {
        /// A name for messages.
        name: PathBuf,
    },
}

/// Bytes in memory: part of the program, a vector, a mapped file, or the like.
#[derive(Clone)]
pub struct InMemory(Arc<dyn AsRef<[u8]> + Send + Sync>);

impl InMemory {
    /// The bytes of a value, which must not change.
    pub fn new(bytes: impl AsRef<[u8]> + Send + Sync + 'static) -> InMemory {
        InMemory(Arc::new(bytes))
    }

    fn bytes(&self) -> &[u8] {
        (*self.0).as_ref()
    }
}

impl fmt::Debug for InMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.bytes().len())
    }
}

/// Readable bytes. Files are read, not mapped: so a truncated file is an error, and does not kill the process. Costs about 0.5 us a
/// block.
#[derive(Debug)]
pub(super) enum Source {
    File(File),
    Memory(InMemory),
}

impl Bytes {
    /// The file, or the name for messages.
    pub fn path(&self) -> &Path {
        match self {
            Bytes::File(path) => path,
            Bytes::Memory { name, .. } | Bytes::Elsewhere { name } => name,
        }
    }

    /// Opens them; also returns their number.
    pub(super) fn open(&self) -> io::Result<(Source, u64)> {
        let open = || match self {
            Bytes::Memory { bytes, .. } => Ok((Source::Memory(bytes.clone()), bytes.bytes().len() as u64)),
            Bytes::Elsewhere { .. } => Err(io::Error::from(ErrorKind::NotFound)),
            Bytes::File(path) => {
                let file = open_regular(path)?;
                let length = file.metadata()?.len();
                Ok((Source::File(file), length))
            }
        };
        match open() {
            // The process or the system may have too many open files, so close those of all tables.
            Err(error) if !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::PermissionDenied) => {
                OPEN.clear();
                open()
            }
            opened => opened,
        }
    }
}

impl Source {
    /// Fills a buffer from a place on; an error of kind [`ErrorKind::UnexpectedEof`] if there are fewer bytes.
    pub(super) fn read(&self, buffer: &mut [u8], from: u64) -> io::Result<()> {
        match self {
            Source::File(file) => read_exact_at(file, buffer, from),
            Source::Memory(bytes) => {
                let rest = usize::try_from(from).ok().and_then(|from| bytes.bytes().get(from..));
                let part = rest.and_then(|rest| rest.get(..buffer.len())).ok_or(ErrorKind::UnexpectedEof)?;
                buffer.copy_from_slice(part);
                Ok(())
            }
        }
    }
}

/// The checked parts of a file that stay in memory.
#[derive(Debug)]
pub(super) struct Content {
    pub(super) header: Header,
    pub(super) directory: Box<[u8]>,
    /// The bytes of the directory before its blocks.
    pub(super) counts_bytes: usize,
    pub(super) exceptions: Box<[u8]>,
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

#[derive(Debug)]
pub(super) struct Opened {
    pub(super) source: Source,
    pub(super) content: Arc<Content>,
}

impl Content {
    /// The checksum and the start of a block; `None` beyond the last.
    pub fn block(&self, block: u64) -> Option<(u32, u64)> {
        const BYTES: usize = DIRECTORY_ENTRY_BYTES as usize;
        let blocks = &self.directory[self.counts_bytes..];
        let entry: &[u8; BYTES] = blocks.as_chunks().0.get(usize::try_from(block).ok()?)?;
        Some((number(&entry[..4]) as u32, number(&entry[4..])))
    }

    /// The bytes of the counts: how many distances come before each block of categories.
    pub fn counts(&self) -> &[u8] {
        &self.directory[..self.counts_bytes]
    }

    /// The number of distances before the block of categories at a place in the counts; `None` beyond the last.
    pub fn distances_before(&self, place: u64) -> Option<u64> {
        const BYTES: usize = COUNT_BYTES as usize;
        let counts = self.counts().as_chunks::<BYTES>().0;
        counts.get(usize::try_from(place).ok()?).map(|count| number(count))
    }

    /// Whether the counts begin with 0, never fall, and do not exceed the number of distances.
    pub fn has_ordered_counts(&self) -> bool {
        let counts = (0..).map_while(|place| self.distances_before(place));
        self.distances_before(0).is_none_or(|first| first == 0) && counts.chain([self.header.distances]).is_sorted()
    }
}

/// The most table files that the process keeps open, for all tablebases together. All tables of categories to seven pieces are 134
/// files; the usual limit of a process is 1,024 files, on some systems 256.
const MOST: usize = 128;

static OPEN: LazyLock<Cache<u64, Arc<Opened>>> = LazyLock::new(|| Cache::new(MOST));

/// The slot of one table among the open files. Its file is closed when the slot is dropped, or earlier in favour of others.
#[derive(Debug)]
pub(super) struct FileSlot(u64);

impl FileSlot {
    pub fn new() -> FileSlot {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        FileSlot(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    pub fn get(&self) -> Option<Arc<Opened>> {
        OPEN.get(&self.0)
    }

    /// Keeps a file open; closes another if there are too many.
    pub fn put(&self, opened: Arc<Opened>) {
        OPEN.insert(self.0, opened);
    }

    pub fn clear(&self) {
        OPEN.remove(&self.0);
    }
}

impl Drop for FileSlot {
    fn drop(&mut self) {
        self.clear();
    }
}

impl Header {
    /// Reads and checks the header of a table in a directory, of any game.
    ///
    /// # Errors
    /// [`TableError`], if the file cannot be read, its header is wrong, or it holds something else.
    pub fn read_in(directory: &Path, name: TableName) -> Result<Header, TableError> {
        Header::read(&Bytes::File(name.path(directory)), name)
    }

    /// Reads and checks the header of a table, of any game.
    pub(super) fn read(bytes: &Bytes, name: TableName) -> Result<Header, TableError> {
        let (_, header) = open_checked(bytes)?;
        if header.name() != name {
            return Err(TableError::Damaged { path: bytes.path().into(), damage: Damage::Name });
        }
        Ok(header)
    }
}

/// Opens a file, and checks its header and length.
pub(super) fn open_checked(bytes: &Bytes) -> Result<(Source, Header), TableError> {
    let path = || bytes.path().to_path_buf();
    let damaged = |damage| TableError::Damaged { path: path(), damage };
    let unreadable = |error| TableError::Read { path: path(), source: Arc::new(error) };
    let (source, actual) = bytes.open().map_err(unreadable)?;
    if actual < HEADER_BYTES as u64 {
        return Err(damaged(Damage::Short { actual }));
    }
    let mut start = [0; HEADER_BYTES];
    source.read(&mut start, 0).map_err(unreadable)?;
    let header = Header::from_bytes(start, bytes.path())?;
    if header.length != actual {
        return Err(damaged(Damage::Length { actual, expected: header.length }));
    }
    Ok((source, header))
}
