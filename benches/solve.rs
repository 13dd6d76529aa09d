//! Solving small endings, with fibres of every shape: `cargo bench --bench solve`.

use bolshak::board::Russian;
use bolshak::generate::{Request, generate};
use bolshak::index::Ending;
use bolshak::rules::DRAW_PLIES;
use bolshak::solve::{Coding, Known, Raw, solve};
use bolshak::value::{Dtw, Measure};
use divan::Bencher;
use divan::counter::ItemsCount;

const CODING: Coding = Coding { draw_plies: DRAW_PLIES, byte_plies: Dtw::MAX, with_dtw: true };

fn main() {
    divan::main();
}

/// The first four have one fibre each: one king against one, two against one, three against one, two against two. Then many
/// fibres of kings and men, of kings against men alone, and of men alone, with one board each.
const ENDINGS: [&str; 8] = ["KvK", "KKvK", "KKKvK", "KKvKK", "KMvK", "KKMvK", "KKvMM", "MMvMM"];

#[divan::bench(args = ENDINGS, sample_count = 10, sample_size = 1)]
fn ending(bencher: Bencher, name: &str) {
    let ending: Ending = name.parse().expect("a name");
    let directory = tempfile::tempdir().expect("a directory");
    let mut values = Vec::new();
    let create =
        |ending: Ending| Raw::create(&directory.path().join(format!("{ending}.raw")), ending, CODING).expect("a file");
    let mut needed: Vec<Ending> = (2..=4).flat_map(Ending::all).filter(|&other| other < ending).collect();
    needed.retain(|other| other.pieces() < ending.pieces() || other.men() < ending.men());
    for needed in needed {
        let mut raw = create(needed);
        solve(&mut raw, &known(needed, &values), None, &(), &()).expect("short distances");
        values.push(raw);
    }
    let known = known(ending, &values);
    bencher
        .with_inputs(|| create(ending))
        .input_counter(move |_| ItemsCount::new(ending.entries::<Russian>()))
        .bench_refs(|raw| solve(raw, &known, None, &(), &()).expect("short distances"));
}

fn known<'a>(ending: Ending, values: &'a [Raw]) -> Known<'a, Russian> {
    let mut known = Known::new();
    let successors = ending.successors();
    values.iter().filter(|raw| successors.contains(&raw.layout().ending())).for_each(|raw| known.add(raw.solved()));
    known
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
