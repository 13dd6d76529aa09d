//! The values of an ending while others need them: a file, mapped into memory, that a later run can go on with.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use fs4::FileExt as _;
use memmap2::Mmap;
use thiserror::Error;

use crate::index::Ending;
use crate::value::{Dtw, Measure, Outcome};

use super::far::{Far, Place};
use super::{Layout, Solved};

/// The bytes before the values: what the file is for, and which phases are finished.
const HEADER: u64 = 4096;

/// Where the states of the phases begin in the header.
const PHASES: u64 = 1024;

/// Where it says what the codes go by.
const CODING: Range<usize> = 16..21;

/// The bytes of the state of a phase.
const STATE: usize = 24;

/// Where in it the checksum of the distances to a zeroing move is.
const DTZ_CRC: Range<usize> = 12..16;

/// The bytes of a distance that a byte does not hold: its place and plies.
const FAR: usize = 10;

const MAGIC: &[u8; 16] = b"bolshak raw 3\r\n\0";

/// What the codes of raw values go by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coding {
    /// The length of the draw rule in plies, at most 126.
    pub draw_plies: u8,
    /// The longest distance to win that is kept in a byte, at most [`Dtw::MAX`](crate::value::Dtw); longer ones are
    /// kept apart.
    pub byte_plies: u16,
    /// Whether there are distances to win at all; else a code tells a result alone.
    pub with_dtw: bool,
}

impl Coding {
    /// The code of a distance to win.
    #[inline]
    pub(super) fn code(&self, outcome: Outcome) -> u8 {
        match outcome {
            _ if self.with_dtw => Dtw::code(outcome, self.byte_plies),
            Outcome::Loss(_) => Dtw::loss(0),
            Outcome::Draw => Dtw::DRAW,
            Outcome::Win(_) => Dtw::win(1),
        }
    }
}

/// The values of one ending, both sides to move, as [`Layout`] says, not compressed.
///
/// The file begins with what it is for, and tells of each phase whether it is finished, with checksums. It outlives the
/// process, however that ends. Distances that a byte does not hold are in a file beside it. Nothing is synced: after a
/// power cut the checksums may tell that it is damaged.
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
    far: Vec<Place>,
}

/// A file of raw values cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RawError {
    /// The system's error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It was made for a draw rule of another length, or with distances to win and is wanted without, or the other way.
    #[error("it was made for other metrics, or another draw rule")]
    Other,
    /// It is not what it should be.
    #[error("{what}")]
    Damaged {
        /// What is wrong.
        what: &'static str,
    },
}

fn damaged(what: &'static str) -> RawError {
    RawError::Damaged { what }
}

