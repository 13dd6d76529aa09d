//! Writing the tables of an ending: under temporary names, renamed when they are whole.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;
use tempfile::NamedTempFile;

use crate::board::Game;
use crate::index::{Ending, Mover};
use crate::retrograde::{EndingFile, Room, SideStats, Unpacked};
use crate::table::{Header, IN_DIGEST, Metric, PerMetric, SideHeader, TableError, TableName};
use bolshak_system::{self as system, sync_directory, thread_time};

use super::blocks::{Packed, block_rows, exceptions, values_of_rows};
use super::reading::{BATCH, Reading, RowBlock, Runs, WriteError};

/// The prefix of unfinished tables.
pub const TEMPORARY: &str = ".unfinished-";

/// The prefix of an ending's.
pub(crate) fn temporary(ending: Ending) -> String {
    format!("{TEMPORARY}{ending}.")
}

/// Writes the tables of a solved ending for these metrics, in any order but including the categories, into a directory,
/// compressed at a level of zstd and synced. They get their final names only when they are whole. The same values give the same
/// bytes. Unpacked values take their memory from `room`. Runs on the current rayon pool. Returns the bytes of the files, 0 for
/// those not requested, and the processor time of reading and packing; `None` if `goes_on` returns false.
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
) -> Result<Option<(PerMetric<u64>, Duration)>, WriteError> {
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
    // Unknown values are 0 for now.
    let header = |metric| Header {
        ending,
        metric,
        game: G::NAME,
        draw_plies: file.coding.draw_plies,
        exceptions: 0,
        distances: 0,
        distance_sides: 0,
        digest: [0; 32],
        companion: [0; 16],
        sides: ending.movers().iter().map(side).collect(),
        directory_crc: 0,
        exceptions_crc: 0,
        length: 0,
    };
    let layout = header(Metric::Wdl);
    let mut categories = Unfinished::create(directory, layout.clone()).map_err(failed(Metric::Wdl))?;
    let mut values = Reading { file, unpacked: Unpacked::new(file, room), layout: &layout, time: Duration::ZERO };
    let mut stats = Vec::new();
    let mut runs = Vec::new();
    for side in 0..layout.sides.len() {
        let (mut sum, mut of_side) = (SideStats::default(), PerMetric::<Runs>::default());
        let pack = |block: RowBlock<'_, G>| {
            let values = values_of_rows(block.index, block.rows, block.codes, |metric| metrics.contains(&metric));
            let categories = Packed::categories(&values[Metric::Wdl], level)?;
            Ok((block.first, block.stats, categories, exceptions(block.codes), values.map(|values| Runs::of(&values))))
        };
        let take =
            &mut |(first, stats, packed, exceptions, runs): (u64, SideStats, Packed, Vec<_>, PerMetric<Runs>)| {
                sum = sum.merge(stats);
                Metric::DISTANCES.into_iter().for_each(|metric| of_side[metric] = of_side[metric].then(runs[metric]));
                categories.exceptions.extend(exceptions.into_iter().map(|(place, is_blessed)| {
                    (first + place as u64) << 2 | (side as u64) << 1 | u64::from(is_blessed)
                }));
                categories.append(&packed)
            };
        if !values.each(side, goes_on, pack, take, failed(Metric::Wdl))? {
            return Ok(None);
        }
        stats.push(sum);
        runs.push(of_side);
    }
    // The companion comes before the tables that need it.
    let mut tables = vec![categories];
    for metric in Metric::sorted(metrics).into_iter().filter(|&metric| metric != Metric::Wdl) {
        // Stores the side to move whose distances have fewer runs: they compress better. The first if equal.
        let side = (0..runs.len()).min_by_key(|&side| runs[side][metric].count).unwrap_or(0);
        let header = Header { distances: runs[side][metric].values, distance_sides: 1 << side, ..header(metric) };
        tables.push(Unfinished::create(directory, header).map_err(failed(metric))?);
    }
    for side in 0..layout.sides.len() {
        let mut of_side: Vec<_> = tables[1..].iter_mut().filter(|table| table.header.has_distances(side)).collect();
        if of_side.is_empty() {
            continue;
        }
        let wanted: Vec<Metric> = of_side.iter().map(|table| table.header.metric).collect();
        let pack = |block: RowBlock<'_, G>| {
            Ok(values_of_rows(block.index, block.rows, block.codes, |metric| wanted.contains(&metric)))
        };
        let take = &mut |distances: PerMetric<Vec<u8>>| {
            of_side.iter_mut().try_for_each(|table| table.append_distances(&distances[table.header.metric], level))
        };
        if !values.each(side, goes_on, pack, take, failed(wanted[0]))? {
            return Ok(None);
        }
    }
    let (mut bytes, mut time, mut companion) = (PerMetric::default(), values.time, None);
    for mut table in tables {
        let metric = table.header.metric;
        table.pack(true, level).map_err(failed(metric))?;
        time += table.time;
        let header = table.finish(directory, &stats, companion).map_err(failed(metric))?;
        companion = companion.or(Some(header.digest));
        bytes[metric] = header.length;
    }
    sync_directory(directory).map_err(failed(Metric::Wdl))?;
    Ok(Some((bytes, time)))
}

