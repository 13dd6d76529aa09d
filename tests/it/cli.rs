//! The program from outside: output, exit status, messages.

use crate::common::{empty_directory, four_pieces};
use assert_cmd::Command;
use predicates::prelude::*;
use serde_json::{Value, json};

/// The program in a directory without tables, unless a test names one.
fn bolshak() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    command.env_remove("BOLSHAK_TABLES").current_dir("/");
    command
}

/// The standard output of a command, each line read as JSON.
fn json_lines(command: &mut Command) -> Vec<Value> {
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn probe_json(arguments: &[&str]) -> Value {
    let tables = four_pieces().to_str().unwrap();
    let lines = json_lines(bolshak().args(["probe", "--json", "--tables", tables]).args(arguments));
    assert_eq!(lines.len(), 1);
    lines.into_iter().next().unwrap()
}

#[test]
fn endings_of_too_many_pieces_are_refused() {
    let tables = four_pieces().to_str().unwrap();
    let commands = [
        &["generate", "--estimate", "--material"][..],
        &["generate", "--alone"],
        &["plan", "--format", "json", "--material"],
        &["find", "--count", "--material"],
        &["export", "--sample", "3", "--material"],
        &["export", "--material"],
        &["verify", "--sample", "3", "--material"],
        &["verify", "--checksums", "--material"],
    ];
    for (command, ending) in commands
        .into_iter()
        .flat_map(|command| ["KKKKvKKKKK", "KKKKKKMMMMMMvKKKKKKMMMMMM"].map(|ending| (command, ending)))
    {
        let message =
            predicate::str::contains("at most 8 pieces in all").and(predicate::str::contains("panicked").not());
        bolshak().args(command).arg(ending).args(["--tables", tables]).assert().code(2).stderr(message);
    }
}

#[test]
fn a_position_in_json() {
    let answer = probe_json(&["B:BKf8:WKe1,Ka1:H5.", "--clock", "5"]);
    assert_eq!(answer["fen"], "B:WKa1,Ke1:BKf8");
    assert_eq!(answer["clock"], 5);
    assert_eq!(answer["rule"], "15-moves");
    let answer = probe_json(&["W:WKg1:Bb8,e5"]);
    let keys: Vec<&str> = answer.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys.len(), 8);
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(
        moves[0],
        json!({"move": "g1-e3", "fen": "B:WKe3:Be5,b8", "capture": false, "zeroing": false,
               "from": "g1", "to": "e3", "captured": [], "category": "win", "theory": "win", "dtw": 12, "dtz": 1})
    );
    let worst = moves.last().unwrap();
    assert_eq!((&worst["move"], &worst["category"], &worst["dtw"]), (&json!("g1-d4"), &json!("loss"), &json!(1)));
    assert_eq!(moves[1]["dtw"], Value::Null);
    assert!(moves[1].as_object().unwrap().contains_key("dtw"), "a draw has null, not nothing");
}

#[test]
fn the_clock_and_the_rules() {
    let longest = "W:WKc1,Kd2,Ka3:BKe1";
    let category = |arguments: &[&str]| {
        let answer = probe_json(&[&["--no-moves", longest], arguments].concat());
        assert!(answer.get("moves").is_none());
        assert_eq!((answer["dtw"].as_u64(), answer["dtz"].as_u64()), (Some(25), Some(22)), "whatever the clock");
        assert_eq!(answer["theory"], "win");
        (answer["clock"].as_u64().unwrap(), answer["category"].as_str().unwrap().to_owned())
    };
    assert_eq!(category(&["--clock", "8"]), (8, "win".into()));
    assert_eq!(category(&["--clock", "9"]), (9, "cursed-win".into()));
    assert_eq!(category(&["--three-kings-moves", "3"]), (7, "win".into()));
    assert_eq!(category(&["--three-kings-moves", "4", "--rule", "three-kings"]), (9, "cursed-win".into()));
    assert_eq!(category(&["--clock", "18446744073709551615"]), (u64::MAX, "cursed-win".into()));
    assert_eq!(category(&["--clock", "99", "--rule", "none"]), (99, "win".into()));
}

