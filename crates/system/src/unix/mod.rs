//! Unix: Linux above all, also macOS and the like.

#[cfg(feature = "making")]
mod making;
#[cfg(feature = "program")]
mod program;

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::FileExt as _;
use std::path::PathBuf;

#[cfg(feature = "making")]
pub use making::*;
#[cfg(feature = "program")]
pub use program::*;

pub fn path_of(bytes: &[u8]) -> Option<PathBuf> {
    Some(OsStr::from_bytes(bytes).into())
}

pub fn read_exact_at(file: &File, buffer: &mut [u8], from: u64) -> io::Result<()> {
    file.read_exact_at(buffer, from)
}

pub fn remedy_of_limit(error: &io::Error) -> Option<&'static str> {
    /// Of Linux, macOS and the BSDs alike.
    const ENFILE: i32 = 23;
    const EMFILE: i32 = 24;
    match (error.kind(), error.raw_os_error()) {
        (io::ErrorKind::OutOfMemory, _) => Some("limit-memory"),
        (io::ErrorKind::FileTooLarge, _) => Some("limit-file-size"),
        (_, Some(EMFILE)) => Some("limit-open-files"),
        (_, Some(ENFILE)) => Some("limit-all-open-files"),
        _ => None,
    }
}
