//! When the file of a table is opened, and what is kept of it.

use std::io::ErrorKind;
use std::sync::{Arc, PoisonError};

use crate::board::Game;

use super::content::{Content, Opened};
use super::format::HEADER_BYTES;
use super::header::Header;
use super::open_files::open_checked;
use super::source::{Bytes, Source};
use super::{Damage, Table, TableError};

impl<G: Game> Table<G> {
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

    /// Whether [`Table::content`] reads no file.
    pub(super) fn has_content(&self) -> bool {
        self.content.read().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// The open file, or what stands now under its name.
    pub(super) fn opened(&self) -> Result<Arc<Opened>, TableError> {
        if let Some(opened) = self.place.get() {
            return Ok(opened);
        }
        let (source, header) = open_checked(&self.bytes)?;
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
