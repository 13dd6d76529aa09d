//! The values of an ending while others need them: a file, mapped into memory, that a later run can go on with.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use memmap2::Mmap;

use crate::index::Ending;

use super::coding::Coding;
use super::far::{Far, FarDistance};
use super::known::Solved;
use super::layout::Layout;
use super::raw_error::{RawError, damaged};
use super::raw_file::{
    CODING, DTZ_CRC, FAR, HEADER, PHASES, RECORD, allocate, dtz_len, dtz_start, far_bytes, header, layout, lock, map,
    values_end, values_len,
};

/// The values of one ending, both sides to move, as [`Layout`] says, not compressed.
///
/// The file begins with what it is for, and tells of each phase whether it is finished, with checksums. It outlives the
/// process, however that ends. Distances that a byte does not hold are in a file beside it. Nothing is synced: after a
/// power cut the checksums may tell that it is damaged.
///
/// Whoever writes to the file holds its lock, so there is one such `Raw` at a time. Those for others only read, and only
/// what is final. Like any mapped file it must be left alone by other programs.
pub struct Raw {
    layout: Layout,
    coding: Coding,
    path: PathBuf,
    file: File,
    /// Codes of distances to win, and classes.
    values: Mmap,
    /// Codes of distances to a zeroing move; none once the tables are written.
    dtz: Option<Mmap>,
    /// The finished phases.
    finished: usize,
    /// The distances of finished phases that a byte does not hold.
    far: Vec<FarDistance>,
}

impl Raw {
    /// Makes the file of an ending in place of any that is there.
    ///
    /// # Errors
    /// If it cannot be made, a full disk included; or if the ending has more than [`PIECES`](crate::index::PIECES) pieces.
    pub fn create(path: &Path, ending: Ending, coding: Coding) -> io::Result<Raw> {
        let layout = layout(ending, coding)?;
        // Under its name it is whole, whenever the process ends.
        let unfinished = Raw::unfinished(path);
        // One that an earlier run has left may have been mapped under its name since: it is not used again.
        if let Err(error) = std::fs::remove_file(&unfinished)
            && error.kind() != io::ErrorKind::NotFound
        {
            return Err(error);
        }
        let file = File::options().create_new(true).read(true).write(true).open(&unfinished)?;
        let made = (|| {
            lock(&file)?;
            allocate(&file, dtz_start(&layout) + dtz_len(&layout))?;
            file.write_all_at(&header(&layout, coding), 0)?;
            std::fs::rename(&unfinished, path)
        })();
        if let Err(error) = made {
            // Half a file would only take the space that is missing.
            let _ = std::fs::remove_file(&unfinished);
            return Err(error);
        }
        Raw::map(path, file, layout, coding, true)
    }

    /// The name of the file of that name while it is made.
    pub fn unfinished(path: &Path) -> PathBuf {
        path.with_extension("raw.new")
    }

    /// Opens the file of an ending that an earlier run has left. `for_others` only reads it, and leaves the distances to a
    /// zeroing move alone: whoever made them may be about to drop them.
    ///
    /// # Errors
    /// [`RawError`], also if a finished phase has not the checksum noted for it, the ending has more than
    /// [`PIECES`](crate::index::PIECES) pieces, or, unless it is for others, another `Raw` writes to the file.
    pub fn open(path: &Path, ending: Ending, coding: Coding, for_others: bool) -> Result<Raw, RawError> {
        let layout = layout(ending, coding)?;
        let file = File::options().read(true).write(!for_others).open(path)?;
        if !for_others {
            lock(&file)?;
        }
        let length = file.metadata()?.len();
        if length < HEADER {
            return Err(damaged("its length is wrong"));
        }
        let (mut found, expected) = ([0; PHASES as usize], header(&layout, coding));
        file.read_exact_at(&mut found, 0)?;
        if found != expected {
            found[CODING].copy_from_slice(&expected[CODING]);
            let is_other = found == expected;
            return Err(if is_other { RawError::Other } else { damaged("it is of another ending or version") });
        }
        let has_dtz = length == dtz_start(&layout) + dtz_len(&layout);
        if !has_dtz && length != values_end(&layout) {
            return Err(damaged("its length is wrong"));
        }
        let with_dtz = has_dtz && !for_others;
        let mut raw = Raw::map(path, file, layout, coding, with_dtz)?;
        let phases: Vec<Range<u64>> = raw.layout.men().phases().collect();
        for (number, phase) in phases.iter().enumerate() {
            let mut record = [0; RECORD];
            raw.file.read_exact_at(&mut record, PHASES + (RECORD * number) as u64)?;
            if record == [0; RECORD] {
                break;
            }
            let far = raw.read_far(u32::from_le_bytes(*record[4..].first_chunk().expect("four bytes")))?;
            let mut expected = raw.record(phase, &far);
            if !with_dtz {
                expected[DTZ_CRC].copy_from_slice(&record[DTZ_CRC]);
            }
            if record != expected {
                return Err(damaged("the checksum of a finished phase is wrong"));
            }
            raw.far.extend(far);
            raw.finished += 1;
        }
        if !has_dtz && raw.finished < phases.len() {
            return Err(damaged("it ends too early"));
        }
        raw.release();
        Ok(raw)
    }

