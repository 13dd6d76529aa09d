//! Proofs: whole tables pass, and one wrong value anywhere does not, whatever checksums say.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use bolshak::board::{Color, Position};
use bolshak::generate::{Request, generate};
use bolshak::index::{Ending, Index};
use bolshak::probe::{Options, ProbeError, Tablebase};
use bolshak::table::{Damage, Metric, TableError};
use bolshak::verify::{Record, Value, VerifyError, prove, sample};
use common::forge::{blocks, forge, with_header};
use common::{Random, empty_directory, files, four_pieces};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

fn bolshak(arguments: &[&str], directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    command.env_remove("BOLSHAK_TABLES").arg("verify").args(arguments).arg("--tables").arg(directory);
    command
}

/// A directory with copies of all tables to so many pieces, at most four.
fn copies(purpose: &str, pieces: u8) -> PathBuf {
    let directory = empty_directory(purpose);
    let wanted: BTreeSet<String> = (2..=pieces).flat_map(Ending::all).map(|ending| ending.to_string()).collect();
    for (name, bytes) in files(four_pieces()) {
        if wanted.contains(name.split_once('.').unwrap().0) {
            fs::write(directory.join(name), bytes).unwrap();
        }
    }
    directory
}

fn all(pieces: u8) -> Vec<Ending> {
    (2..=pieces).flat_map(Ending::all).collect()
}

fn proved(directory: &Path, endings: &[Ending]) -> Result<u64, VerifyError> {
    let verified = prove(&Tablebase::open(directory).unwrap(), endings, None, &())?;
    Ok(verified.iter().map(|verified| verified.entries).sum())
}

#[test]
fn every_entry_to_four_pieces_is_right() {
    assert_eq!(proved(four_pieces(), &all(4)).unwrap(), 992 + 1_736 + 760 + 196_032 + 6_209_316);
    for plies in [1, 2, 5] {
        let directory = empty_directory(&format!("rule-{plies}"));
        generate(&Request { draw_plies: plies, ..Request::pieces(3) }, &directory, &()).unwrap();
        assert_eq!(proved(&directory, &all(3)).unwrap(), 3_488 + 196_032, "a rule of {plies} plies");
    }
}

#[test]
fn distances_beyond_a_byte_are_checked_one_by_one() {
    let with_bytes = |directory: &Path, byte_plies| {
        Tablebase::open_with(directory, Options { byte_plies, ..Options::default() }).unwrap()
    };
    for (byte_plies, pieces) in [(0, 3), (1, 3), (2, 3), (9, 3), (40, 4)] {
        let verified = prove(&with_bytes(four_pieces(), byte_plies), &all(pieces), None, &()).unwrap();
        assert_eq!(verified.len(), all(pieces).len(), "{byte_plies}");
    }
    let directory = copies("far", 3);
    let path = directory.join("MMvM.dtw");
    let bytes = fs::read(&path).unwrap();
    for block in 0..blocks(&bytes) {
        // The longest distance of the block, the last of them, is one longer.
        let forged = forge(&bytes, block, |values| {
            let longest = *values.iter().max().unwrap();
            *values.iter_mut().rfind(|value| **value == longest).unwrap() += 1;
        });
        fs::write(&path, forged).unwrap();
        let error = prove(&with_bytes(&directory, 9), &["MMvM".parse().unwrap()], None, &()).unwrap_err();
        assert!(matches!(error, VerifyError::Mismatch(_)), "{block}: {error}");
    }
    // A header that says another longest win.
    let longer = with_header(&bytes, |header| header[72 + 64] += 2);
    fs::write(&path, longer).unwrap();
    let error = prove(&with_bytes(&directory, 9), &["MMvM".parse().unwrap()], None, &()).unwrap_err();
    assert!(matches!(error, VerifyError::Header { .. }), "{error}");
}

#[test]
fn random_positions_are_right_and_wrong_ones_are_found() {
    let directory = copies("sample", 3);
    let tablebase = Tablebase::open(&directory).unwrap();
    for ending in all(3) {
        sample(&tablebase, ending, 3000, 1, &()).unwrap();
    }
    // Half of all distances of a table are wrong: a few positions are enough.
    let path = directory.join("KMvK.dtw");
    let forged =
        forge(&fs::read(&path).unwrap(), 0, |values| values.iter_mut().step_by(2).for_each(|value| *value += 1));
    fs::write(path, forged).unwrap();
    let tablebase = Tablebase::open(&directory).unwrap();
    let error = sample(&tablebase, "KMvK".parse().unwrap(), 1000, 1, &()).unwrap_err();
    let VerifyError::Mismatch(mismatch) = error else { panic!("{error}") };
    assert_ne!(mismatch.stored, mismatch.expected);
}