#[test]
fn a_stream_answers_every_line_in_order() {
    let input = b"W:WKa1:BKh8\n\n  W : WKa1 : B22 . \r\nnonsense\n\xff\nB:WKa1:B\nW:WKa1,Kc1,Ke1:BKf8,Kh8\nW:W1-3:BKh8"
        .to_vec();
    let mut command = bolshak();
    command.args(["probe", "--no-moves", "--tables"]).arg(four_pieces()).arg("-").write_stdin(input);
    command.assert().code(1).stderr("");
    let lines = json_lines(&mut command);
    assert_eq!(lines.len(), 8);
    assert_eq!(lines[0]["category"], "loss");
    assert_eq!(lines[1]["fen"], "");
    assert_eq!(lines[2]["fen"], "W:WKa1:Bc3", "canonical");
    assert_eq!(lines[3]["fen"], "nonsense");
    assert_eq!(
        lines[5],
        json!({"fen": "B:WKa1:B", "clock": 0, "rule": "15-moves", "over": "no-move",
                                "category": "loss", "theory": "loss", "dtw": 0, "dtz": 0})
    );
    for bad in [1, 3, 4, 6, 7] {
        assert!(lines[bad]["error"].is_string() && lines[bad].as_object().unwrap().len() == 2, "{}", lines[bad]);
    }
    bolshak().args(["probe", "-"]).write_stdin("W:WKa1:BKh8\n").assert().code(0);
}

#[test]
fn a_line_that_is_too_long_is_an_error_like_others() {
    let long = "W:WKa1:BKh8 ".repeat(1 << 16);
    let mut command = bolshak();
    command.args(["probe", "--no-moves", "-"]).write_stdin(format!("{long}\nW:WKa1:BKh8\n{long}"));
    command.assert().code(1).stderr("");
    let lines = json_lines(&mut command);
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[1]["category"], "loss");
    for line in [&lines[0], &lines[2]] {
        assert!(line["error"].as_str().unwrap().contains("at most 65536 bytes"), "{line}");
        assert!(line["fen"].as_str().unwrap().len() < 100, "{line}");
    }
}

#[test]
fn bad_positions_name_what_is_wrong() {
    for (fen, message) in [
        ("W:WKa2:BKh8", "a2 is a light square"),
        ("W:WKa1", "Black's pieces is missing"),
        ("W:WKa1:BKh8,Kh8", "h8 is used twice"),
        ("", "empty"),
        ("studies/mine", "this is the name of a file"),
        ("c3 e5 / h8 f6", "\"c3 e5 / h8 f6\" "),
        ("8/8/3p4/8/8/2P5/8/8 w - - 0 1", "\"8/8/3p4/8/8/2P5/8/8 w - - 0 1\" "),
    ] {
        bolshak().args(["probe", fen]).assert().code(1).stdout("").stderr(predicate::str::contains(message));
        bolshak().args(["line", fen]).assert().code(1).stderr(predicate::str::contains(message));
    }
    let not_three = ["probe", "--three-kings-moves", "3", "W:WKa1:BKh8"];
    bolshak().args(not_three).assert().code(1).stderr(predicate::str::contains("not three or more kings"));
}

#[test]
fn wrong_usage_has_status_2() {
    for arguments in [
        &["probe"][..],
        &["probe", "--clock", "-1", "W:WKa1:BKh8"],
        &["probe", "--clock", "1", "--three-kings-moves", "1", "W:WKa1:BKh8"],
        &["probe", "--rule", "16-moves", "W:WKa1:BKh8"],
        &["generate", "--pieces", "9"],
        &["generate", "--material", "KvQ"],
        &["generate", "--threads", "0"],
        &["perft", "x"],
        &["perft", "-1"],
        &["perft", "1000"],
        &["solve"],
        &[],
    ] {
        bolshak()
            .args(arguments)
            .assert()
            .code(2)
            .stderr(predicate::str::contains("Usage").or(predicate::str::contains("--help")));
    }
    // A negative number is out of range, not an option.
    for (arguments, range) in [
        (&["probe", "--clock", "-1", "W:WKa1:BKh8"][..], "expected a number of plies from 0"),
        (&["probe", "--three-kings-moves", "-1", "W:WKa1:BKh8"], "expected a whole number from 0 to"),
        (&["generate", "--pieces", "-3"], "expected a whole number from 2 to 8"),
    ] {
        bolshak().args(arguments).assert().code(2).stderr(predicate::str::contains(range));
    }
}