    fn map(path: &Path, file: File, layout: Layout, coding: Coding, with_dtz: bool) -> io::Result<Raw> {
        let values = map(&file, HEADER, values_len(&layout))?;
        let dtz = if with_dtz { Some(map(&file, dtz_start(&layout), dtz_len(&layout))?) } else { None };
        Ok(Raw { layout, coding, path: path.into(), file, values, dtz, finished: 0, far: Vec::new() })
    }

    /// Where the values lie.
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The coding of the values.
    pub const fn coding(&self) -> Coding {
        self.coding
    }

    /// How many phases are finished. They are the first ones.
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

    /// The values of finished phases, for those who need them.
    pub fn solved(&self) -> Solved<'_> {
        let men = self.layout.men();
        let end = men.phases().nth(self.finished).map_or(men.size(), |phase| phase.start);
        let bytes = &self.values[..(end * self.layout.chunk() as u64) as usize];
        Solved { layout: &self.layout, bytes, far: Far::new(&self.far) }
    }

    /// The codes of distances to a zeroing move; of a board with a capture pending, [`PENDING`](crate::solve::PENDING). They
    /// have the order of the values' codes. `None` after [`Raw::drop_dtz`].
    pub fn dtz(&self) -> Option<&[u8]> {
        self.dtz.as_deref()
    }

    /// Writes chunks of a phase that is not finished, from one on, with their distances to a zeroing move. Not through the
    /// map, where the system would clear each page first: that took a tenth of solving's time.
    pub(in crate::solve) fn write(&self, first: u64, chunks: &[u8], dtz: &[u8]) -> io::Result<()> {
        self.file.write_all_at(chunks, HEADER + first * self.layout.chunk() as u64)?;
        self.file.write_all_at(dtz, dtz_start(&self.layout) + first * self.layout.chunk_boards() as u64)
    }

    /// Notes in the file that the next phase is finished, with its distances that a byte does not hold.
    pub(in crate::solve) fn finish(&mut self, phase: &Range<u64>, mut far: Vec<FarDistance>) -> io::Result<()> {
        far.sort_unstable();
        if !far.is_empty() {
            let file = File::options().create(true).truncate(false).write(true).open(Raw::far_path(&self.path))?;
            file.write_all_at(&far_bytes(&far), (FAR * self.far.len()) as u64)?;
        }
        self.file.write_all_at(&self.record(phase, &far), PHASES + (RECORD * self.finished) as u64)?;
        self.far.extend(far);
        self.finished += 1;
        Ok(())
    }

    /// The file beside one of that name with the distances that a byte does not hold, if there are any.
    pub fn far_path(path: &Path) -> PathBuf {
        path.with_extension("far")
    }

    /// Reads the long distances of the next phase, which has `count` of them.
    fn read_far(&self, count: u32) -> Result<Vec<FarDistance>, RawError> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let lost = || damaged("the file of its long distances is missing or too short");
        let file = File::open(Raw::far_path(&self.path))
            .map_err(|error| if error.kind() == io::ErrorKind::NotFound { lost() } else { error.into() })?;
        let (start, length) = ((FAR * self.far.len()) as u64, FAR as u64 * u64::from(count));
        if file.metadata()?.len() < start + length {
            return Err(lost());
        }
        let mut bytes = vec![0; length as usize];
        file.read_exact_at(&mut bytes, start)?;
        let distance = |record: &[u8; FAR]| {
            let (offset, plies) = record.split_at(8);
            FarDistance {
                offset: u64::from_le_bytes(*offset.first_chunk().expect("eight bytes")),
                plies: u16::from_le_bytes(*plies.first_chunk().expect("two bytes")),
            }
        };
        Ok(bytes.as_chunks().0.iter().map(distance).collect())
    }

    /// What the header says of a finished phase: that it is, how many distances a byte does not hold, and checksums.
    fn record(&self, phase: &Range<u64>, far: &[FarDistance]) -> [u8; RECORD] {
        let range = |len: usize| (phase.start as usize * len)..(phase.end as usize * len);
        let mut record = [0; RECORD];
        record[0] = 1;
        record[4..8].copy_from_slice(&(far.len() as u32).to_le_bytes());
        record[16..20].copy_from_slice(&crc32fast::hash(&far_bytes(far)).to_le_bytes());
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

    /// Lets the system take back the memory of the map; the values stay in the file.
    #[allow(unsafe_code)]
    pub fn release(&self) {
        for map in std::iter::once(&self.values).chain(&self.dtz) {
            // SAFETY: the map is shared with a file, where what was written stays, so that pages come back as they
            // were. That it may fail is no harm: then the memory stays.
            let _ = unsafe { map.unchecked_advise(memmap2::UncheckedAdvice::DontNeed) };
        }
    }

    /// The bytes of the file of an ending while it is solved.
    ///
    /// # Panics
    /// Beyond [`PIECES`](crate::index::PIECES) pieces.
    pub fn bytes_for(ending: Ending, coding: Coding) -> u64 {
        let layout = Layout::new(ending, coding.with_dtw);
        dtz_start(&layout) + dtz_len(&layout)
    }

    /// The bytes of the file of an ending once its tables are written.
    ///
    /// # Panics
    /// Beyond [`PIECES`](crate::index::PIECES) pieces.
    pub fn bytes_without_dtz(ending: Ending, coding: Coding) -> u64 {
        values_end(&Layout::new(ending, coding.with_dtw))
    }

    /// Removes the file.
    ///
    /// # Errors
    /// If that fails.
    pub fn remove(&self) -> io::Result<()> {
        // Without its distances the file would be a damaged one.
        std::fs::remove_file(&self.path)?;
        if self.far.is_empty() { Ok(()) } else { std::fs::remove_file(Raw::far_path(&self.path)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{Dtw, Measure};

    #[test]
    fn a_file_has_one_writer() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("KvK.raw");
        let ending: Ending = "KvK".parse().unwrap();
        let coding = Coding { draw_plies: 30, byte_plies: Dtw::MAX, with_dtw: true };
        let is_locked = |opened: Result<Raw, RawError>| matches!(opened, Err(RawError::Io(error)) if error.kind() == io::ErrorKind::WouldBlock);
        let first = Raw::create(&path, ending, coding).unwrap();
        assert!(is_locked(Raw::open(&path, ending, coding, false)));
        let mut reader = Raw::open(&path, ending, coding, true).unwrap();
        assert!(reader.write(0, &[1], &[]).is_err() && reader.finish(&(0..1), Vec::new()).is_err());
        // Another file takes the name; the first stays whole as long as it is mapped.
        let second = Raw::create(&path, ending, coding).unwrap();
        assert!(first.dtz().unwrap().iter().all(|&code| code == 0));
        drop(first);
        assert!(is_locked(Raw::open(&path, ending, coding, false)));
        drop(second);
        let mut again = Raw::open(&path, ending, coding, false).unwrap();
        again.drop_dtz().unwrap();
        assert!(again.dtz().is_none() && reader.dtz().is_none());
    }
}