/// One wrong value in a block, at random: a distance one longer, or a win for a loss.
fn one_wrong_value(bytes: &[u8], metric: Metric, random: &mut Random) -> Vec<u8> {
    loop {
        let block = random.below(blocks(bytes) as u64) as usize;
        let mut changed = false;
        let forged = forge(bytes, block, |values| {
            let at = random.below(values.len() as u64) as usize;
            match metric {
                Metric::Wdl => {
                    let shift = 2 * random.below(4);
                    // 0 is a loss and 2 a win: both have distances.
                    changed = values[at] >> shift & 1 == 0;
                    values[at] ^= if changed { 2 << shift } else { 0 };
                }
                _ => {
                    changed = true;
                    values[at] += 1;
                }
            }
        });
        if changed {
            return forged;
        }
    }
}

/// What a directory's tables say of every entry of an ending.
fn values(directory: &Path, ending: Ending) -> Vec<(Position, Value)> {
    let tablebase = Tablebase::open(directory).unwrap();
    let mut values = Vec::new();
    for (&mover, turn) in ending.movers().iter().zip([Color::White, Color::Black]) {
        let index = Index::new(ending.material(mover));
        let position = |entry| {
            let board = index.unrank(entry);
            let white = if turn == Color::White { board } else { board.flip() };
            Position::new(turn, white.men, white.kings, white.enemy_men, white.enemy_kings).unwrap()
        };
        values.extend((0..index.size()).map(position).map(|at| (at, Value::stored(&tablebase, &at).unwrap())));
    }
    values
}

#[test]
fn one_wrong_value_is_found_wherever_it_is() {
    let directory = copies("one-value", 3);
    let mut random = Random(5);
    let mut found = 0;
    for ending in Ending::all(3) {
        let right = values(&directory, ending);
        for metric in [Metric::Wdl, Metric::Dtw, Metric::Dtz, Metric::Dtw, Metric::Wdl] {
            let path = directory.join(format!("{ending}.{metric}"));
            let bytes = fs::read(&path).unwrap();
            let forged = one_wrong_value(&bytes, metric, &mut random);
            fs::write(&path, forged).unwrap();
            let wrong = values(&directory, ending);
            let result = proved(&directory, &[ending]);
            match right.iter().zip(&wrong).find(|(right, wrong)| right != wrong) {
                // It was a place that belongs to no entry.
                None => assert!(result.is_ok(), "{path:?}"),
                Some(((changed, _), _)) => {
                    let VerifyError::Mismatch(mismatch) = result.unwrap_err() else { panic!("{changed} in {path:?}") };
                    assert_ne!(mismatch.stored, mismatch.expected, "{changed}");
                    assert!(wrong.contains(&(mismatch.position, mismatch.stored)), "{changed}");
                    found += 1;
                }
            }
            fs::write(&path, bytes).unwrap();
        }
    }
    assert!(found >= 20, "only {found} forgeries changed a value");
    assert!(proved(&directory, &all(3)).is_ok());
}

#[test]
fn headers_must_say_what_the_entries_add_up_to() {
    let directory = copies("headers", 2);
    // Side 0: a win more and a draw less; another longest win; another entry of it.
    let edits: [(&str, usize, u8); 4] =
        [("KvM.wdl", 72 + 8 + 8 * 4, 1), ("KvM.dtw", 72 + 64, 2), ("KvM.dtw", 72 + 48, 1), ("KvM.dtz", 72 + 64, 1)];
    for (name, at, more) in edits {
        let path = directory.join(name);
        let bytes = fs::read(&path).unwrap();
        let forged = with_header(&bytes, |header| {
            header[at] = header[at].wrapping_add(more);
            if name == "KvM.wdl" {
                header[72 + 8 + 8 * 2] -= more;
            }
        });
        fs::write(&path, forged).unwrap();
        let error = proved(&directory, &all(2)).unwrap_err();
        assert!(matches!(error, VerifyError::Header { ending } if ending.to_string() == "KvM"), "{name} {at}: {error}");
        fs::write(&path, bytes).unwrap();
    }
}

#[test]
fn tables_of_another_rule_do_not_pass_for_this_one() {
    let directory = empty_directory("other-rule");
    generate(&Request { draw_plies: 4, ..Request::pieces(3) }, &directory, &()).unwrap();
    for (name, bytes) in files(&directory) {
        fs::write(directory.join(name), with_header(&bytes, |header| header[16] = 30)).unwrap();
    }
    let VerifyError::Mismatch(mismatch) = proved(&directory, &all(3)).unwrap_err() else { panic!("a mismatch") };
    assert_eq!(mismatch.stored.dtw, mismatch.expected.dtw, "only what the rule decides is wrong");
    assert_ne!(mismatch.stored.category, mismatch.expected.category);
}