#[test]
fn where_tables_are_found() {
    let built_in = "W:WKg1:Bb8,e5";
    // The built-in tables alone.
    bolshak().args(["probe", built_in]).assert().code(0);
    let four = "W:WKa1,Kc1,Ke1:BKf8";
    let too_large =
        predicate::str::contains("built-in tables of 2 and 3 pieces").and(predicate::str::contains("--pieces 4"));
    bolshak().args(["probe", four]).assert().code(1).stderr(too_large);
    // In rising order of precedence: ./tables, the variable, the option.
    let directory = empty_directory("places");
    let tables = directory.join("tables");
    std::fs::create_dir(&tables).unwrap();
    bolshak().current_dir(&directory).args(["probe", built_in]).assert().code(0);
    bolshak().current_dir(&directory).args(["generate", "--pieces", "2"]).assert().code(0);
    // Built-in tables replace those missing in ./tables, but not in other directories.
    bolshak().current_dir(&directory).args(["probe", built_in]).assert().code(0);
    let both = "the tables in tables and the built-in tables of 2 and 3 pieces";
    bolshak().current_dir(&directory).args(["stats"]).assert().code(0).stdout(predicate::str::contains(both));
    for named in [&["--tables", "tables"][..], &["--tables", "./tables"]] {
        bolshak().current_dir(&directory).args(["probe", built_in]).args(named).assert().code(1);
    }
    std::fs::remove_file(tables.join("KvM.wdl")).unwrap();
    bolshak()
        .current_dir(&directory)
        .args(["probe", "W:Wa1:BKh8"])
        .assert()
        .code(1)
        .stderr(predicate::str::contains("KvM.wdl is missing"));
    bolshak().current_dir(&directory).env("BOLSHAK_TABLES", four_pieces()).args(["probe", four]).assert().code(0);
    bolshak().current_dir(&directory).env("BOLSHAK_TABLES", "").args(["probe", "W:WKa1:BKh8"]).assert().code(0);
    bolshak().env("BOLSHAK_TABLES", four_pieces()).arg("probe").arg("--tables").arg(&tables).arg(four).assert().code(1);
    for absent in ["/absent", "/dev/null"] {
        bolshak()
            .args(["probe", "--tables", absent, built_in])
            .assert()
            .code(1)
            .stderr(predicate::str::contains(absent));
    }
}

#[test]
fn advice_names_the_directory_that_was_asked() {
    let directory = empty_directory("advice");
    let says = |arguments: &[&str], advice: &str| {
        let message = predicate::str::contains(advice);
        bolshak().current_dir(&directory).args(arguments).assert().code(1).stderr(message);
    };
    let (two, three) = ("W:WKa1:BKh8", "W:WKg1:Bb8,e5");
    std::fs::create_dir(directory.join("empty")).unwrap();
    says(&["probe", "--tables", "empty", two], "\"bolshak generate --tables empty\" makes them");
    let quoted = if cfg!(windows) { "\"a b\"" } else { "'a b'" };
    says(&["line", "--tables", "a b", two], &format!("\"bolshak generate --tables {quoted}\" makes them"));
    let mut generate = bolshak();
    generate.current_dir(&directory).args(["generate", "--pieces", "2", "--tables", "two"]);
    generate.assert().code(0).stdout(predicate::str::contains("\"bolshak probe --tables two FEN\""));
    says(&["probe", "--tables", "two", three], "\"bolshak generate --pieces 3 --tables two\" makes more");
    std::fs::remove_file(directory.join("two/KvK.wdl")).unwrap();
    says(&["probe", "--tables", "two", two], "\"bolshak generate --material KvK --tables two\" makes it");
    std::fs::rename(directory.join("two"), directory.join("tables")).unwrap();
    says(&["probe", two], "\"bolshak generate --material KvK\" makes it");
}

