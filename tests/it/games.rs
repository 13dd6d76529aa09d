//! The game of the program: the named one, or that of the tables.

use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;

use crate::common::empty_directory;
use crate::common::forge::with_header;

fn bolshak(directory: &Path, arguments: &[&str]) -> assert_cmd::assert::Assert {
    let mut program = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    program.current_dir(directory).env_remove("BOLSHAK_TABLES").args(arguments).assert()
}

/// A side whose man is taken has won in poddavki, and lost in Russian draughts.
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
    every_command_takes(&directory, "poddavki");
    run(&["line", "--game", "poddavki", TAKEN]).success().stdout(predicate::str::contains("White has won"));
}

/// Runs the commands that read tables with those of a game, which only their directory shows.
fn every_command_takes(directory: &Path, game: &str) {
    let tables = format!("tables-{game}");
    for arguments in [
        &["line", TAKEN][..],
        &["stats"],
        &["find", "--longest"],
        &["export", "--material", "KvM"],
        &["report", "--out", "report", "--sample", "10"],
        &["verify"],
        &["verify", "--sample", "100"],
        &["verify", "--checksums"],
        &["plan", "--pieces", "3", "--format", "json", "--game", game],
    ] {
        bolshak(directory, &[arguments, &["--tables", &tables]].concat()).success();
    }
}

#[test]
fn the_board_is_that_of_the_game() {
    let directory = empty_directory("wide");
    let run = |arguments: &[&str]| bolshak(&directory, arguments);
    run(&["generate", "--game", "draughts-80", "--pieces", "3"])
        .success()
        .stdout(predicate::str::contains("tables-draughts-80"));
    every_command_takes(&directory, "draughts-80");
    let wide = "W:WKk4,Ki7:BKa3";
    run(&["probe", "--json", "--no-moves", "--game", "draughts-80", wide]).success().stdout(
        "{\"fen\":\"W:WKj4,Ki7:BKa3\",\"game\":\"draughts-80\",\"clock\":0,\"rule\":\"15-moves\",\"category\":\"win\",\
         \"theory\":\"win\",\"dtw\":11,\"dtz\":9}\n",
    );
    let error =
        "\"Kk4\" is not a square; expected a1 to h8 or 1 to 32, with K before it for a king; draughts-80 has it";
    run(&["probe", wide]).code(1).stderr(predicate::str::contains(error));
    let error = "\"Kl4\" is not a square of draughts-80; expected a1 to j8 or 1 to 40";
    run(&["probe", "--game", "draughts-80", "W:WKl4:BKa3"]).code(1).stderr(predicate::str::contains(error));
    run(&["find", "--tables", "tables-draughts-80", "--material", "KKvK", "--longest", "--json"])
        .success()
        .stdout(predicate::str::contains("\"fen\":\"W:WKj4,Ki7:BKa3\",\"game\":\"draughts-80\""));
    run(&["probe", "--twice", "--tables", "tables-draughts-80", "W:WKa1:BKj8", "W:WKj1:BKa8"])
        .success()
        .stdout(predicate::str::contains("On the light squares: W:WKj1:BKa8"));
    run(&["perft", "4", "--game", "draughts-80"]).success().stdout("1 9\n2 81\n3 658\n4 4265\n");
    run(&["perft", "1", "W:WKk2:BKk8", "--game", "draughts-80", "--divide"])
        .success()
        .stdout(predicate::str::contains("j2-d8 1"));
    // The king of White on i1, the last square, has one move; that of Black stands on j8, the fifth.
    let position = format!("WeeeeB{}W", "e".repeat(34));
    let mut program = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    let hub = program.current_dir(&directory).args(["hub", "--tables", "tables-draughts-80"]);
    let commands = format!("hub\ninit\npos pos={position}\ngo\nquit\n");
    let answer = predicate::str::contains("variant value=draughts-80").and(predicate::str::contains("done move=40-"));
    hub.write_stdin(commands).assert().success().stdout(answer);
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
        let error = "is a table of poddavki, not of russian; use --game poddavki for these tables";
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
    let error = "but others there are of russian; move those of one game to another directory";
    run(&["stats", "--game", "russian", "--tables", "russian"]).code(1).stderr(predicate::str::contains(error));
    // No tables of poddavki are built in.
    let error = "\"bolshak generate --game poddavki\" makes them";
    run(&["probe", "--game", "poddavki", TAKEN]).code(1).stderr(predicate::str::contains(error));
}

#[test]
fn tables_that_do_not_say_their_game_are_not_asked_by_the_rules_of_another() {
    let directory = empty_directory("unsaid");
    let run = |arguments: &[&str]| bolshak(&directory, arguments);
    run(&["generate", "--game", "poddavki", "--pieces", "2", "--tables", "t"]).success();
    let tables: Vec<_> = std::fs::read_dir(directory.join("t")).unwrap().map(|entry| entry.unwrap().path()).collect();
    let tables: Vec<_> = tables.into_iter().filter(|path| path.extension().is_some_and(|kind| kind != "log")).collect();
    let bytes: Vec<_> = tables.iter().map(|path| std::fs::read(path).unwrap()).collect();
    // In poddavki the side that takes the last piece has lost; no table is needed for that.
    let taking = "W:Wc3:BKd4";
    for (path, bytes) in tables.iter().zip(&bytes) {
        std::fs::write(path, &bytes[..200]).unwrap();
    }
    for command in ["probe", "line"] {
        let error = predicate::str::contains("the game of the tables in t is unknown")
            .and(predicate::str::contains("--game names it"));
        run(&[command, "--tables", "t", taking]).code(1).stdout("").stderr(error);
    }
    run(&["probe", "--json", "--no-moves", "--game", "poddavki", "--tables", "t", taking])
        .success()
        .stdout(predicate::str::contains("\"category\":\"loss\""));
    // All of one game, except one of an unknown game.
    for (number, (path, bytes)) in tables.iter().zip(&bytes).enumerate() {
        let forged = with_header(bytes, |header| header[17] = 3);
        std::fs::write(path, if number == 0 { &forged } else { bytes }).unwrap();
    }
    for arguments in
        [&["probe", "--tables", "t", taking][..], &["probe", "--game", "poddavki", "--tables", "t", taking]]
    {
        let error = "is a table of game number 3, which this program does not know";
        run(arguments).code(1).stdout("").stderr(predicate::str::contains(error));
    }
    let error = predicate::str::contains("which this program does not know");
    run(&["generate", "--game", "poddavki", "--pieces", "3", "--tables", "t"]).code(1).stderr(error);
}
