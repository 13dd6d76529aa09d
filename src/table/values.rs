//! The values of a block, in memory, packed, and compressed.

use std::cell::RefCell;
use std::io;

use zstd::zstd_safe::{DCtx, DParameter, FrameFormat, get_error_name};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Values {
    Constant(u8),
    /// Bytes, each with four categories or one distance.
    Bytes(Box<[u8]>),
}

impl Values {
    /// A distance; `None` if the block has fewer.
    #[inline]
    pub fn distance(&self, number: usize) -> Option<u8> {
        match self {
            Values::Constant(value) => Some(*value),
            Values::Bytes(bytes) => bytes.get(number).copied(),
        }
    }

    /// The bytes in memory.
    pub fn size(&self) -> usize {
        if let Values::Bytes(bytes) = self { bytes.len() } else { 0 }
    }
}

/// The value at a place of a packed block of categories.
#[inline]
pub(super) fn value_at(packed: &[u8], place: usize) -> u8 {
    packed[place / 4] >> (2 * (place % 4)) & 3
}

pub(super) fn packed_len(places: usize) -> usize {
    places.div_ceil(4)
}

/// The most bytes of a block of `entries` before compression: a row can have more places than entries, but less than twice as many.
pub(super) fn most_bytes(entries: u64) -> usize {
    packed_len(2 * entries as usize + 2)
}

/// The values of a block of at most `most` bytes; `None` if it is damaged. Call [`prepare`] first.
pub(super) fn unpack(bytes: &[u8], most: usize) -> Option<Values> {
    match *bytes {
        [] => Some(Values::Bytes(Box::default())),
        [value] => Some(Values::Constant(value)),
        _ => Some(Values::Bytes(decompress(bytes, most)?)),
    }
}

thread_local! {
    /// A fresh context costs more than a block.
    static DECOMPRESSOR: RefCell<Option<DCtx<'static>>> = const { RefCell::new(None) };
}

/// Makes the decompressor of this thread, which [`unpack`] needs.
#[inline]
pub(super) fn prepare() -> io::Result<()> {
    DECOMPRESSOR.with_borrow_mut(|slot| {
        if slot.is_none() {
            // `zstd::bulk::Decompressor` would panic if this fails.
            let mut context = DCtx::try_create().ok_or(io::ErrorKind::OutOfMemory)?;
            let set = context.set_parameter(DParameter::Format(FrameFormat::Magicless));
            set.map_err(|code| io::Error::other(get_error_name(code)))?;
            *slot = Some(context);
        }
        Ok(())
    })
}

/// Decompresses a frame of at most `most` bytes; `None` if it is damaged or longer.
fn decompress(compressed: &[u8], most: usize) -> Option<Box<[u8]>> {
    DECOMPRESSOR.with_borrow_mut(|slot| {
        let mut bytes = Vec::with_capacity(most);
        slot.as_mut()?.decompress(&mut bytes, compressed).ok()?;
        Some(bytes.into())
    })
}
