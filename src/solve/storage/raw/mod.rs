//! The file of raw values: those of one ending, mapped into memory, kept while other endings need them.

mod error;
mod far_file;
mod file;
mod open;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt as _;
use std::path::PathBuf;

use memmap2::Mmap;

use crate::board::{Game, Russian};
use crate::index::Ending;

use super::coding::Coding;
use super::far::{Far, FarDistance};
use super::known::Solved;
use super::layout::Layout;
use file::{DTZ_CRC, HEADER, PHASES, RECORD, dtz_len, dtz_start, values_end};

pub use error::RawError;
pub use far_file::path as far_path;
pub use open::unfinished_path;

/// The values of one ending with either side to move, not compressed, where [`Layout`] places them.
///
/// The file begins with a header. It says what the file is for, and which phases are finished, with their checksums.
/// The file outlives the process, however that ends, and a later run goes on with it. Far distances are in a file
/// beside it. Nothing is synced: after a power cut, the checksums may show that a file is damaged.
///
/// A `Raw` that writes to the file holds its lock, so there is one at a time. A `Raw` for others only reads, and only
/// what is final. Other programs must leave the file alone, as they must any mapped file.
pub struct Raw<G = Russian> {
    layout: Layout<G>,
    coding: Coding,
    path: PathBuf,
    file: File,
    /// Codes of distances to win, and classes.
    values: Mmap,
    /// Codes of distances to a zeroing move; none once the tables are written.
    dtz: Option<Mmap>,
    /// The number of finished phases.
    finished: usize,
    /// The far distances of finished phases.
    far: Vec<FarDistance>,
}

impl<G: Game> Raw<G> {
    /// Where the values lie.
    pub const fn layout(&self) -> &Layout<G> {
        &self.layout
    }

    /// How its values are coded.
    pub const fn coding(&self) -> Coding {
        self.coding
    }

    /// The number of phases, from the first on, that are finished.
    pub const fn finished(&self) -> usize {
        self.finished
    }

    /// Whether all phases are finished.
    pub fn is_solved(&self) -> bool {
        self.finished == self.layout.men().phases().len()
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> u64 {
        match self.dtz {
            Some(_) => dtz_start(&self.layout) + dtz_len(&self.layout),
            None => values_end(&self.layout),
        }
    }

    /// The values of finished phases.
    pub fn solved(&self) -> Solved<'_, G> {
        let men = self.layout.men();
        let end = men.phases().nth(self.finished).map_or(men.size(), |phase| phase.start);
        let bytes = &self.values[..(end * self.layout.chunk() as u64) as usize];
        Solved { layout: &self.layout, bytes, far: Far::new(&self.far) }
    }

    /// The codes of distances to a zeroing move, [`PENDING`](crate::solve::PENDING) among them: chunk by chunk as the
    /// values, but without classes. None once they were [dropped](Raw::drop_dtz).
    pub fn dtz(&self) -> Option<&[u8]> {
        self.dtz.as_deref()
    }

    /// Writes chunks of a phase that is not finished, and their distances to a zeroing move, from the chunk `first` on.
    /// It does not write through the map: there the system clears each page first, which took a tenth of the time of
    /// solving.
    pub(in crate::solve) fn write(&self, first: u64, chunks: &[u8], dtz: &[u8]) -> io::Result<()> {
        self.file.write_all_at(chunks, HEADER + first * self.layout.chunk() as u64)?;
        self.file.write_all_at(dtz, dtz_start(&self.layout) + first * self.layout.chunk_boards() as u64)
    }

    /// Notes in the file that the next phase is finished, and adds its far distances.
    pub(in crate::solve) fn finish(&mut self, phase: &Range<u64>, mut far: Vec<FarDistance>) -> io::Result<()> {
        far.sort_unstable();
        far_file::write(&self.path, self.far.len(), &far)?;
        self.file.write_all_at(&self.record(phase, &far), PHASES + (RECORD * self.finished) as u64)?;
        self.far.extend(far);
        self.finished += 1;
        Ok(())
    }

    /// The header's record of a finished phase: that it is finished, the number of its far distances, and checksums.
    fn record(&self, phase: &Range<u64>, far: &[FarDistance]) -> [u8; RECORD] {
        let range = |len: usize| (phase.start as usize * len)..(phase.end as usize * len);
        let mut record = [0; RECORD];
        record[0] = 1;
        record[4..8].copy_from_slice(&(far.len() as u32).to_le_bytes());
        record[16..20].copy_from_slice(&crc32fast::hash(&far_file::bytes(far)).to_le_bytes());
        record[8..12].copy_from_slice(&crc32fast::hash(&self.values[range(self.layout.chunk())]).to_le_bytes());
        if let Some(dtz) = &self.dtz {
            record[DTZ_CRC].copy_from_slice(&crc32fast::hash(&dtz[range(self.layout.chunk_boards())]).to_le_bytes());
        }
        record
    }

    /// Gives back the space of the distances to a zeroing move, which other endings do not need.
    ///
    /// # Errors
    /// If the file cannot be cut.
    pub fn drop_dtz(&mut self) -> io::Result<()> {
        match self.dtz.take() {
            Some(_) => self.file.set_len(values_end(&self.layout)),
            None => Ok(()),
        }
    }

    /// Lets the system take back the memory of the map. The values stay in the file.
    #[allow(unsafe_code)]
    pub fn release(&self) {
        for map in std::iter::once(&self.values).chain(&self.dtz) {
            // SAFETY: the map shows a file, and what is in the file stays, so pages come back as they were. A failure
            // does no harm: the memory then stays in use.
            let _ = unsafe { map.unchecked_advise(memmap2::UncheckedAdvice::DontNeed) };
        }
    }

    /// The bytes of the file of an ending while it is solved.
    ///
    /// # Panics
    /// Beyond [`PIECES`](crate::index::PIECES) pieces.
    pub fn bytes_for(ending: Ending, coding: Coding) -> u64 {
        let layout = Layout::<G>::new(ending, coding.with_dtw);
        dtz_start(&layout) + dtz_len(&layout)
    }

    /// The bytes of the file of an ending once its tables are written.
    ///
    /// # Panics
    /// Beyond [`PIECES`](crate::index::PIECES) pieces.
    pub fn bytes_without_dtz(ending: Ending, coding: Coding) -> u64 {
        values_end(&Layout::<G>::new(ending, coding.with_dtw))
    }

    /// Removes the file.
    ///
    /// # Errors
    /// If that fails.
    pub fn remove(&self) -> io::Result<()> {
        // The values go first: without its far distances, a file of values would be damaged.
        std::fs::remove_file(&self.path)?;
        if self.far.is_empty() { Ok(()) } else { std::fs::remove_file(far_file::path(&self.path)) }
    }
}
