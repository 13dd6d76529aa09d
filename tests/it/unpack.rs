//! `unpack`: results from mapped files are those of the tables, even if the files are wrong.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use bolshak::board::{Color, Draughts80, Game, Poddavki, Position, Russian};
use bolshak::generate::{Request, Settings, generate};
use bolshak::index::{Ending, Index};
use bolshak::probe::{Options, Tablebase, random};
use bolshak::table::{Metric, Table, TableName, UnpackedDamage, UnpackedError, UnpackedTable};
use bolshak::value::Category;
use predicates::prelude::*;

use crate::common::{empty_directory, files, forge, four_pieces, four_pieces_of};

const PAGE: usize = 4096;
const FOOTER: usize = 128;

fn unpack(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    command.arg("unpack").arg("--tables").arg(directory).args(arguments);
    command
}

/// A copy of tables, for this test alone, with unpacked ones.
fn unpacked(name: &str, tables: &Path, pieces: &str) -> PathBuf {
    let directory = empty_directory(name);
    for (name, bytes) in files(tables) {
        fs::write(directory.join(name), bytes).unwrap();
    }
    unpack(&directory, &["--pieces", pieces]).assert().code(0).stderr("");
    directory
}

/// Tables to three pieces, with unpacked ones, for a draw rule so short that it changes many results.
fn short_rule(name: &str) -> PathBuf {
    let directory = empty_directory(name);
    let request = Request::pieces(3).settings(Settings::default().draw_plies(4));
    generate(&request, &directory, &()).unwrap();
    unpack(&directory, &[]).assert().code(0);
    directory
}

fn open<G: Game>(directory: &Path) -> Tablebase<G> {
    Tablebase::open_game(directory, Options::default()).unwrap()
}

/// The positions of an ending with one side to move or the other.
fn positions<G: Game>(ending: Ending) -> impl Iterator<Item = Position<G>> {
    let indices = ending.movers().iter().map(move |&mover| Index::<G>::new(ending.material(mover)));
    let boards = indices.flat_map(|index| (0..index.size()).map(move |number| index.unrank(number)));
    boards.map(|board| Position::new(Color::White, board.men, board.kings, board.enemy_men, board.enemy_kings).unwrap())
}

/// Positions of an ending also need tables of other endings.
fn compare<G: Game>(found: &Tablebase<G>, expected: &Tablebase<G>, endings: impl IntoIterator<Item = Ending>) {
    for position in endings.into_iter().flat_map(positions::<G>) {
        let (found, expected) = (found.probe_wdl(&position, 0), expected.probe_wdl(&position, 0));
        assert_eq!(found.unwrap(), expected.unwrap(), "{position}");
    }
}

/// Zeroes all blocks of the tables of categories, but not the parts before and after: answers must come from elsewhere.
fn without_blocks(directory: &Path) {
    for (name, mut bytes) in files(directory).into_iter().filter(|(name, _)| name.ends_with("wdl")) {
        let start = 256 + 9 * forge::blocks(&bytes);
        let end = bytes.len() - 8 * u64::from_le_bytes(*bytes[32..].first_chunk().unwrap()) as usize;
        bytes[start..end].fill(0);
        fs::write(directory.join(name), bytes).unwrap();
    }
}

fn every_position<G: Game>(pieces: u8) {
    let directory = unpacked(&format!("all {}", G::NAME), four_pieces_of(G::NAME), "4");
    without_blocks(&directory);
    let (mapped, expected) = (open::<G>(&directory), open::<G>(four_pieces_of(G::NAME)));
    assert_eq!((mapped.unpacked(), mapped.unpacked_errors().len()), (expected.endings(), 0));
    assert!(expected.unpacked().is_empty());
    compare(&mapped, &expected, (2..=pieces).flat_map(Ending::all));
    for position in random::positions::<G>(&Ending::all(4).collect::<Vec<_>>(), 20_000, 7) {
        let expected = expected.probe_wdl(&position, 0).unwrap();
        assert_eq!(mapped.try_probe_wdl(&position, 0), Some(expected), "{position}");
        assert_eq!(mapped.probe_wdl(&position, 0).unwrap(), expected, "{position}");
    }
    // Without them, nothing is known.
    let unmapped = Tablebase::<G>::open_game(&directory, Options::default().with_mapped(false)).unwrap();
    assert!(unmapped.unpacked().is_empty());
    let some = positions::<G>("KvM".parse().unwrap()).find(|position| !position.board().must_capture()).unwrap();
    assert!(unmapped.probe_wdl(&some, 0).is_err());
}

