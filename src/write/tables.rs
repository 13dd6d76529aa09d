//! Writing the tables of an ending: under temporary names, renamed into place when they are whole.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;
use tempfile::NamedTempFile;
use thiserror::Error;

use crate::board::Game;
use crate::index::{Ending, Mover};
use crate::solve::{Codes, EndingFile, EntryOrder, FileError, Room, SideStats, Unpacked, read};
use crate::table::{Header, Metric, PerMetric, SideHeader, TableError, TableName};
use crate::value::Category;
use bolshak_system::{self as system, sync_directory, thread_time};

use super::blocks::{Packed, block_rows, pack_block};

/// How the names of unfinished tables start.
pub const TEMPORARY: &str = ".unfinished-";

/// How those of an ending start.
pub(crate) fn temporary(ending: Ending) -> String {
    format!("{TEMPORARY}{ending}.")
}

/// The blocks that are packed in parallel before they are written in order.
pub(super) const BATCH: u64 = 32;

/// The tables of an ending.
#[derive(Clone, Copy, Debug, Default)]
pub struct Written {
    /// The bytes of the files; 0 of those that were not asked for.
    pub bytes: PerMetric<u64>,
    /// The processor time of reading and packing the values.
    pub time: Duration,
}

/// Why tables could not be written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// A table could not be written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The values of the ending could not be read.
    #[error("cannot read the values of {ending}")]
    Values {
        /// The ending.
        ending: Ending,
        /// The cause.
        source: FileError,
    },
}

/// Writes tables of a solved ending, of these metrics in any order, the categories among them, into a directory,
/// compressed at a level of zstd, synced, under their final names only when they are whole. The same values give the same
/// bytes. What is unpacked of the values takes its memory from `room`. Runs on the current rayon pool. `None` if `goes_on`, which
/// is asked again and again, says no.
///
/// # Errors
/// [`TableError::Write`], or [`WriteError::Values`].
pub fn write<G: Game>(
    directory: &Path,
    file: &EndingFile<G>,
    room: &Room,
    metrics: &[Metric],
    level: i32,
    goes_on: &dyn Fn() -> bool,
) -> Result<Option<Written>, WriteError> {
    let ending = file.layout.ending;
    let failed = |metric: Metric| {
        move |error: io::Error| TableError::Write {
            path: TableName { ending, metric }.path(directory),
            source: Arc::new(error),
        }
    };
    let side = |&mover: &Mover| {
        let material = ending.material(mover);
        let (entries, block_rows) = (material.entries::<G>(), block_rows::<G>(material));
        SideHeader { entries, block_rows, ..SideHeader::default() }
    };
    // What is not yet known is 0.
    let header = |metric| Header {
        ending,
        metric,
        game: G::NAME,
        draw_plies: file.coding.draw_plies,
        exceptions: 0,
        digest: [0; 32],
        companion: [0; 16],
        sides: ending.movers().iter().map(side).collect(),
        directory_crc: 0,
        exceptions_crc: 0,
        length: 0,
    };
    let mut tables = Vec::new();
    // The categories come first, and have the exceptions.
    let metrics = Metric::sorted(metrics);
    for &metric in &metrics {
        tables.push(Unfinished::create(directory, header(metric)).map_err(failed(metric))?);
    }
    let layout = header(Metric::Wdl);
    let mut stats = Vec::new();
    let mut written = Written::default();
    let mut unpacked = Unpacked::new(file, room);
    for (number, &mover) in ending.movers().iter().enumerate() {
        let order = EntryOrder::<G>::new(ending, mover);
        let index = &order.index;
        let mut sum = SideStats::default();
        let blocks = layout.first_block(number)..layout.first_block(number + 1);
        for batch in blocks.clone().step_by(BATCH as usize) {
            if !goes_on() {
                return Ok(None);
            }
            let batch: Vec<_> = (batch..blocks.end.min(batch + BATCH))
                .into_par_iter()
                .map_init(Codes::default, |codes, block| {
                    let begun = thread_time();
                    let (_, rows) = layout.rows_of_block(block).expect("a block of this side");
                    let start = rows.start * index.row_size();
                    let stats = read(file, &unpacked, &order, start..rows.end * index.row_size(), codes);
                    let packed = pack_block(index, rows, codes, &metrics, level)?;
                    Ok((start, stats, packed, thread_time().saturating_sub(begun)))
                })
                .collect::<io::Result<_>>()
                .map_err(failed(Metric::Wdl))?;
            unpacked.make_room().map_err(|(ending, source)| WriteError::Values { ending, source })?;
            for (start, stats, (blocks, exceptions), time) in batch {
                written.time += time;
                sum = sum.merge(stats);
                for (table, block) in tables.iter_mut().zip(blocks) {
                    table.append(&block).map_err(failed(table.header.metric))?;
                }
                tables[0].exceptions.extend(exceptions.into_iter().map(|(place, category)| {
                    let is_blessed = category == Category::BlessedLoss;
                    (start + place as u64) << 2 | (number as u64) << 1 | u64::from(is_blessed)
                }));
            }
        }
        stats.push(sum);
    }
    // A companion comes before the tables that need it.
    let mut digests = PerMetric::<[u8; 32]>::default();
    for table in tables {
        let metric = table.header.metric;
        let companion = metric.companion().map(|companion| digests[companion]);
        let header = table.finish(directory, &stats, companion).map_err(failed(metric))?;
        digests[metric] = header.digest;
        written.bytes[metric] = header.length;
    }
    sync_directory(directory).map_err(failed(Metric::Wdl))?;
    Ok(Some(written))
}

