//! A file of packed parts, which grows phase by phase.
//!
//! A header says what the file is for and which phases are finished. The parts of a phase follow, in any order, and then the
//! phase's list of them: where each lies, and its checksum. The header gets the place and the checksum of the list last. So a
//! run that is killed leaves the finished phases, and what comes after the last list is overwritten by the next run.
//! Nothing is synced: after a power cut, the checksums may show that a file is damaged.

use std::fs::{File, TryLockError};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::system::{self, Refused};

use super::file_error::{FileError, damaged};

/// The length of the header.
const HEADER: usize = 4096;

/// Where the records of the phases begin in the header.
pub(super) const PHASES: usize = 1024;

/// The length of the record of a phase: where its list lies, how long it is, and its checksum.
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
}

/// A file of packed parts: those of both halves, by number.
pub(super) struct PartFile {
    pub path: PathBuf,
    file: File,
    /// Where the next part goes.
    end: AtomicU64,
    places: [Vec<Place>; 2],
    finished: usize,
}

impl PartFile {
    /// Makes the file in place of any that is there, for a number of parts of each half. `purpose` is the beginning of its
    /// header.
    ///
    /// # Errors
    /// If it cannot be made, a full disk included.
    pub fn create(path: &Path, purpose: &[u8; PHASES], parts: usize) -> io::Result<PartFile> {
        // The file gets its name when it is whole. A run that is killed before leaves nothing under that name.
        let unfinished = unfinished_path(path);
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
        if let Err(error) = made {
            let _ = std::fs::remove_file(&unfinished);
            return Err(error);
        }
        let places = [0, 1].map(|_| vec![Place::default(); parts]);
        Ok(PartFile { path: path.into(), file, end: AtomicU64::new(HEADER as u64), places, finished: 0 })
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
        let file = File::options().read(true).write(!only_read).open(path)?;
        if !only_read {
            lock(&file)?;
        }
        let mut header = [0; HEADER];
        system::read_exact_at(&file, &mut header, 0)?;
        FileError::compare(header.first_chunk().expect("a header is longer"), purpose)?;
        let length = file.metadata()?.len();
        let places = [0, 1].map(|_| vec![Place::default(); parts]);
        let mut opened = PartFile { path: path.into(), file, end: AtomicU64::new(HEADER as u64), places, finished: 0 };
        // A length that is wrong must not become an allocation.
        let read = |file: &PartFile, place: Place| match place.start.checked_add(place.length.into()) {
            Some(end) if end <= length => file.read_place(place),
            _ => Err(damaged("it ends too early")),
        };
        let mut notes = Vec::new();
        for (record, numbers) in header[PHASES..].as_chunks::<RECORD>().0.iter().zip(phases) {
            if *record == [0; RECORD] {
                break;
            }
            let list = Place::from(record);
            let bytes = read(&opened, list)?;
            let (listed, noted) =
                bytes.split_at_checked(2 * PLACE * numbers.len()).ok_or(damaged("a list is too short"))?;
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
        places.try_for_each(|&place| read(&opened, place).map(drop))?;
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
        let record = self.append(&list)?.bytes();
        system::write_all_at(&self.file, &record, (PHASES + RECORD * phase) as u64)?;
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
        self.read_place(self.places[half][part])
    }

    fn read_place(&self, place: Place) -> Result<Vec<u8>, FileError> {
        let mut bytes = vec![0; place.length as usize];
        system::read_exact_at(&self.file, &mut bytes, place.start)?;
        if crc32fast::hash(&bytes) != place.crc {
            return Err(damaged("the checksum of a finished phase is wrong"));
        }
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
