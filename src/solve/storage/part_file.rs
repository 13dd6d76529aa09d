//! A file of packed parts, which grows phase by phase.
//!
//! A header says what the file is for and which phases are finished. The parts of a phase follow, in any order, and then the
//! phase's list of them: where each lies, and its checksum. The header gets the record of the phase last: the place and the
//! checksum of the list. So a run that is killed leaves the finished phases, and what comes after the last list is overwritten
//! by the next run. Nothing is synced: after a power cut, the checksums may show that a file is damaged.
//!
//! A record is right in its place alone. The checksum of a list covers more than the list: what the file is for, the number of
//! the phase, and the list. So a record of another phase, of the other file of the ending, of another ending, or of a run with
//! other values is found to be wrong. Another run with the same header makes the same values.

use std::fs::{File, TryLockError};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use bolshak_system::{self as system, Refused};
use rayon::prelude::*;
use thiserror::Error;

/// The length of the header.
const HEADER: usize = 4096;

/// Where the records of the phases begin in the header.
pub(super) const PHASES: usize = 1024;

/// The length of the record of a phase: where its list lies, how long it is, and its [checksum](PartFile::checksum).
const RECORD: usize = 16;

/// Where a part lies, and its checksum.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::solve) struct Place {
    start: u64,
    length: u32,
    crc: u32,
}

/// The length of a place in a list.
const PLACE: usize = 16;

impl Place {
    fn bytes(self) -> [u8; PLACE] {
        let mut bytes = [0; PLACE];
        bytes[..8].copy_from_slice(&self.start.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.length.to_le_bytes());
        bytes[12..].copy_from_slice(&self.crc.to_le_bytes());
        bytes
    }

    fn from(bytes: &[u8; PLACE]) -> Place {
        let word = |at: usize| u32::from_le_bytes(*bytes[at..].first_chunk().expect("four bytes"));
        Place { start: u64::from_le_bytes(*bytes.first_chunk().expect("eight bytes")), length: word(8), crc: word(12) }
    }

    /// Compares the bytes of a part with its checksum.
    fn check(self, bytes: &[u8]) -> Result<(), FileError> {
        let is_right = crc32fast::hash(bytes) == self.crc;
        if is_right { Ok(()) } else { Err(FileDamage::Checksum.into()) }
    }
}

/// A file of packed parts: those of both halves, by number.
pub(super) struct PartFile {
    pub path: PathBuf,
    file: File,
    /// The CRC-32 of what the file is for.
    purpose: u32,
    /// Where the next part goes.
    end: AtomicU64,
    places: [Vec<Place>; 2],
    finished: usize,
}

impl PartFile {
    /// Makes the file, in place of any other, for a number of parts of each half. `purpose` begins its header.
    ///
    /// # Errors
    /// If it cannot be made, a full disk included.
    pub fn create(path: &Path, purpose: &[u8; PHASES], parts: usize) -> io::Result<PartFile> {
        // The file gets its name when it is whole. A run that is killed before leaves nothing under that name.
        let unfinished = unfinished_path(path);
        system::check_regular(path)?;
        system::check_regular(&unfinished)?;
        // An unfinished file that is there is not written to: the run that made it may yet rename it and use it.
        if let Err(error) = std::fs::remove_file(&unfinished)
            && error.kind() != io::ErrorKind::NotFound
        {
            return Err(error);
        }
        let file = File::options().create_new(true).read(true).write(true).open(&unfinished)?;
        let made = (|| {
            lock(&file)?;
            file.set_len(HEADER as u64)?;
            system::write_all_at(&file, purpose, 0)?;
            system::replace(&unfinished, path)
        })();
        made.inspect_err(|_| _ = std::fs::remove_file(&unfinished))?;
        Ok(PartFile::empty(path, file, purpose, parts))
    }

    fn empty(path: &Path, file: File, purpose: &[u8; PHASES], parts: usize) -> PartFile {
        let (purpose, end) = (crc32fast::hash(purpose), AtomicU64::new(HEADER as u64));
        let places = [0, 1].map(|_| vec![Place::default(); parts]);
        PartFile { path: path.into(), file, purpose, end, places, finished: 0 }
    }

