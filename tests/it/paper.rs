//! `bolshak diagram` and `sheet`: pictures of positions, and a page of them with solutions.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;

fn bolshak(command: &str) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    program.arg(command).env_remove("BOLSHAK_TABLES").current_dir("/");
    program
}

#[test]
fn a_sheet_has_boards_and_solutions() {
    let lines = "W:WKa5,Ka7:BKg1\n\n B:WKc3:Bh8 \nW:WKa5,Ka7:BKg1\twin\t7\t7\n";
    let sheet = bolshak("sheet").arg("-").write_stdin(lines).assert().success();
    let text = String::from_utf8(sheet.get_output().stdout.clone()).unwrap();
    assert_eq!((text.matches("<svg ").count(), text.matches("<li>White wins. 1. ").count()), (3, 2), "{text}");
    assert!(text.ends_with("</html>\n"), "{text}");
}

#[test]
fn a_sheet_knows_the_clock_of_its_positions() {
    let spoilt = "<li>With 26 plies on the clock: Draw by the 15-move rule.";
    for line in [r#" {"fen":"W:WKa5,Ka7:BKg1","clock":26}"#, "W:WKa5,Ka7:BKg1:H26"] {
        bolshak("sheet").arg("-").write_stdin(line).assert().success().stdout(contains(spoilt));
    }
    let free = r#"{"fen":"W:WKa5,Ka7:BKg1","clock":26,"rule":"none"}"#;
    bolshak("sheet").arg("-").write_stdin(free).assert().success().stdout(contains("White wins."));
}

#[test]
fn lines_of_find_are_positions() {
    let find = bolshak("find").args(["--material", "KKvK", "--longest", "--limit", "2", "--json"]).output().unwrap();
    let sheet = bolshak("sheet").arg("-").write_stdin(find.stdout.clone()).assert().success();
    sheet.stdout(contains("<svg ").count(2));
    let probe = bolshak("probe").args(["--no-moves", "-"]).write_stdin(find.stdout).assert().success();
    probe.stdout(contains("\"dtw\":7").count(2));
}

#[test]
fn nothing_is_printed_of_a_sheet_with_a_wrong_line() {
    for (line, error) in [
        ("nonsense", "line 2: nonsense"),
        (r#"{"fen":"W:WKa1:BKh8","clok":3}"#, "unknown field `clok`"),
        (r#"{"fen":"W:WKa1:BKh8","game":"poddavki"}"#, "not of poddavki"),
        ("W:WKa1,Kc1,Ke1:BKh8", "line 2: "),
    ] {
        let sheet = bolshak("sheet").arg("-").write_stdin(format!("W:WKa1:BKh8\n{line}\n")).assert().failure();
        sheet.stdout(predicate::str::is_empty()).stderr(contains(error));
    }
    bolshak("sheet").arg("-").write_stdin("\n").assert().failure().stderr(contains("no position was given"));
}

#[test]
fn a_diagram_is_a_picture_of_each_position() {
    let picture = bolshak("diagram").args(["W:WKa1,c3:Bh8", "B:Wb2:BKf8"]).assert().success();
    let text = String::from_utf8(picture.get_output().stdout.clone()).unwrap();
    assert!(text.starts_with("<svg ") && text.trim_end().ends_with("</svg>"), "{text}");
    assert_eq!(text.matches("<svg").count(), 1);
    bolshak("diagram").arg("nonsense").assert().failure().stderr(contains("nonsense"));
}
