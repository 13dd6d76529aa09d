//! Blocks: values in bytes, and these decompressed.

use std::cell::RefCell;
use std::io;

use zstd::zstd_safe::{DCtx, DParameter, FrameFormat, get_error_name};

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

thread_local! {
    /// A context and room to write to: a fresh context costs more than a block.
    static DECOMPRESSOR: RefCell<Option<(DCtx<'static>, Vec<u8>)>> = const { RefCell::new(None) };
}

/// Makes what [`decompress`] needs on this thread.
///
/// # Errors
/// [`io::ErrorKind::OutOfMemory`].
#[inline]
pub(super) fn prepare() -> io::Result<()> {
    DECOMPRESSOR.with_borrow_mut(|slot| {
        if slot.is_none() {
            // `zstd::bulk::Decompressor` panics where this fails.
            let mut context = DCtx::try_create().ok_or(io::ErrorKind::OutOfMemory)?;
            let set = context.set_parameter(DParameter::Format(FrameFormat::Magicless));
            set.map_err(|code| io::Error::other(get_error_name(code)))?;
            *slot = Some((context, Vec::new()));
        }
        Ok(())
    })
}

/// Decompresses a block of at most so many bytes; `None` if it is damaged or longer. [`prepare`] comes first.
pub(super) fn decompress(compressed: &[u8], most: usize) -> Option<Vec<u8>> {
    DECOMPRESSOR.with_borrow_mut(|slot| {
        let (context, buffer) = slot.as_mut()?;
        if buffer.len() < most {
            buffer.resize(most, 0);
        }
        let written = context.decompress(&mut buffer[..most], compressed).ok()?;
        Some(buffer[..written].to_vec())
    })
}
