//! Runs with bytes that hold few plies, so that distances beyond a byte are common.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::ThreadPoolBuilder;
use tempfile::TempDir;

use crate::Progress;
use crate::table::TableName;

use super::{Event, GenerateError, Request, Settings, generate};

fn three_pieces(byte_plies: u16) -> Request {
    Request::pieces(3).settings(Settings::default().byte_plies(byte_plies))
}

fn made(request: &Request) -> BTreeMap<TableName, Vec<u8>> {
    let directory = TempDir::new().unwrap();
    generate(request, directory.path(), &()).unwrap();
    tables(directory.path())
}

fn tables(directory: &Path) -> BTreeMap<TableName, Vec<u8>> {
    let names = TableName::all_in(directory).unwrap().into_iter();
    names.map(|name| (name, fs::read(directory.join(name.to_string())).unwrap())).collect()
}

struct Phases(AtomicU64);

impl Progress<Event> for Phases {
    fn report(&self, event: &Event) {
        if let Event::Phase { .. } = event {
            let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        }
    }

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

fn stop_after(phases: u64, request: &Request, directory: &Path) -> Result<(), GenerateError> {
    generate(request, directory, &Phases(AtomicU64::new(phases))).map(drop)
}

/// The files of values that a run has left, in order.
fn left(directory: &Path) -> Vec<PathBuf> {
    let left = fs::read_dir(directory.join(".values")).unwrap().flatten().map(|file| file.path());
    let mut left: Vec<PathBuf> = left.filter(|path| path.extension().is_some_and(|end| end == "values")).collect();
    // A file without a finished phase has a header only.
    left.retain(|path| fs::metadata(path).unwrap().len() > 4096);
    left.sort();
    left
}

#[test]
fn distances_beyond_a_byte_are_exact() {
    let three = made(&Request::pieces(3));
    for byte_plies in [0, 1, 2, 9, 16] {
        let request = three_pieces(byte_plies);
        assert!(made(&request) == three, "{byte_plies}");
        let stopped = TempDir::new().unwrap();
        let mut runs = 0;
        while stop_after(9, &request, stopped.path()).is_err() {
            runs += 1;
        }
        assert!(runs > 2, "{byte_plies}");
        assert!(tables(stopped.path()) == three, "{byte_plies}, stopped");
        assert!(!stopped.path().join(".values").exists());
    }
    assert!(made(&Request::pieces(4).settings(Settings::default().byte_plies(30))) == made(&Request::pieces(4)));
}

#[test]
fn damaged_values_are_an_error() {
    let (request, three) = (three_pieces(4), made(&Request::pieces(3)));
    // With one thread the same phases are finished every time.
    let one = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let flip = |at: &dyn Fn(usize) -> usize, path: &Path| {
        let mut bytes = fs::read(path).unwrap();
        let at = at(bytes.len());
        bytes[at] ^= 1;
        fs::write(path, bytes).unwrap();
    };
    let cut = |path: &Path| {
        let bytes = fs::read(path).unwrap();
        fs::write(path, &bytes[..bytes.len() - 1]).unwrap();
    };
    type Damage<'d> = (&'d dyn Fn(&Path), bool);
    let damages: [Damage<'_>; 6] = [
        (&|path| flip(&|_| 0, path), true),
        // The first phase's record, a part or a list, the last list. Of a part written twice, only the second counts.
        (&|path| flip(&|_| 1024, path), true),
        (&|path| flip(&|length| length / 10 * 9, path), false),
        (&|path| flip(&|length| length - 2, path), false),
        (&cut, false),
        (&|path| fs::remove_file(path.with_extension("zeroing")).unwrap_or_default(), false),
    ];
    for (which, (damage, is_always_seen)) in damages.into_iter().enumerate() {
        let mut errors = 0;
        for number in 0.. {
            let directory = TempDir::new().unwrap();
            let directory = directory.path();
            one.install(|| stop_after(27, &request, directory)).unwrap_err();
            let Some(path) = left(directory).get(number).cloned() else { break };
            damage(&path);
            // Values that nothing needs any more are not read.
            match generate(&request, directory, &()) {
                Err(error) => {
                    assert!(matches!(error, GenerateError::Unusable { .. }), "{error}");
                    errors += 1;
                    fs::remove_file(path).unwrap();
                    generate(&request, directory, &()).unwrap();
                }
                Ok(_) => assert!(!is_always_seen || number > 0),
            }
            assert!(tables(directory) == three);
        }
        assert!(errors > 0, "{which}");
    }
}