#[test]
fn absent_metrics_are_left_out() {
    let directory = empty_directory("metrics");
    bolshak().args(["generate", "--pieces", "3", "--tables"]).arg(&directory).assert().code(0);
    let ask = |clock: &str| {
        let mut command = bolshak();
        command.args(["probe", "--json", "--clock", clock, "--tables"]).arg(&directory).arg("W:WKa5,Ka7:BKg1");
        json_lines(&mut command).remove(0)
    };
    let whole = ask("0");
    let without = |metric: &str| {
        for entry in std::fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|end| end == metric) {
                std::fs::remove_file(path).unwrap();
            }
        }
    };
    without("dtw");
    let answer = ask("0");
    assert!(answer.get("dtw").is_none() && answer["moves"][0].get("dtw").is_none());
    for kept in ["category", "theory", "dtz"] {
        assert_eq!(answer[kept], whole[kept]);
    }
    assert_eq!(ask("24")["category"], "cursed-win");
    without("dtz");
    let answer = ask("0");
    assert!(answer.get("dtz").is_none());
    assert_eq!((&answer["category"], &answer["theory"]), (&json!("win"), &json!("win")));
    assert!(ask("24").get("category").is_none(), "not known without dtz");
    assert_eq!(ask("30")["category"], "cursed-win", "known all the same");
    let stats = json_lines(bolshak().args(["stats", "--json", "--tables"]).arg(&directory));
    assert!(stats[0].get("max_win").is_none() && stats[0]["win"] == 194);
}

#[test]
fn statistics_in_json() {
    let mut rows = json_lines(bolshak().args(["stats", "--json", "--tables"]).arg(four_pieces()));
    assert_eq!(rows.pop().unwrap()["ending"], "all");
    assert_eq!(rows.len(), 4 + 12 + 25);
    assert_eq!(rows.iter().map(|row| row["entries"].as_u64().unwrap()).sum::<u64>(), 3_488 + 196_032 + 6_209_316);
    assert_eq!(
        rows[0],
        json!({"ending": "KvK", "side": "first", "entries": 992, "win": 194, "draw": 796, "loss": 2, "draw_share": 796.0 / 992.0, "max_win": 3,
               "max_loss": 2, "rule_win": 194, "rule_loss": 2, "max_dtz_win": 3, "max_dtz_loss": 2,
               "max_win_fen": rows[0]["max_win_fen"], "max_loss_fen": rows[0]["max_loss_fen"]})
    );
    let pawn = rows.iter().find(|row| row["ending"] == "KvM" && row["side"] == "first").unwrap();
    assert_eq!((&pawn["max_loss"], &pawn["max_loss_fen"]), (&json!(0), &Value::Null));
    bolshak().args(["stats"]).assert().code(0).stdout(predicate::str::contains("MMvM"));
}

