//! Two games at once: each answer is that of the single game, mirrored if it is on the light squares, and the sum is that of
//! the points.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::{Value, json};

use crate::common::{Random, empty_directory, four_pieces};
use bolshak::board::Russian;

/// The standard output, standard error and status of the program.
fn probe(tables: &Path, arguments: &[&str]) -> (String, String, i32) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    let output = program.arg("probe").arg("--tables").arg(tables).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

/// The answer of a command that succeeds.
fn answer(arguments: &[&str]) -> Value {
    let (out, said, status) = probe(four_pieces(), &[&["--json"], arguments].concat());
    assert_eq!((status, &*said), (0, ""), "{arguments:?}");
    serde_json::from_str(&out).unwrap()
}

/// A text with its squares mirrored, one after the other.
fn mirror(text: &str) -> String {
    let mut mirrored = text.to_string();
    for (at, _) in text.char_indices() {
        for (file, other) in ["ah", "bg", "cf", "de", "ed", "fc", "gb", "ha"].map(|pair| pair.split_at(1)) {
            let is_square = |rank: u8| text[at..].starts_with(&format!("{file}{rank}"));
            if (1..=8).any(is_square) {
                mirrored.replace_range(at..=at, other);
            }
        }
    }
    mirrored
}

/// An answer with all squares mirrored.
fn mirrored(mut answer: Value) -> Value {
    let text = |value: &mut Value| *value = mirror(value.as_str().unwrap()).into();
    text(&mut answer["fen"]);
    for list in ["moves", "moves_if_not_over"] {
        for listed in answer.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten() {
            text(&mut listed["fen"]);
            text(&mut listed["move"]);
            text(&mut listed["from"]);
            text(&mut listed["to"]);
            listed["captured"].as_array_mut().unwrap().iter_mut().for_each(text);
        }
    }
    answer
}

/// White's points in an answer.
fn points(answer: &Value) -> f64 {
    let own = match answer["category"].as_str().unwrap() {
        "win" => 1.0,
        "loss" => 0.0,
        _ => 0.5,
    };
    if answer["fen"].as_str().unwrap().starts_with('W') { own } else { 1.0 - own }
}

/// Won, drawn and lost by White. Black is to move in the second and the third.
const WON: &str = "W:WKa5,Ka7:BKg1";
const DRAWN: &str = "B:WKa1:BKh6";
const LOST: &str = "B:WKb8:BKh2,Kh4";

#[test]
fn each_game_is_answered_as_if_it_were_alone() {
    let mut random = Random(31);
    for number in 0..40 {
        let (dark, light) = (
            random.position::<Russian>(2 + number % 3).to_string(),
            random.position::<Russian>(2 + number % 2).to_string(),
        );
        let plies = random.below(34).to_string();
        let clock: &[&str] = if number % 2 == 0 { &["--clock", &plies] } else { &[] };
        let asked = |more: &[&str]| answer(&[clock, more].concat());
        let alone = [asked(&[&dark]), asked(&[&light])];
        let sum = points(&alone[0]) + points(&alone[1]);
        let [first, second] = alone;
        let expected = json!({ "games": [first, mirrored(second)], "sum": { "white": sum, "black": 2.0 - sum } });
        let light = mirror(&light);
        assert_eq!(asked(&["--twice", &dark, &light]), expected);
        assert_eq!(asked(&["--twice", &light, &dark]), expected, "in either order");
    }
}

#[test]
fn the_sum_in_words_and_in_points() {
    for (dark, light, white, words) in [
        (WON, WON, 2.0, "2 to 0"),
        (WON, DRAWN, 1.5, "1½ to ½"),
        (WON, LOST, 1.0, "1 to 1"),
        (DRAWN, DRAWN, 1.0, "1 to 1"),
        (LOST, DRAWN, 0.5, "½ to 1½"),
        (LOST, LOST, 0.0, "0 to 2"),
        // Seven plies are too many for the clock: the win is cursed.
        ("W:WKa5,Ka7:BKg1:H26", WON, 1.5, "1½ to ½"),
        ("B:WKb8:BKh2,Kh4:H26", LOST, 0.5, "½ to 1½"),
    ] {
        let light = mirror(light);
        let sum = &answer(&["--twice", dark, &light])["sum"];
        assert_eq!(sum, &json!({ "white": white, "black": 2.0 - white }), "{dark} {light}");
        let (out, said, status) = probe(four_pieces(), &["--twice", dark, &light]);
        assert_eq!((status, &*said), (0, ""));
        assert!(out.ends_with(&format!("\nSum under perfect play: {words} (White's points first)\n")), "{out}");
    }
}

