//! From values to compressed blocks, for all metrics at once.

use std::cell::RefCell;
use std::io;

use zstd::bulk::Compressor;

use crate::solve::{Class, PENDING, category};
use crate::value::{Category, Dtz, Measure};

use super::Metric;
use super::codec::{compressor, pack};
use super::header::EXCEPTION;

/// The bytes of a block before compression.
pub(super) const BLOCK_BYTES: usize = 1 << 14;

/// The entries that are packed together: whole blocks of every metric.
pub(super) const GROUP: usize = 4 * BLOCK_BYTES;

/// A block, ready to be written.
pub(super) struct Packed {
    /// Before compression.
    pub bytes: Vec<u8>,
    /// The value of all entries, if they are alike; nothing is compressed then.
    pub constant: Option<u8>,
    pub compressed: Vec<u8>,
}

/// The entries of a block.
pub(super) const fn block_entries(metric: Metric) -> usize {
    BLOCK_BYTES * 8 / metric.bits()
}

/// Packs the values of at most [`GROUP`] entries: the blocks of each metric, and the places of the cursed and the
/// blessed, with their categories. `dtz` is [`PENDING`] where a capture is pending: such a value is not stored, as the
/// probe plays captures out.
#[expect(clippy::type_complexity)]
pub(super) fn pack_group(dtw: &[u8], dtz: &[u8], level: i32) -> io::Result<([Vec<Packed>; 3], Vec<(usize, Category)>)> {
    let mut exceptions = Vec::new();
    let categories: Vec<u8> = dtw
        .iter()
        .zip(dtz)
        .enumerate()
        .map(|(place, (&dtw, &dtz))| {
            let class = Class { won: dtz > PENDING, lost: dtz < Dtz::DRAW };
            match category(dtw, class) {
                Category::Loss => 0,
                Category::Draw => 1,
                Category::Win => 2,
                exception => {
                    if dtz != PENDING {
                        exceptions.push((place, exception));
                    }
                    EXCEPTION
                }
            }
        })
        .collect();
    let blocks = |metric: Metric, values: &[u8]| {
        let size = block_entries(metric);
        let blocks = values.chunks(size).zip(dtz.chunks(size));
        blocks.map(|(values, dtz)| Packed::new(metric, values, dtz, level)).collect::<io::Result<Vec<Packed>>>()
    };
    Ok(([blocks(Metric::Wdl, &categories)?, blocks(Metric::Dtw, dtw)?, blocks(Metric::Dtz, dtz)?], exceptions))
}

impl Packed {
    fn new(metric: Metric, values: &[u8], dtz: &[u8], level: i32) -> io::Result<Packed> {
        thread_local! {
            // A fresh context costs more than a block.
            static COMPRESSOR: RefCell<Option<(i32, Compressor<'static>)>> = const { RefCell::new(None) };
        }
        let values = fill(values, dtz);
        let bytes = pack(metric, &values);
        if values.iter().all(|&value| value == values[0]) {
            return Ok(Packed { bytes, constant: Some(values[0]), compressed: Vec::new() });
        }
        let compressed = COMPRESSOR.with_borrow_mut(|slot| {
            if slot.as_ref().is_none_or(|(made_for, _)| *made_for != level) {
                *slot = Some((level, compressor(level)?));
            }
            slot.as_mut().expect("just made").1.compress(&bytes)
        })?;
        Ok(Packed { bytes, constant: None, compressed })
    }
}

/// The values to be stored. Entries with a capture pending repeat the value before them, which costs least; the first
/// ones take the first value that counts.
fn fill(values: &[u8], dtz: &[u8]) -> Vec<u8> {
    let first = dtz.iter().position(|&dtz| dtz != PENDING);
    let mut last = first.map_or(0, |place| values[place]);
    let stored = values.iter().zip(dtz).map(|(&value, &dtz)| {
        last = if dtz == PENDING { last } else { value };
        last
    });
    stored.collect()
}