#[test]
fn answers_in_words() {
    let tables = four_pieces();
    let probe = |fen: &str| {
        let output = bolshak().args(["probe", "--tables"]).arg(tables).arg(fen).output().unwrap();
        assert!(output.stderr.is_empty());
        String::from_utf8(output.stdout).unwrap()
    };
    let petrov = probe("W:WKc3,Kd6,Ke3:BKd8");
    assert!(petrov.contains("White wins in 5 moves (9 plies);\n  under the 15-move rule it is won too"), "{petrov}");
    assert!(probe("B:Wb4,c3,Kh2:BKg1").contains("Draw."));
    let lost = "White has no legal move: Black has won.";
    assert!(probe("W:WKa1:Bb2,c3").contains(lost));
    let late = bolshak().args(["probe", "--clock", "29", "--tables"]).arg(tables).arg("W:WKc3,Kd6,Ke3:BKd8").output();
    let late = String::from_utf8(late.unwrap().stdout).unwrap();
    // The result of the game comes first.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let drawn = "Draw under the 15-move rule: a capture, a man's move or the end takes 6 plies, 1 is left; without the rule \
                 White wins in 5 moves (9 plies).";
    assert!(words(&late).contains(drawn), "{late}");
    let over = bolshak().args(["line", "--clock", "31", "--tables"]).arg(tables).arg("W:WKc3,Kd6,Ke3:BKd8").output();
    let over = words(&String::from_utf8(over.unwrap().stdout).unwrap());
    let drawn = "Draw, and the game is over: the clock stands at 31 of 30 plies; without the 15-move rule White would win \
                 in 5 moves (9 plies).";
    assert!(over.contains(drawn), "{over}");
    let line = |fen: &str| {
        let output = bolshak().args(["line", "--tables"]).arg(tables).arg(fen).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let petrov = line("W:WKa1,Kc1,Ke1:BKf8");
    assert!(petrov.contains("11. ") && petrov.contains("Black has no legal move: White has won."), "{petrov}");
    assert_eq!(line("W:W:BKh8").matches(lost).count(), 1);
    assert!(line("B:Wb4,c3,Kh2:BKg1").contains("Moves that keep the draw (2 of 6): g1-b6 g1-e3"));
}

#[test]
fn answers_fit_a_narrow_terminal() {
    let tables = four_pieces();
    let positions = ["W:WKc3,Kd6,Ke3:BKd8", "W:WKa1,c3:BKh8,d6:H4", "B:Wb4,c3,Kh2:BKg1", "W:WKc3:BKh6,Kd2"];
    for options in [&[][..], &["--clock", "29"], &["--clock", "31"], &["--rule", "three-kings"], &["--rule", "none"]] {
        for command in ["probe", "line"] {
            for asked in positions.chunks(if command == "probe" { positions.len() } else { 1 }) {
                let output =
                    bolshak().arg(command).args(options).arg("--tables").arg(tables).args(asked).output().unwrap();
                let text = String::from_utf8(output.stdout).unwrap();
                assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
                // Several tables of moves have one explanation.
                assert!(text.matches("  result: ").count() <= 1, "{text}");
            }
        }
    }
}

#[test]
fn a_line_in_json() {
    let tables = four_pieces().to_str().unwrap();
    let line = |arguments: &[&str]| json_lines(bolshak().args(["line", "--json", "--tables", tables]).args(arguments));
    let petrov = "W:WKc3,Kd6,Ke3:BKd8";
    let answer = &line(&[petrov])[0];
    assert_eq!((&answer["category"], &answer["dtw"], &answer["end"]), (&json!("win"), &json!(9), &json!("no-move")));
    let moves: Vec<&str> =
        answer["line"].as_array().unwrap().iter().map(|made| made["move"].as_str().unwrap()).collect();
    assert_eq!(moves.len(), 9);
    // After some of its moves the line continues as before, and the clock counts on.
    let after = &line(&[petrov, moves[0], moves[1]])[0];
    assert_eq!((&after["fen"], &after["clock"], &after["dtw"]), (&answer["line"][1]["fen"], &json!(2), &json!(7)));
    assert_eq!(after["line"].as_array().unwrap()[..], answer["line"].as_array().unwrap()[2..]);
    // The same position as `probe` answers it.
    let probed = &json_lines(bolshak().args(["probe", "--json", "--no-moves", "--tables", tables, petrov]))[0];
    for (key, value) in probed.as_object().unwrap() {
        assert_eq!(&answer[key], value, "{key}");
    }
    for (arguments, message) in
        [(&["W:Wz9:BKh8"][..], "z9"), (&[petrov, "c3-h4"], "c3-h4"), (&["games.pdn"], "the name of a file")]
    {
        let failed = bolshak().args(["line", "--json", "--tables", tables]).args(arguments).assert().code(1).stderr("");
        let answer: Value = serde_json::from_slice(&failed.get_output().stdout).unwrap();
        assert_eq!(answer["fen"], arguments[0]);
        assert!(answer["error"].as_str().unwrap().contains(message), "{answer}");
    }
}

#[test]
fn perft_on_the_command_line() {
    let counts = "1 7\n2 49\n3 302\n4 1469\n5 7482\n";
    bolshak().args(["perft", "5"]).assert().code(0).stdout(counts).stderr(predicate::str::ends_with(" s\n"));
    bolshak().args(["perft", "0"]).assert().code(0).stdout("0 1\n");
    bolshak().args(["perft", "1", "--divide", "W:WKa1:BKh8,c3,f6"]).assert().code(0).stdout("a1:d4:g7 1\n1 1\n");
    bolshak().args(["perft", "1", "W:WKa1:Bz9"]).assert().code(1);
}

#[test]
#[cfg_attr(not(any(target_os = "linux", windows)), ignore = "the system does not say how much memory a run took")]
fn a_run_stays_within_its_memory() {
    let directory = empty_directory("memory-kept");
    let mut generate = bolshak();
    generate.args(["generate", "--json", "--pieces", "5", "--threads", "2", "--memory", "150MB", "--tables"]);
    let run = json_lines(generate.arg(&directory)).pop().unwrap();
    let peak = run["peak_memory"].as_u64().unwrap();
    // The heap of Windows keeps more free memory.
    let most = if cfg!(windows) { 225_000_000 } else { 150_000_000 };
    assert!((80_000_000..=most).contains(&peak), "{peak}");
}

#[test]
fn generating_says_what_it_did() {
    let directory = empty_directory("generated");
    let generate =
        |arguments: &[&str]| bolshak().arg("generate").arg("--tables").arg(&directory).args(arguments).assert();
    let first = generate(&["--material", "KvKK"]).code(0);
    first
        .stdout(predicate::str::contains("2 endings, 30,752 entries").and(predicate::str::contains("dtw")))
        .stderr(predicate::str::contains("KKvK").and(predicate::str::contains("2/2 100 %")));
    generate(&["--material", "KKvK"]).code(0).stdout(predicate::str::contains("nothing to do")).stderr("");
    generate(&["--pieces", "3", "--threads", "2"])
        .code(0)
        .stdout(predicate::str::contains("2 endings were finished before"));
    let rows =
        json_lines(bolshak().args(["generate", "--json", "--pieces", "2", "--tables"]).arg(directory.join("json")));
    assert_eq!(rows.len(), 4);
    assert_eq!((&rows[0]["ending"], &rows[0]["entries"]), (&json!("KvK"), &json!(992)));
    assert!(rows[2]["bytes"]["dtw"].as_u64() > Some(256) && rows[3]["endings"] == 3 && rows[3]["entries"] == 3488);
    // A damaged table is made again, and the output says so.
    std::fs::write(directory.join("KMvK.dtz"), "no table").unwrap();
    let damage = "KMvK.dtz is damaged (it has only 8 of the 256 bytes of a header)";
    let mut probe = bolshak();
    probe.args(["probe", "W:WKa1,c1:BKh6", "--tables"]).arg(&directory);
    probe.assert().code(1).stderr(predicate::str::contains(format!("{damage}; generate it again")));
    generate(&["--pieces", "3"])
        .code(0)
        .stderr(predicate::str::contains(damage).and(predicate::str::contains("4 endings to solve")));
    // A file that may be foreign is not replaced.
    std::fs::write(directory.join("KMvK.dtz"), "no table".repeat(99)).unwrap();
    probe.assert().code(1).stderr(predicate::str::contains("(it is not a table); delete it and generate it again"));
    generate(&["--pieces", "3"]).code(1).stderr(predicate::str::contains("delete it and generate it again"));
    let one = empty_directory("one-ending");
    let again = |message: &'static str| {
        let mut command = bolshak();
        command.args(["generate", "--material", "KvK", "--tables"]).arg(&one);
        command.assert().code(0).stdout(predicate::str::contains(message))
    };
    again("1 ending, 992 entries").stderr(predicate::str::contains("1 ending to solve"));
    again("The ending is finished in");
    // What should be a directory is a file.
    let below = one.join("KvK.wdl").join("x");
    let mut generate = bolshak();
    generate
        .args(["generate", "--tables"])
        .arg(&below)
        .assert()
        .code(1)
        .stderr(predicate::str::contains(below.to_str().unwrap()));
}