#[test]
fn words_name_the_squares_of_each_game() {
    let (out, ..) = probe(four_pieces(), &["--twice", "B:WKb1:BKd1,Kh7", "W:W29-30:BK1"]);
    let (board, games) = out.split_once("\nOn the dark squares: W:Wa1,c1:BKb8\nWhite is to move.\n").unwrap();
    let (dark, light) = games.split_once("\nOn the light squares: B:WKb1:BKd1,Kh7\nBlack is to move.\n").unwrap();
    let ranks: Vec<&str> = board.lines().collect();
    assert_eq!(ranks[..2], ["  8    B   .   .   .", "  7  .   .   .   . B"], "{out}");
    assert_eq!(ranks[7], "  1  w W w B .   .", "{out}");
    assert!(dark.contains("\n  a1-b2  ") && light.contains("\n  h7-g8  ") && light.contains("\n  d1-e2  "), "{out}");
    let (short, ..) = probe(four_pieces(), &["--no-moves", "--twice", "B:WKb1:BKd1,Kh7", "W:W29-30:BK1"]);
    assert!(!short.contains("h7-g8") && short.contains("Black is to move."), "{short}");
}

#[test]
fn texts_that_are_not_two_games() {
    for (first, second, fen, part) in [
        (WON, DRAWN, DRAWN, "both games are on dark squares; this one, on light squares, would be B:WKh1:BKa6"),
        ("W:WKb1:BKa8", "W:WKh1:BKa8", "W:WKh1:BKa8", "on dark squares, would be W:WKa1:BKh8"),
        (WON, "W:WK29:BK4", "W:WK29:BK4", "both games are on dark squares"),
        ("W:WKb1:BKh8", WON, "W:WKb1:BKh8", "b1 is a light square and h8 a dark one"),
        (WON, "W:WKb1:BK4", "W:WKb1:BK4", "b1 is a light square and K4 a dark one"),
        (WON, "W:WKb1:BKa9", "W:WKb1:BKa9", "expected a light one, such as b1 or a8"),
        (WON, "", "", "empty text"),
        ("-", WON, "-", "is not a side to move"),
    ] {
        let (out, said, status) = probe(four_pieces(), &["--twice", first, second]);
        assert_eq!((status, &*out, said.lines().count()), (1, "", 1), "{said}");
        assert!(said.contains(part), "{said}");
        let (out, said, status) = probe(four_pieces(), &["--json", "--twice", first, second]);
        assert_eq!((status, &*said), (1, ""));
        let failure: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(failure["fen"], fen);
        assert!(failure["error"].as_str().unwrap().contains(part), "{failure}");
    }
}

#[test]
fn wrong_usage() {
    for arguments in [
        &["--twice", WON] as &[&str],
        &["--twice", WON, "W:WKb1:BKa8", WON],
        &["--twice", WON, "W:WKb1:BKa8", "--three-kings-moves", "3"],
        &["--twice"],
    ] {
        assert_eq!(probe(four_pieces(), arguments).2, 2, "{arguments:?}");
    }
}

#[test]
fn without_a_result_there_is_no_sum() {
    const UNKNOWN: &str = "\nSum under perfect play: not known, since the result of a game is not known\n";
    let tables = empty_directory("two-kings");
    fs::copy(four_pieces().join("KvK.wdl"), tables.join("KvK.wdl")).unwrap();
    let light = "W:WKb3,Kb5:BKh1";
    let (out, said, status) = probe(&tables, &["--twice", DRAWN, light]);
    assert!(out.contains("  Draw.\n") && out.ends_with(UNKNOWN) && status == 1, "{out}");
    assert!(said.starts_with(&format!("bolshak: {light}: ")) && said.contains("generate"), "{said}");
    let (out, said, status) = probe(&tables, &["--json", "--twice", light, DRAWN]);
    assert_eq!((status, &*said), (1, ""));
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&answer["games"][0]["category"], &answer["games"][1]["fen"]), (&"draw".into(), &light.into()));
    assert!(answer["games"][1]["error"].is_string() && answer["sum"].is_null(), "{answer}");

    // Without its distance to zeroing, it is unknown whether a late win is kept: an answer, but no sum.
    fs::copy(four_pieces().join("KKvK.wdl"), tables.join("KKvK.wdl")).unwrap();
    let late = ["--clock", "9", "--twice", DRAWN, "W:WKh5,Kh7:BKb1"];
    let (out, said, status) = probe(&tables, &late);
    assert!(out.contains("without the table of dtz") && out.ends_with(UNKNOWN), "{out}");
    assert_eq!((status, &*said), (0, ""));
    let (out, ..) = probe(&tables, &[&["--json"], &late[..]].concat());
    assert!(serde_json::from_str::<Value>(&out).unwrap()["sum"].is_null(), "{out}");
}