    /// The checksum of the list of a phase: a CRC-32 of what the file is for, the number of the phase, and the list.
    fn checksum(&self, phase: usize, list: &[u8]) -> u32 {
        let mut hasher = crc32fast::Hasher::new_with_initial(self.purpose);
        hasher.update(&(phase as u64).to_le_bytes());
        hasher.update(list);
        hasher.finalize()
    }

    /// Opens a file that an earlier run has left: to go on with it, or only to read it. Reads the parts of all finished phases
    /// and checks them. `phases` are the numbers of the parts of each phase. Returns what was noted with the finished ones, too.
    ///
    /// # Errors
    /// [`FileError`]; also if another run writes to it, unless it is only read.
    pub fn open(
        path: &Path,
        purpose: &[u8; PHASES],
        parts: usize,
        phases: impl Iterator<Item = Range<usize>>,
        only_read: bool,
    ) -> Result<(PartFile, Vec<Vec<u8>>), FileError> {
        system::check_regular(path)?;
        let file = File::options().read(true).write(!only_read).open(path)?;
        if !only_read {
            lock(&file)?;
        }
        let mut header = [0; HEADER];
        system::read_exact_at(&file, &mut header, 0)?;
        FileError::compare(header.first_chunk().expect("a header is longer"), purpose)?;
        let length = file.metadata()?.len();
        let mut opened = PartFile::empty(path, file, purpose, parts);
        // A length that is wrong must not become an allocation.
        let read = |file: &PartFile, place: Place| match place.start.checked_add(place.length.into()) {
            Some(end) if end <= length => file.read_bytes(place),
            _ => Err(FileDamage::TooShort.into()),
        };
        let (records, _) = header[PHASES..].as_chunks::<RECORD>();
        let (finished, rest) = records.split_at(records.iter().take_while(|record| **record != [0; RECORD]).count());
        let phases: Vec<Range<usize>> = phases.collect();
        if finished.len() > phases.len() || rest.iter().any(|record| *record != [0; RECORD]) {
            return Err(FileDamage::Record.into());
        }
        let mut notes = Vec::new();
        for (phase, (record, numbers)) in finished.iter().zip(phases).enumerate() {
            let list = Place::from(record);
            let bytes = read(&opened, list)?;
            if opened.checksum(phase, &bytes) != list.crc {
                return Err(FileDamage::Record.into());
            }
            let (listed, noted) = bytes.split_at_checked(2 * PLACE * numbers.len()).ok_or(FileDamage::ShortList)?;
            let (listed, _) = listed.as_chunks::<PLACE>();
            for (places, listed) in opened.places.iter_mut().zip(listed.chunks(numbers.len().max(1))) {
                for (place, bytes) in places[numbers.clone()].iter_mut().zip(listed) {
                    *place = Place::from(bytes);
                }
            }
            notes.push(noted.to_vec());
            opened.finished += 1;
            *opened.end.get_mut() = list.start + u64::from(list.length);
        }
        let places = opened.places.par_iter().flatten().filter(|place| place.length > 0);
        places.try_for_each(|&place| place.check(&read(&opened, place)?))?;
        Ok((opened, notes))
    }

