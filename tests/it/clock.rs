//! The clock of a question: in a FEN, in an option, or expired; and lines with more than a FEN.

use std::path::PathBuf;
use std::sync::LazyLock;

use assert_cmd::Command;
use serde_json::Value;

/// The program with the built-in tables.
fn bolshak(arguments: &[&str], input: &str) -> (Option<i32>, String) {
    // Made once: tests run side by side.
    static DIRECTORY: LazyLock<PathBuf> = LazyLock::new(|| crate::common::empty_directory("empty"));
    let mut program = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    let output = program.args(arguments).write_stdin(input).current_dir(&*DIRECTORY).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr))
}

fn json(arguments: &[&str]) -> Value {
    let (status, text) = bolshak(&[&["probe", "--json"], arguments].concat(), "");
    assert_eq!(status, Some(0), "{text}");
    serde_json::from_str(&text).unwrap()
}

const FRESH: &str = "W:WKa5,Ka7:BKg1";
const LATE: &str = "W:WKa5,Ka7:BKg1:H26:F40";

#[test]
fn the_clock_of_a_fen_counts_and_is_named() {
    let (fresh, late) = (json(&[FRESH]), json(&[LATE]));
    assert_eq!((&fresh["category"], &fresh["clock"]), (&"win".into(), &0.into()));
    assert_eq!((&late["category"], &late["clock"]), (&"cursed-win".into(), &26.into()));
    assert!(fresh["note"].is_null());
    assert_eq!(late["note"], "the clock of 26 plies is the draw counter of the FEN (:H26)");
    let (_, words) = bolshak(&["probe", LATE], "");
    assert!(
        words.contains("  Draw under the 15-move rule: a capture")
            && words.contains("  The clock of 26 plies is the draw counter of the FEN (:H26).\n"),
        "{words}"
    );
    let (_, words) = bolshak(&["line", LATE], "");
    assert!(words.contains("  The clock of 26 plies is the draw counter of the FEN (:H26).\n"), "{words}");
}

#[test]
fn an_option_wins_over_the_clock_of_a_fen() {
    let asked = json(&["--clock", "3", LATE]);
    assert_eq!((&asked["category"], &asked["clock"]), (&"win".into(), &3.into()));
    assert_eq!(asked["note"], "the clock of 3 plies was given; the draw counter of the FEN (:H26) is not used");
    assert!(json(&["--clock", "26", LATE])["note"].is_null(), "they agree");
    let (_, words) = bolshak(&["line", "--clock", "0", LATE], "");
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("The clock of 0 plies was given; the draw counter of the FEN (:H26) is not used."),
        "{words}"
    );
}

#[test]
fn a_counter_that_runs_on_over_moves_of_men_gives_a_note() {
    // Tables of four pieces are not built in, so this uses those made by the tests.
    let tables = crate::common::four_pieces().to_str().unwrap();
    let of = |fen| json(&["--no-moves", "--tables", tables, fen])["note"].as_str().unwrap().to_string();
    assert!(of("W:WKa1,c3:BKh8,d6:H4").contains("may be too high"));
    assert!(!of("W:WKa1:BKh8,d6:H4").contains("may be too high"));
}

#[test]
fn a_hub_position_may_be_a_fen_with_its_clock() {
    let session = |position: &str| bolshak(&["hub"], &format!("pos pos={position}\ngo think\nquit\n")).1;
    assert!(session(FRESH).contains("result=win clock=0"));
    let late = session(LATE);
    assert!(
        late.contains("result=cursed-win clock=26") && late.contains("the clock of 26 plies is the draw counter"),
        "{late}"
    );
    let after = session(&format!("{LATE} moves=\"13-9 32-28\""));
    assert!(after.contains("clock=28"), "{after}");
}

