//! Probing tables: `cargo bench --bench probe`, with the built-in tables or those in `$BOLSHAK_TABLES`.

use bolshak::board::{Board, Position};
use bolshak::index::Ending;
use bolshak::insides::Row;
use bolshak::probe::{Options, Tablebase, random};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const POSITIONS: usize = 4096;

fn open(options: Options) -> Tablebase {
    match std::env::var_os("BOLSHAK_TABLES") {
        Some(directory) => Tablebase::open_with(directory, options).expect("tables in $BOLSHAK_TABLES"),
        None => Tablebase::built_in(),
    }
}

fn positions(tablebase: &Tablebase) -> Vec<Position> {
    let largest = tablebase.largest() as u8;
    random::positions(&Ending::all(largest).collect::<Vec<_>>(), POSITIONS, 1)
}

/// The category of random positions, with all blocks in the cache.
#[divan::bench]
fn category_cached(bencher: Bencher) {
    let tablebase = open(Options::default().with_cache_bytes(1 << 30));
    let positions = positions(&tablebase);
    bencher
        .counter(ItemsCount::new(POSITIONS))
        .bench(|| positions.iter().filter(|position| tablebase.probe_wdl(black_box(position), 0).is_err()).count());
}

/// The category of random positions, with all tables of categories in memory.
#[divan::bench]
fn category_preloaded(bencher: Bencher) {
    let tablebase = open(Options::default().with_preload(true));
    let positions = positions(&tablebase);
    bencher
        .counter(ItemsCount::new(POSITIONS))
        .bench(|| positions.iter().filter(|position| tablebase.probe_wdl(black_box(position), 0).is_err()).count());
}

/// The verdict of random positions without a cache: every block is read.
#[divan::bench]
fn verdict_uncached(bencher: Bencher) {
    let tablebase = open(Options::default().with_cache_bytes(0));
    let positions = positions(&tablebase);
    bencher
        .counter(ItemsCount::new(POSITIONS))
        .bench(|| positions.iter().filter(|position| tablebase.probe(black_box(position), 0).is_err()).count());
}

/// The ranked moves of random positions, with all blocks in the cache.
#[divan::bench]
fn ranked_moves_cached(bencher: Bencher) {
    let tablebase = open(Options::default().with_cache_bytes(1 << 30));
    let positions = positions(&tablebase);
    bencher
        .counter(ItemsCount::new(POSITIONS))
        .bench(|| positions.iter().filter(|position| tablebase.rank_moves(black_box(position), 0).is_err()).count());
}

/// The rows of random positions.
#[divan::bench]
fn rows(bencher: Bencher) {
    let boards: Vec<Board> = positions(&open(Options::default())).iter().map(Position::board).collect();
    bencher
        .counter(ItemsCount::new(POSITIONS))
        .bench(|| boards.iter().filter_map(|board| Row::new(black_box(board)).rank(board.kings)).sum::<u64>());
}
