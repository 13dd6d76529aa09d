//! A file of packed parts, which grows phase by phase.
//!
//! The header names the file's purpose and has a record of each finished phase. The parts of a phase follow it, in any order,
//! and then the phase's list of their places and checksums. The record, with the place and the checksum of the list, is written
//! last. So a killed run leaves the finished phases, and the next run overwrites what comes after the last list. Nothing is
//! synced: after a power cut, the checksums may show that a file is damaged.
//!
//! A record is valid only in its place: the checksum of a list covers the purpose of the file, the number of the phase, and the
//! list. So a record of another phase, of the other file of the ending, of another ending, or of a run with other values is
//! found to be wrong. Another run with the same header makes the same values.

use std::fs::{File, TryLockError};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use bolshak_system::{self as system, Refused};
use rayon::prelude::*;
use thiserror::Error;

const HEADER: usize = 4096;

/// Where the records of the phases begin in the header.
pub(super) const PHASES: usize = 1024;

/// The length of a phase's record: the place, length and [checksum](PartFile::checksum) of its list.
const RECORD: usize = 16;

/// Where a part lies, and its checksum.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::retrograde) struct PartPlace {
    start: u64,
    length: u32,
    crc: u32,
}

/// The length of a place in a list.
const PLACE: usize = 16;

impl PartPlace {
    fn bytes(self) -> Vec<u8> {
        [&self.start.to_le_bytes()[..], &self.length.to_le_bytes(), &self.crc.to_le_bytes()].concat()
    }

    fn from(bytes: &[u8; PLACE]) -> PartPlace {
        let word = |at: usize| u32::from_le_bytes(*bytes[at..].first_chunk().expect("four bytes"));
        let start = u64::from_le_bytes(*bytes.first_chunk().expect("eight bytes"));
        PartPlace { start, length: word(8), crc: word(12) }
    }

    fn check(self, bytes: &[u8]) -> Result<(), FileError> {
        let is_right = crc32fast::hash(bytes) == self.crc;
        if is_right { Ok(()) } else { Err(FileDamage::PartChecksum.into()) }
    }
}

/// A file of packed parts: those of both halves, by number.
pub(super) struct PartFile {
    pub path: PathBuf,
    file: File,
    /// The CRC-32 of the purpose of the file.
    purpose: u32,
    end: AtomicU64,
    places: [Vec<PartPlace>; 2],
    pub finished: usize,
}

impl PartFile {
    /// Makes the file, replacing any, for a number of parts of each half. `purpose` is the beginning of its header.
    pub fn create(path: &Path, purpose: &[u8; PHASES], parts: usize) -> io::Result<PartFile> {
        // The file gets its name when it is whole: a run killed before leaves nothing under that name.
        let unfinished = unfinished_path(path);
        system::check_regular(path)?;
        system::check_regular(&unfinished)?;
        // An unfinished file is not reused: the run that made it may still rename it and use it.
        remove_if_there(&unfinished)?;
        let file = File::options().create_new(true).read(true).write(true).open(&unfinished)?;
        let made = (|| {
            lock(&file)?;
            file.set_len(HEADER as u64)?;
            system::write_all_at(&file, purpose, 0)?;
            system::replace(&unfinished, path)
        })();
        if let Err(error) = made {
            let _ = std::fs::remove_file(&unfinished);
            return Err(error);
        }
        Ok(PartFile::empty(path, file, purpose, parts))
    }

    fn empty(path: &Path, file: File, purpose: &[u8; PHASES], parts: usize) -> PartFile {
        let (purpose, end) = (crc32fast::hash(purpose), AtomicU64::new(HEADER as u64));
        let places = [0, 1].map(|_| vec![PartPlace::default(); parts]);
        PartFile { path: path.into(), file, purpose, end, places, finished: 0 }
    }

    /// The checksum of a phase's list: a CRC-32 of the file's purpose, the number of the phase, and the list.
    fn checksum(&self, phase: usize, list: &[u8]) -> u32 {
        let mut hasher = crc32fast::Hasher::new_with_initial(self.purpose);
        hasher.update(&(phase as u64).to_le_bytes());
        hasher.update(list);
        hasher.finalize()
    }

