//! `export --format ed`: every position of files of Kallisto's base, found by enumeration, has the value of `probe`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use bolshak::board::{Game, GameName, Poddavki, Position, Russian};
use bolshak::probe::{Options, Tablebase};
use bolshak::value::Theory;
use predicates::prelude::*;

use crate::common::{empty_directory, four_pieces, four_pieces_of, signal};

fn export(tables: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    command.args(["export", "--format", "ed", "--tables"]).arg(tables).args(arguments);
    command
}

/// All combinations of a number of these numbers, each ascending, in dictionary order.
fn combinations(of: &[u8], count: usize) -> Vec<Vec<u8>> {
    let mut found = vec![vec![]];
    for _ in 0..count {
        let longer = |short: Vec<u8>| of.iter().map(move |&next| [&short[..], &[next]].concat());
        found = found.into_iter().flat_map(longer).collect();
        found.retain(|combination| combination.is_sorted_by(|a, b| a < b));
    }
    found.sort();
    found
}

/// The numbers of a list that are in no other list.
fn without(list: &[u8], others: &[&[u8]]) -> Vec<u8> {
    list.iter().copied().filter(|number| !others.iter().any(|other| other.contains(number))).collect()
}

/// The names of squares, each rank from the left, the last rank first.
fn square(number: u8) -> String {
    let (row, place) = (number / 4, number % 4);
    let rank = 8 - row;
    let file = 2 * place + u8::from(rank % 2 == 0);
    format!("{}{rank}", char::from(b'a' + file))
}

/// Compares a file with probes of its expected positions; returns their number.
fn check<G: Game>(tablebase: &Tablebase<G>, bytes: &[u8], [wk, bk, wm, bm]: [usize; 4]) -> usize {
    let all: Vec<u8> = (0..32).collect();
    let mut values = bytes.iter().flat_map(|byte| [0, 2, 4, 6].map(|shift| byte >> shift & 3));
    let (mut numbers, mut positions) = (0_usize, 0);
    for white_men in combinations(&all[4..], wm) {
        for black_men in combinations(&all[..28], bm) {
            let overlap = white_men.iter().any(|man| black_men.contains(man));
            // Numbers of men that overlap are as frequent as others.
            let squares = if overlap { all[wm + bm..].to_vec() } else { without(&all, &[&white_men, &black_men]) };
            for white_kings in combinations(&squares, wk) {
                for black_kings in combinations(&without(&squares, &[&white_kings]), bk) {
                    let value = values.next().unwrap();
                    numbers += 1;
                    if overlap {
                        assert_eq!(value, 0, "number {numbers} is of no position");
                        continue;
                    }
                    let side = |men: &[u8], kings: &[u8]| {
                        let men = men.iter().map(|&man| square(man));
                        let pieces = men.chain(kings.iter().map(|&king| format!("K{}", square(king))));
                        pieces.collect::<Vec<_>>().join(",")
                    };
                    let fen = format!("W:W{}:B{}", side(&white_men, &white_kings), side(&black_men, &black_kings));
                    let position: Position<G> = fen.parse().unwrap();
                    let expected = match tablebase.probe(&position, 0).unwrap().theory.unwrap() {
                        Theory::Draw => 0,
                        Theory::Win => 1,
                        Theory::Loss => 2,
                    };
                    assert_eq!(value, expected, "{fen}");
                    positions += 1;
                }
            }
        }
    }
    assert_eq!(bytes.len(), numbers.div_ceil(4));
    assert!(values.all(|value| value == 0), "the last byte has no more");
    positions
}

/// The kings of White and of Black, and the men, of each file with a number of pieces.
fn materials(pieces: usize) -> Vec<[usize; 4]> {
    let sides = |total: usize| (0..=total).map(move |kings| (kings, total - kings));
    let of = |white: usize| sides(white).flat_map(move |w| sides(pieces - white).map(move |b| [w.0, b.0, w.1, b.1]));
    (1..pieces).flat_map(of).collect()
}

fn name(material: [usize; 4], extension: &str) -> String {
    let [wk, bk, wm, bm] = material;
    format!("{}{wk}{bk}{wm}{bm}.{extension}", material.iter().sum::<usize>())
}

