//! The examples as a reader runs them, with the built-in tables. `cargo test` builds them first; to run this module alone,
//! run `cargo build --examples` before.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::common::empty_directory;
use assert_cmd::Command;
use bolshak::board::GameName;
use bolshak::generate::{Request, Settings, generate};
use predicates::prelude::*;

/// An example, which cargo puts beside the directory of the test programs.
fn example(name: &str) -> Command {
    let test = std::env::current_exe().unwrap();
    let program = test.ancestors().nth(2).unwrap().join("examples").join(format!("{name}{EXE_SUFFIX}"));
    assert!(program.exists(), "{} is missing: cargo build --examples", program.display());
    Command::new(program)
}

/// The standard output of an example that succeeds.
fn output(command: &mut Command) -> String {
    String::from_utf8(command.assert().success().get_output().stdout.clone()).unwrap()
}

#[test]
fn a_promise_is_kept_against_every_defence() {
    let text = output(&mut example("play_out"));
    assert!(text.contains("White is promised a win in 13 plies"), "{text}");
    assert!(text.contains("The longest takes 13 plies: 1. g1-e3 "), "{text}");
    assert!(text.contains("Promise kept: no defence lasts longer than 13 plies"), "{text}");
    let lost = output(example("play_out").arg("B:Wc1,d2:BKh6"));
    assert!(lost.contains("Black is promised a win in 23 plies") && lost.contains("Promise kept"), "{lost}");
}

#[test]
fn the_draw_rule_decides_what_is_promised() {
    let play = |arguments: &[&str]| {
        let mut command = example("play_out");
        command.arg("W:WKa5,Ka7:BKg1").args(arguments);
        command
    };
    let late = output(&mut play(&["--clock", "23"]));
    assert!(late.contains("The clock of the draw rule came to 29 of 30") && late.contains("Promise kept"), "{late}");
    play(&["--clock", "24"])
        .assert()
        .code(1)
        .stderr(predicate::str::contains("the rule draws W:WKa5,Ka7:BKg1 at clock 24"));
    let theory = output(&mut play(&["--clock", "24", "--rule", "none"]));
    assert!(theory.contains("Promise kept: no defence lasts longer than 7 plies"), "{theory}");
}

#[test]
fn what_cannot_be_played_out_is_reported() {
    for (arguments, message) in [
        (&["W:WKg1:BKb8"][..], "W:WKg1:BKb8 is a draw"),
        (&["W:WKc3,Kd6,Ke3:BKd8"], "name a directory"),
        (&["nonsense"], "\"nonsense\" is no side to move"),
        (&["W:WKa1:BKh8", "/no/such/tables"], "cannot open the tables in /no/such/tables"),
        (&["--clock", "soon"], "usage: play_out"),
        (&["--help"], "usage: play_out"),
    ] {
        example("play_out").args(arguments).assert().code(1).stderr(predicate::str::contains(message));
    }
}