#[test]
fn a_run_is_told_in_short_lines() {
    let directory = empty_directory("short-lines");
    let output =
        bolshak().args(["generate", "--pieces", "3", "--tables", "."]).current_dir(&directory).output().unwrap();
    for text in [output.stdout, output.stderr] {
        let text = String::from_utf8(text).unwrap();
        assert!(text.lines().count() > 5 && text.lines().all(|line| line.chars().count() < 80), "{text}");
    }
}

#[test]
fn a_forecast_makes_nothing() {
    let directory = empty_directory("forecast");
    let forecast = |pieces: &str| {
        let output =
            bolshak().args(["generate", "--estimate", "--pieces", pieces, "--tables"]).arg(&directory).output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    let text = forecast("6");
    assert!(text.contains("KKMvKMM") && text.contains("2,571,945,320"), "{text}");
    // Further lines name resources that this machine may lack.
    let lines = text.lines().filter(|line| !line.starts_with("It needs") && !line.contains("has only"));
    assert_eq!(lines.count(), 1 + 82 + 1 + 4);
    // As long as the directory's name.
    let of_place = |line: &str| line.contains("has only") || line.contains("would go to");
    assert!(text.lines().all(|line| line.chars().count() < 80 || of_place(line)), "{text}");
    bolshak()
        .args(["generate", "--estimate", "--pieces", "5", "--memory", "80MB", "--tables"])
        .arg(&directory)
        .assert()
        .success()
        .stdout(predicate::str::contains("and may have 80.0 MB: allow more with --memory"));
    assert!(forecast("8").contains("440,005,309,505"));
    // A forecast fails where a run would.
    let file = empty_directory("no-directory").join("file");
    std::fs::write(&file, "").unwrap();
    for (option, place) in [("--tables", &file), ("--tables", &file.join("t")), ("--disk", &file)] {
        for command in [&["generate", "--estimate"][..], &["plan", "--format", "json"]] {
            let message = predicate::str::contains(format!("cannot write to {}", file.display()))
                .and(predicate::str::contains("choose another"));
            bolshak().args(command).arg(option).arg(place).assert().code(1).stdout("").stderr(message);
        }
    }
    assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 0);
    bolshak().args(["generate", "--memory", "lots"]).assert().code(2).stderr(predicate::str::contains("4GiB"));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_bolshak"))
        .args(["probe", "--tables", four_pieces().to_str().unwrap(), "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    for _ in 0..1000 {
        // The program may have ended already.
        let _ = std::io::Write::write_all(&mut stdin, b"W:WKa1,Kc1,Ke1:BKf8\n");
    }
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn colours_are_for_terminals_or_on_demand() {
    let probe = |color: &[&str]| {
        let output = bolshak().args(["probe", "W:WKa1,Kc1:BKh8"]).args(color).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let plain = probe(&[]);
    assert!(plain.is_ascii() && plain == probe(&["--color", "never"]));
    let colored = probe(&["--color", "always"]);
    assert!(colored.contains('♛') && colored.contains("\x1b[32mwin"), "{colored}");
    // Groups of moves, best first: wins, then draws.
    let (wins, draws) = (plain.rfind(" win ").unwrap(), plain.find(" draw ").unwrap());
    assert!(wins < draws && plain[wins..draws].contains("\n\n"), "{plain}");
}

#[test]
fn a_mistyped_move_is_no_position() {
    for (text, error) in [("a5-z9", "\"a5-z9\" is not a move"), ("a5-b4x", "is not a legal move")] {
        let probe = bolshak().args(["probe", "W:WKa5,Ka7:BKg1", text]).assert().failure();
        probe.stdout(predicate::str::is_empty()).stderr(predicate::str::contains(error));
    }
    // A Cyrillic letter in a move is read as the Latin one that it looks like.
    bolshak().args(["probe", "W:WKa5,Ka7:BKg1", "а5-b6"]).assert().success();
    bolshak().args(["probe", "W:WKa5,Ka7:BKg1", "W:Wa1:Bh8", "Б: a1; Ч: h8"]).assert().success();
}
