//! Compressing a block, or a part of one.

use std::cell::RefCell;
use std::io;

use zstd::zstd_safe::{CCtx, CParameter, ErrorCode, FrameFormat, compress_bound, get_error_name};

/// Compresses bytes to a frame, at a level of zstd.
///
/// # Errors
/// [`io::ErrorKind::OutOfMemory`], and those of zstd.
pub(super) fn compress(bytes: &[u8], level: i32) -> io::Result<Vec<u8>> {
    thread_local! {
        // A fresh context costs more than a block.
        static COMPRESSOR: RefCell<Option<(i32, CCtx<'static>)>> = const { RefCell::new(None) };
    }
    COMPRESSOR.with_borrow_mut(|slot| {
        if slot.as_ref().is_none_or(|(made_for, _)| *made_for != level) {
            *slot = Some((level, compressor(level)?));
        }
        let mut compressed = Vec::with_capacity(compress_bound(bytes.len()));
        slot.as_mut().expect("just made").1.compress2(&mut compressed, bytes).map_err(failed)?;
        Ok(compressed)
    })
}

/// A compressor whose frames have neither magic number nor length: the header tells both.
fn compressor(level: i32) -> io::Result<CCtx<'static>> {
    // `zstd::bulk::Compressor` panics where this fails.
    let mut context = CCtx::try_create().ok_or(io::ErrorKind::OutOfMemory)?;
    for parameter in [
        CParameter::CompressionLevel(level),
        CParameter::Format(FrameFormat::Magicless),
        CParameter::ContentSizeFlag(false),
        CParameter::ChecksumFlag(false),
    ] {
        context.set_parameter(parameter).map_err(failed)?;
    }
    Ok(context)
}

fn failed(code: ErrorCode) -> io::Error {
    io::Error::other(get_error_name(code))
}