#[test]
fn every_position_to_four_pieces() {
    every_position::<Russian>(4);
}

#[test]
fn every_position_of_other_games() {
    every_position::<Poddavki>(3);
    every_position::<Draughts80>(3);
}

#[test]
fn results_at_a_clock_and_under_preloading() {
    let directory = unpacked("clock", four_pieces(), "3");
    let expected = open::<Russian>(four_pieces());
    let mapped = open::<Russian>(&directory);
    let loaded = Tablebase::open_with(&directory, Options::default().with_preload(true)).unwrap();
    assert_eq!(loaded.unpacked(), (2..=3).flat_map(Ending::all).collect::<Vec<_>>());
    for position in random::positions(&(2..=4).flat_map(Ending::all).collect::<Vec<_>>(), 20_000, 3) {
        for plies in [0, 7, 24, 30] {
            let category = expected.probe_wdl(&position, plies).unwrap();
            assert_eq!(mapped.probe_wdl(&position, plies).unwrap(), category, "{position} {plies}");
            assert_eq!(loaded.probe_wdl(&position, plies).unwrap(), category, "{position} {plies}");
        }
        assert_eq!(mapped.probe(&position, 0).unwrap(), expected.probe(&position, 0).unwrap());
    }
}

#[test]
fn a_damaged_file_costs_time_and_no_answer() {
    let directory = unpacked("damaged", four_pieces(), "4");
    let expected = open::<Russian>(four_pieces());
    let ending: Ending = "KMvK".parse().unwrap();
    let path = UnpackedTable::path_of(&directory, ending);
    let whole = fs::read(&path).unwrap();
    let pages = (whole.len() - FOOTER) / (PAGE + 4);
    assert!(pages > 3);
    let put = |bytes: &[u8]| {
        fs::remove_file(&path).unwrap();
        fs::write(&path, bytes).unwrap();
    };
    // Bits of pages and of their checksums. Those of the footer are found when the file is opened.
    for at in (0..pages * PAGE).step_by(1001).chain(pages * PAGE..whole.len() - FOOTER) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x55;
        put(&bytes);
        let mapped = open::<Russian>(&directory);
        assert!(mapped.unpacked().contains(&ending));
        let page = if at < pages * PAGE { at / PAGE } else { (at - pages * PAGE) / 4 };
        if at % 7 == 0 {
            compare(&mapped, &expected, [ending]);
            let message = format!("KMvK.unpacked is damaged (page {page} is wrong); \"bolshak unpack\" makes it again");
            unpack(&directory, &["--check"]).assert().code(1).stdout(predicate::str::contains(message));
        }
    }
    // Right checksums of wrong content: only the digest shows it. No probe of it may crash the program.
    let mut bytes = whole.clone();
    bytes[..pages * PAGE].fill(0xEE);
    for page in 0..pages {
        let crc = crc32fast::hash(&bytes[PAGE * page..][..PAGE]);
        bytes[pages * PAGE + 4 * page..][..4].copy_from_slice(&crc.to_le_bytes());
    }
    put(&bytes);
    let mapped = open::<Russian>(&directory);
    positions(ending).for_each(|position| drop(mapped.probe_wdl(&position, 0)));
    drop(mapped);
    unpack(&directory, &["--check"]).assert().code(1).stdout(predicate::str::contains("does not have the digest"));
    unpack(&directory, &[]).assert().code(0).stdout(predicate::str::contains("Unpacked tables: 23, "));
    assert!(fs::read(&path).unwrap() == whole);
}

