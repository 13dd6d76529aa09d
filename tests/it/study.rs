//! The commands `study` and `check`, and the files that they read.

use assert_cmd::Command;
use bolshak::board::GameName;
use serde_json::Value;

use crate::common::four_pieces_of;

/// The program on the built-in tables, with a text as standard input.
fn run(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    command.env_remove("BOLSHAK_TABLES").current_dir("/").args(args).write_stdin(input);
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const STUDIES: &str = "\
[White \"Author\"]\n[FEN \"W:WKg1:Bb8,e5\"]\n\n1. g1-e3 b8-c7 2. e3-a7 1-0\n
[FEN \"W:WKg1:Bb8,e5\"]\n\n1. g1-d4 1-0\n
[FEN \"W:WKg1:Bb8,e5\"]\n[Goal \"helpmate\"]\n\n1. g1-d4 1-0\n
[FEN \"W:WKg1:Bb8,e5\"]\n\n1. g1-f3 1-0\n
[FEN \"W:WKg1:Bb8,e5\"]\n\n1. g1-e3 1/2-1/2\n
[FEN \"W:WKc1,Ke1:BKh8\"]\n\n1-0\n";

#[test]
fn studies_are_judged() {
    let (status, out, err) = run(&["study", "--json", "-"], STUDIES);
    assert_eq!((status, &*err), (Some(1), ""));
    let answers = lines(&out);
    assert_eq!(answers.len(), 6);
    let finding = |answer: &Value, kind: &str| {
        answer["findings"].as_array().unwrap().iter().find(|finding| finding["kind"] == kind).cloned()
    };
    assert_eq!(answers[0]["title"], "Author");
    assert_eq!(
        (&answers[0]["reached"], &answers[0]["sound"], &answers[0]["faulty"]),
        (&true.into(), &true.into(), &false.into())
    );
    assert_eq!(answers[0]["line"], serde_json::json!(["g1-e3", "b8-c7", "e3-a7"]));
    assert_eq!(finding(&answers[0], "left-out").unwrap()["after"], serde_json::json!(["g1-e3"]));
    let gift = finding(&answers[1], "gives-away").unwrap();
    assert_eq!((&gift["refutations"][0], &gift["answers"][0]), (&"e5:c3".into(), &"g1-e3".into()));
    assert!(answers[2]["error"].as_str().unwrap().contains("helpmate"));
    assert_eq!(finding(&answers[3], "not-legal").unwrap()["moves"][0], "g1-f3");
    assert_eq!((&answers[4]["goal"], &answers[4]["side"]), (&"draw".into(), &"white".into()));
    assert!(finding(&answers[4], "second-solution").is_some());
    assert_eq!((&answers[5]["goal"], &answers[5]["reached"]), (&"win".into(), &false.into()));
    // All of them sound: the exit status is 0.
    let sound = STUDIES.split("\n\n[").next().unwrap();
    assert_eq!(run(&["study", "-"], sound).0, Some(0));
    let (status, out, _) = run(&["study", "--lang", "ru", "-"], sound);
    assert!(status == Some(0) && out.contains("Этюд корректен"), "{out}");
}

/// What `--pdn` writes is read again as the same study.
#[test]
fn a_study_in_pdn_is_read_again() {
    let sound = STUDIES.split("\n\n[").next().unwrap();
    let (_, pdn, _) = run(&["study", "--pdn", "-"], sound);
    let (status, out, _) = run(&["study", "--json", "-"], &pdn);
    let again = &lines(&out)[0];
    assert_eq!(
        (status, &again["sound"], &again["line"]),
        (Some(0), &true.into(), &serde_json::json!(["g1-e3", "b8-c7", "e3-a7"]))
    );
}

#[test]
fn positions_without_solutions_get_one() {
    let (status, out, _) =
        run(&["study", "--json", "-"], "W:WKg1:Bb8,e5\nW:WKg1:Bb8,e5\twin\t7\t1\tg1-e3\nW:Wh2:BKa1,Kc1; ничья\n");
    let answers = lines(&out);
    assert_eq!(status, Some(1), "the last one is lost");
    for answer in &answers[..2] {
        assert_eq!(
            (&answer["own_line"], &answer["goal"], &answer["line"][0]),
            (&true.into(), &"win".into(), &"g1-e3".into())
        );
        assert!(answer["unique"].as_u64().unwrap() >= 1);
    }
    assert_eq!((&answers[2]["goal"], &answers[2]["number"]), (&"draw".into(), &3.into()));
    let (_, out, _) = run(&["study", "--unique", "1", "--json", "-"], "W:WKg1:Bb8,e5\nW:WKa1,Kc3:BKh2\n");
    assert_eq!(lines(&out).len(), 1);
}

#[test]
fn claims_are_checked() {
    let claims = "\
# a comment
W:WKg1:Bb8,e5 W+ g1-e3
W:WKg1:Bb8,e5 =
W:WKg1:Bb8,e5 white to play and win g1-d4
W:WKg1:Bb8,e5\twin\t7\t1
W:WKg1:Bb8,e5
B:WKg1:Bb8,e5 чёрные выигрывают
nonsense
W:WKg1:Bb8,e5 1-0 g1-e9
";
    let (status, out, _) = run(&["check", "--json", "-"], claims);
    assert_eq!(status, Some(1));
    let right: Vec<(u64, Option<bool>)> =
        lines(&out).iter().map(|answer| (answer["number"].as_u64().unwrap(), answer["right"].as_bool())).collect();
    let expected = [(2, Some(true)), (3, Some(false)), (4, Some(false)), (5, Some(true)), (6, None)];
    assert_eq!(right[..5], expected);
    assert_eq!(right[6..], [(8, None), (9, None)]);
    assert_eq!(lines(&out)[0]["keys"], serde_json::json!(["g1-e3"]));
    let (status, out, _) = run(&["check", "-"], "W:WKg1:Bb8,e5 W+\n");
    assert_eq!((status, &*out), (Some(0), "right: 1, wrong: 0, not decided: 0, not read: 0\n"));
}

/// A claim is read with its side and its negation, wherever it stands, and years are no moves.
#[test]
fn claims_are_read_as_people_mean_them() {
    for (claim, answer) in [
        ("W:WKg1:Bb8,e5 ge3;W+", "1-0 true"),
        ("W:WKg1:Bb8,e5 ge3,B+", "0-1 false"),
        ("W:WKg1:Bb8,e5 (W+)", "1-0 true"),
        ("W:WKg1:Bb8,e5 W+ (Иванов, 2016)", "1-0 true"),
        ("W:WKg1:Bb8,e5 W+ А. Шошин, 1927", "1-0 true"),
        ("W:WKg1:Bb8,e5 white cannot win", "null null"),
        ("W:WKg1:Bb8,e5 выигрыша нет", "null null"),
        ("B:WKg1:Bb8,e5 B wins", "0-1 false"),
        ("Белые: Дg1; Чёрные: b8, e5. Чёрные начинают и выигрывают", "0-1 false"),
        ("White: Kg1; Black: b8, e5. Black to move and win", "0-1 false"),
        ("Белые: Дg1; Чёрные: b8, e5. При ходе черных ничья.", "1/2 true"),
        ("Белые: Дg1; Чёрные: b8, e5. Выигрыш", "1-0 true"),
        ("W:WKg1:Bb8,e5 Выигрыш. Ч. Иванов", "1-0 true"),
        ("W:WKg1:Bb8,e5 ge3 wins", "1-0 true"),
        ("W:WKg1:Bb8,e5 only ge3 wins", "1-0 true"),
        ("W:WKg1:Bb8,e5 ge3 проигрывает", "0-1 false"),
        ("W:WKg1:Bb8,e5 ge3 draws", "1/2 false"),
        ("W:WKg1:Bb8,e5 ge3 does not win", "null null"),
        ("W:WKg1:Bb8,e5 не выигрывает ge3", "null null"),
        ("W:WKg1:Bb8,e5 W+ not ge3", "null null"),
        ("W:WKg1:Bb8,e5 W+ ge3?", "null null"),
        ("W:WKg1:Bb8,e5 W+ ge3!?", "1-0 true"),
        ("W:WKg1:Bb8,e5 B +", "0-1 false"),
        ("W:WKg1:Bb8,e5 –+", "0-1 false"),
        ("W:WKg1:Bb8,e5 [-+]", "0-1 false"),
        ("W:WKg1:Bb8,e5 White wins. Black resigns", "1-0 true"),
        ("W:WKg1:Bb8,e5 Black to move: draw", "null null"),
        ("W:WKg1:Bb8,e5 win in 3", "null null"),
        ("W:WKg1:Bb8,e5 In 3: win", "null null"),
        ("W:WKg1:Bb8,e5 W+ ge3 in 3", "null null"),
        ("W:WKg1:Bb8,e5 win in 3-4 ge3", "null null"),
        ("W:WKg1:Bb8,e5 ge3 wins for Black", "0-1 false"),
        ("W:WKg1:Bb8,e5 ge3 wins a tempo", "null null"),
        ("W:WKg1:Bb8,e5 ge3 isn't a win", "null null"),
        ("W:WKg1:Bb8,e5 ge3 (не выигрывает)", "null null"),
        ("W:WKg1:Bb8,e5 W+ ge3 ничья", "null null"),
        ("W:WKg1:Bb8,e5 Miss Smith, 1980 W+ ge3", "1-0 true"),
        ("W:WKg1:Bb8,e5 W+ ge3 H. Block", "1-0 true"),
        ("#5\nW:WKg1:Bb8,e5 W+", "1-0 true"),
        ("#1 W:WKg1:Bb8,e5 =", "1/2 false"),
        ("W:WKg1:Bb8,e5 ge3=", "1/2 false"),
        ("W:WKg1:Bb8,e5 ge3-+", "0-1 false"),
        ("W:WKg1:Bb8,e5 ge3 and Black wins", "0-1 false"),
        ("W:WKg1:Bb8,e5 ge3 with a draw", "1/2 false"),
        ("W:WKg1:Bb8,e5 ge3 упускает выигрыш", "null null"),
        ("W:WKg1:Bb8,e5 проигрывает ge3", "null null"),
        ("W:WKg1:Bb8,e5 W+ ge3 or gd4", "null null"),
        ("Белые: Дg1\nЧёрные: b8, e5\nВыигрыш\n\nБелые: Дg1\nЧёрные: b8, e5\nНичья", "1-0 true"),
    ] {
        let (_, out, err) = run(&["check", "--json", "-"], &format!("{claim}\n"));
        let read = &lines(&out)[0];
        let found = format!("{} {}", read["claim"], read["right"]).replace('"', "");
        assert_eq!(found, answer, "{claim}: {out} {err}");
        assert!(read["move"].is_null() || claim.contains("ge3"), "{out}");
    }
    for phrase in ["При ходе черных ничья.", "Чёрные начинают и выигрывают", "Ход чёрных. Ничья"]
    {
        let (_, out, _) = run(&["check", "--json", "-"], &format!("Белые: Дg1; Чёрные: b8, e5. {phrase}"));
        assert_eq!(lines(&out)[0]["fen"], "B:WKg1:Be5,b8", "{phrase}");
    }
    let (_, out, _) = run(&["check", "--json", "-"], "W:WKg1:Bb8,e5 Black to play and draw\n");
    assert!(out.contains("gives the move to the other side"), "{out}");
    // A line that is no position does not make a game of the others.
    let numbered = "1. W:WKg1:Bb8,e5 W+\n2. W:WKg1:Bb8,e5 =\n3. W:WKg1:Bb8,f5 W+\n12.05.1990\n2. Иванов, 1965\n4. W:WKg1:Bb8,e5 W+\n";
    assert_eq!(lines(&run(&["check", "--json", "-"], numbered).1).len(), 6);
    let (_, out, _) = run(&["check", "--json", "-"], "B:W30:B18 Black to move, 1822\n");
    assert_eq!(lines(&out)[0]["move"], "d4-c3", "{out}");
    // A page of Windows, and UTF-16, whole and not line by line.
    let claims = "Белые: дамка g1; Черные: b8, e5. Б+\nW:WKg1:Bb8,e5 Ч+\n";
    let utf_16: Vec<u8> = "\u{feff}".encode_utf16().chain(claims.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let windows =
        claims.chars().map(|c| if c.is_ascii() { c as u8 } else { (c as u32 - 0x410 + 0xC0) as u8 }).collect();
    for bytes in [utf_16, windows] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
        let output = command.args(["check", "--json", "-"]).write_stdin(bytes).output().unwrap();
        let answers = lines(&String::from_utf8(output.stdout).unwrap());
        assert_eq!(
            answers.iter().map(|answer| &answer["right"]).collect::<Vec<_>>(),
            [&Value::from(true), &false.into()]
        );
    }
}

#[test]
fn solutions_are_read_as_composers_write_them() {
    let line = |text: &str| {
        let (_, out, err) = run(&["study", "--json", "-"], text);
        let answers = lines(&out);
        assert_eq!(answers.len(), 1, "{text}: {out} {err}");
        answers[0].clone()
    };
    let main = serde_json::json!(["g1-e3", "b8-c7", "e3-a7", "e5-f4", "a7-b8"]);
    for text in [
        "Белые: Дg1; Чёрные: b8, e5.\n1. ge3 bc7 2. ea7 ef4 3. ab8 ×\n",
        "Белые: Дg1; Чёрные: b8, e5. Выигрыш\n1. ge3 bc7\n2. ea7 ef4\n3. ab8 ×\n",
        "[FEN \"W:WKg1:Bb8,e5\"]\n\n1.Дge3! bc7 2.ea7! ef4 3.ab8 ×, 2...cd6 3.af2 ×\n",
        "[FEN \"W:WKg1:Bb8,e5\"]\n\n1.ge3! bc7 2.ea7! ef4 3.ab8 ×\n\nДальше\nЛожный след: 1.gf2? ef4 =\n",
        "[FEN \"W:WKg1:Bb8,e5\"]\n\n1.ge3! (1.gf2? ef4=; 1.gh2? ed4=) bc7 2.ea7! ef4 3.ab8 ×\n",
    ] {
        let study = line(text);
        assert_eq!((&study["side"], &study["goal"]), (&"white".into(), &"win".into()), "{text}");
        assert_eq!(study["line"], main, "{text}: {study}");
        let findings = study["findings"].to_string();
        assert!(!findings.contains("not-legal"), "{text}: {findings}");
    }
}

/// A wrong number is no jump where the move is legal.
#[test]
fn a_number_that_is_too_small_is_passed_over() {
    let text = "[FEN \"W:Wc3,d4:Bf8,b8\"]\n\n1. de5 fg7 2. ed6 gf6 1. cb4 fe5 1-0\n";
    let (_, out, _) = run(&["study", "--json", "-"], text);
    assert_eq!(lines(&out)[0]["line"].as_array().unwrap().len(), 6, "{out}");
}

/// Positions not decided within the limits are reported as such.
#[test]
fn nothing_is_guessed() {
    let far = "W:Wa1,c1,e1,g1,b2,d2,f2,h2:Bb8,d8,f8,h8,a7,c7,e7,g7";
    let (status, out, _) = run(&["check", "--positions", "100", "--json", "-"], &format!("{far} =\n"));
    assert_eq!((status, &lines(&out)[0]["right"]), (Some(0), &Value::Null));
    let (status, out, _) = run(&["study", "--positions", "100", "--json", "-"], &format!("{far} =\n"));
    assert_eq!((status, &lines(&out)[0]["reached"]), (Some(1), &Value::Null));
    for command in ["study", "check"] {
        assert_eq!(run(&[command, "-"], "").0, Some(1), "{command}");
        assert_eq!(run(&[command, "/nowhere.pdn"], "").0, Some(1), "{command}");
    }
}

#[test]
fn lines_of_another_game_are_read() {
    let tables = four_pieces_of(GameName::Draughts80).to_str().unwrap();
    let (_, out, err) = run(&["check", "--tables", tables, "--positions", "1000", "-"], "W:WKa1:BKj8 W+\n");
    assert!(out.contains("not read: 0"), "{out} {err}");
}

#[test]
fn errors_of_lines_are_in_the_chosen_language_but_for_json() {
    let lines = "W:WKa1:BKh8 =\nW:WKa1:BKg7 W+\nhello\n";
    let (status, _, err) = run(&["check", "--lang", "ru", "-"], lines);
    assert!(status == Some(1) && err.contains("«hello»") && !err.contains("the line"), "{err}");
    let (_, out, _) = run(&["check", "--lang", "ru", "--json", "-"], lines);
    assert!(out.contains("begins with no position"), "{out}");
}

#[test]
fn a_first_line_that_is_nearly_a_position_is_named() {
    for (lang, message) in [
        ("en", "standard input has no game in PDN, and its first line is not a position: "),
        ("ru", "в стандартном вводе нет партий в PDN, а первая строка — не позиция: "),
    ] {
        for command in ["study", "check"] {
            let (status, _, error) = run(&["--lang", lang, command, "-"], "\nW:Wc3,g1:Kb8\n");
            assert!(status == Some(1) && error.contains(message) && error.contains("Kb8"), "{error}");
        }
    }
}

/// Two results of a line contradict each other, and unread parts are named with their place in the file.
#[test]
fn lines_are_read_whole() {
    for (line, expected) in [("W+ =", "two results, 1-0 and 1/2-1/2"), ("0-1 g1-e3 1-0", "two results, 0-1 and 1-0")] {
        let (status, _, err) = run(&["check", "-"], &format!("W:WKg1:Bb8,e5 {line}\n"));
        assert!(status == Some(1) && err.contains(expected), "{err}");
    }
    assert_eq!(run(&["check", "-"], "W:WKg1:Bb8,e5 W+ 1-0\n").0, Some(0));
    assert_eq!(run(&["check", "-"], "  # a comment\n  W:WKg1:Bb8,e5 W+\n").0, Some(0));
    let (_, out, _) = run(&["study", "-"], "# a comment\nW:WKg1:Bb8,e5 W+ a miniature g1-e3 zzz\n");
    assert!(out.contains("line 2, column 36: \"zzz\" is not a move"), "{out}");
}

/// Findings in the main line, misprints included, come before those in variations.
#[test]
fn the_main_line_comes_first() {
    let study = "[FEN \"W:WKg1:Bb8,e5\"]\n\n1. g1-e3 b8-c7 (1... e5-f4 2. e3:g5) 2. e3-a7 c7-d6 3. a7-a8 1-0\n";
    let (_, out, _) = run(&["study", "-"], study);
    let at = |text: &str| out.find(text).unwrap_or_else(|| panic!("{text}: {out}"));
    assert!(
        at("\"a7-a8\"") < at("In the variation 1... e5-f4:") && at("In the variation") < at("also: e3:h6"),
        "{out}"
    );
}
