//! Numbering positions: `cargo bench --bench index`.

use bolshak::board::{Board, Russian};
use bolshak::index::{Ending, Index, Mover};
use bolshak::insides::{KingSets, MenIndex};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// The number of boards, spread over an ending with a large odd stride.
const BOARDS: u64 = 4096;

const ENDINGS: [&str; 4] = ["KKKvKKK", "KKMvKMM", "KMMvMMM", "MMMvMMM"];

fn index(name: &str) -> Index {
    let ending: Ending = name.parse().expect("a name");
    Index::new(ending.material(Mover::First))
}

fn men(name: &str) -> MenIndex {
    let material = index(name).material();
    MenIndex::new(material.mover.men, material.other.men)
}

fn numbers(index: &Index) -> impl Iterator<Item = u64> + '_ {
    (0..BOARDS).map(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15) % index.size())
}

#[divan::bench(args = ENDINGS)]
fn rank(bencher: Bencher, name: &str) {
    let index = index(name);
    let boards: Vec<Board> = numbers(&index).map(|number| index.unrank(number)).collect();
    bencher
        .counter(ItemsCount::new(BOARDS))
        .bench(|| boards.iter().fold(0, |sum: u64, board| sum.wrapping_add(index.rank(black_box(board)))));
}

#[divan::bench(args = ENDINGS)]
fn unrank(bencher: Bencher, name: &str) {
    let index = index(name);
    let numbers: Vec<u64> = numbers(&index).collect();
    bencher
        .counter(ItemsCount::new(BOARDS))
        .bench(|| numbers.iter().fold(0, |all, &number| all ^ index.unrank(black_box(number)).men));
}

/// Endings with men.
const WITH_MEN: [&str; 3] = ["KKMvKMM", "KMMvMMM", "MMMvMMM"];

#[divan::bench(args = WITH_MEN)]
fn rank_men(bencher: Bencher, name: &str) {
    let index = index(name);
    let men = men(name);
    let placements: Vec<_> = numbers(&index).map(|number| men.unrank(number % men.size())).collect();
    bencher.counter(ItemsCount::new(BOARDS)).bench(|| {
        placements.iter().fold(0, |sum: u64, &(own, enemy)| sum.wrapping_add(men.rank(black_box(own), enemy)))
    });
}

#[divan::bench(args = WITH_MEN)]
fn unrank_men(bencher: Bencher, name: &str) {
    let index = index(name);
    let men = men(name);
    let numbers: Vec<u64> = numbers(&index).map(|number| number % men.size()).collect();
    bencher
        .counter(ItemsCount::new(BOARDS))
        .bench(|| numbers.iter().fold(0, |all, &number| all ^ men.unrank(black_box(number)).0));
}

#[divan::bench(args = WITH_MEN)]
fn placements_of_men(bencher: Bencher, name: &str) {
    let men = men(name);
    let count = men.size().min(BOARDS);
    bencher
        .counter(ItemsCount::new(count))
        .bench(|| men.placements(0).take(count as usize).fold(0, |all, (men, _)| all ^ men));
}

#[divan::bench(args = [1, 2, 3, 4])]
fn king_sets(bencher: Bencher, kings: u32) {
    let sets = KingSets::new::<Russian>(kings);
    bencher
        .counter(ItemsCount::new(sets.sets().len()))
        .bench(|| sets.sets().iter().map(|&set| KingSets::number(black_box(set))).sum::<usize>());
}
