//! Files of endings: locks, phases that share a part, and what killed runs leave.

use std::io;
use std::path::Path;

use crate::index::Ending;
use crate::solve::testing::Random;
use crate::value::{Dtw, Measure};

use super::coding::{Coding, FarDistance};
use super::ending_file::{EndingFile, zeroing_path};
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
    assert!(reader.append(0, &[0; 1280]).is_err() && reader.append_zeroing(&[1]).is_err() && !reader.has_zeroing());
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

/// Writes the next phase with random values. Earlier chunks of its first part keep theirs.
fn add_phase(file: &mut EndingFile, values: &mut [Vec<u8>; 2], zeroing: &mut [Vec<u8>; 2], random: &mut Random) {
    let layout = file.layout().clone();
    let phase = layout.men().phases().nth(file.finished()).unwrap();
    for half in [0, 1] {
        let sizes = layout.halves()[half];
        for (all, length) in [(&mut values[half], sizes.bytes()), (&mut zeroing[half], sizes.boards())] {
            all.resize_with(phase.end as usize * length, || random.code());
        }
    }
    let write = |part: usize| {
        let of_part = |all: &[u8], length: usize| {
            let start = part * layout.part_chunks() * length;
            let end = all.len().min(start + layout.chunks_in(part) * length);
            let mut bytes = all[start..end].to_vec();
            bytes.resize(layout.chunks_in(part) * length, 0);
            bytes
        };
        let sizes = layout.halves();
        let of_values = |half: usize| file.append(half, &of_part(&values[half], sizes[half].bytes())).unwrap();
        let of_zeroing = |half: usize| file.append_zeroing(&of_part(&zeroing[half], sizes[half].boards())).unwrap();
        (part, [[0, 1].map(of_values), [0, 1].map(of_zeroing)])
    };
    let parts = layout.parts_of(&phase).map(write).collect();
    file.finish(&phase, parts, vec![FarDistance { offset: phase.start, plies: 300 }]).unwrap();
}

#[test]
fn finished_phases_come_back() {
    for name in ["KMvKM", "MMvM", "KKvK"] {
        let (directory, mut random) = (tempfile::tempdir().unwrap(), Random(9));
        let path = directory.path().join("some.values");
        let mut file = create(&path, name).unwrap();
        let (mut values, mut zeroing) = (<[Vec<u8>; 2]>::default(), <[Vec<u8>; 2]>::default());
        let phases = file.layout().men().phases().len();
        for number in 0..phases {
            add_phase(&mut file, &mut values, &mut zeroing, &mut random);
            // A phase that was not finished leaves nothing.
            file.append(0, &vec![1; file.layout().chunks_in(0) * file.layout().halves()[0].bytes()]).unwrap();
            drop(file);
            file = open(&path, name, false).unwrap();
            assert_eq!((file.finished(), file.is_solved()), (number + 1, number + 1 == phases));
            assert!(
                file.far().iter().map(|far| far.offset).eq(file
                    .layout()
                    .men()
                    .phases()
                    .take(number + 1)
                    .map(|phase| phase.start))
            );
            for half in [0, 1] {
                let sizes = file.layout().halves()[half];
                let solved = file.layout().men().phases().nth(number).unwrap().end as usize;
                let parts = 0..file.layout().parts_of(&(0..solved as u64)).end;
                let found: Vec<u8> = parts.clone().flat_map(|part| file.read(half, part).unwrap()).collect();
                assert!(found[..solved * sizes.bytes()] == values[half], "{name}");
                let found: Vec<u8> = parts.flat_map(|part| file.read_zeroing(half, part).unwrap()).collect();
                assert!(found[..solved * sizes.boards()] == zeroing[half], "{name}");
            }
        }
        file.drop_zeroing().unwrap();
        drop(file);
        let file = open(&path, name, false).unwrap();
        assert!(!file.has_zeroing() && file.is_solved() && file.read_zeroing(0, 0).is_err());
        let ending: Ending = name.parse().unwrap();
        let other = Coding { with_dtw: false, ..CODING };
        assert!(matches!(EndingFile::<crate::board::Russian>::open(&path, ending, other, true), Err(FileError::Other)));
        assert!(matches!(open(&path, "KvK", true), Err(FileError::Damaged { .. })));
    }
}
