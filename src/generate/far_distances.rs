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

/// The tables of a request, made in one run.
fn made(request: &Request) -> BTreeMap<TableName, Vec<u8>> {
    let directory = TempDir::new().unwrap();
    generate(request, directory.path(), &()).unwrap();
    tables(directory.path())
}

fn tables(directory: &Path) -> BTreeMap<TableName, Vec<u8>> {
    let names = TableName::all_in(directory).unwrap().into_iter();
    names.map(|name| (name, fs::read(directory.join(name.to_string())).unwrap())).collect()
}

/// Stops after a number of phases.
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

/// The files of distances beyond a byte that a run has left, in order.
fn far_files(directory: &Path) -> Vec<PathBuf> {
    let left = fs::read_dir(directory.join(".raw")).unwrap().flatten().map(|file| file.path());
    let mut far: Vec<PathBuf> = left.filter(|path| path.extension().is_some_and(|end| end == "far")).collect();
    far.sort();
    far
}

#[test]
fn distances_beyond_a_byte_are_exact() {
    let three = made(&Request::pieces(3));
    for byte_plies in [0, 1, 2, 9, 16] {
        let request = three_pieces(byte_plies);
        assert!(made(&request) == three, "{byte_plies}");
        let stopped = TempDir::new().unwrap();
        let mut was_far = false;
        while stop_after(9, &request, stopped.path()).is_err() {
            was_far |= !far_files(stopped.path()).is_empty();
        }
        assert!(was_far, "{byte_plies}");
        assert!(tables(stopped.path()) == three, "{byte_plies}, stopped");
        assert!(!stopped.path().join(".raw").exists());
    }
    assert!(made(&Request::pieces(4).settings(Settings::default().byte_plies(30))) == made(&Request::pieces(4)));
}

#[test]
fn damaged_distances_beyond_a_byte_are_an_error() {
    let (request, three) = (three_pieces(4), made(&Request::pieces(3)));
    // With one thread the same phases are finished every time.
    let one = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let flip = |far: &Path| {
        let mut bytes = fs::read(far).unwrap();
        bytes[8] ^= 1;
        fs::write(far, bytes).unwrap();
    };
    let cut = |far: &Path| fs::write(far, "").unwrap();
    let lose = |far: &Path| fs::remove_file(far).unwrap();
    for damage in [&flip as &dyn Fn(&Path), &cut, &lose] {
        let mut errors = 0;
        for number in 0.. {
            let directory = TempDir::new().unwrap();
            let directory = directory.path();
            one.install(|| stop_after(30, &request, directory)).unwrap_err();
            let mut fars = far_files(directory);
            fars.retain(|path| fs::metadata(path).unwrap().len() > 0);
            let Some(far) = fars.get(number) else { break };
            damage(far);
            // Values that nothing needs any more are not read.
            if let Err(error) = generate(&request, directory, &()) {
                assert!(matches!(error, GenerateError::Raw { .. }), "{error}");
                errors += 1;
                drop(fs::remove_file(far));
                fs::remove_file(far.with_extension("raw")).unwrap();
                generate(&request, directory, &()).unwrap();
            }
            assert!(tables(directory) == three, "{}", far.display());
        }
        assert!(errors > 0);
    }
}
