//! Move generation: `cargo bench --bench moves`.

use bolshak::board::{Board, Position};
use bolshak::index::{Ending, Index, Mover};
use bolshak::rules::perft;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const ENDINGS: [&str; 5] = ["KKKvK", "KKMvKMM", "KKKvKKK", "MMMvMMM", "KKMMvKKMM"];

/// The boards of an ending, spread over its index.
fn boards(name: &str) -> Vec<Board> {
    let ending: Ending = name.parse().expect("a name");
    let index = Index::new(ending.material(Mover::First));
    (0..4096u64).map(|n| index.unrank(n.wrapping_mul(0x9E37_79B9_7F4A_7C15) % index.size())).collect()
}

#[divan::bench(args = ENDINGS)]
fn legal_moves(bencher: Bencher, name: &str) {
    let boards = boards(name);
    let mut moves = Vec::new();
    bencher.counter(ItemsCount::new(boards.len())).bench_local(|| {
        boards.iter().fold(0, |sum, board| {
            moves.clear();
            black_box(board).moves(&mut moves);
            sum + moves.len()
        })
    });
}

#[divan::bench(args = ENDINGS)]
fn must_capture(bencher: Bencher, name: &str) {
    let boards = boards(name);
    bencher
        .counter(ItemsCount::new(boards.len()))
        .bench(|| boards.iter().filter(|board| black_box(board).must_capture()).count());
}

#[divan::bench]
fn perft_6_from_the_start() -> u64 {
    perft(&black_box(Position::START), 6)
}