#[test]
fn a_game_that_is_over_has_no_moves() {
    let over = json(&["--clock", "30", FRESH]);
    assert_eq!((&over["over"], &over["category"]), (&"draw-rule".into(), &"cursed-win".into()));
    assert_eq!(over["moves"], Value::Array(vec![]));
    let after = over["moves_if_not_over"].as_array().unwrap();
    assert_eq!(after.len(), json(&[FRESH])["moves"].as_array().unwrap().len());
    let (_, words) = bolshak(&["probe", "--clock", "30", FRESH], "");
    assert!(
        words.contains("  Draw, and the game is over: the clock stands at 30 of 30 plies;\n  without the"),
        "{words}"
    );
    assert!(words.contains("The game is over. Had it gone on, these would be the moves:"), "{words}");

    // A draw in theory, before and after the clock has expired, and under a rule that does not apply.
    let drawn = "W:WKa1:BKh6";
    let (_, words) = bolshak(&["probe", "--clock", "31", drawn], "");
    assert!(words.contains("Draw, and the game is over: the clock stands at 31 of 30 plies."), "{words}");
    for arguments in [["--clock", "29"], ["--rule", "none"], ["--rule", "three-kings"]] {
        let clock: &[&str] = if arguments[0] == "--rule" { &["--clock", "99"] } else { &[] };
        let goes_on = json(&[&arguments[..], clock, &[drawn]].concat());
        assert!(goes_on["over"].is_null() && goes_on["moves_if_not_over"].is_null(), "{goes_on}");
        assert!(!goes_on["moves"].as_array().unwrap().is_empty());
    }

    // A side without a legal move has lost at any clock.
    let lost = json(&["--clock", "99", "W:Wh2:Bg3,f4"]);
    assert_eq!((&lost["over"], &lost["category"]), (&"no-move".into(), &"loss".into()));
    assert!(lost["moves_if_not_over"].is_null());
}

#[test]
fn the_best_of_the_moves_agrees_with_the_category() {
    let tables = crate::common::tablebase();
    let mut random = crate::common::Random(9);
    for _ in 0..3000 {
        let pieces = 2 + random.below(3);
        let (position, clock) = (random.position(pieces), random.below(34));
        let verdict = tables.probe(&position, clock).unwrap();
        let ranked = tables.rank_moves(&position, clock).unwrap();
        assert_eq!(verdict.over.is_some() && !ranked.is_empty(), ranked.iter().any(|mv| mv.after_end), "{position}");
        if let Some(best) = ranked.first().filter(|best| !best.after_end) {
            assert_eq!(verdict.category, best.category(), "{position} {clock}");
        }
    }
}

#[test]
fn a_tab_cuts_no_fen() {
    let answer = |line: &str| {
        let (_, text) = bolshak(&["probe", "--no-moves", "-"], &format!("{line}\n"));
        serde_json::from_str::<Value>(&text).unwrap()
    };
    // White space may stand between parts of a FEN.
    assert_eq!(answer("W:BKc3,Ke5:W\ta1")["fen"], "W:Wa1:BKc3,Ke5");
    assert!(answer("W:BKc3:W\ta1,\tKe5\tx")["error"].is_string());
    assert!(answer("W:BKc3:Wa1\tKe5")["error"].is_string(), "a prefix is not an answer");
    // The fields that `find` writes after a position.
    for fields in ["win\t5\t3", "draw\t-\t-", "cursed-win\t31\t-\ta1-b2\tfull", "draw\t-\t-\thalf"] {
        assert_eq!(answer(&format!("W:Wa1:BKc3,Ke5\t{fields}"))["fen"], "W:Wa1:BKc3,Ke5", "{fields}");
    }
    for fields in ["win\t7\t7\tH26", "win\t7\t7\tfoo", "win\t7\t7\ta1-h8", "win\t7\t7\ta1-b2\tfull\tfull", "won\t7\t7"]
    {
        assert!(answer(&format!("W:Wa1:BKc3,Ke5\t{fields}"))["error"].is_string(), "{fields}");
    }
}
