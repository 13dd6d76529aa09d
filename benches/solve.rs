//! Solving small endings, with fibres of every shape: `cargo bench --bench solve`.

use std::sync::Arc;

use bolshak::board::Russian;
use bolshak::generate::{Request, generate};
use bolshak::index::Ending;
use bolshak::insides::{Coding, Dtw, EndingFile, Measure, Room, solve};
use bolshak::rules::DRAW_PLIES;
use divan::Bencher;
use divan::counter::ItemsCount;

const CODING: Coding = Coding { draw_plies: DRAW_PLIES, byte_plies: Dtw::MAX, with_dtw: true };

fn main() {
    divan::main();
}

/// The first four have one fibre each, with kings alone. The others have many fibres: of kings and men, of kings against men, and of
/// men alone, with one board each.
const ENDINGS: [&str; 8] = ["KvK", "KKvK", "KKKvK", "KKvKK", "KMvK", "KKMvK", "KKvMM", "MMvMM"];

#[divan::bench(args = ENDINGS, sample_count = 10, sample_size = 1)]
fn ending(bencher: Bencher, name: &str) {
    let ending: Ending = name.parse().expect("a name");
    let directory = tempfile::tempdir().expect("a directory");
    let create = |ending: Ending| {
        let path = directory.path().join(format!("{ending}.values"));
        EndingFile::<Russian>::create(&path, ending, CODING).expect("a file")
    };
    let room = Room::new(u64::MAX);
    let mut solved: Vec<Arc<EndingFile>> = Vec::new();
    let successors = |solved: &[Arc<EndingFile>], ending: Ending| {
        let successors = ending.successors();
        solved.iter().filter(|file| successors.contains(&file.layout.ending)).cloned().collect::<Vec<_>>()
    };
    let mut needed: Vec<Ending> = (2..=4).flat_map(Ending::all).filter(|&other| other < ending).collect();
    needed.retain(|other| other.pieces() < ending.pieces() || other.men() < ending.men());
    for needed in needed {
        let mut file = create(needed);
        solve(&mut file, &successors(&solved, needed), &room, None, &()).expect("short distances");
        solved.push(Arc::new(file));
    }
    let successors = successors(&solved, ending);
    bencher
        .with_inputs(|| create(ending))
        .input_counter(move |_| ItemsCount::new(ending.entries::<Russian>()))
        .bench_refs(|file| solve(file, &successors, &room, None, &()).expect("short distances"));
}

/// All endings to three pieces, with their tables.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn three_pieces(bencher: Bencher) {
    let entries: u64 = (2..=3).flat_map(Ending::all).map(Ending::entries::<Russian>).sum();
    bencher
        .with_inputs(|| tempfile::tempdir().expect("a directory"))
        .input_counter(move |_| ItemsCount::new(entries))
        .bench_refs(|directory| generate(&Request::pieces(3), directory.path(), &()).expect("room on the disk"));
}
