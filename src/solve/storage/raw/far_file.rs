//! The file of the far distances of an ending, beside its file of raw values.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use crate::solve::storage::far::FarDistance;

use super::error::{RawError, damaged};

/// The length of a far distance in the file: its offset and its plies.
const RECORD: usize = 10;

/// The name of the file of far distances, beside a file of raw values with that name. There is one if there are such
/// distances.
pub fn path(raw: &Path) -> PathBuf {
    raw.with_extension("far")
}

/// The bytes of far distances in the file.
pub(super) fn bytes(far: &[FarDistance]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(RECORD * far.len());
    for FarDistance { offset, plies } in far {
        bytes.extend(offset.to_le_bytes());
        bytes.extend(plies.to_le_bytes());
    }
    bytes
}

/// Writes far distances after those of earlier phases. There is no file if there are none.
pub(super) fn write(raw: &Path, earlier: usize, far: &[FarDistance]) -> io::Result<()> {
    if far.is_empty() {
        return Ok(());
    }
    let file = File::options().create(true).truncate(false).write(true).open(path(raw))?;
    file.write_all_at(&bytes(far), (RECORD * earlier) as u64)
}

/// Reads a number of far distances after those of earlier phases.
pub(super) fn read(raw: &Path, earlier: usize, count: u32) -> Result<Vec<FarDistance>, RawError> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let lost = || damaged("the file of its long distances is missing or too short");
    let file = File::open(path(raw))
        .map_err(|error| if error.kind() == io::ErrorKind::NotFound { lost() } else { error.into() })?;
    let (start, length) = ((RECORD * earlier) as u64, RECORD as u64 * u64::from(count));
    if file.metadata()?.len() < start + length {
        return Err(lost());
    }
    let mut bytes = vec![0; length as usize];
    file.read_exact_at(&mut bytes, start)?;
    let distance = |record: &[u8; RECORD]| {
        let (offset, plies) = record.split_at(8);
        FarDistance {
            offset: u64::from_le_bytes(*offset.first_chunk().expect("eight bytes")),
            plies: u16::from_le_bytes(*plies.first_chunk().expect("two bytes")),
        }
    };
    Ok(bytes.as_chunks().0.iter().map(distance).collect())
}
