//! A system without files, such as a browser.

use std::fs::File;
use std::io;
use std::path::PathBuf;

pub fn path_of(bytes: &[u8]) -> Option<PathBuf> {
    std::str::from_utf8(bytes).ok().map(Into::into)
}

pub fn read_exact_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

pub fn remedy_of_limit(_: &io::Error) -> Option<&'static str> {
    None
}
