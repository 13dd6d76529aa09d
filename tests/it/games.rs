//! Which game the program plays: the one that is named, or that of the tables.

use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;

use crate::common::empty_directory;

fn bolshak(directory: &Path, arguments: &[&str]) -> assert_cmd::assert::Assert {
    let mut program = Command::cargo_bin("bolshak").unwrap();
    program.current_dir(directory).env_remove("BOLSHAK_TABLES").args(arguments).assert()
}

/// A man who is taken has won in poddavki, and lost in Russian draughts.
const TAKEN: &str = "W:Wc3:BKe5";

#[test]
fn the_game_is_the_one_that_is_named_or_that_of_the_tables() {
    let directory = empty_directory("named");
    let run = |arguments: &[&str]| bolshak(&directory, arguments);
    run(&["generate", "--game", "poddavki", "--pieces", "3"])
        .success()
        .stdout(predicate::str::contains("tables-poddavki"));
    run(&["generate", "--pieces", "2"]).success();
    let category = |arguments: &[&str], category: &str| {
        let all = [&["probe", "--json", "--no-moves", TAKEN], arguments].concat();
        run(&all).success().stdout(predicate::str::contains(format!("\"category\":\"{category}\"")));
    };
    category(&[], "loss");
    category(&["--game", "russian"], "loss");
    category(&["--game", "poddavki"], "win");
    category(&["--tables", "tables-poddavki"], "win");
    category(&["--tables", "tables"], "loss");
    run(&["probe", "--tables", "tables-poddavki", TAKEN])
        .success()
        .stdout(predicate::str::contains("The game is poddavki"));
    for arguments in [
        &["line", TAKEN][..],
        &["stats"],
        &["find", "--longest"],
        &["export", "--material", "KvM"],
        &["report", "--out", "report", "--sample", "10"],
        &["verify"],
        &["verify", "--sample", "100"],
        &["verify", "--checksums"],
        &["plan", "--pieces", "3", "--format", "json", "--game", "poddavki"],
        &["bench-probe", "--count", "100"],
    ] {
        run(&[arguments, &["--tables", "tables-poddavki"]].concat()).success();
    }
    run(&["line", "--game", "poddavki", TAKEN]).success().stdout(predicate::str::contains("White has won"));
}

#[test]
fn tables_of_the_other_game_are_an_error_that_names_it() {
    let directory = empty_directory("other");
    let run = |arguments: &[&str]| bolshak(&directory, arguments);
    run(&["generate", "--game", "poddavki", "--pieces", "2", "--tables", "t"]).success();
    for arguments in [
        &["probe", "--game", "russian", "--tables", "t", TAKEN][..],
        &["stats", "--game", "russian", "--tables", "t"],
        &["verify", "--game", "russian", "--tables", "t"],
    ] {
        let error = "is a table of poddavki, not of russian; --game poddavki asks it";
        run(arguments).code(1).stderr(predicate::str::contains(error));
    }
    // A run for the other game leaves the tables as they are.
    let error =
        "is a table of poddavki, not of russian; choose another directory with --tables, or go on with --game poddavki";
    run(&["generate", "--pieces", "3", "--tables", "t"]).code(1).stderr(predicate::str::contains(error));
    run(&["verify", "--tables", "t"]).success();
    run(&["probe", "--game", "chess", TAKEN]).code(2).stderr(predicate::str::contains("russian"));
    // Neither does one for an ending that has no tables there.
    run(&["generate", "--alone", "MvM", "--tables", "t", "--disk", "raw"])
        .code(1)
        .stderr(predicate::str::contains(error));
    run(&["generate", "--pieces", "2", "--tables", "russian"]).success();
    let error = "is a table of poddavki, not of russian; move it to another directory, or give --game poddavki";
    run(&["verify", "--checksums", "--game", "russian", "--tables", "t"])
        .code(1)
        .stdout(predicate::str::contains(error));
    for name in ["KvM.wdl", "KvM.dtw", "KvM.dtz"] {
        std::fs::rename(directory.join("t").join(name), directory.join("russian").join(name)).unwrap();
    }
    let error = "others there are of russian; move those of one game to another directory";
    run(&["stats", "--game", "russian", "--tables", "russian"]).code(1).stderr(predicate::str::contains(error));
    // Nothing is built in of poddavki.
    let error = "\"bolshak generate --game poddavki\" makes them";
    run(&["probe", "--game", "poddavki", TAKEN]).code(1).stderr(predicate::str::contains(error));
}
