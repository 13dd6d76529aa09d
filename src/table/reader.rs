//! Reading a table. Everything in a file is checked before it is used.

use std::cell::RefCell;
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use zstd::zstd_safe::compress_bound;

use crate::board::{Game, Russian};
use crate::index::{Ending, Index};
use crate::value::Category;

use super::categories::Categories;
use super::error::HEADER_BYTES;
use super::header::{COUNT_BYTES, Header};
use super::source::{Bytes, Content, FileSlot, Opened, Source, open_checked};
use super::values::{Values, most_bytes, prepare, unpack};
use super::{Damage, Metric, TableError, TableName};

/// An open table, which threads can share.
///
/// Its file is opened on first use, and may be closed in favour of others and opened again. An I/O error lasts as long as its cause.
/// If another file has taken the name, it is read instead, provided that it has the same values.
#[derive(Debug)]
pub struct Table<G = Russian> {
    pub(super) header: Header,
    first_blocks: Vec<u64>,
    indices: Vec<OnceLock<Index<G>>>,
    bytes: Bytes,
    /// The content of the file when it was last opened.
    content: RwLock<Option<Arc<Content>>>,
    slot: FileSlot,
}

impl<G: Game> Table<G> {
    /// [`Table::open`] for a name in a directory.
    ///
    /// # Errors
    /// Those of [`Table::open`].
    #[inline(never)]
    pub fn open_in(directory: &Path, name: TableName) -> Result<Table<G>, TableError> {
        Table::open(Bytes::File(name.path(directory)), name.ending, name.metric)
    }