struct Unfinished {
    header: Header,
    out: BufWriter<NamedTempFile>,
    offset: u64,
    directory: Vec<u8>,
    hasher: blake3::Hasher,
    /// Entry, side to move, and whether blessed.
    exceptions: Vec<u64>,
}

impl Unfinished {
    fn create(directory: &Path, header: Header) -> io::Result<Unfinished> {
        // tempfile's own way of making a file hides the system's number of an error.
        let create = |path: &Path| File::options().create_new(true).read(true).write(true).open(path);
        let file = tempfile::Builder::new().prefix(&temporary(header.ending)).make_in(directory, create)?;
        let (mut out, offset) = (BufWriter::new(file), header.data_start());
        out.seek(SeekFrom::Start(offset))?;
        let (directory, exceptions) = (Vec::new(), Vec::new());
        Ok(Unfinished { header, out, offset, directory, hasher: blake3::Hasher::new(), exceptions })
    }

    fn append(&mut self, block: &Packed) -> io::Result<()> {
        self.hasher.update(&block.bytes);
        self.directory.extend(crc32fast::hash(&block.compressed).to_le_bytes());
        self.directory.extend(&self.offset.to_le_bytes()[..5]);
        self.out.write_all(&block.compressed)?;
        self.offset += block.compressed.len() as u64;
        Ok(())
    }

    /// Writes what goes before and after the blocks, syncs and renames. `companion` is the digest of the companion, if
    /// the table has one.
    fn finish(mut self, directory: &Path, stats: &[SideStats], companion: Option<[u8; 32]>) -> io::Result<Header> {
        self.exceptions.sort_unstable();
        let mut exceptions_crc = crc32fast::Hasher::new();
        for some in self.exceptions.chunks(1 << 12) {
            let bytes: Vec<u8> = some.iter().flat_map(|exception| exception.to_le_bytes()).collect();
            exceptions_crc.update(&bytes);
            self.hasher.update(&bytes);
            self.out.write_all(&bytes)?;
        }
        let mut header = self.header;
        header.companion = *companion.unwrap_or_default().first_chunk().expect("16 of 32 bytes");
        self.hasher.update(&header.companion);
        header.digest = *self.hasher.finalize().as_bytes();
        for (side, stats) in header.sides.iter_mut().zip(stats) {
            side.counts = stats.counts;
            side.longest = header.metric.longest(stats.dtw, stats.dtz);
        }
        header.exceptions = self.exceptions.len() as u64;
        header.directory_crc = crc32fast::hash(&self.directory);
        header.exceptions_crc = exceptions_crc.finalize();
        header.length = self.offset + 8 * header.exceptions;
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&header.to_bytes())?;
        self.out.write_all(&self.directory)?;
        let file = self.out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().set_len(header.length)?;
        file.as_file().sync_all()?;
        system::replace(file.path(), &header.name().path(directory))?;
        Ok(header)
    }
}
