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

/// Decompresses a block that has `len` bytes; `None` if it does not.
pub(super) fn decompress(compressed: &[u8], len: usize) -> Option<Vec<u8>> {
    thread_local! {
        // A fresh context costs more than a block.
        static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
    }
    DECOMPRESSOR.with_borrow_mut(|slot| {
        if slot.is_none() {
            let mut decompressor = Decompressor::new().ok()?;
            decompressor.include_magicbytes(false).ok()?;
            *slot = Some(decompressor);
        }
        let mut bytes = vec![0; len];
        let written = slot.as_mut()?.decompress_to_buffer(compressed, &mut bytes).ok()?;
        (written == len).then_some(bytes)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_read_back() {
        for (metric, values) in
            [(Metric::Wdl, vec![0, 1, 2, 3, 3, 2, 1]), (Metric::Wdl, vec![]), (Metric::Dtw, vec![0, 255, 127])]
        {
            let packed = pack(metric, &values);
            assert_eq!(packed.len(), packed_len(metric, values.len()));
            assert!(values.iter().enumerate().all(|(i, &value)| unpack(metric, &packed, i) == value));
            let compressed = compressor(3).unwrap().compress(&packed).unwrap();
            assert_eq!(decompress(&compressed, packed.len()), Some(packed.clone()));
            assert_eq!(decompress(&compressed, packed.len() + 1), None);
        }
    }
}
