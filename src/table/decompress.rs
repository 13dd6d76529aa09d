//! Decompressing a block, or a part of one.

use std::cell::RefCell;
use std::io;

use zstd::zstd_safe::{DCtx, DParameter, FrameFormat, get_error_name};

use super::values::Values;

/// The values of a block, or of a part of one, that has at most so many bytes; `None` if it is damaged.
/// [`prepare`] comes first.
pub(super) fn unpack(bytes: &[u8], most: usize) -> Option<Values> {
    match *bytes {
        [] => Some(Values::Bytes(Box::default())),
        [value] => Some(Values::Constant(value)),
        _ => Some(Values::Bytes(decompress(bytes, most)?)),
    }
}

/// The parts of a block of distances; `None` if it is damaged.
pub(super) fn parts(bytes: &[u8]) -> Option<impl Iterator<Item = &[u8]>> {
    let (count, rest) = bytes.split_first_chunk()?;
    let further = usize::from(u16::from_le_bytes(*count)).checked_sub(1)?;
    let (lengths, mut rest) = rest.split_at_checked(2 * further)?;
    let lengths = lengths.as_chunks().0.iter().map(|&length| usize::from(u16::from_le_bytes(length)));
    let last = rest.len().checked_sub(lengths.clone().sum())?;
    Some(lengths.chain([last]).map(move |length| {
        let (part, after) = rest.split_at(length);
        rest = after;
        part
    }))
}

thread_local! {
    /// A fresh context costs more than a block.
    static DECOMPRESSOR: RefCell<Option<DCtx<'static>>> = const { RefCell::new(None) };
}

/// Makes what [`unpack`] needs on this thread.
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
            *slot = Some(context);
        }
        Ok(())
    })
}

/// Decompresses a frame of at most so many bytes; `None` if it is damaged or longer.
fn decompress(compressed: &[u8], most: usize) -> Option<Box<[u8]>> {
    DECOMPRESSOR.with_borrow_mut(|slot| {
        let mut bytes = Vec::with_capacity(most);
        slot.as_mut()?.decompress(&mut bytes, compressed).ok()?;
        Some(bytes.into())
    })
}
