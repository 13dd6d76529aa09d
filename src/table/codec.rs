//! Blocks: packing entries, and compressing what is packed.

use std::cell::RefCell;
use std::io;

use zstd::bulk::{Compressor, Decompressor};

use super::Metric;

/// Packs the values of a block, 0 to 3 in a table of categories, the first in the lowest bits of a byte.
pub(super) fn pack(metric: Metric, values: &[u8]) -> Vec<u8> {
    let per_byte = 8 / metric.bits();
    values
        .chunks(per_byte)
        .map(|chunk| {
            chunk.iter().rev().fold(0, |byte: u8, &value| byte.checked_shl(metric.bits() as u32).unwrap_or(0) | value)
        })
        .collect()
}

/// The value at a place of a packed block.
#[inline]
pub(super) fn unpack(metric: Metric, packed: &[u8], place: usize) -> u8 {
    match metric {
        Metric::Wdl => packed[place / 4] >> (2 * (place % 4)) & 3,
        Metric::Dtw | Metric::Dtz => packed[place],
    }
}

/// The bytes of a packed block.
pub(super) fn packed_len(metric: Metric, entries: usize) -> usize {
    entries.div_ceil(8 / metric.bits())
}

/// A compressor whose frames have neither magic number nor length: the header tells both.
pub(super) fn compressor(level: i32) -> io::Result<Compressor<'static>> {
    let mut compressor = Compressor::new(level)?;
    compressor.include_magicbytes(false)?;
    compressor.include_contentsize(false)?;
    compressor.include_checksum(false)?;
    Ok(compressor)
}

/// Decompresses a block of at most so many bytes; `None` if it is damaged or longer.
pub(super) fn decompress(compressed: &[u8], most: usize) -> Option<Vec<u8>> {
    thread_local! {
        // A fresh context costs more than a block.
        static DECOMPRESSOR: RefCell<Option<(Decompressor<'static>, Vec<u8>)>> = const { RefCell::new(None) };
    }
    DECOMPRESSOR.with_borrow_mut(|slot| {
        if slot.is_none() {
            let mut decompressor = Decompressor::new().ok()?;
            decompressor.include_magicbytes(false).ok()?;
            *slot = Some((decompressor, Vec::new()));
        }
        let (decompressor, buffer) = slot.as_mut()?;
        if buffer.len() < most {
            buffer.resize(most, 0);
        }
        let written = decompressor.decompress_to_buffer(compressed, &mut buffer[..most]).ok()?;
        Some(buffer[..written].to_vec())
    })
}
