//! Writing the tables of an ending: under temporary names, renamed into place when they are whole.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;
use tempfile::NamedTempFile;
use thiserror::Error;

use crate::board::Game;
use crate::index::Ending;
use crate::solve::{Codes, Coding, EndingFile, Entries, EntryOrder, FileError, Room, SideStats, Unpacked};
use crate::table::{Header, Metric, PerMetric, SideHeader, TableError, TableName, data_start};
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
const BATCH: u64 = 32;

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
    let ending = file.layout().ending();
    let failed = |metric: Metric| {
        move |error: io::Error| TableError::Write {
            path: directory.join(TableName { ending, metric }.to_string()),
            source: Arc::new(error),
        }
    };
    let mut tables = Vec::new();
    // The categories come first, and have the exceptions.
    let metrics = Metric::sorted(metrics);
    for &metric in &metrics {
        tables.push(Unfinished::<G>::create(directory, ending, metric).map_err(failed(metric))?);
    }
    let mut stats = Vec::new();
    let mut written = Written::default();
    let mut unpacked = Unpacked::new(file, room);
    for (number, &mover) in (0..).zip(ending.movers()) {
        let order = EntryOrder::<G>::new(ending, mover);
        let index = &order.index;
        let mut sum = SideStats::default();
        let full = u64::from(block_rows::<G>(index.material()));
        let blocks = index.rows().div_ceil(full);
        for batch in (0..blocks).step_by(BATCH as usize) {
            if !goes_on() {
                return Ok(None);
            }
            let side = Entries::new(file, &unpacked, &order);
            let batch: Vec<_> = (batch..blocks.min(batch + BATCH))
                .into_par_iter()
                .map_init(Codes::default, |codes, block| {
                    let begun = thread_time();
                    let rows = block * full..index.rows().min((block + 1) * full);
                    let start = rows.start * index.row_size();
                    let stats = side.read(start..rows.end * index.row_size(), codes);
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
                    table.append(&block).map_err(failed(table.metric))?;
                }
                let exceptions = exceptions.into_iter().map(|(place, category)| (start + place as u64, category));
                tables[0].exceptions.extend(
                    exceptions.map(|(entry, category)| {
                        entry << 2 | number << 1 | u64::from(category == Category::BlessedLoss)
                    }),
                );
            }
        }
        stats.push(sum);
    }
    // A companion comes before the tables that need it.
    let mut digests = PerMetric::<[u8; 32]>::default();
    for table in tables {
        let metric = table.metric;
        let coding = file.coding();
        let companion = metric.companion().map(|companion| digests[companion]);
        let header = table.finish(directory, coding, &stats, companion).map_err(failed(metric))?;
        digests[metric] = header.digest;
        written.bytes[metric] = header.length;
    }
    sync_directory(directory).map_err(failed(Metric::Wdl))?;
    Ok(Some(written))
}

/// A table that is being written.
struct Unfinished<G> {
    ending: Ending,
    metric: Metric,
    out: BufWriter<NamedTempFile>,
    offset: u64,
    directory: Vec<u8>,
    hasher: blake3::Hasher,
    /// Entry, side to move, and whether blessed.
    exceptions: Vec<u64>,
    game: PhantomData<G>,
}

impl<G: Game> Unfinished<G> {
    fn create(directory: &Path, ending: Ending, metric: Metric) -> io::Result<Unfinished<G>> {
        // tempfile's own way of making a file hides the system's number of an error.
        let create = |path: &Path| File::options().create_new(true).read(true).write(true).open(path);
        let file = tempfile::Builder::new().prefix(&temporary(ending)).make_in(directory, create)?;
        let mut out = BufWriter::new(file);
        let blocks = ending.movers().iter().map(|&mover| {
            let material = ending.material(mover);
            (material.entries::<G>() / material.row_size::<G>()).div_ceil(block_rows::<G>(material).into())
        });
        let offset = data_start(blocks.sum());
        out.seek(SeekFrom::Start(offset))?;
        let (directory, exceptions) = (Vec::new(), Vec::new());
        Ok(Unfinished {
            ending,
            metric,
            out,
            offset,
            directory,
            hasher: blake3::Hasher::new(),
            exceptions,
            game: PhantomData,
        })
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
    fn finish(
        mut self,
        directory: &Path,
        coding: Coding,
        stats: &[SideStats],
        companion: Option<[u8; 32]>,
    ) -> io::Result<Header> {
        self.exceptions.sort_unstable();
        let mut exceptions_crc = crc32fast::Hasher::new();
        for some in self.exceptions.chunks(1 << 12) {
            let bytes: Vec<u8> = some.iter().flat_map(|exception| exception.to_le_bytes()).collect();
            exceptions_crc.update(&bytes);
            self.hasher.update(&bytes);
            self.out.write_all(&bytes)?;
        }
        let side = |(&mover, stats): (_, &SideStats)| {
            let longest = match self.metric {
                Metric::Wdl => Default::default(),
                Metric::Dtw => stats.dtw,
                Metric::Dtz => stats.dtz,
            };
            let material = self.ending.material(mover);
            SideHeader {
                entries: material.entries::<G>(),
                block_rows: block_rows::<G>(material),
                counts: stats.counts,
                longest,
            }
        };
        let companion = *companion.unwrap_or_default().first_chunk().expect("16 of 32 bytes");
        self.hasher.update(&companion);
        let header = Header {
            ending: self.ending,
            metric: self.metric,
            game: G::NAME,
            draw_plies: coding.draw_plies,
            exceptions: self.exceptions.len() as u64,
            digest: *self.hasher.finalize().as_bytes(),
            companion,
            sides: self.ending.movers().iter().zip(stats).map(side).collect(),
            directory_crc: crc32fast::hash(&self.directory),
            exceptions_crc: exceptions_crc.finalize(),
            length: self.offset + 8 * self.exceptions.len() as u64,
        };
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&header.to_bytes())?;
        self.out.write_all(&self.directory)?;
        let file = self.out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().set_len(header.length)?;
        file.as_file().sync_all()?;
        let name = TableName { ending: self.ending, metric: self.metric };
        system::replace(file.path(), &directory.join(name.to_string()))?;
        Ok(header)
    }
}