#[test]
fn a_file_that_does_not_fit_is_not_used_and_said_why() {
    let directory = unpacked("misfits", four_pieces(), "3");
    let ending: Ending = "KKvM".parse().unwrap();
    let path = UnpackedTable::path_of(&directory, ending);
    let whole = fs::read(&path).unwrap();
    let expected = open::<Russian>(four_pieces());
    let error = |bytes: &[u8]| {
        fs::remove_file(&path).unwrap();
        fs::write(&path, bytes).unwrap();
        let mapped = open::<Russian>(&directory);
        assert_eq!(mapped.unpacked().len(), 8);
        compare(&mapped, &expected, [ending]);
        let [error] = mapped.unpacked_errors() else { panic!("{:?}", mapped.unpacked_errors()) };
        unpack(&directory, &["--check"]).assert().code(1).stdout(predicate::str::starts_with(error.to_string()));
        error.clone()
    };
    let damage = |bytes: &[u8]| match error(bytes) {
        UnpackedError::Damaged { damage, .. } => damage,
        error => panic!("{error:?}"),
    };
    // Cut anywhere, or longer.
    for length in [0, 1, FOOTER - 1, FOOTER, PAGE, whole.len() / 2, whole.len() - FOOTER, whole.len() - 1] {
        assert_eq!(damage(&whole[..length]), UnpackedDamage::Footer, "{length}");
    }
    assert_eq!(damage(&[&whole[..], &[0]].concat()), UnpackedDamage::Footer);
    let (actual, expected_length) = ((whole.len() - PAGE) as u64, whole.len() as u64);
    assert_eq!(damage(&whole[PAGE..]), UnpackedDamage::Length { actual, expected: expected_length });
    for at in (whole.len() - FOOTER..whole.len()).filter(|at| !(8..10).contains(&(at + FOOTER - whole.len()))) {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        assert_eq!(damage(&bytes), UnpackedDamage::Footer, "{at}");
    }
    let mut newer = whole.clone();
    newer[whole.len() - FOOTER + 8] += 1;
    assert!(matches!(error(&newer), UnpackedError::Version { version: 2, .. }));
    // Of another ending, another game, and another draw rule.
    let other = |directory: &Path, ending: &str| fs::read(UnpackedTable::path_of(directory, ending.parse().unwrap()));
    let is_stale = |bytes: &[u8]| assert!(matches!(error(bytes), UnpackedError::Stale { .. }));
    is_stale(&other(&directory, "KKvK").unwrap());
    let poddavki = unpacked("misfits of poddavki", four_pieces_of(Poddavki::NAME), "3");
    is_stale(&other(&poddavki, "KKvM").unwrap());
    is_stale(&other(&short_rule("misfits of another rule"), "KKvM").unwrap());
    // It is made again, and so it is where the table is another one.
    let right = other(&poddavki, "KKvM").unwrap();
    fs::write(UnpackedTable::path_of(&poddavki, "KKvM".parse().unwrap()), &whole).unwrap();
    unpack(&poddavki, &["--game", "poddavki", "--material", "KKvM"]).assert().code(0);
    assert!(other(&poddavki, "KKvM").unwrap() == right);
    for name in ["KKvM.wdl", "KKvM.dtw", "KKvM.dtz"] {
        fs::copy(poddavki.join(name), directory.join(name)).unwrap();
    }
    assert!(Tablebase::open(&directory).is_err(), "tables of two games");
}

#[test]
fn what_is_no_file_is_not_used() {
    let directory = unpacked("no file", four_pieces(), "2");
    let path = UnpackedTable::path_of(&directory, "KvK".parse().unwrap());
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    let mapped = open::<Russian>(&directory);
    let [UnpackedError::Read { .. }] = mapped.unpacked_errors() else { panic!() };
    compare(&mapped, &open(four_pieces()), ["KvK".parse().unwrap()]);
    unpack(&directory, &[]).assert().code(1).stderr(predicate::str::contains("KvK.unpacked: it is not a regular file"));
}

