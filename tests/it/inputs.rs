//! Games as people write them: many kinds of files, and their right readings.

use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::LazyLock;

use assert_cmd::Command;
use bolshak::generate::{Request, generate};
use serde_json::Value;

use crate::common::empty_directory;

const INPUTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/it/data/inputs");

/// All tables to five pieces, made once.
fn tables() -> &'static Path {
    static TABLES: LazyLock<PathBuf> = LazyLock::new(|| {
        let directory = empty_directory("five-pieces");
        generate(&Request::pieces(5), &directory, &()).unwrap();
        directory
    });
    &TABLES
}

/// Runs the program among the files.
fn run(arguments: &[&str], tables: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    command.current_dir(INPUTS).args(arguments).arg("--tables").arg(tables).output().unwrap()
}

fn json_lines(output: &Output) -> Vec<Value> {
    String::from_utf8_lossy(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn review(files: &[&str]) -> Vec<Value> {
    json_lines(&run(&[&["review", "--time", "0", "--json"], files].concat(), tables()))
}

/// The judged moves of a game.
fn moves(game: &Value) -> String {
    let moves = game["moves"].as_array().cloned().unwrap_or_default();
    moves.iter().map(|judged| judged["move"].as_str().unwrap()).collect::<Vec<_>>().join(" ")
}

/// A result in any spelling.
fn winner(result: &str) -> &str {
    match result {
        "2-0" | "1-0" | "2:0" | "1:0" => "White",
        "0-2" | "0-1" | "0:2" | "0:1" => "Black",
        "1-1" | "1:1" | "1/2-1/2" | "½-½" => "a draw",
        other => other,
    }
}

#[test]
fn every_file_is_read_as_a_person_reads_it() {
    let expected: Vec<Value> = serde_json::from_str(include_str!("data/inputs/expected.json")).unwrap();
    assert_eq!(expected.len(), 32);
    for file in expected {
        let names: Vec<&str> = file["files"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        let output = run(&[&["review", "--time", "0", "--json"], &names[..]].concat(), tables());
        let games = json_lines(&output);
        let expected = file["games"].as_array().unwrap();
        let shown = || {
            format!("{names:?}: {}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
        };
        assert_eq!(output.status.code(), Some(file["exit"].as_i64().unwrap() as i32), "{}", shown());
        assert_eq!(games.len(), expected.len(), "{}", shown());
        for (game, expected) in games.iter().zip(expected) {
            assert_eq!(moves(game), expected["moves"].as_str().unwrap(), "{}", shown());
            if let Some(result) = expected["result"].as_str() {
                assert_eq!(winner(game["result"].as_str().unwrap()), winner(result), "{}", shown());
            }
            for field in ["agrees", "white", "black"].iter().filter(|field| !expected[**field].is_null()) {
                assert_eq!(game[field], expected[field], "{field}: {}", shown());
            }
            let said = format!("{} {}", game["error"], game["unread"]);
            match expected["tells"].as_str() {
                Some(word) => assert!(said.contains(word), "{word}: {}", shown()),
                None => assert_eq!(said, "null null", "{}", shown()),
            }
        }
        // The other files are named.
        for name in names.iter().filter(|_| names.len() > 1).filter(|name| **name != "k12-game.pdn") {
            assert!(String::from_utf8_lossy(&output.stderr).contains(name), "{}", shown());
        }
    }
    let first = &review(&["k10-numbers-go-on.pdn"])[0]["moves"][0];
    assert_eq!((&first["number"], &first["side"]), (&34.into(), &"black".into()));
}

#[test]
fn positions_as_people_post_them() {
    let probe = |file: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
        let text = std::fs::read(Path::new(INPUTS).join(file)).unwrap();
        command
            .args(["probe", "--json", "-", "--tables"])
            .arg(tables())
            .write_stdin(text)
            .assert()
            .success()
            .get_output()
            .clone()
    };
    for (file, fens) in [
        ("k14-lines.txt", ["W:WKd2,b4:BKe1,Kb6", "B:Wb6,Kh8:BKc1,f4"]),
        ("k15-setups.txt", ["W:WKa1,b4,e7:Bc5", "W:Wb4,e7:Bc5"]),
    ] {
        let answers = json_lines(&probe(file));
        let read: Vec<&str> = answers.iter().map(|answer| answer["fen"].as_str().unwrap()).collect();
        assert_eq!(read, [fens[0], fens[1], fens[0], fens[1]], "{file}");
    }
}

/// Files of positions in the encodings of Windows, and moves behind a position as people type them.
#[test]
fn positions_in_other_encodings_and_with_moves() {
    let program = || Command::new(env!("CARGO_BIN_EXE_bolshak"));
    let text = "Белые: дамка c3, e3; Чёрные: дамка d8\r\nW:WKa1:BKh8\r\n";
    let utf_16: Vec<u8> = format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let code_page: Vec<u8> = text
        .chars()
        .map(|c| match c {
            'ё' => 0xB8,
            'А'..='я' => (c as u32 - 0x410 + 0xC0) as u8,
            c => c as u8,
        })
        .collect();
    for input in [utf_16, code_page] {
        let output = program().args(["probe", "--no-moves", "-"]).write_stdin(input).output().unwrap();
        let fens: Vec<Value> = json_lines(&output).into_iter().map(|answer| answer["fen"].clone()).collect();
        assert_eq!(fens, ["W:WKc3,e3:BKd8", "W:WKa1:BKh8"]);
    }
    for moves in [
        &["a5-c7", "g1-h2"][..],
        &["1. a5-c7! g1-h2"],
        &["1.a5-c7,", "g1-h2"],
        &["a5-c7 g1-h2"],
        &["1.", "a5-c7", "g1-h2"],
    ] {
        let output = program().args(["probe", "--json", "--no-moves", "W:WKa5,Ka7:BKg1"]).args(moves).output().unwrap();
        assert_eq!(json_lines(&output)[0]["fen"], "W:WKa7,Kc7:BKh2", "{moves:?}");
    }
}

/// Judging a judged game again gives the same text, even if it is read only in part.
#[test]
fn a_judged_game_is_judged_again_as_the_same_text() {
    let directory = empty_directory("again");
    let judged = |file: &str| run(&["review", "--time", "0", "--pdn", file], tables());
    let mut names: Vec<String> =
        std::fs::read_dir(INPUTS).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| name.ends_with(".pdn") && name != "k12-empty.pdn");
    assert!(names.len() > 30);
    for name in names {
        let first = judged(&name);
        let again = directory.join(&name);
        std::fs::write(&again, &first.stdout).unwrap();
        let second = judged(again.to_str().unwrap());
        assert_eq!(String::from_utf8(second.stdout).unwrap(), String::from_utf8(first.stdout).unwrap(), "{name}");
    }
    let text = String::from_utf8(judged("k19-judged-twice.pdn").stdout).unwrap();
    for kept in ["{quick}", "( 2. g3-f4 )", "h6-g7 $2"] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    let text = String::from_utf8(judged("k17-late-wrong-move.pdn").stdout).unwrap().replace('\n', " ");
    assert!(text.contains("{bolshak. Read to here: e1:g7 ") && text.contains("{bolshak. Best play"), "{text}");
}

/// The letter of the rule of three kings against one counts the moves of the stronger side.
#[test]
fn three_kings_are_counted_to_the_letter() {
    let late = &review(&["r1-three-kings-late.pdn"])[0]["moves"];
    let last = late.as_array().unwrap().iter().find(|judged| judged["ply"] == 17).unwrap();
    assert_eq!((&last["move"], &last["clock"]), (&"c7-e5".into(), &17.into()));
    assert_eq!(last["before"]["category"], "cursed-win");
    let asked = run(&["probe", "--json", "--no-moves", "--three-kings-moves", "8", "W:WKe1,Ka7,Kc7:BKh6"], tables());
    assert_eq!(json_lines(&asked)[0]["category"], "cursed-win");
    for (rule, drawn) in [("15-moves", Value::from(30)), ("three-kings", Value::from(30)), ("none", Value::Null)] {
        let game = &review(&["r1-three-kings-drawn.pdn", "--rule", rule])[0];
        assert_eq!(game["drawn_after"], drawn, "{rule}");
        let last = game["moves"].as_array().unwrap().last().unwrap();
        assert_eq!(last["ply"], if drawn.is_null() { 30 } else { 29 }, "{rule}");
    }
}

#[test]
fn the_third_time_of_a_position_is_named() {
    let games = review(&["r2-three-times.pdn"]);
    assert_eq!(games[0]["repetition"], serde_json::json!({"ply": 8, "move": "b2-a3"}));
    assert_eq!(games[0]["moves"].as_array().unwrap().len(), 9);
    assert_eq!(games[1].get("repetition"), None);
    let text = String::from_utf8(run(&["review", "--time", "0", "r2-three-times.pdn"], tables()).stdout).unwrap();
    let (first, second) = text.split_at(text.find("Game 2").unwrap());
    assert_eq!(first.lines().filter(|line| line.contains("third") && line.contains("b2-a3")).count(), 1, "{text}");
    assert!(!second.contains("third") && !second.contains("information"), "{text}");
}

/// Unknown moves are not called better, and a missing table is named once.
#[test]
fn a_missing_table_recommends_nothing() {
    let directory = empty_directory("without-KMvKM");
    for (name, bytes) in crate::common::files(crate::common::four_pieces()) {
        if !name.starts_with("KMvKM.") {
            std::fs::write(directory.join(name), bytes).unwrap();
        }
    }
    let game = &json_lines(&run(&["review", "--time", "0", "--json", "f2-missing-table.pdn"], &directory))[0];
    let judged = &game["moves"][0];
    assert_eq!((&judged["move"], &judged["mistake"]), (&"a1-b2".into(), &"draw-to-loss".into()));
    assert!(judged["best"].as_array().unwrap().iter().all(|best| best != "a1-b2"), "{judged}");
    let text = String::from_utf8(run(&["review", "--time", "0", "f2-missing-table.pdn"], &directory).stdout).unwrap();
    assert!(text.contains("1. a1-b2? throws away the draw") && !text.contains("better"), "{text}");
    let through = directory.join("through.pdn");
    std::fs::write(&through, "[FEN \"W:Wa1,c7:BKg1,d4\"] 1. c7-b8 g1-h2 2. b8-a7 h2-g1 *").unwrap();
    let through = through.to_str().unwrap();
    assert_eq!(
        json_lines(&run(&["review", "--time", "0", "--json", through], &directory))[0]["missing"],
        serde_json::json!(["KMvKM"])
    );
    let text = String::from_utf8(run(&["review", "--time", "0", through], &directory).stdout).unwrap();
    assert_eq!(text.matches("KMvKM.wdl").count(), 1, "{text}");
}

/// More texts of the same kinds: the number of moves of each game, and its result.
#[test]
fn games_of_the_same_kinds() {
    use bolshak::pdn::{Stated::*, read_games};
    let fen = "[FEN \"W:WKe7,f2,h2,a1:Bd2\"]\n";
    let other = "1. cb4 fg5 2. gf4 dc5 3. bd6";
    let utf_16: Vec<u8> = "[White \"Жук\"]\n1. cb4 *".encode_utf16().flat_map(u16::to_be_bytes).collect();
    for (text, expected) in [
        // Pieces that become kings.
        (format!("{fen}1. h2-g3 d2-c1D 2. e7-h4 c1-b2 3. a1:c3"), &[(5, Open)][..]),
        (format!("{fen}1. h2-g3 d2-c1Д! 2. e7-h4 c1-b2 3. a1:c3 2-O"), &[(5, White)]),
        // Moves by numbers between commas, and marks of HTML.
        (format!("{fen}1.28-24,26-30;2.7-20,30-25;3.29x22. 2-0"), &[(5, White)]),
        (format!("{fen}<p>1. h2-g3 d2-c1<br>2. e7-h4 c1-b2<br/>3. a1:c3 2-0</p>"), &[(5, White)]),
        // Words before moves on their line.
        (format!("{fen}Белые начинают и выигрывают. 1. h2-g3 d2-c1"), &[(2, Open)]),
        ("Белые: Иванов. Чёрные: Петров 1. cb4 fg5 0-2".into(), &[(2, Black)]),
        (format!("{fen}1. h2-g3 d2-c1 [после 1... d2-e1 все ясно] 2. e7-h4 *"), &[(3, Open)]),
        // Headings between games, without empty lines and results.
        (format!("№1 Иванов-Петров 0:2\n{other}\n№2 Сидоров-Козлов 2:0\n{other}"), &[(5, Black), (5, White)]),
        (format!("Партия 1\n{other} 1-1\n\nПартия 2\n{other} 0-2"), &[(5, Draw), (5, Black)]),
        // Tags in Russian.
        ("[Белые \"Иванов\"]\n[Позиция \"W:Wa1:Bh8\"]\n[Результат \"2-0\"]\n1. a1-b2".into(), &[(1, White)]),
        // A variation of composers behind the result is not a game.
        (format!("{fen}1. h2-g3! А) 1... d2-e1 2. g3-h4 2-0\nБ) 1... d2-c1 2-0"), &[(3, White)]),
        // Nothing is read, and reported as such.
        (format!("{fen}Белые: h2-g3, e7-h4, a1:c3. Черные: d2-c1, c1-b2. 2-0"), &[(0, Open)]),
    ] {
        let games: Vec<_> = read_games(text.as_bytes()).map(Result::unwrap).collect();
        let read: Vec<_> = games
            .iter()
            .map(|game| (game.play::<bolshak::board::Russian>().unwrap().moves.len(), game.stated()))
            .collect();
        assert_eq!(read, expected, "{text}");
        assert!(games.iter().all(|game| !game.words.is_empty() || !game.unread.is_empty()), "{text}");
    }
    for bytes in [utf_16, [other.as_bytes(), b" *\x1a\0\0\0"].concat()] {
        assert_eq!(read_games(&bytes[..]).map(Result::unwrap).count(), 1);
    }
}