struct Unfinished {
    header: Header,
    out: BufWriter<NamedTempFile>,
    offset: u64,
    /// The distances before each block of categories; empty in a table of categories.
    counts: Vec<u8>,
    directory: Vec<u8>,
    hasher: blake3::Hasher,
    /// Entry, side to move, and whether blessed.
    exceptions: Vec<u64>,
    /// The distances not packed yet, and the number of those before.
    distances: Vec<u8>,
    packed: u64,
    time: Duration,
}

impl Unfinished {
    fn create(directory: &Path, header: Header) -> io::Result<Unfinished> {
        // tempfile's own way of making a file hides the system's error number.
        let create = |path: &Path| File::options().create_new(true).read(true).write(true).open(path);
        let file = tempfile::Builder::new().prefix(&temporary(header.ending)).make_in(directory, create)?;
        let (mut out, offset) = (BufWriter::new(file), header.data_start());
        out.seek(SeekFrom::Start(offset))?;
        let (counts, directory, hasher, exceptions, distances, packed, time) = Default::default();
        Ok(Unfinished { header, out, offset, counts, directory, hasher, exceptions, distances, packed, time })
    }

    fn append_distances(&mut self, distances: &[u8], level: i32) -> io::Result<()> {
        let before = self.packed + self.distances.len() as u64;
        self.counts.extend(&before.to_le_bytes()[..5]);
        self.distances.extend(distances);
        let is_full = self.distances.len() >= BATCH as usize * self.header.metric.block_distances();
        if is_full { self.pack(false, level) } else { Ok(()) }
    }

    /// Packs the remaining distances, in whole blocks unless `all`.
    fn pack(&mut self, all: bool, level: i32) -> io::Result<()> {
        let of_block = self.header.metric.block_distances();
        let rest = if all { 0 } else { self.distances.len() % of_block };
        let pack = |distances: &[u8]| {
            let begun = thread_time();
            Ok((Packed::distances(distances, level)?, thread_time().saturating_sub(begun)))
        };
        let count = self.distances.len() - rest;
        let blocks = self.distances[..count].par_chunks(of_block).with_max_len(1);
        for (block, time) in blocks.map(pack).collect::<io::Result<Vec<_>>>()? {
            self.time += time;
            self.append(&block)?;
        }
        self.packed += count as u64;
        self.distances.drain(..count);
        Ok(())
    }

    fn append(&mut self, block: &Packed) -> io::Result<()> {
        self.hasher.update(&block.bytes);
        self.directory.extend(crc32fast::hash(&block.compressed).to_le_bytes());
        self.directory.extend(&self.offset.to_le_bytes()[..5]);
        self.out.write_all(&block.compressed)?;
        self.offset += block.compressed.len() as u64;
        Ok(())
    }

    /// Writes the parts before and after the blocks, syncs and renames. `companion` is the digest of the companion, if any.
    fn finish(mut self, to: &Path, stats: &[SideStats], companion: Option<[u8; 32]>) -> io::Result<Header> {
        self.exceptions.sort_unstable();
        let mut exceptions_crc = crc32fast::Hasher::new();
        for some in self.exceptions.chunks(1 << 12) {
            let bytes: Vec<u8> = some.iter().flat_map(|exception| exception.to_le_bytes()).collect();
            exceptions_crc.update(&bytes);
            self.hasher.update(&bytes);
            self.out.write_all(&bytes)?;
        }
        if self.header.metric != Metric::Wdl {
            self.hasher.update(&self.header.to_bytes()[IN_DIGEST]).update(&self.counts);
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
        let directory = [self.counts, self.directory].concat();
        header.directory_crc = crc32fast::hash(&directory);
        header.exceptions_crc = exceptions_crc.finalize();
        header.length = self.offset + 8 * header.exceptions;
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&header.to_bytes())?;
        self.out.write_all(&directory)?;
        let file = self.out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().set_len(header.length)?;
        file.as_file().sync_all()?;
        system::replace(file.path(), &header.name().path(to))?;
        Ok(header)
    }
}
