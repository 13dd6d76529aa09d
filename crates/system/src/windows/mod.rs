//! Windows.

#[cfg(feature = "making")]
mod making;
#[cfg(feature = "program")]
mod program;

use std::fs::File;
use std::io;
use std::os::windows::fs::FileExt as _;
use std::path::PathBuf;

#[cfg(feature = "making")]
pub use making::*;
#[cfg(feature = "program")]
pub use program::*;

pub fn path_of(bytes: &[u8]) -> Option<PathBuf> {
    std::str::from_utf8(bytes).ok().map(Into::into)
}

/// The calls of Windows move the position of the file as well; nothing here uses it.
pub fn read_exact_at(file: &File, mut buffer: &mut [u8], mut from: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        match file.seek_read(buffer, from) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                buffer = &mut buffer[read..];
                from += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

pub fn remedy_of_limit(error: &io::Error) -> Option<&'static str> {
    /// ERROR_TOO_MANY_OPEN_FILES, ERROR_COMMITMENT_LIMIT.
    const FILES: i32 = 4;
    const COMMITTED: i32 = 1455;
    match (error.kind(), error.raw_os_error()) {
        (io::ErrorKind::OutOfMemory, _) | (_, Some(COMMITTED)) => Some("limit-memory-windows"),
        (io::ErrorKind::FileTooLarge, _) => Some("limit-file-size-windows"),
        (_, Some(FILES)) => Some("limit-all-open-files"),
        _ => None,
    }
}
