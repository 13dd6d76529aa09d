//! What is known of an open file.

use std::sync::Arc;

use super::format::DIRECTORY_ENTRY_BYTES;
use super::header::Header;
use super::source::Source;

/// What is kept of a file, checked.
#[derive(Debug)]
pub(super) struct Content {
    pub(super) header: Header,
    pub(super) directory: Box<[u8]>,
    pub(super) exceptions: Box<[u8]>,
}

/// An open file, and what it holds.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) source: Source,
    pub(super) content: Arc<Content>,
}

impl Content {
    /// The checksum of a block and where it starts, `None` beyond the last.
    pub fn block(&self, block: u64) -> Option<(u32, u64)> {
        const BYTES: usize = DIRECTORY_ENTRY_BYTES as usize;
        let entry: &[u8; BYTES] = self.directory.as_chunks().0.get(usize::try_from(block).ok()?)?;
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
        Some((number(&entry[..4]) as u32, number(&entry[4..])))
    }
}