impl Raw {
    /// Makes the file of an ending in place of any that is there.
    ///
    /// # Errors
    /// If it cannot be made, a full disk included.
    pub fn create(path: &Path, ending: Ending, coding: Coding) -> io::Result<Raw> {
        let layout = Layout::new(ending, coding.with_dtw);
        // Under its name it is whole, whenever the process ends.
        let unfinished = Raw::unfinished(path);
        let file = File::options().create(true).truncate(true).read(true).write(true).open(&unfinished)?;
        let made = (|| {
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

    /// Opens the file of an ending that an earlier run has left. `for_others` leaves the distances to a zeroing move alone:
    /// whoever made them may be about to drop them.
    ///
    /// # Errors
    /// [`RawError`], also if a finished phase has not the checksum noted for it.
    pub fn open(path: &Path, ending: Ending, coding: Coding, for_others: bool) -> Result<Raw, RawError> {
        let layout = Layout::new(ending, coding.with_dtw);
        let file = File::options().read(true).write(true).open(path)?;
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
            let mut state = [0; STATE];
            raw.file.read_exact_at(&mut state, PHASES + (STATE * number) as u64)?;
            if state == [0; STATE] {
                break;
            }
            let far = raw.read_far(u32::from_le_bytes(*state[4..].first_chunk().expect("four bytes")));
            let far = far.map_err(|_| damaged("the file of its long distances is missing or too short"))?;
            let mut expected = raw.state(phase, &far);
            if !with_dtz {
                expected[DTZ_CRC].copy_from_slice(&state[DTZ_CRC]);
            }
            if state != expected {
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

    /// What its codes go by.
    pub const fn coding(&self) -> Coding {
        self.coding
    }

    /// The number of phases, from the first on, that are finished.
    pub const fn finished(&self) -> usize {
        self.finished
    }

    /// Whether all phases are.
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

    /// The codes of distances to a zeroing move, [`PENDING`](super::PENDING) among them: chunk by chunk as the values,
    /// but without classes. None once they were [dropped](Raw::drop_dtz).
    pub fn dtz(&self) -> Option<&[u8]> {
        self.dtz.as_deref()
    }

    /// Writes chunks of a phase that is not finished, from one on, with their distances to a zeroing move. Not through the
    /// map, where the system would clear each page first: that took a tenth of solving's time.
    pub(super) fn write(&self, first: u64, chunks: &[u8], dtz: &[u8]) -> io::Result<()> {
        self.file.write_all_at(chunks, HEADER + first * self.layout.chunk() as u64)?;
        self.file.write_all_at(dtz, dtz_start(&self.layout) + first * self.layout.dtz_chunk() as u64)
    }

    /// Notes in the file that the next phase is finished, with its distances that a byte does not hold.
    pub(super) fn finish(&mut self, phase: &Range<u64>, mut far: Vec<Place>) -> io::Result<()> {
        far.sort_unstable();
        if !far.is_empty() {
            let file = File::options().create(true).truncate(false).write(true).open(Raw::far_path(&self.path))?;
            file.write_all_at(&far_bytes(&far), (FAR * self.far.len()) as u64)?;
        }
        self.file.write_all_at(&self.state(phase, &far), PHASES + (STATE * self.finished) as u64)?;
        self.far.extend(far);
        self.finished += 1;
        Ok(())
    }

    /// The file beside one of that name with the distances that a byte does not hold, if there are any.
    pub fn far_path(path: &Path) -> PathBuf {
        path.with_extension("far")
    }

    /// Reads the next of them.
    fn read_far(&self, count: u32) -> io::Result<Vec<Place>> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let file = File::open(Raw::far_path(&self.path))?;
        let (start, length) = ((FAR * self.far.len()) as u64, FAR as u64 * u64::from(count));
        if file.metadata()?.len() < start + length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut bytes = vec![0; length as usize];
        file.read_exact_at(&mut bytes, start)?;
        let place = |record: &[u8; FAR]| {
            let (place, plies) = record.split_at(8);
            let place = u64::from_le_bytes(*place.first_chunk().expect("eight bytes"));
            (place, u16::from_le_bytes(*plies.first_chunk().expect("two bytes")))
        };
        Ok(bytes.as_chunks().0.iter().map(place).collect())
    }

    /// What the header says of a finished phase: that it is, how many distances a byte does not hold, and checksums.
    fn state(&self, phase: &Range<u64>, far: &[Place]) -> [u8; STATE] {
        let range = |len: usize| (phase.start as usize * len)..(phase.end as usize * len);
        let mut state = [0; STATE];
        state[0] = 1;
        state[4..8].copy_from_slice(&(far.len() as u32).to_le_bytes());
        state[16..20].copy_from_slice(&crc32fast::hash(&far_bytes(far)).to_le_bytes());
        state[8..12].copy_from_slice(&crc32fast::hash(&self.values[range(self.layout.chunk())]).to_le_bytes());
        if let Some(dtz) = &self.dtz {
            state[DTZ_CRC].copy_from_slice(&crc32fast::hash(&dtz[range(self.layout.dtz_chunk())]).to_le_bytes());
        }
        state
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
    pub fn bytes_for(ending: Ending, coding: Coding) -> u64 {
        let layout = Layout::new(ending, coding.with_dtw);
        dtz_start(&layout) + dtz_len(&layout)
    }

    /// The bytes of the file of an ending once its tables are written.
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

fn values_end(layout: &Layout) -> u64 {
    HEADER + values_len(layout)
}

fn values_len(layout: &Layout) -> u64 {
    layout.men().size() * layout.chunk() as u64
}

/// Where the distances to a zeroing move begin: on a page of their own.
fn dtz_start(layout: &Layout) -> u64 {
    values_end(layout).next_multiple_of(HEADER)
}

fn dtz_len(layout: &Layout) -> u64 {
    layout.men().size() * layout.dtz_chunk() as u64
}

/// Distances that a byte does not hold, as they stand in their file.
fn far_bytes(far: &[Place]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(FAR * far.len());
    for (place, plies) in far {
        bytes.extend(place.to_le_bytes());
        bytes.extend(plies.to_le_bytes());
    }
    bytes
}

/// The first bytes of a file.
fn header(layout: &Layout, coding: Coding) -> [u8; PHASES as usize] {
    let mut header = [0; PHASES as usize];
    let name = layout.ending().to_string();
    header[..16].copy_from_slice(MAGIC);
    let [low, high] = coding.byte_plies.to_le_bytes();
    header[CODING].copy_from_slice(&[coding.draw_plies, 0, low, high, coding.with_dtw.into()]);
    header[21] = name.len() as u8;
    header[32..32 + name.len()].copy_from_slice(name.as_bytes());
    header
}

/// Reserves the space at once: a full disk must be an error here and not a bus error at a write.
fn allocate(file: &File, bytes: u64) -> io::Result<()> {
    match file.allocate(bytes) {
        // A file system without reservations: write the zeros.
        Err(error) if error.kind() == io::ErrorKind::Unsupported => {
            io::copy(&mut io::Read::take(io::repeat(0), bytes), &mut &*file).map(drop)
        }
        // Where blocks are counted late, the reservation may leave the length as it was.
        other => other.and_then(|()| file.set_len(bytes)),
    }
}

#[allow(unsafe_code)]
fn map(file: &File, start: u64, bytes: u64) -> io::Result<Mmap> {
    let mut options = memmap2::MmapOptions::new();
    // SAFETY: only the run that holds the lock of the directory, or of the ending, writes to the file, and neither it nor
    // others that share the file look at anything but finished phases, which are not written again; what is cut off the
    // file others never map.
    unsafe { options.offset(start).len(bytes as usize).map(file) }
}