#[test]
fn damaged_and_absent_tables_are_told() {
    let directory = copies("damaged", 3);
    let path = directory.join("KKvM.dtz");
    let bytes = fs::read(&path).unwrap();
    let mut flipped = bytes.clone();
    *flipped.last_mut().unwrap() ^= 1;
    fs::write(&path, flipped).unwrap();
    let damaged = |error: &VerifyError| {
        matches!(error, VerifyError::Probe(ProbeError::Table(TableError::Damaged { damage: Damage::Block { .. }, .. })))
    };
    let error = proved(&directory, &all(3)).unwrap_err();
    assert!(damaged(&error), "{error}");
    fs::remove_file(&path).unwrap();
    let error = proved(&directory, &all(3)).unwrap_err();
    assert!(error.to_string().contains("KKvM.dtz is missing"), "{error}");
    // KMvM promotes to it.
    let error = proved(&directory, &["KMvM".parse().unwrap()]).unwrap_err();
    assert!(error.to_string().contains("KKvM.dtz is missing"), "{error}");
    bolshak(&["--material", "KMvM"], &directory).assert().code(1).stderr(contains("KKvM.dtz is missing"));
}

#[test]
fn what_a_record_has_is_passed_over_while_the_tables_are_the_same() {
    let directory = copies("record", 3);
    let record = directory.join("done");
    let run = |pieces: &str| bolshak(&["--resume", record.to_str().unwrap(), "--pieces", pieces], &directory).assert();
    run("2").success().stdout(contains("3,488 entries of 3 endings are right ("));
    // As if the run had been killed while it wrote.
    fs::write(&record, fs::read_to_string(&record).unwrap() + "0123456789abcdef").unwrap();
    run("3").success().stdout(contains("of 9 endings are right, 3 endings verified before"));
    assert_eq!(fs::read_to_string(&record).unwrap().lines().count(), 9);
    run("3").success().stdout(contains("9 endings verified before."));
    // Other tables of MvM, on which three others rest and KvK, KvM, KKvK, KKvM do not.
    let path = directory.join("MvM.dtw");
    let other = with_header(&fs::read(&path).unwrap(), |header| header[40] ^= 1);
    fs::write(&path, other).unwrap();
    run("3").success().stdout(
        contains("MvM                 760 right      ").and(contains("KKvM             26,040 right  verified before")),
    );
    let foreign = directory.join("KvK.wdl");
    let bytes = fs::read(&foreign).unwrap();
    let arguments = ["--resume", foreign.to_str().unwrap()];
    bolshak(&arguments, &directory).assert().code(1).stderr(contains("is no record of verified endings"));
    assert_eq!(fs::read(&foreign).unwrap(), bytes, "no file but a record is touched");
    for device in ["/dev/zero", "/dev/null"] {
        bolshak(&["--resume", device], &directory).assert().code(1).stderr(contains("is no record"));
    }
    assert!(Record::open(Path::new("/nowhere/done")).unwrap_err().to_string().contains("/nowhere/done"));
}

#[test]
fn the_first_wrong_entry_is_shown_with_all_that_makes_it_wrong() {
    let directory = copies("shown", 3);
    let path = directory.join("KKvK.dtw");
    let forged = forge(&fs::read(&path).unwrap(), 0, |values| values[100] += 1);
    fs::write(path, forged).unwrap();
    let shown = bolshak(&["--material", "KKvK"], &directory).assert().code(1);
    let text = String::from_utf8(shown.get_output().stdout.clone()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("W:WK") && lines[0].ends_with(" is wrong in the tables:"), "{text}");
    assert!(lines[1].starts_with("  stored    win, dtw ") && lines[2].starts_with("  expected  win, dtw "), "{text}");
    assert_eq!(lines[3], "after its moves, for the side then to move:");
    assert!(lines.len() > 10, "{text}");
    let shown = bolshak(&["--material", "KKvK", "--json", "--threads", "1"], &directory).assert().code(1);
    let json: serde_json::Value = serde_json::from_slice(&shown.get_output().stdout).unwrap();
    assert_eq!((json["status"].as_str(), json["stored"] == json["expected"]), (Some("wrong"), false), "{json}");
    assert_eq!(json["moves"].as_array().unwrap().len(), lines.len() - 4);
    assert_eq!(format!("{} is wrong in the tables:", json["fen"].as_str().unwrap()), lines[0], "always the first");
}

#[test]
fn what_was_checked_is_told() {
    let three = copies("told", 3);
    bolshak(&["--material", "KMvM"], &three).assert().success().stdout(contains("They rest on endings that were read"));
    bolshak(&["--sample", "100", "--seed", "2", "--pieces", "3"], &three)
        .assert()
        .success()
        .stdout(contains("900 random positions of 9 endings are right (").and(contains("They rest").not()));
    for wrong in [&["--sample", "0"][..], &["--sample", "5", "--checksums"], &["--seed", "5"], &["--write", "x"]] {
        bolshak(wrong, &three).assert().code(2);
    }
    let json = bolshak(&["--json", "--pieces", "2"], &three).assert().success();
    let text = String::from_utf8(json.get_output().stdout.clone()).unwrap();
    let first: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!((&first["ending"], &first["counts"]["win"]), (&"KvK".into(), &194.into()));
}
