//! Files of endings: locks, phases that share a part, and the remains of killed runs.

use std::io;
use std::path::Path;

use crate::index::Ending;
use crate::retrograde::testing::Random;
use crate::value::{Dtw, Measure};

use super::coding::{Coding, FarDistance};
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

/// By kind and half, the bytes of all chunks so far.
type Written = [[Vec<u8>; 2]; 2];

const KINDS: [Kind; 2] = [Kind::Values, Kind::Zeroing];

/// Writes the next phase with random values. Earlier chunks of its first part keep theirs.
fn add_phase(file: &mut EndingFile, written: &mut Written, random: &mut Random) {
    let layout = file.layout.clone();
    let phase = layout.men.phases().nth(file.finished()).unwrap();
    let both = [0, 1].map(|kind| [0, 1].map(|half| (kind, half, layout.halves[half].length(KINDS[kind]))));
    for &(kind, half, length) in both.as_flattened() {
        written[kind][half].resize_with(phase.end as usize * length, || random.code());
    }
    let part = |part: usize| {
        let write = |(kind, half, length): (usize, usize, usize)| {
            let (all, size) = (&written[kind][half], layout.chunks_in(part) * length);
            let start = part * layout.part_chunks() * length;
            let mut bytes = all[start..all.len().min(start + size)].to_vec();
            bytes.resize(size, 0);
            file.append(KINDS[kind], half, &bytes).unwrap()
        };
        (part, both.map(|of_kind| of_kind.map(write)))
    };
    let parts = layout.parts_of(&phase).map(part).collect();
    file.finish(&phase, parts, vec![FarDistance { offset: phase.start, plies: 300 }]).unwrap();
}

#[test]
fn finished_phases_come_back() {
    for name in ["KMvKM", "MMvM", "KKvK"] {
        let (directory, mut random) = (tempfile::tempdir().unwrap(), Random(9));
        let path = directory.path().join("some.values");
        let (mut file, mut written) = (create(&path, name).unwrap(), Written::default());
        let phases: Vec<_> = file.layout.men.phases().collect();
        for (number, phase) in phases.iter().enumerate() {
            add_phase(&mut file, &mut written, &mut random);
            // A phase that was not finished leaves nothing.
            let length = file.layout.chunks_in(0) * file.layout.halves[0].bytes();
            file.append(Kind::Values, 0, &vec![1; length]).unwrap();
            drop(file);
            file = open(&path, name, false).unwrap();
            assert_eq!((file.finished(), file.is_solved()), (number + 1, number + 1 == phases.len()));
            assert!(file.far.iter().map(|far| far.offset).eq(phases[..=number].iter().map(|phase| phase.start)));
            for (kind, halves) in KINDS.into_iter().zip(&written) {
                for (half, expected) in halves.iter().enumerate() {
                    let parts = 0..file.layout.parts_of(&(0..phase.end)).end;
                    let found: Vec<u8> = parts.flat_map(|part| file.read(kind, half, part).unwrap()).collect();
                    assert!(found.starts_with(expected), "{name}");
                }
            }
        }
        file.drop_zeroing().unwrap();
        drop(file);
        let file = open(&path, name, false).unwrap();
        assert!(!file.has_zeroing() && file.is_solved() && file.read(Kind::Zeroing, 0, 0).is_err());
        let ending: Ending = name.parse().unwrap();
        let other = Coding { with_dtw: false, ..CODING };
        assert!(matches!(EndingFile::<crate::board::Russian>::open(&path, ending, other, true), Err(FileError::Other)));
        assert!(matches!(open(&path, "KvK", true), Err(FileError::Damaged { .. })));
    }
}
