//! The locks of an ending's files.

use std::io;
use std::path::Path;

use crate::value::{Dtw, Measure};

use super::coding::Coding;
use super::ending_file::{EndingFile, zeroing_path};
use super::layout::Kind;
use super::part_file::FileError;

const CODING: Coding = Coding { draw_plies: 30, byte_plies: Dtw::MAX, with_dtw: true };

fn create(path: &Path, name: &str) -> io::Result<EndingFile> {
    EndingFile::create(path, name.parse().unwrap(), CODING)
}

fn open(path: &Path, name: &str, for_others: bool) -> Result<EndingFile, FileError> {
    EndingFile::open(path, name.parse().unwrap(), CODING, for_others)
}

#[test]
fn a_file_has_one_writer() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("KvK.values");
    let is_locked = |opened: Result<EndingFile, FileError>| matches!(opened, Err(FileError::Io(error)) if error.kind() == io::ErrorKind::WouldBlock);
    let first = create(&path, "KvK").unwrap();
    assert!(is_locked(open(&path, "KvK", false)));
    let reader = open(&path, "KvK", true).unwrap();
    assert!(
        reader.append(Kind::Values, 0, &[0; 1280]).is_err()
            && reader.append(Kind::Zeroing, 0, &[1]).is_err()
            && !reader.has_zeroing()
    );
    // Another file takes the name.
    let second = create(&path, "KvK").unwrap();
    drop(first);
    assert!(is_locked(open(&path, "KvK", false)));
    drop(second);
    let again = open(&path, "KvK", false).unwrap();
    assert!(again.has_zeroing() && again.finished() == 0);
    again.remove().unwrap();
    // Older versions of Windows keep the names until the files are closed.
    drop((reader, again));
    assert!(!path.exists() && !zeroing_path(&path).exists());
}
