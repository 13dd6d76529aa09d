//! Frames: bytes compressed quickly for temporary storage.

use std::cell::RefCell;
use std::io;

use zstd::zstd_safe::{CCtx, CParameter, DCtx, ErrorCode, compress_bound, get_error_name};

/// The zstd level: the fastest whose frames are much smaller than those of LZ4.
const LEVEL: i32 = 1;

thread_local! {
    // Fresh contexts cost more than a frame.
    static COMPRESSOR: RefCell<Option<CCtx<'static>>> = const { RefCell::new(None) };
    static DECOMPRESSOR: RefCell<Option<DCtx<'static>>> = const { RefCell::new(None) };
}

/// Appends a frame: its length and the compressed bytes.
pub(crate) fn push(frames: &mut Vec<u8>, bytes: &[u8]) -> io::Result<()> {
    COMPRESSOR.with_borrow_mut(|slot| {
        if slot.is_none() {
            let mut context = CCtx::try_create().ok_or(io::ErrorKind::OutOfMemory)?;
            context.set_parameter(CParameter::CompressionLevel(LEVEL)).map_err(failed)?;
            *slot = Some(context);
        }
        let start = frames.len();
        frames.resize(start + 4 + compress_bound(bytes.len()), 0);
        let context = slot.as_mut().expect("just made");
        let length = context.compress2(&mut frames[start + 4..], bytes).map_err(failed)?;
        frames.truncate(start + 4 + length);
        frames[start..start + 4].copy_from_slice(&(length as u32).to_le_bytes());
        Ok(())
    })
}

/// Removes the first frame and decompresses it into `bytes`, which it must fill exactly.
pub(crate) fn take(frames: &mut &[u8], bytes: &mut [u8]) -> io::Result<()> {
    let invalid = || io::Error::from(io::ErrorKind::InvalidData);
    let (length, rest) = frames.split_first_chunk().ok_or_else(invalid)?;
    let (frame, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(invalid)?;
    *frames = rest;
    DECOMPRESSOR.with_borrow_mut(|slot| {
        if slot.is_none() {
            *slot = Some(DCtx::try_create().ok_or(io::ErrorKind::OutOfMemory)?);
        }
        let found = slot.as_mut().expect("just made").decompress(bytes, frame);
        if found.is_ok_and(|length| length == bytes.len()) { Ok(()) } else { Err(invalid()) }
    })
}

pub(crate) fn failed(code: ErrorCode) -> io::Error {
    io::Error::other(get_error_name(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_back() {
        let mut frames = Vec::new();
        let wanted = [vec![], vec![7; 1000], (0..3000u32).map(|i| ((i * i) >> 3) as u8).collect()];
        wanted.iter().for_each(|bytes| push(&mut frames, bytes).unwrap());
        let mut rest = &frames[..];
        for bytes in &wanted {
            let mut found = vec![1; bytes.len()];
            take(&mut rest, &mut found).unwrap();
            assert_eq!(found, *bytes);
        }
        assert!(rest.is_empty() && take(&mut rest, &mut []).is_err());
        // Another length, or truncated.
        assert!(take(&mut &frames[..], &mut [0]).is_err());
        assert!(take(&mut &frames[..3], &mut []).is_err());
        let last = frames.len() - 3001.min(frames.len());
        assert!(take(&mut &frames[last..], &mut [0; 3000]).is_err());
    }
}