fn names(directory: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(directory).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

fn to_three_pieces<G: Game>(extension: &str) {
    let tables = four_pieces_of(G::NAME);
    let tablebase = Tablebase::<G>::open_game(tables, Options::default()).unwrap();
    let directory = empty_directory(extension).join("not/there yet");
    export(tables, &["--pieces", "3", "--out"]).arg(&directory).assert().code(0).stdout("").stderr("");
    let files: Vec<[usize; 4]> = [2, 3].into_iter().flat_map(materials).collect();
    assert_eq!(names(&directory), files.iter().map(|&material| name(material, extension)).collect());
    let read = |material: [usize; 4]| fs::read(directory.join(name(material, extension))).unwrap();
    let checked = |pieces| materials(pieces).into_iter().map(|m| check(&tablebase, &read(m), m)).sum::<usize>();
    // Both sides to move are present, even if turning the board makes them one.
    assert_eq!((checked(2), checked(3)), (3_488, 196_032));
}

#[test]
fn every_position_to_three_pieces() {
    to_three_pieces::<Russian>("ed");
}

#[test]
fn every_position_to_three_pieces_of_poddavki() {
    to_three_pieces::<Poddavki>("led");
}

#[test]
fn nothing_is_written_if_a_table_is_missing() {
    let directory = empty_directory("missing");
    let missing = predicate::str::contains("\"bolshak generate --pieces 5");
    export(four_pieces(), &["--pieces", "5", "--out"]).arg(&directory).assert().code(1).stderr(missing);
    assert!(names(&directory).is_empty());
}

#[test]
fn endings_that_are_named_and_sides_to_move() {
    let directory = empty_directory("named");
    let tablebase = Tablebase::open(four_pieces()).unwrap();
    // An older file is replaced.
    fs::write(directory.join("41111.ed"), "old").unwrap();
    let arguments = ["--material", "KMvKM", "--material", "KKvMM", "--side", "second", "--pieces", "2", "--out"];
    export(four_pieces(), &arguments).arg(&directory).assert().code(0);
    assert_eq!(names(&directory), ["20110.ed", "40220.ed", "41111.ed"].map(String::from).into());
    assert_eq!(fs::read(directory.join("41111.ed")).unwrap(), b"old", "KMvKM has no second side");
    export(four_pieces(), &["--material", "KMvKM", "--side", "first", "--out"]).arg(&directory).assert().code(0);
    for material in [[0, 2, 2, 0], [1, 1, 1, 1]] {
        let bytes = fs::read(directory.join(name(material, "ed"))).unwrap();
        assert!(check(&tablebase, &bytes, material) > 100_000);
    }
}

#[test]
fn what_is_no_base_is_refused() {
    let directory = empty_directory("refused");
    let file = directory.join("file");
    fs::write(&file, "old").unwrap();
    let (file, out) = (file.to_str().unwrap(), directory.join("new"));
    let says = |tables: &Path, arguments: &[&str], code: i32, message: &str| {
        export(tables, arguments).assert().code(code).stderr(predicate::str::contains(message));
        assert!(!out.exists() || names(&out).is_empty());
    };
    let out = out.to_str().unwrap();
    let wide = four_pieces_of(GameName::Draughts80);
    says(wide, &["--material", "KvK", "--out", out], 2, "Kallisto has no files of draughts-80");
    says(four_pieces(), &["--pieces", "3"], 2, "--out DIR");
    says(four_pieces(), &["--pieces", "9", "--out", out], 2, "from 2 to 8");
    says(four_pieces(), &["--pieces", "3", "--out", out, "--fields", "fen"], 2, "--fields");
    says(four_pieces(), &["--pieces", "3", "--out", out, "--sample", "5"], 2, "--sample");
    says(four_pieces(), &["--pieces", "3", "--out", out, "--limit", "5"], 2, "--limit");
    says(four_pieces(), &["--pieces", "3", "--out", file], 1, file);
    says(four_pieces(), &["--material", "KKKvKK", "--out", out], 1, "bolshak generate --pieces 5");
}

#[test]
#[cfg_attr(not(unix), ignore = "needs signals")]
fn a_signal_leaves_no_file_that_is_not_complete() {
    let directory = empty_directory("stopped");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_bolshak"));
    command.args(["export", "--format", "ed", "--pieces", "4", "--tables"]).arg(four_pieces());
    let child = command.arg("--out").arg(&directory).stderr(std::process::Stdio::piped()).spawn().unwrap();
    while !names(&directory).iter().any(|name| name.starts_with('4')) {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    signal(&child, "INT");
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{text}");
    let tablebase = Tablebase::open(four_pieces()).unwrap();
    let files = names(&directory);
    let all = [2, 3, 4].into_iter().flat_map(materials).count();
    assert!(text.contains(&format!("stopped; {} of {all} files are complete", files.len())), "{text} {files:?}");
    assert!(files.iter().all(|name| name.ends_with(".ed")), "{files:?}");
    for file in files.iter().filter(|name| name.starts_with('4')) {
        let digit = |place: usize| usize::from(file.as_bytes()[place] - b'0');
        let bytes = fs::read(directory.join(file)).unwrap();
        assert!(check(&tablebase, &bytes, [digit(1), digit(2), digit(3), digit(4)]) > 1000);
    }
}
