//! Making an unpacked table.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use crate::board::Game;
use crate::table::unpack::{CONSTANT, Footer, MadeFrom, PAGE, SAME};
use crate::table::{Damage, Metric, Table, TableError, Values};

use super::reading::BATCH;

impl<G: Game> Table<G> {
    /// Writes the file that [`UnpackedTable`](crate::table::UnpackedTable) reads, from this table of categories. Each block is
    /// read and checked as for a probe, on the current rayon pool. `done` is called with the entries of each written block; if
    /// it returns false, so does this, and the output is to be discarded.
    ///
    /// # Errors
    /// [`TableError`], if the table is damaged, unreadable, or not of categories; [`TableError::Write`], if `out` fails.
    pub fn unpack(
        &self,
        path: &Path,
        out: &mut impl Write,
        mut done: impl FnMut(u64) -> bool,
    ) -> Result<bool, TableError> {
        if self.header().metric != Metric::Wdl {
            return Err(self.damaged(Damage::Name));
        }
        let failed = |error: io::Error| TableError::Write { path: path.into(), source: Arc::new(error) };
        let mut pages = Pages { out, page: Vec::new(), checksums: Vec::new(), hasher: blake3::Hasher::new() };
        let mut directory = Vec::new();
        let blocks = self.header().blocks();
        for batch in (0..blocks).step_by(BATCH as usize) {
            let read = |block| self.categories(block, true);
            let read: Vec<_> =
                (batch..blocks.min(batch + BATCH)).into_par_iter().map(read).collect::<Result<_, _>>()?;
            for (block, categories) in (batch..).zip(read) {
                let starts = match categories.starts() {
                    Some(starts) => {
                        let bytes: Vec<u8> = starts.iter().flat_map(|start| start.to_le_bytes()).collect();
                        pages.append(&bytes).map_err(failed)?
                    }
                    None => SAME,
                };
                let values = match &categories.values {
                    Values::Bytes(values) => pages.append(values).map_err(failed)?,
                    Values::Constant(value) => CONSTANT + u64::from(*value),
                };
                directory.extend([values, starts].map(u64::to_le_bytes).concat());
                if !done(self.entries_of_block(block)) {
                    return Ok(false);
                }
            }
        }
        let directory = pages.append(&directory).map_err(failed)?;
        pages.finish(MadeFrom::new(self.header()), directory).map_err(failed)?;
        Ok(true)
    }
}

struct Pages<'w, W> {
    out: &'w mut W,
    page: Vec<u8>,
    checksums: Vec<u8>,
    hasher: blake3::Hasher,
}

impl<W: Write> Pages<'_, W> {
    /// Appends bytes, and returns where they start: at a multiple of 8.
    fn append(&mut self, mut bytes: &[u8]) -> io::Result<u64> {
        self.page.resize(self.page.len().next_multiple_of(8), 0);
        let start = (self.checksums.len() / 4 * PAGE + self.page.len()) as u64;
        while !bytes.is_empty() {
            if self.page.len() == PAGE {
                self.end()?;
            }
            let (some, rest) = bytes.split_at(bytes.len().min(PAGE - self.page.len()));
            self.page.extend(some);
            bytes = rest;
        }
        Ok(start)
    }

    fn end(&mut self) -> io::Result<()> {
        self.page.resize(PAGE, 0);
        self.checksums.extend(crc32fast::hash(&self.page).to_le_bytes());
        self.hasher.update(&self.page);
        self.out.write_all(&self.page)?;
        self.page.clear();
        Ok(())
    }

    fn finish(mut self, made_from: MadeFrom, directory: u64) -> io::Result<()> {
        self.end()?;
        let pages = (self.checksums.len() / 4) as u64;
        let footer = Footer { made_from, digest: *self.hasher.finalize().as_bytes(), pages, directory };
        self.out.write_all(&self.checksums)?;
        self.out.write_all(&footer.to_bytes())
    }
}