    /// The number of finished phases.
    pub fn finished(&self) -> usize {
        self.finished
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> u64 {
        self.end.load(Ordering::Relaxed)
    }

    /// Writes a part of a phase that is not finished.
    ///
    /// # Errors
    /// Those of the system.
    pub fn append(&self, bytes: &[u8]) -> io::Result<Place> {
        let length = u32::try_from(bytes.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
        let start = self.end.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        system::write_all_at(&self.file, bytes, start)?;
        Ok(Place { start, length, crc: crc32fast::hash(bytes) })
    }

    /// Notes that a phase is finished, whose parts have the numbers from `first` on in each half.
    ///
    /// # Errors
    /// Those of the system.
    pub fn finish(&mut self, phase: usize, first: usize, parts: [&[Place]; 2], notes: &[u8]) -> io::Result<()> {
        let listed = parts.iter().flat_map(|places| places.iter().flat_map(|place| place.bytes()));
        let list: Vec<u8> = listed.chain(notes.iter().copied()).collect();
        let record = Place { crc: self.checksum(phase, &list), ..self.append(&list)? };
        system::write_all_at(&self.file, &record.bytes(), (PHASES + RECORD * phase) as u64)?;
        for (to, places) in self.places.iter_mut().zip(parts) {
            to[first..first + places.len()].copy_from_slice(places);
        }
        self.finished = phase + 1;
        Ok(())
    }

    /// The packed bytes of a part of a finished phase.
    ///
    /// # Errors
    /// [`FileError`]; also if its checksum is wrong.
    pub fn read(&self, half: usize, part: usize) -> Result<Vec<u8>, FileError> {
        let place = self.places[half][part];
        let bytes = self.read_bytes(place)?;
        place.check(&bytes)?;
        Ok(bytes)
    }

    fn read_bytes(&self, place: Place) -> Result<Vec<u8>, FileError> {
        let mut bytes = vec![0; place.length as usize];
        system::read_exact_at(&self.file, &mut bytes, place.start)?;
        Ok(bytes)
    }
}

/// The name that a file of values with that name has until it is whole.
pub fn unfinished_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    name.into()
}

/// Keeps other writers away from a file until it is closed.
fn lock(file: &File) -> io::Result<()> {
    system::lock(file).map_err(|error| match error {
        TryLockError::Error(error) => error,
        TryLockError::WouldBlock => Refused::Locked.into(),
    })
}

/// What is wrong with a file of values in work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum FileDamage {
    /// It ends too early.
    #[error("it ends too early")]
    TooShort,
    /// A list is too short.
    #[error("a list is too short")]
    ShortList,
    /// The checksum of a finished phase is wrong.
    #[error("the checksum of a finished phase is wrong")]
    Checksum,
    /// A record of a finished phase is not in its place.
    #[error("a record of a finished phase is not in its place")]
    Record,
    /// The file of its distances to a zeroing move is damaged, or of another run.
    #[error("the file of its distances to a zeroing move is damaged, or of another run")]
    ZeroingOther,
    /// The file of its distances to a zeroing move lacks a finished phase.
    #[error("the file of its distances to a zeroing move lacks a finished phase")]
    ZeroingPhase,
    /// The file of its distances to a zeroing move is missing.
    #[error("the file of its distances to a zeroing move is missing")]
    ZeroingMissing,
    /// It has no distances to a zeroing move.
    #[error("it has no distances to a zeroing move")]
    NoZeroing,
    /// A list of long distances is cut.
    #[error("a list of long distances is cut")]
    LongList,
    /// It is of another ending or version.
    #[error("it is of another ending or version")]
    OtherEnding,
    /// A part of it cannot be unpacked.
    #[error("a part of it cannot be unpacked")]
    Packed,
}

/// A file of values in work cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system's error.
    #[error(transparent)]
    Io(io::Error),
    /// It was made for another game, for a draw rule of another length, or for other distances to win.
    #[error("it was made for another game, other metrics, or another draw rule")]
    Other,
    /// It is damaged, or no file of values.
    #[error(transparent)]
    Damaged(#[from] FileDamage),
}

/// Where a header says for what game, draw rule and metrics the file is.
pub(super) const CODING: Range<usize> = 16..21;

impl FileError {
    /// Compares the beginning of a header with what it should be.
    pub(super) fn compare<const N: usize>(found: &[u8; N], expected: &[u8; N]) -> Result<(), FileError> {
        if found == expected {
            return Ok(());
        }
        let mut found = *found;
        found[CODING].copy_from_slice(&expected[CODING]);
        Err(if found == *expected { FileError::Other } else { FileDamage::OtherEnding.into() })
    }
}

impl From<io::Error> for FileError {
    /// A file that ends too early has been cut, and what cannot be unpacked is damaged; any other error says nothing about what
    /// is in the file.
    fn from(error: io::Error) -> FileError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => FileDamage::TooShort.into(),
            io::ErrorKind::InvalidData => FileDamage::Packed.into(),
            _ => FileError::Io(error),
        }
    }
}
