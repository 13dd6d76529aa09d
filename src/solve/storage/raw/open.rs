//! Making and opening the file of an ending.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use crate::board::Game;
use crate::index::Ending;
use crate::solve::storage::coding::Coding;
use crate::solve::storage::layout::Layout;

use super::error::{RawError, damaged};
use super::file::{
    CODING, DTZ_CRC, HEADER, PHASES, RECORD, allocate, dtz_len, dtz_start, header, layout, lock, map, values_end,
    values_len,
};
use super::{Raw, far_file};

impl<G: Game> Raw<G> {
    /// Makes the file of an ending in place of any that is there.
    ///
    /// # Errors
    /// If it cannot be made, a full disk included; or if the ending has more than [`PIECES`](crate::index::PIECES)
    /// pieces.
    pub fn create(path: &Path, ending: Ending, coding: Coding) -> io::Result<Raw<G>> {
        let layout = layout(ending, coding)?;
        // The file gets its name when it is whole. A run that is killed before leaves nothing under that name.
        let unfinished = unfinished_path(path);
        // An unfinished file that is there is not written to: the run that made it may yet rename it and map it.
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
            // A part of a file is of no use, and takes space that may be what is missing.
            let _ = std::fs::remove_file(&unfinished);
            return Err(error);
        }
        Raw::map(path, file, layout, coding, true)
    }

    /// Opens the file of an ending that an earlier run has left. With `for_others`, the file is only read, and its
    /// distances to a zeroing move are left alone: the `Raw` that writes to the file may drop them.
    ///
    /// # Errors
    /// [`RawError`]; also if the checksum of a finished phase is wrong, if the ending has more than
    /// [`PIECES`](crate::index::PIECES) pieces, or if another `Raw` writes to the file, unless this one is
    /// `for_others`.
    pub fn open(path: &Path, ending: Ending, coding: Coding, for_others: bool) -> Result<Raw<G>, RawError> {
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
            let count = u32::from_le_bytes(*record[4..].first_chunk().expect("four bytes"));
            let far = far_file::read(path, raw.far.len(), count)?;
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

    /// Maps a file of which no phase is known to be finished.
    fn map(path: &Path, file: File, layout: Layout<G>, coding: Coding, with_dtz: bool) -> io::Result<Raw<G>> {
        let values = map(&file, HEADER, values_len(&layout))?;
        let dtz = if with_dtz { Some(map(&file, dtz_start(&layout), dtz_len(&layout))?) } else { None };
        Ok(Raw { layout, coding, path: path.into(), file, values, dtz, finished: 0, far: Vec::new() })
    }
}

/// The name that a file of raw values with that name has until it is whole.
pub fn unfinished_path(path: &Path) -> PathBuf {
    path.with_extension("raw.new")
}