    /// Opens a file that an earlier run has left, to continue it or only to read it. Reads and checks the parts of all finished
    /// phases. `phases` are the numbers of the parts of each phase. Also returns the notes of the finished ones.
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
        let (found, mut expected) = (&header[..PHASES], *purpose);
        if found != expected {
            expected[CODING].copy_from_slice(&found[CODING]);
            return Err(if found == expected { FileError::Other } else { FileDamage::Foreign.into() });
        }
        let length = file.metadata()?.len();
        let mut opened = PartFile::empty(path, file, purpose, parts);
        // A wrong length must not become an allocation.
        let read = |file: &PartFile, place: PartPlace| match place.start.checked_add(place.length.into()) {
            Some(end) if end <= length => file.read_bytes(place),
            _ => Err(FileDamage::EndsEarly.into()),
        };
        let (records, _) = header[PHASES..].as_chunks::<RECORD>();
        let (finished, rest) = records.split_at(records.iter().take_while(|record| **record != [0; RECORD]).count());
        let phases: Vec<Range<usize>> = phases.collect();
        if finished.len() > phases.len() || rest.iter().any(|record| *record != [0; RECORD]) {
            return Err(FileDamage::PhaseRecord.into());
        }
        let mut notes = Vec::new();
        for (phase, (record, numbers)) in finished.iter().zip(phases).enumerate() {
            let list = PartPlace::from(record);
            let bytes = read(&opened, list)?;
            if opened.checksum(phase, &bytes) != list.crc {
                return Err(FileDamage::PhaseRecord.into());
            }
            let (listed, noted) = bytes.split_at_checked(2 * PLACE * numbers.len()).ok_or(FileDamage::PhaseRecord)?;
            let (listed, _) = listed.as_chunks::<PLACE>();
            for (places, listed) in opened.places.iter_mut().zip(listed.chunks(numbers.len().max(1))) {
                for (place, bytes) in places[numbers.clone()].iter_mut().zip(listed) {
                    *place = PartPlace::from(bytes);
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

    pub fn bytes(&self) -> u64 {
        self.end.load(Ordering::Relaxed)
    }

    pub fn append(&self, bytes: &[u8]) -> io::Result<PartPlace> {
        let length = u32::try_from(bytes.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
        let start = self.end.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        system::write_all_at(&self.file, bytes, start)?;
        Ok(PartPlace { start, length, crc: crc32fast::hash(bytes) })
    }

    /// Notes that a phase is finished; its parts in each half are numbered from `first` on.
    pub fn finish(&mut self, phase: usize, first: usize, parts: [Vec<PartPlace>; 2], notes: &[u8]) -> io::Result<()> {
        let listed = parts.iter().flat_map(|places| places.iter().flat_map(|place| place.bytes()));
        let list: Vec<u8> = listed.chain(notes.iter().copied()).collect();
        let record = PartPlace { crc: self.checksum(phase, &list), ..self.append(&list)? };
        system::write_all_at(&self.file, &record.bytes(), (PHASES + RECORD * phase) as u64)?;
        for (to, places) in self.places.iter_mut().zip(parts) {
            to[first..first + places.len()].copy_from_slice(&places);
        }
        self.finished = phase + 1;
        Ok(())
    }

    pub fn read(&self, half: usize, part: usize) -> Result<Vec<u8>, FileError> {
        let place = self.places[half][part];
        let bytes = self.read_bytes(place)?;
        place.check(&bytes)?;
        Ok(bytes)
    }

    fn read_bytes(&self, place: PartPlace) -> Result<Vec<u8>, FileError> {
        let mut bytes = vec![0; place.length as usize];
        system::read_exact_at(&self.file, &mut bytes, place.start)?;
        Ok(bytes)
    }
}

/// The name of a file of values until it is whole.
pub fn unfinished_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    name.into()
}

pub(super) fn remove_if_there(path: &Path) -> io::Result<()> {
    std::fs::remove_file(path).or_else(|e| if e.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(e) })
}

/// Keeps other writers away from a file until it is closed.
fn lock(file: &File) -> io::Result<()> {
    system::lock(file).map_err(|error| match error {
        TryLockError::Error(error) => error,
        TryLockError::WouldBlock => Refused::Locked.into(),
    })
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
    /// It is damaged, or is not a file of values.
    #[error(transparent)]
    Damaged(#[from] FileDamage),
}

/// What is wrong with a damaged file of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum FileDamage {
    /// It is shorter than its header or a list says.
    #[error("it ends too early")]
    EndsEarly,
    /// It has another header.
    #[error("it is of another ending or version")]
    Foreign,
    /// A part's checksum differs from its phase's list.
    #[error("the checksum of a finished phase is wrong")]
    PartChecksum,
    /// The record of a phase, or its list, is wrong or not in its place.
    #[error("a record of a finished phase is wrong")]
    PhaseRecord,
    /// The compressed bytes of a part are wrong.
    #[error("a part of it cannot be unpacked")]
    Packed,
    /// The second file is absent.
    #[error("the file of its distances to a zeroing move is missing")]
    ZeroingMissing,
    /// The second file cannot be used, or has fewer phases than the first.
    #[error("the file of its distances to a zeroing move is damaged, or of another run")]
    ZeroingDamaged,
}

/// The game, draw rule and metrics in a header.
pub(super) const CODING: Range<usize> = 16..21;

impl From<io::Error> for FileError {
    /// A file that ends early was cut, and one that cannot be unpacked is damaged; other errors say nothing about its content.
    fn from(error: io::Error) -> FileError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => FileDamage::EndsEarly.into(),
            io::ErrorKind::InvalidData => FileDamage::Packed.into(),
            _ => FileError::Io(error),
        }
    }
}
