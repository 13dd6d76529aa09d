//! Locks on files, and who may write to them.

use super::*;
use crate::value::{Dtw, Measure};

#[test]
fn a_file_has_one_writer() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("KvK.raw");
    let ending: Ending = "KvK".parse().unwrap();
    let coding = Coding { draw_plies: 30, byte_plies: Dtw::MAX, with_dtw: true };
    let is_locked = |opened: Result<Raw, RawError>| matches!(opened, Err(RawError::Io(error)) if error.kind() == io::ErrorKind::WouldBlock);
    let first: Raw = Raw::create(&path, ending, coding).unwrap();
    assert!(is_locked(Raw::open(&path, ending, coding, false)));
    let mut reader: Raw = Raw::open(&path, ending, coding, true).unwrap();
    assert!(reader.write(0, &[1], &[]).is_err() && reader.finish(&(0..1), Vec::new()).is_err());
    // Another file takes the name; the first stays whole as long as it is mapped.
    let second: Raw = Raw::create(&path, ending, coding).unwrap();
    assert!(first.dtz().unwrap().iter().all(|&code| code == 0));
    drop(first);
    assert!(is_locked(Raw::open(&path, ending, coding, false)));
    drop(second);
    let mut again: Raw = Raw::open(&path, ending, coding, false).unwrap();
    again.drop_dtz().unwrap();
    assert!(again.dtz().is_none() && reader.dtz().is_none());
}
