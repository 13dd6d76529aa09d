//! Digests of whole tables.

use crate::board::Game;

use super::error::HEADER_BYTES;
use super::header::Header;
use super::source::Opened;
use super::values::{Values, unpack};
use super::wire::IN_DIGEST;
use super::{Damage, Metric, Table, TableError};

impl<G: Game> Table<G> {
    /// BLAKE3 of the content before compression, computed from the file: equals [`Header::digest`] if the table is whole. Reads,
    /// checks and unpacks everything, one block at a time, about 1 GB unpacked a second. Calls `read` with the number of entries or
    /// distances of each block; `None` if `read` returns `false`, which stops it.
    ///
    /// # Errors
    /// [`TableError`], if the file cannot be read or is damaged anywhere.
    pub fn content_digest(&self, mut read: impl FnMut(u64) -> bool) -> Result<Option<[u8; 32]>, TableError> {
        let mut hasher = blake3::Hasher::new();
        let is_wdl = self.header.metric == Metric::Wdl;
        for block in 0..self.header.blocks() {
            let most = self.most_bytes(block);
            self.compressed_in(&*self.opened()?, block, |bytes| {
                match unpack(bytes, most)? {
                    Values::Bytes(bytes) if !is_wdl && bytes.len() < most => return None,
                    Values::Bytes(bytes) => hasher.update(&bytes),
                    Values::Constant(value) => hasher.update(&[value]),
                };
                Some(())
            })?;
            if !read(if is_wdl { self.entries_of_block(block) } else { most as u64 }) {
                return Ok(None);
            }
        }
        let opened = self.opened()?;
        if !is_wdl {
            hasher.update(&self.header_bytes(&opened)?[IN_DIGEST]).update(opened.content.counts());
        }
        hasher.update(&opened.content.exceptions);
        hasher.update(&self.header.companion);
        Ok(Some(*hasher.finalize().as_bytes()))
    }

    /// BLAKE3 of the whole file, header included; it depends on the level of compression. Covers the bytes that answers come from:
    /// those of the open file, even if another has its name by now, with each block checked. Calls `read` with the number of bytes
    /// of each part; `None` if `read` returns `false`, which stops it.
    ///
    /// # Errors
    /// [`TableError`], if the file cannot be read, is damaged anywhere, or was replaced.
    pub fn file_digest(&self, mut read: impl FnMut(u64) -> bool) -> Result<Option<[u8; 32]>, TableError> {
        let opened = self.opened()?;
        let content = &opened.content;
        if content.header != self.header {
            return Err(TableError::Replaced { path: self.path() });
        }
        let start = self.header_bytes(&opened)?;
        let mut hasher = blake3::Hasher::new();
        hasher.update(&start).update(&content.directory);
        read(hasher.count());
        for block in 0..self.header.blocks() {
            let bytes = self.compressed_in(&opened, block, |bytes| {
                hasher.update(bytes);
                Some(bytes.len() as u64)
            })?;
            if !read(bytes) {
                return Ok(None);
            }
        }
        hasher.update(&content.exceptions);
        read(content.exceptions.len() as u64);
        // No byte is between the directory and the first block.
        if hasher.count() != self.header.length {
            return Err(self.damaged(Damage::Directory));
        }
        Ok(Some(*hasher.finalize().as_bytes()))
    }

    /// Whether writing the header again gives the same bytes: zeros where the format has nothing, and where there is no longest
    /// distance.
    pub(crate) fn has_plain_header(&self) -> Result<bool, TableError> {
        let opened = self.opened()?;
        Ok(self.header_bytes(&opened)? == opened.content.header.to_bytes())
    }

    /// The bytes of the header of an open file; an error if they have changed since it was opened.
    fn header_bytes(&self, Opened { source, content }: &Opened) -> Result<[u8; HEADER_BYTES], TableError> {
        let mut start = [0; HEADER_BYTES];
        source.read(&mut start, 0).map_err(|error| self.unreadable(error))?;
        let is_same = Header::from_bytes(start, &self.path()).is_ok_and(|header| header == content.header);
        if is_same { Ok(start) } else { Err(self.damaged(Damage::Header)) }
    }

    /// Whether the exceptions are in ascending order, of different entries that exist.
    pub(crate) fn has_ordered_exceptions(&self) -> Result<bool, TableError> {
        let content = self.content()?;
        let numbers = content.exceptions.as_chunks().0.iter().map(|&exception| u64::from_le_bytes(exception) >> 1);
        let entries = |number: u64| self.header.sides.get((number & 1) as usize).map_or(0, |side| side.entries);
        Ok(numbers.clone().is_sorted_by(|a, b| a < b) && numbers.clone().all(|number| number >> 1 < entries(number)))
    }
}
