//! What is known of an open file, and how it comes to be known.

use std::io::ErrorKind;
use std::sync::{Arc, PoisonError};

use super::format::{DIRECTORY_ENTRY_BYTES, HEADER_BYTES};
use super::header::Header;
use super::header_bytes::HeaderError;
use super::source::{Bytes, Source};
use super::{Damage, Table, TableError, open_files};

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

impl Table {
    /// What the file holds, as far as blocks and exceptions are found by it.
    pub(super) fn content(&self) -> Result<Arc<Content>, TableError> {
        match self.known() {
            Some(content) => Ok(content),
            None => Ok(self.opened()?.content.clone()),
        }
    }

    /// The same, if the file was opened before.
    fn known(&self) -> Option<Arc<Content>> {
        self.content.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The open file, or what stands now under its name.
    pub(super) fn opened(&self) -> Result<Arc<Opened>, TableError> {
        if let Some(opened) = self.place.get() {
            return Ok(opened);
        }
        let (source, header) = open(&self.bytes)?;
        let content = match self.known().filter(|content| content.header == header) {
            Some(content) => content,
            None if header.has_values_of(&self.header) => {
                let content = Arc::new(self.load(&source, header)?);
                *self.content.write().unwrap_or_else(PoisonError::into_inner) = Some(content.clone());
                content
            }
            None => return Err(TableError::Replaced { path: self.path() }),
        };
        let opened = Arc::new(Opened { source, content });
        if matches!(self.bytes, Bytes::File(_)) {
            self.place.put(opened.clone());
        }
        Ok(opened)
    }

    /// Reads and checks the directory and the list of exceptions.
    fn load(&self, source: &Source, header: Header) -> Result<Content, TableError> {
        let read = |from: u64, to: u64, crc: u32, damage: Damage| {
            let mut bytes = Vec::new();
            let no_memory = |_| self.unreadable(ErrorKind::OutOfMemory.into());
            bytes.try_reserve_exact((to - from) as usize).map_err(no_memory)?;
            bytes.resize((to - from) as usize, 0);
            source.read(&mut bytes, from).map_err(|error| self.unreadable(error))?;
            if crc32fast::hash(&bytes) == crc { Ok(bytes.into_boxed_slice()) } else { Err(self.damaged(damage)) }
        };
        let Header { directory_crc, exceptions_crc, length, .. } = header;
        let directory = read(HEADER_BYTES as u64, header.data_start(), directory_crc, Damage::Directory)?;
        let exceptions = read(header.exceptions_start(), length, exceptions_crc, Damage::Exceptions)?;
        Ok(Content { header, directory, exceptions })
    }
}

/// Opens a file, and checks its header and length.
pub(super) fn open(bytes: &Bytes) -> Result<(Source, Header), TableError> {
    let path = || bytes.path().to_path_buf();
    let damaged = |damage| TableError::Damaged { path: path(), damage };
    let unreadable = |error| TableError::Read { path: path(), source: Arc::new(error) };
    let (source, actual) = open_files::open(bytes).map_err(unreadable)?;
    if actual < HEADER_BYTES as u64 {
        return Err(damaged(Damage::Short { actual }));
    }
    let mut start = [0; HEADER_BYTES];
    source.read(&mut start, 0).map_err(unreadable)?;
    let header = Header::from_bytes(start).map_err(|error| match error {
        HeaderError::Damaged(damage) => damaged(damage),
        HeaderError::Version(version) => TableError::Version { path: path(), version },
    })?;
    if header.length != actual {
        return Err(damaged(Damage::Length { actual, expected: header.length }));
    }
    Ok((source, header))
}
