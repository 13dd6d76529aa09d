//! Writing the tables of an ending: under temporary names, renamed into place when they are whole.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;
use tempfile::NamedTempFile;

use crate::index::Ending;
use crate::solve::{Entries, Raw, SideStats, cpu_time};
use crate::value::Category;

use super::header::{Header, SideHeader};
use super::pack::{GROUP, Packed, block_entries, pack_group};
use super::{Metric, TableError, TableName};

/// How the names of unfinished tables start.
pub const TEMPORARY: &str = ".unfinished-";

/// The groups that are packed in parallel before they are written in order.
const BATCH: u64 = 32;

/// The tables of an ending.
#[derive(Clone, Copy, Debug, Default)]
pub struct Written {
    /// The bytes of the files, in the order of [`Metric::ALL`].
    pub bytes: [u64; 3],
    /// The processor time of reading and packing the values.
    pub time: Duration,
}

/// Writes the tables of a solved ending into a directory, compressed at a level of zstd, synced, under their final
/// names only when they are whole. The same values give the same bytes. Runs on the current rayon pool. `None` if
/// `stopped`, which is asked again and again, said so.
///
/// # Errors
/// [`TableError::Write`].
pub fn write(
    directory: &Path,
    raw: &Raw,
    draw_plies: u8,
    level: i32,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Written>, TableError> {
    let ending = raw.layout().ending();
    let failed = |metric: Metric| {
        move |error: io::Error| TableError::Write {
            path: directory.join(TableName { ending, metric }.to_string()),
            source: Arc::new(error),
        }
    };
    let unsolved = || failed(Metric::Wdl)(io::Error::other("its values are gone"));
    let mut sides = Vec::new();
    for &mover in ending.movers() {
        sides.push(Entries::new(raw, mover).ok_or_else(unsolved)?);
    }
    let entries: Vec<u64> = sides.iter().map(Entries::len).collect();
    let mut tables = Vec::new();
    for metric in Metric::ALL {
        tables.push(Unfinished::create(directory, ending, metric, &entries).map_err(failed(metric))?);
    }
    let mut stats = Vec::new();
    let mut written = Written::default();
    for (number, side) in (0..).zip(&sides) {
        let mut sum = SideStats::default();
        let groups = side.len().div_ceil(GROUP as u64);
        for batch in (0..groups).step_by(BATCH as usize) {
            if stopped() {
                return Ok(None);
            }
            let batch: Vec<_> = (batch..groups.min(batch + BATCH))
                .into_par_iter()
                .map_init(Default::default, |(dtw, dtz), group| {
                    let begun = cpu_time();
                    let start = group * GROUP as u64;
                    let stats = side.read(start..side.len().min(start + GROUP as u64), dtw, dtz);
                    let packed = pack_group(dtw, dtz, level)?;
                    Ok((start, stats, packed, cpu_time().saturating_sub(begun)))
                })
                .collect::<io::Result<_>>()
                .map_err(failed(Metric::Wdl))?;
            for (start, stats, (blocks, exceptions), time) in batch {
                written.time += time;
                sum = sum.merge(stats);
                for ((table, metric), blocks) in tables.iter_mut().zip(Metric::ALL).zip(blocks) {
                    table.append(&blocks).map_err(failed(metric))?;
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
    for ((table, metric), bytes) in tables.into_iter().zip(Metric::ALL).zip(&mut written.bytes) {
        *bytes = table.finish(directory, draw_plies, &stats).map_err(failed(metric))?;
    }
    sync_directory(directory).map_err(failed(Metric::Wdl))?;
    Ok(Some(written))
}

/// A table that is being written.
struct Unfinished {
    ending: Ending,
    metric: Metric,
    entries: Vec<u64>,
    out: BufWriter<NamedTempFile>,
    offset: u64,
    blocks: u64,
    directory: Vec<u8>,
    hasher: blake3::Hasher,
    /// Entry, side to move, and whether blessed.
    exceptions: Vec<u64>,
    /// Whether all blocks so far have one value, and which.
    constant: Option<u8>,
    varies: bool,
}

impl Unfinished {
    fn create(directory: &Path, ending: Ending, metric: Metric, entries: &[u64]) -> io::Result<Unfinished> {
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
        let mut out = BufWriter::new(builder.prefix(TEMPORARY).tempfile_in(directory)?);
        let blocks = entries.iter().map(|entries| entries.div_ceil(block_entries(metric) as u64)).sum();
        let offset = Header::data_start(blocks);
        out.seek(SeekFrom::Start(offset))?;
        Ok(Unfinished {
            ending,
            metric,
            entries: entries.into(),
            out,
            offset,
            blocks,
            directory: Vec::new(),
            hasher: blake3::Hasher::new(),
            exceptions: Vec::new(),
            constant: None,
            varies: false,
        })
    }

    fn append(&mut self, blocks: &[Packed]) -> io::Result<()> {
        for block in blocks {
            self.hasher.update(&block.bytes);
            self.varies |= block.constant.is_none() || self.constant.is_some_and(|value| block.constant != Some(value));
            self.constant = block.constant;
            let (place, crc) = match block.constant {
                Some(value) => (u64::from(value), 0),
                None => (self.offset, crc32fast::hash(&block.compressed)),
            };
            self.directory.extend(place.to_le_bytes());
            self.directory.extend((block.compressed.len() as u32).to_le_bytes());
            self.directory.extend(crc.to_le_bytes());
            self.out.write_all(&block.compressed)?;
            self.offset += block.compressed.len() as u64;
        }
        Ok(())
    }

    /// Writes what goes before and after the blocks, syncs and renames; tells the bytes of the file.
    fn finish(mut self, directory: &Path, draw_plies: u8, stats: &[SideStats]) -> io::Result<u64> {
        self.exceptions.sort_unstable();
        let exception_bytes: Vec<u8> = self.exceptions.iter().flat_map(|exception| exception.to_le_bytes()).collect();
        self.hasher.update(&exception_bytes);
        self.out.write_all(&exception_bytes)?;
        let constant = self.constant.filter(|_| !self.varies && self.exceptions.is_empty());
        if constant.is_some() {
            self.directory.clear();
            (self.blocks, self.offset) = (0, Header::data_start(0));
        }
        let side = |(&entries, stats): (&u64, &SideStats)| {
            let longest = match self.metric {
                Metric::Wdl => Default::default(),
                Metric::Dtw => stats.dtw,
                Metric::Dtz => stats.dtz,
            };
            SideHeader { entries, counts: stats.counts, longest }
        };
        let header = Header {
            ending: self.ending,
            metric: self.metric,
            draw_plies,
            block_entries: block_entries(self.metric) as u32,
            blocks: self.blocks,
            constant: constant.unwrap_or(0),
            exceptions: self.exceptions.len() as u64,
            digest: *self.hasher.finalize().as_bytes(),
            sides: self.entries.iter().zip(stats).map(side).collect(),
            directory_crc: crc32fast::hash(&self.directory),
            exceptions_crc: crc32fast::hash(&exception_bytes),
            length: self.offset + exception_bytes.len() as u64,
        };
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&header.to_bytes())?;
        self.out.write_all(&self.directory)?;
        let file = self.out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().set_len(header.length)?;
        file.as_file().sync_all()?;
        let name = TableName { ending: self.ending, metric: self.metric };
        file.persist(directory.join(name.to_string()))?;
        Ok(header.length)
    }
}

/// Makes renames last through a power cut, where the platform can.
fn sync_directory(directory: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(directory)?.sync_all() } else { Ok(()) }
}
