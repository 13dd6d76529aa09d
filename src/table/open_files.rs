//! The files of tables that are open: few, however many tables a process asks.

use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use quick_cache::sync::Cache;

use super::content::Opened;
use super::format::HEADER_BYTES;
use super::header::Header;
use super::header_bytes::HeaderError;
use super::source::{Bytes, Source};
use super::{Damage, TableError, TableName};

/// The most files of tables that the process keeps open, all tablebases together. Those of all categories to seven pieces
/// are 134; a usual limit of a process is 1,024 files, and 256 on some systems.
const MOST: usize = 128;

static OPEN: LazyLock<Cache<u64, Arc<Opened>>> = LazyLock::new(|| Cache::new(MOST));

/// The place of one table among the open files. Its file is closed when the place is dropped, or earlier for others.
#[derive(Debug)]
pub(super) struct Place(u64);

impl Place {
    /// A place without a file.
    pub fn new() -> Place {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Place(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// The file, if it is still open.
    pub fn get(&self) -> Option<Arc<Opened>> {
        OPEN.get(&self.0)
    }

    /// Keeps a file open, and closes another if there are too many.
    pub fn put(&self, opened: Arc<Opened>) {
        OPEN.insert(self.0, opened);
    }

    /// Closes the file.
    pub fn clear(&self) {
        OPEN.remove(&self.0);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Opens bytes, and returns how many there are.
pub(super) fn open(bytes: &Bytes) -> io::Result<(Source, u64)> {
    match bytes.open() {
        // The process, or the system, may have too many files open: the tables can do without theirs.
        Err(error) if !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::PermissionDenied) => {
            OPEN.clear();
            bytes.open()
        }
        opened => opened,
    }
}

impl Header {
    /// Reads and checks the header of the table of a name in a directory, of any game.
    ///
    /// # Errors
    /// [`TableError`], if the file cannot be read, its header is wrong, or it holds something else.
    pub fn read_in(directory: &Path, name: TableName) -> Result<Header, TableError> {
        Header::read(&Bytes::File(name.path(directory)), name)
    }

    /// The same of a table in any place.
    pub(super) fn read(bytes: &Bytes, name: TableName) -> Result<Header, TableError> {
        let (_, header) = open_checked(bytes)?;
        if (header.ending, header.metric) != (name.ending, name.metric) {
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
    let (source, actual) = open(bytes).map_err(unreadable)?;
    if actual < HEADER_BYTES as u64 {
        return Err(damaged(Damage::Short { actual }));
    }
    let mut start = [0; HEADER_BYTES];
    source.read(&mut start, 0).map_err(unreadable)?;
    let header = Header::from_bytes(start).map_err(|error| match error {
        HeaderError::Damaged(damage) => damaged(damage),
        HeaderError::Version(version) => TableError::Version { path: path(), version },
        HeaderError::Game(number) => TableError::UnknownGame { path: path(), number },
    })?;
    if header.length != actual {
        return Err(damaged(Damage::Length { actual, expected: header.length }));
    }
    Ok((source, header))
}