#[test]
fn files_are_made_once() {
    let directory = unpacked("twice", four_pieces(), "3");
    unpack(&directory, &["--pieces", "3"]).assert().code(0).stdout(predicate::str::contains("; 0 of them are new"));
    let check = |pieces| unpack(&directory, &["--check", "--pieces", pieces]).assert();
    check("3").code(0).stdout(predicate::str::contains("fit their tables: 9,"));
    check("4").code(1).stdout(predicate::str::contains("KKKvK.unpacked"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(directory.join("KKvK.unpacked")).unwrap().permissions().mode();
        assert_eq!(mode & 0o222, 0, "nobody may write into it: {mode:o}");
    }
}

#[test]
fn a_file_is_replaced_while_it_is_mapped_or_that_is_refused() {
    let directory = unpacked("replaced", four_pieces(), "3");
    let path = |ending: &str| UnpackedTable::path_of(&directory, ending.parse().unwrap());
    // A wrong file, mapped in place of another.
    fs::rename(path("KvK"), path("KKvK")).unwrap();
    assert!(matches!(open::<Russian>(&directory).unpacked_errors(), [UnpackedError::Stale { .. }]));
    let name = TableName { ending: "KvK".parse().unwrap(), metric: Metric::Wdl };
    let table = Table::<Russian>::open_in(&directory, name).unwrap();
    let held = UnpackedTable::open(&path("KKvK"), &table).unwrap();
    let output = unpack(&directory, &["--material", "KKvK"]).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    if cfg!(unix) || output.status.success() {
        assert_eq!(output.status.code(), Some(0), "{text}");
    } else {
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(
            text.contains("KKvK.unpacked") && text.contains("; a program may be using the file that is there"),
            "{text}"
        );
    }
    // Open handles keep the whole old file.
    assert!(held.check(|_| true).unwrap());
    drop(held);
    unpack(&directory, &["--pieces", "3"]).assert().code(0);
    let mapped = open::<Russian>(&directory);
    assert_eq!((mapped.unpacked().len(), mapped.unpacked_errors().len()), (9, 0));
    compare(&mapped, &open(four_pieces()), ["KvK".parse().unwrap(), "KKvK".parse().unwrap()]);
}

#[test]
fn what_is_mapped_is_in_memory_but_for_exceptions() {
    let directory = short_rule("memory");
    let mapped = open::<Russian>(&directory);
    let expected = Tablebase::<Russian>::open_game(&directory, Options::default().with_mapped(false)).unwrap();
    let mut exceptions = 0;
    for position in Ending::all(3).flat_map(positions).filter(|position| !position.board().must_capture()) {
        let category = expected.probe_wdl(&position, 0).unwrap();
        match mapped.try_probe_wdl(&position, 0) {
            Some(found) => assert_eq!(found, category, "{position}"),
            // The table that lists them was not opened yet.
            None => {
                assert!(matches!(category, Category::CursedWin | Category::BlessedLoss), "{position} {category:?}");
                exceptions += 1;
            }
        }
    }
    assert!(exceptions > 0);
    compare(&mapped, &expected, Ending::all(3));
}

#[test]
fn without_tables_there_is_nothing_to_unpack() {
    let directory = empty_directory("none");
    unpack(&directory, &[]).assert().code(1).stderr(predicate::str::contains("there are no tables in"));
    unpack(four_pieces(), &["--check"]).assert().code(1).stdout(predicate::str::starts_with("No unpacked table in"));
    unpack(four_pieces(), &["--material", "KKKvKK"])
        .assert()
        .code(1)
        .stderr(predicate::str::contains("\"bolshak generate --pieces 5 --tables "));
    std::fs::copy(four_pieces().join("KvK.dtz"), directory.join("KvK.dtz")).unwrap();
    unpack(&directory, &[]).assert().code(1).stderr(predicate::str::contains("there are no tables of categories"));
    unpack(four_pieces(), &["--pieces", "9"]).assert().code(2);
}