#[test]
fn the_games_of_the_example_are_adjudicated() {
    let text = output(example("adjudicate").arg("examples/games.pdn"));
    for line in [
        "Game 1, Orlova - Tikhonov, 1-0",
        "  after 1. g1-h2, B:WKh2,e5:Ba3,Kb8: White wins in 2 moves; the stated result agrees",
        "  after 1... g5-h4, W:Wb4,Kd8:Bh4,f6: a draw; the stated result agrees",
        "  at the start, W:We3,c5:BKh2: a draw; the stated result DIFFERS",
        "  blunder 1. e3-d4: before it a draw, after it Black wins in 5 moves",
        "  drawn after 15... g1-h2: 30 plies by kings alone",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    assert_eq!(text.matches("blunder").count(), 2, "{text}");
}

#[test]
fn a_game_begins_at_the_draw_counter_of_its_fen() {
    let file = empty_directory("counter").join("games.pdn");
    fs::write(&file, "[FEN \"W:WKa5,Ka7:BKg1:H26\"] *\n[FEN \"W:WKa5,Ka7:BKg1\"] *\n").unwrap();
    let text = output(example("adjudicate").arg(&file));
    let drawn: Vec<bool> = text
        .lines()
        .filter(|line| line.contains("at the start"))
        .map(|line| line.contains("a draw by the 15-move rule"))
        .collect();
    assert_eq!(drawn, [true, false], "{text}");
}

#[test]
fn a_broken_game_does_not_stop_the_others() {
    let file = empty_directory("broken").join("games.pdn");
    let games = r#"
        [White "A [b] c"] [Black "D"] [FEN "W:WKg1:Bb8,e5"]
        1. g1-d4 $2 (1. g1-e3 {wins (at once)} b8-a7) e5xc3 0-2
        1. c3-d4 d6-c5 2. d4-e6 *
        [GameType "20"] 1. 32-28 *
        [FEN "W:WKa2:BKh8"] *
        [White "E"] 1.c3-d4! d6-c5 2.b2-c3 * ; no tables of so many pieces
        [GameType "25,W"] [FEN "B:WKa1:BKa3"] 1...a3-c1 2.a1-h8 1/2-1/2
        [FEN "W:WKg1:Bb8,e5"] 1. g1-e3 (1. g1-f2
        [FEN "W:WKg1:Bb8,e5"] 1. g1-e3 {and so on"#;
    fs::write(&file, games).unwrap();
    let text = output(example("adjudicate").arg(&file));
    for line in [
        "Game 1, A [b] c - D, 0-2",
        "  at the start, W:WKg1:Be5,b8: White wins in 7 moves; the stated result DIFFERS",
        "  blunder 1. g1-d4: before it White wins in 7 moves, after it Black wins in 1 move",
        "Game 2, ? - ?: move 2. \"d4-e6\" is no move; expected c3-d4 for a quiet move, c5:e3:g5 for a capture",
        "Game 3, ? - ?: its GameType: \"20\" is no type of game that is read; expected 25 for Russian draughts or 41 for draughts-80",
        "Game 4, ? - ?: its FEN: a2 is a light square; pieces stand on dark squares such as a1 and h8",
        "  at the start, B:WKa1:BKa3: a draw; the stated result agrees",
        "Game 7, ? - ?, *",
        "  at the start, W:WKg1:Be5,b8: White wins in 7 moves; the stated result is open",
        "Game 8, ? - ?: move 1... \"{and so on\" is no move; expected c3-d4 for a quiet move, c5:e3:g5 for a capture",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    assert!(text.contains("Game 5, E - ?, *\n  not adjudicated: "), "{text}");
}

/// What the example says of games, with the tables of a directory or the built-in ones.
fn adjudicated(name: &str, games: &str, tables: Option<&Path>) -> String {
    let file = empty_directory(name).join("games.pdn");
    fs::write(&file, games).unwrap();
    output(example("adjudicate").arg(&file).args(tables))
}

#[test]
fn the_game_type_chooses_the_game() {
    let tables = empty_directory("draughts-80-tables");
    generate(&Request::pieces(3).settings(Settings::default().game(GameName::Draughts80)), &tables, &()).unwrap();
    let games = r#"
        [White "A"] [GameType "41,W,10,8,A0,0"] [FEN "W:Wi3:Bh4,k8"] 1. i3:g5 k8-i7 2-0
        [White "B"] [GameType "41"] [FEN "B:WKa1,Kk2:BKb8"] 1... b8-a7 2. k2-k1 *
        [White "C"] [GameType "41,W,10,8,N2,0"] [FEN "W:W10:BK36"] 1. 10-4 2-0
        [White "D"] [GameType "41,W,10,8,N0,0"] [FEN "W:W35:BK1"] 1. 35-39 2-0
        [White "E"] [GameType "25"] [FEN "W:Wc3:Bd4"] 1. c3:e5 2-0
        [White "F"] [FEN "W:Wc3:Bd4"] 1. c3:e5 2-0
        [White "G"] [GameType "41,W,8,8,A0,0"] [FEN "W:Wc3:Bd4"] 1. c3:e5 2-0
        [White "H"] [GameType "41"] 1. c3-d4 *
        [White "I"] [GameType "41"] [FEN "W:Wi7:BKa1"]
        [White "J"] [FEN "W:Wc3:Bd4"] 1. c3:e5 2-0
        [White "K"] [GameType "41"] [GameType "25"] *
        "#;
    let text = adjudicated("game-type", games, Some(&tables));
    let won = "  at the start, W:Wi7:BKa1: White wins in 2 moves; the stated result agrees";
    for lines in [
        "Game 1, A - ?, 2-0\n  at the start, W:Wi3:Bh4,j8: White wins in ",
        "Game 2, B - ?: move 2. \"k2-k1\" is no move; expected ",
        &format!("Game 3, C - ?, 2-0\n{won}\n"),
        &format!("Game 4, D - ?, 2-0\n{won}\nGame 5"),
        "Game 5, E - ?: its game is russian, but the tables are of draughts-80; name a directory of russian tables\n",
        "Game 6, F - ?: its game is russian, but the tables are of draughts-80; name a directory of russian tables\n",
        "Game 7, G - ?: its GameType: the width \"8\" contradicts the game, draughts-80; expected 10\n",
        "Game 8, H - ?, *\n  not adjudicated: the tables do not know B:Wa1,c1,e1,g1,i1,",
        "Game 9, J - ?: it has two tags FEN; expected one, and a result, such as *, after each game\n",
        "Game 10, K - ?: it has two tags GameType; expected one, and a result, such as *, after each game\n",
    ] {
        assert!(text.contains(lines), "{lines}\n{text}");
    }
    let text = adjudicated("game-type", games, None);
    for lines in [
        "Game 2, B - ?: its game is draughts-80, but the tables are of russian; name a directory of draughts-80 tables\n",
        "Game 5, E - ?, 2-0\n  at the start, W:Wc3:Bd4: White wins in 1 move; the stated result agrees\n",
        "Game 6, F - ?, 2-0\n  at the start, W:Wc3:Bd4: White wins in 1 move; the stated result agrees\n",
    ] {
        assert!(text.contains(lines), "{lines}\n{text}");
    }
}

#[test]
fn numbers_begin_where_the_game_type_says() {
    let game = |notation: &str, fen: &str, mv: &str| {
        format!("[GameType \"25,W,8,8,{notation},0\"] [FEN \"{fen}\"] 1. {mv} 2-0\n")
    };
    let games = [
        game("A0", "W:Wc3,a3:Bd4", "c3xe5"),
        game("A0", "W:W22,21:B18", "22x15"),
        game("N0", "W:W9-10:B14", "10x19"),
        game("N1", "W:W11-12:B15", "11x18"),
        game("N2", "W:W21-22:B18", "22x15"),
        game("N3", "W:W23-24:B19", "23x14"),
    ];
    let text = adjudicated("numbers", &games.concat(), None);
    let line = "\n  at the start, W:Wa3,c3:Bd4: White wins in 1 move; the stated result agrees\n";
    assert_eq!(text.matches(line).count(), games.len(), "{text}");
    for (notation, mv) in [("N0", "22x15"), ("A1", "c3xe5"), ("S0", "c3xe5")] {
        let text = adjudicated("numbers", &game(notation, "W:W9-10:B14", mv), None);
        assert!(text.lines().count() == 1 && text.starts_with("Game 1, ? - ?: "), "{text}");
    }
}

#[test]
fn large_files_take_a_time_in_proportion_to_their_length() {
    let directory = empty_directory("large");
    let good = "\n[FEN \"W:WKg1:Bb8,e5\"] 1. g1-e3 *\n";
    let right = "Game 2, ? - ?, *\n  at the start, W:WKg1:Be5,b8: White wins in 7 moves; the stated result is open\n";
    let (long, deep) =
        ("it is longer than 1 MiB, and no longer", "its variations are nested more than 64 deep, and no deeper");
    for (number, (part, message)) in (0..).zip([
        ("(", deep),
        ("( a", deep),
        (") ", long),
        ("] ", long),
        ("$1 ", long),
        ("a1-b2 ", long),
        ("12. ", long),
        ("[x]", long),
        ("[x \"y]", long),
        ("{}", long),
        ("%\n", long),
    ]) {
        let file = directory.join(format!("{number}.pdn"));
        fs::write(&file, part.repeat((12 << 20) / part.len()) + good).unwrap();
        // It takes a second on an idle machine. If each token searched the rest of the file, it would take hours.
        let text = output(example("adjudicate").arg(&file).timeout(Duration::from_secs(120)));
        let after = if part.starts_with('[') { "" } else { right };
        assert!(text == format!("Game 1, ? - ?: {message} ones are read\n{after}"), "{part}: {text:.300}");
    }
    let file = directory.join("games.pdn");
    fs::write(&file, good.repeat(20_000)).unwrap();
    let text = output(example("adjudicate").arg(&file).timeout(Duration::from_secs(120)));
    assert_eq!(text.lines().count(), 40_000);
}

#[test]
fn what_is_too_large_is_reported_and_the_rest_is_read() {
    let file = empty_directory("too-large").join("games.pdn");
    let nested =
        |depth: usize| format!("[FEN \"W:WKg1:Bb8,e5\"] 1. g1-e3 {}{} *\n", "(".repeat(depth), ")".repeat(depth));
    let long = |bytes: usize| format!("[FEN \"W:WKg1:Bb8,e5\"] 1. g1-e3 {{{}}} *\n", "x".repeat(bytes));
    fs::write(&file, nested(64) + &nested(65) + &long(1_000_000) + &long(1 << 20) + &nested(1)).unwrap();
    let text = output(example("adjudicate").arg(&file));
    let titles: Vec<&str> = text.lines().filter(|line| line.starts_with("Game")).collect();
    let said = ["*", "nested", "*", "longer", "*"];
    assert!(titles.len() == 5 && titles.iter().zip(said).all(|(title, said)| title.contains(said)), "{text}");
    let endless = example("adjudicate").arg("/dev/zero").timeout(Duration::from_secs(120)).assert().code(1);
    endless.stderr(predicate::str::contains("/dev/zero has more than 64 MiB; split it"));
}

#[test]
fn a_file_that_cannot_be_read_is_an_error() {
    for (arguments, message) in [
        (&["/no/such/games.pdn"][..], "cannot read /no/such/games.pdn"),
        (&["examples/games.pdn", "/no/such/tables"], "cannot open the tables in /no/such/tables"),
        (&[], "usage: adjudicate"),
        (&["--help"], "usage: adjudicate"),
    ] {
        example("adjudicate").args(arguments).assert().code(1).stderr(predicate::str::contains(message));
    }
}

#[test]
fn legal_moves_are_printed_without_tables() {
    let positions = "W:Wc5,f6,h2:Bd4,f4,g7\nB:Wa1:BKh8,b2\nW:Wa5:Bb6,c7\nW:Wb6:Bc7,f6\n";
    let moves =
        "c5:e3:g5(d4,f4) f6:h8(g7)=K\nb2-c1=K h8-c3 h8-d4 h8-e5 h8-f6 h8-g7\n\nb6:d8:g5(f6,c7)=K b6:d8:h4(f6,c7)=K\n";
    assert_eq!(output(example("moves").write_stdin(positions)), moves);
    let message = "moves: line 2: \"x\" is no side to move";
    example("moves").write_stdin("B:We3:Bg5\nx").assert().code(1).stderr(predicate::str::contains(message));
    assert_eq!(output(example("moves").arg("draughts-80").write_stdin("W:Wi7:BKa1")), "i7-h8=K i7-j8=K\n");
    for (arguments, message) in [(&["chess"][..], "\"chess\" is no game"), (&["russian", "x"], "usage: moves")] {
        example("moves").args(arguments).assert().code(1).stderr(predicate::str::contains(message));
    }
}