    /// Opens the table of an ending and metric. Reads only the header; the rest is read on the first use of an entry.
    ///
    /// # Errors
    /// [`TableError`], if the file cannot be read, its header is wrong, or it holds something else or is of another game.
    #[inline(never)]
    pub fn open(bytes: Bytes, ending: Ending, metric: Metric) -> Result<Table<G>, TableError> {
        let header = Header::read(&bytes, TableName { ending, metric })?;
        if header.game != G::NAME {
            return Err(TableError::OtherGame { path: bytes.path().into(), found: header.game, wanted: G::NAME });
        }
        let indices = header.sides.iter().map(|_| OnceLock::new()).collect();
        let first_blocks = (0..header.sides.len()).map(|side| header.first_block(side)).collect();
        Ok(Table { header, first_blocks, indices, bytes, content: RwLock::new(None), slot: FileSlot::new() })
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The file, or a name for messages.
    pub fn path(&self) -> PathBuf {
        self.bytes.path().to_path_buf()
    }

    /// The numbering of a side to move, by its place in [`Ending::movers`].
    pub(crate) fn numbering(&self, side: usize) -> &Index<G> {
        let mover = self.header.ending.movers()[side];
        self.indices[side].get_or_init(|| Index::new(self.header.ending.material(mover)))
    }

    /// The block that holds a row, and the row's place in it.
    #[inline]
    pub(crate) fn locate(&self, side: usize, row: u64) -> (u64, usize) {
        let full = u64::from(self.header.sides[side].block_rows);
        (self.first_blocks[side] + row / full, (row % full) as usize)
    }

    /// Reads and checks a compressed block. If it is damaged, tries once more with the file opened again: a good file may have taken
    /// its name.
    fn compressed<R>(&self, block: u64, then: impl Fn(&[u8]) -> Option<R>) -> Result<R, TableError> {
        match self.compressed_in(&*self.opened()?, block, &then) {
            Err(TableError::Damaged { .. }) => self.compressed_in(&*self.opened()?, block, &then),
            read => read,
        }
    }

    /// [`Table::compressed`] in an open file, which is closed if the block is damaged.
    pub(super) fn compressed_in<R>(
        &self,
        Opened { source, content }: &Opened,
        block: u64,
        then: impl FnOnce(&[u8]) -> Option<R>,
    ) -> Result<R, TableError> {
        let damaged = |damage| {
            self.slot.clear();
            self.damaged(damage)
        };
        let (crc, from) = content.block(block).ok_or_else(|| damaged(Damage::Directory))?;
        let exceptions_start = content.header.exceptions_start();
        let end = content.block(block + 1).map_or(exceptions_start, |(_, next)| next);
        if from < self.header.data_start() || end < from || end > exceptions_start {
            return Err(damaged(Damage::Directory));
        }
        // A forged directory must not make the reader allocate more than a block can need.
        if end - from > compress_bound(self.most_bytes(block)) as u64 {
            return Err(damaged(Damage::Block { block }));
        }
        prepare().map_err(|error| self.unreadable(error))?;
        thread_local! {
            static COMPRESSED: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
        }
        COMPRESSED.with_borrow_mut(|compressed| {
            compressed.resize((end - from) as usize, 0);
            source.read(compressed, from).map_err(|error| self.unreadable(error))?;
            let checked = (crc32fast::hash(compressed) == crc).then(|| then(compressed)).flatten();
            checked.ok_or_else(|| damaged(Damage::Block { block }))
        })
    }

    /// Reads, checks and decompresses a block of distances. Costs about 15 us.
    pub(crate) fn distances(&self, block: u64) -> Result<Values, TableError> {
        let count = self.distances_of_block(block);
        let is_whole = |values: &Values| matches!(values, Values::Constant(_)) || values.size() == count;
        self.compressed(block, |bytes| unpack(bytes, count).filter(is_whole))
    }

    /// The numbers of the distances of a block of categories; the table must have those of its side to move.
    pub(crate) fn distances_with(&self, categories: u64) -> Result<Range<u64>, TableError> {
        let place = if self.header.has_distances(0) { categories } else { categories - self.first_blocks[1] };
        let counts = |content: &Content| [place, place + 1].map(|place| content.distances_before(place));
        let known = self.content.read().unwrap_or_else(PoisonError::into_inner).as_deref().map(counts);
        let [start, end] = known.map_or_else(|| Ok(counts(&*self.content()?)), Ok)?;
        let range = start.ok_or_else(|| self.damaged(Damage::Directory))?..end.unwrap_or(self.header.distances);
        if range.start <= range.end { Ok(range) } else { Err(self.damaged(Damage::Directory)) }
    }

    pub(super) fn distances_of_block(&self, block: u64) -> usize {
        let most = self.header.metric.block_distances() as u64;
        self.header.distances.saturating_sub(block.saturating_mul(most)).min(most) as usize
    }

    /// Reads a block of categories: with the starts of its rows, unless all its values are alike and `with_starts` is false.
    #[inline(never)]
    pub(crate) fn categories(&self, block: u64, with_starts: bool) -> Result<Categories, TableError> {
        let (side, rows) = self.header.rows_of_block(block).ok_or_else(|| self.damaged(Damage::Directory))?;
        let index = self.numbering(side);
        self.compressed(block, |bytes| Categories::new(bytes, index, rows.clone(), with_starts))
    }

    /// The category of an entry in the list of exceptions.
    pub(crate) fn exception(&self, side: usize, entry: u64) -> Result<Category, TableError> {
        let content = self.content()?;
        let (list, _) = content.exceptions.as_chunks::<8>();
        let key = entry << 1 | side as u64;
        let found = list.binary_search_by_key(&key, |&exception| u64::from_le_bytes(exception) >> 1);
        match found.map(|place| u64::from_le_bytes(list[place]) & 1) {
            Ok(0) => Ok(Category::CursedWin),
            Ok(_) => Ok(Category::BlessedLoss),
            Err(_) => Err(self.damaged(Damage::Exceptions)),
        }
    }

    /// The entries of a side to move in the list of exceptions, in order; ignores numbers beyond the last entry.
    pub(crate) fn exceptions(&self, side: usize) -> Result<impl Iterator<Item = u64>, TableError> {
        let content = self.content()?;
        let list = (0..).map_while(move |number| content.exceptions.as_chunks::<8>().0.get(number).copied());
        let numbers = list.map(|exception| u64::from_le_bytes(exception) >> 1);
        let entries = self.header.sides[side].entries;
        let of_side = numbers.filter(move |number| (number & 1) as usize == side).map(|number| number >> 1);
        Ok(of_side.filter(move |&entry| entry < entries))
    }

    /// Whether another table is the companion written with this one, with the same blocks.
    pub(crate) fn goes_with(&self, companion: &Table<G>) -> bool {
        let rows = |table: &Table<G>| table.header.sides.iter().map(|side| side.block_rows).collect::<Vec<_>>();
        companion.header.digest.starts_with(&self.header.companion) && rows(self) == rows(companion)
    }

    /// The number of entries of a block of categories, including those with a pending capture.
    pub(crate) fn entries_of_block(&self, block: u64) -> u64 {
        let rows = self.header.rows_of_block(block);
        rows.map_or(0, |(side, rows)| self.numbering(side).row_size() * (rows.end - rows.start))
    }

    pub(super) fn most_bytes(&self, block: u64) -> usize {
        match self.header.metric {
            Metric::Wdl => most_bytes(self.entries_of_block(block)),
            Metric::Dtw | Metric::Dtz => self.distances_of_block(block),
        }
    }

    pub(crate) fn damaged(&self, damage: Damage) -> TableError {
        TableError::Damaged { path: self.path(), damage }
    }

    /// The error of reading an open file. Closes the file, so that the next use opens it again. A file truncated while open is
    /// damaged.
    pub(super) fn unreadable(&self, error: io::Error) -> TableError {
        self.slot.clear();
        if error.kind() == ErrorKind::UnexpectedEof {
            let actual = self.bytes.open().map_or(0, |(_, length)| length);
            return self.damaged(Damage::Length { actual, expected: self.header.length });
        }
        TableError::Read { path: self.path(), source: Arc::new(error) }
    }

    pub(super) fn content(&self) -> Result<Arc<Content>, TableError> {
        self.known().map_or_else(|| Ok(self.opened()?.content.clone()), Ok)
    }

    /// [`Table::content`], if the file was opened before.
    fn known(&self) -> Option<Arc<Content>> {
        self.content.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether [`Table::content`] reads no file.
    pub(crate) fn has_content(&self) -> bool {
        self.content.read().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// The open file, or the one that has its name now.
    pub(super) fn opened(&self) -> Result<Arc<Opened>, TableError> {
        if let Some(opened) = self.slot.get() {
            return Ok(opened);
        }
        let (source, header) = open_checked(&self.bytes)?;
        let content = match self.known().filter(|content| content.header == header) {
            Some(content) => content,
            None if header.has_values_of(&self.header) => {
                let content = Arc::new(self.load(&source, header)?);
                *self.content.write().unwrap_or_else(PoisonError::into_inner) = Some(content.clone());
                content
            }
            None => return Err(TableError::Replaced { path: self.path() }),
        };
        let opened = Arc::new(Opened { source, content });
        if matches!(self.bytes, Bytes::File(_)) {
            self.slot.put(opened.clone());
        }
        Ok(opened)
    }

    /// Reads and checks the directory and the list of exceptions.
    fn load(&self, source: &Source, header: Header) -> Result<Content, TableError> {
        let read = |from: u64, to: u64, crc: u32, damage: Damage| {
            let mut bytes = Vec::new();
            let no_memory = |_| self.unreadable(ErrorKind::OutOfMemory.into());
            bytes.try_reserve_exact((to - from) as usize).map_err(no_memory)?;
            bytes.resize((to - from) as usize, 0);
            source.read(&mut bytes, from).map_err(|error| self.unreadable(error))?;
            if crc32fast::hash(&bytes) == crc { Ok(bytes.into_boxed_slice()) } else { Err(self.damaged(damage)) }
        };
        let Header { directory_crc, exceptions_crc, length, .. } = header;
        let directory = read(HEADER_BYTES as u64, header.data_start(), directory_crc, Damage::Directory)?;
        let exceptions = read(header.exceptions_start(), length, exceptions_crc, Damage::Exceptions)?;
        let counts_bytes = (COUNT_BYTES * header.counted_blocks()) as usize;
        let content = Content { header, directory, counts_bytes, exceptions };
        if content.has_ordered_counts() { Ok(content) } else { Err(self.damaged(Damage::Directory)) }
    }
}
