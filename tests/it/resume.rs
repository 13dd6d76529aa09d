//! Runs that stop and continue: the tables have the same bytes as those of one run.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::{empty_directory, files, four_pieces};
use bolshak::Progress;
use bolshak::generate::{Event, GenerateError, Request, Settings, generate};

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

pub fn stop_after(phases: u64, request: &Request, directory: &Path) -> Result<(), GenerateError> {
    generate(request, directory, &Phases(AtomicU64::new(phases))).map(drop)
}

/// The files of values that a run has left, in order; none without their directory.
fn values_files(directory: &Path) -> Vec<PathBuf> {
    let left = fs::read_dir(directory.join(".values")).into_iter().flatten().flatten().map(|file| file.path());
    let mut files: Vec<PathBuf> = left.filter(|path| path.extension().is_some_and(|end| end == "values")).collect();
    files.sort();
    files
}

#[test]
fn a_stopped_run_goes_on() {
    let (whole, stopped) = (empty_directory("whole"), empty_directory("stopped"));
    let request = Request::pieces(3);
    generate(&request, &whole, &()).unwrap();
    assert_eq!(values_files(&whole), Vec::<PathBuf>::new());
    let mut stops = 0;
    while let Err(error) = stop_after(3 + stops % 4, &request, &stopped) {
        assert!(matches!(error, GenerateError::Stopped), "{error}");
        assert!(error.to_string().contains("continues"), "{error}");
        stops += 1;
        assert!(stops < 500);
    }
    assert!(stops > 10, "{stops}");
    assert!(files(&stopped) == files(&whole));
    assert!(!stopped.join(".values").exists());
}

#[test]
fn values_go_to_another_disk() {
    let (whole, directory, disk) = (empty_directory("one-disk"), empty_directory("tables"), empty_directory("disk"));
    generate(&Request::pieces(3), &whole, &()).unwrap();
    let request = Request::pieces(3).settings(Settings::default().disk(disk.clone()));
    assert!(stop_after(20, &request, &directory).is_err());
    assert!(fs::read_dir(&disk).unwrap().count() > 1 && !directory.join(".values").exists());
    generate(&request, &directory, &()).unwrap();
    assert!(files(&directory) == files(&whole));
    assert!(files(&disk).is_empty());
}

#[test]
fn a_damaged_file_of_values_stops_the_run() {
    let directory = empty_directory("damaged");
    let request = Request::pieces(3);
    // With one thread the same phases are finished every time.
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert!(one.install(|| stop_after(40, &request, &directory)).is_err());
    let finished = files(&directory);
    for path in values_files(&directory) {
        let whole = fs::read(&path).unwrap();
        // The record of the first phase, if it is finished.
        for at in [0, 16, 17, 33].into_iter().chain(Some(1024).filter(|_| whole[1024..1040] != [0; 16])) {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            fs::write(&path, damaged).unwrap();
            let error = generate(&request, &directory, &()).unwrap_err();
            let GenerateError::Unusable { path: named, others, .. } = &error else { panic!("{error}") };
            assert_eq!((named, others.len()), (&path, 0));
            assert!(error.to_string().contains("remove it"), "{error}");
        }
        fs::write(&path, &whole[..4095]).unwrap();
        assert!(matches!(generate(&request, &directory, &()), Err(GenerateError::Unusable { .. })));
        fs::write(&path, &whole).unwrap();
    }
    // One error names all damaged files.
    let left = values_files(&directory);
    assert!(left.len() > 1, "{left:?}");
    left.iter().for_each(|path| fs::write(path, "").unwrap());
    let error = generate(&request, &directory, &()).unwrap_err().to_string();
    assert!(error.contains("remove them"), "{error}");
    assert!(left.iter().all(|path| error.contains(path.to_str().unwrap())), "{error}");
    let now = files(&directory);
    assert!(finished.iter().all(|(name, bytes)| now.get(name) == Some(bytes)), "nothing finished is lost");
    values_files(&directory).into_iter().for_each(|path| fs::remove_file(path).unwrap());
    generate(&request, &directory, &()).unwrap();
    assert_eq!(files(&directory).len(), 27);
}

#[test]
fn a_disk_may_be_the_directory_of_the_tables_and_is_tidied_up() {
    let directory = empty_directory("one-directory");
    let request = Request::pieces(3).settings(Settings::default().disk(directory.clone()));
    fs::write(directory.join("KKvK.values.new"), "").unwrap();
    fs::create_dir(directory.join(".unfinished-directory")).unwrap();
    assert!(stop_after(20, &request, &directory).is_err());
    let left = |directory: &Path| {
        let files = fs::read_dir(directory).unwrap().flatten();
        files.filter(|file| file.path().extension().is_some_and(|end| end == "values")).count()
    };
    assert!(left(&directory) > 0);
    // A run of another request intervenes.
    generate(&Request::pieces(2).settings(Settings::default().disk(directory.clone())), &directory, &()).unwrap();
    generate(&request, &directory, &()).unwrap();
    assert_eq!((left(&directory), files(&directory).len()), (0, 27));
    fs::create_dir(directory.join(".values")).unwrap();
    fs::write(directory.join(".values/KvK.values"), "").unwrap();
    generate(&Request::pieces(3), &directory, &()).unwrap();
    assert!(!directory.join(".values").exists(), "nothing to do, but to tidy up");
    assert!(!directory.join("KKvK.values.new").exists());
}

#[test]
fn finished_tables_are_solved_again_if_others_need_their_values() {
    let (whole, directory) = (empty_directory("at-once"), empty_directory("bit-by-bit"));
    generate(&Request::pieces(3), &whole, &()).unwrap();
    for pieces in 2..=3 {
        let summary = generate(&Request::pieces(pieces), &directory, &()).unwrap();
        assert_eq!(summary.before, if pieces == 2 { 0 } else { 3 });
        assert_eq!(summary.finished.iter().filter(|finished| finished.bytes.is_none()).count(), summary.before);
    }
    assert!(files(&directory) == files(&whole));
}

#[test]
fn little_memory_gives_the_same_bytes() {
    let directory = empty_directory("little-memory");
    let request = Request::pieces(4).settings(Settings::default().memory(90 << 20));
    generate(&request, &directory, &()).unwrap();
    assert!(files(&directory) == files(four_pieces()));
    let request = Request::pieces(4).settings(Settings::default().memory(10 << 20));
    let error = generate(&request, &empty_directory("too-little"), &()).unwrap_err();
    assert!(matches!(error, GenerateError::Memory { .. }), "{error}");
    assert!(error.to_string().contains(" of memory is too little: "), "{error}");
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let request = Request::pieces(4).settings(Settings::default().memory(100_000));
    let error = one.install(|| generate(&request, &empty_directory("too-little"), &())).unwrap_err().to_string();
    assert!(error.starts_with("100000 B of memory is too little: a thread needs "), "{error}");
}
