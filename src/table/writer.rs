//! Writing a table: all at once under a temporary name, then renamed into place.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use crate::index::Ending;
use crate::solve::{SideStats, Values, category};
use crate::value::Category;

use super::codec::{compressor, pack};
use super::header::{Header, SideHeader};
use super::{Metric, TableError};

/// How the names of unfinished tables start.
pub const TEMPORARY: &str = ".unfinished-";

/// The bytes of a block before compression.
const BLOCK_BYTES: usize = 1 << 14;

/// The blocks that are packed in parallel before they are written in order.
const BATCH: u64 = 256;

/// The 2-bit value of the cursed and blessed, which the list of exceptions tells apart.
pub(super) const EXCEPTION: u8 = 3;

/// What is written for one side to move.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The values of all entries.
    pub values: Values<'a>,
    /// For each entry, whether a capture is pending: the value is then not stored, as the probe plays captures out.
    pub pending: &'a [bool],
    /// What the values add up to.
    pub stats: &'a SideStats,
}

/// Writes the table of an ending and metric into a directory, compressed at a level of zstd, synced, under its final
/// name only when it is whole. The same values give the same bytes. Runs on the current rayon pool.
///
/// # Errors
/// [`TableError::Write`].
pub fn write(
    directory: &Path,
    ending: Ending,
    metric: Metric,
    draw_plies: u8,
    level: i32,
    sides: &[Source<'_>],
) -> Result<PathBuf, TableError> {
    let path = directory.join(format!("{ending}.{metric}"));
    let header = Header {
        ending,
        metric,
        draw_plies,
        block_entries: (BLOCK_BYTES * 8 / metric.bits()) as u32,
        blocks: 0,
        constant: 0,
        exceptions: 0,
        digest: [0; 32],
        sides: sides.iter().map(|side| side_header(metric, side)).collect(),
        directory_crc: 0,
        exceptions_crc: 0,
        length: 0,
    };
    match write_all(directory, &path, header, level, sides) {
        Ok(()) => Ok(path),
        Err(error) => Err(TableError::Write { path, source: Arc::new(error) }),
    }
}

fn side_header(metric: Metric, side: &Source<'_>) -> SideHeader {
    let longest = match metric {
        Metric::Wdl => Default::default(),
        Metric::Dtw => side.stats.dtw,
        Metric::Dtz => side.stats.dtz,
    };
    SideHeader { entries: side.values.dtw.len() as u64, counts: side.stats.counts, longest }
}

fn write_all(directory: &Path, path: &Path, mut header: Header, level: i32, sides: &[Source<'_>]) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
    let file = builder.prefix(TEMPORARY).tempfile_in(directory)?;
    let mut out = BufWriter::new(file.as_file());

    header.blocks = header.first_block(sides.len());
    let mut directory_bytes = Vec::new();
    let mut offset = header.data_start();
    out.seek(SeekFrom::Start(offset))?;
    let mut hasher = blake3::Hasher::new();
    let mut constants = Vec::new();
    for start in (0..header.blocks).step_by(BATCH as usize) {
        let blocks = start..header.blocks.min(start + BATCH);
        let packed: Vec<Packed> = blocks
            .into_par_iter()
            .map_init(|| compressor(level), |compressor, block| Packed::new(&header, sides, block, compressor))
            .collect::<io::Result<_>>()?;
        for block in packed {
            hasher.update(&block.bytes);
            constants.push(block.constant);
            let (place, crc) = match block.constant {
                Some(value) => (u64::from(value), 0),
                None => (offset, crc32fast::hash(&block.compressed)),
            };
            directory_bytes.extend(place.to_le_bytes());
            directory_bytes.extend((block.compressed.len() as u32).to_le_bytes());
            directory_bytes.extend(crc.to_le_bytes());
            out.write_all(&block.compressed)?;
            offset += block.compressed.len() as u64;
        }
    }
    let exceptions = if header.metric == Metric::Wdl { exceptions(sides) } else { Vec::new() };
    let exception_bytes: Vec<u8> = exceptions.iter().flat_map(|exception| exception.to_le_bytes()).collect();
    hasher.update(&exception_bytes);
    out.write_all(&exception_bytes)?;

    if let [Some(constant), rest @ ..] = &constants[..]
        && exceptions.is_empty()
        && rest.iter().all(|&value| value == Some(*constant))
    {
        header.constant = *constant;
        header.blocks = 0;
        directory_bytes.clear();
        offset = header.data_start();
    }
    header.digest = *hasher.finalize().as_bytes();
    header.exceptions = exceptions.len() as u64;
    header.directory_crc = crc32fast::hash(&directory_bytes);
    header.exceptions_crc = crc32fast::hash(&exception_bytes);
    header.length = offset + exception_bytes.len() as u64;
    out.seek(SeekFrom::Start(0))?;
    out.write_all(&header.to_bytes())?;
    out.write_all(&directory_bytes)?;
    out.flush()?;
    drop(out);
    file.as_file().set_len(header.length)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    sync_directory(directory)
}

/// Makes a rename last through a power cut, where the platform can.
fn sync_directory(directory: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(directory)?.sync_all() } else { Ok(()) }
}

struct Packed {
    bytes: Vec<u8>,
    /// The value of all entries, if they are alike; nothing is compressed then.
    constant: Option<u8>,
    compressed: Vec<u8>,
}

impl Packed {
    fn new(
        header: &Header,
        sides: &[Source<'_>],
        block: u64,
        compressor: &mut io::Result<zstd::bulk::Compressor<'static>>,
    ) -> io::Result<Packed> {
        let side = usize::from(sides.len() > 1 && block >= header.first_block(1));
        let start = (block - header.first_block(side)) as usize * header.block_entries as usize;
        let values = block_values(header.metric, &sides[side], start, header.entries_in_block(block));
        let bytes = pack(header.metric, &values);
        let constant = values.iter().all(|&value| value == values[0]).then_some(values[0]);
        let compressed = match (constant, compressor) {
            (Some(_), _) => Vec::new(),
            (None, Ok(compressor)) => compressor.compress(&bytes)?,
            (None, Err(error)) => return Err(io::Error::new(error.kind(), error.to_string())),
        };
        Ok(Packed { bytes, constant, compressed })
    }
}

/// The values of a block. Entries with a capture pending repeat the value before them, which costs least; the first
/// ones of a block take the first value that counts.
fn block_values(metric: Metric, side: &Source<'_>, start: usize, entries: usize) -> Vec<u8> {
    let stored = |entry: usize| (!side.pending[entry]).then(|| value(metric, &side.values, entry));
    let range = start..start + entries;
    let mut last = range.clone().find_map(stored).unwrap_or(0);
    range
        .map(|entry| {
            last = stored(entry).unwrap_or(last);
            last
        })
        .collect()
}

/// The stored value of an entry.
fn value(metric: Metric, values: &Values<'_>, entry: usize) -> u8 {
    match metric {
        Metric::Dtw => values.dtw[entry],
        Metric::Dtz => values.dtz[entry],
        Metric::Wdl => match category(values.dtw[entry], values.dtz[entry]) {
            Category::Loss => 0,
            Category::Draw => 1,
            Category::Win => 2,
            Category::BlessedLoss | Category::CursedWin => EXCEPTION,
        },
    }
}

/// The list of the cursed and blessed, ascending: entry, side to move, and whether blessed.
fn exceptions(sides: &[Source<'_>]) -> Vec<u64> {
    let of_side = |(number, side): (u64, &Source<'_>)| {
        let (values, pending) = (side.values, side.pending);
        (0..pending.len())
            .into_par_iter()
            .filter(move |&entry| !pending[entry])
            .filter_map(move |entry| match category(values.dtw[entry], values.dtz[entry]) {
                Category::CursedWin => Some((entry as u64) << 2 | number << 1),
                Category::BlessedLoss => Some((entry as u64) << 2 | number << 1 | 1),
                _ => None,
            })
            .collect::<Vec<u64>>()
    };
    let mut exceptions: Vec<u64> = (0..).zip(sides).flat_map(of_side).collect();
    exceptions.sort_unstable();
    exceptions
}
