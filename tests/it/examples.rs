//! The examples as a reader runs them, with the built-in tables. `cargo test` builds them first; to run this module alone,
//! run `cargo build --examples` before.

use std::env::consts::EXE_SUFFIX;

use assert_cmd::Command;
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

/// The reader of the output may have closed it.
#[test]
fn a_closed_pipe_is_no_panic() {
    use std::process::{Command, Stdio};
    for name in ["play_out", "moves"] {
        let program = example(name).get_program().to_owned();
        let mut child = Command::new(program);
        let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        // The program may have ended already.
        let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"W:WKa1:BKh8\n");
        let output = child.wait_with_output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.is_empty() || message.contains("ipe") && !message.contains("panicked"), "{name}: {message}");
    }
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
        (&["nonsense"], "\"nonsense\" is not a side to move"),
        (&["W:WKa1:BKh8", "/no/such/tables"], "cannot open the tables in /no/such/tables"),
        (&["--clock", "soon"], "usage: play_out"),
        (&["--help"], "usage: play_out"),
    ] {
        example("play_out").args(arguments).assert().code(1).stderr(predicate::str::contains(message));
    }
}

#[test]
fn legal_moves_are_printed_without_tables() {
    let positions = "W:Wc5,f6,h2:Bd4,f4,g7\nB:Wa1:BKh8,b2\nW:Wa5:Bb6,c7\nW:Wb6:Bc7,f6\n";
    let moves =
        "c5:e3:g5(d4,f4) f6:h8(g7)=K\nb2-c1=K h8-c3 h8-d4 h8-e5 h8-f6 h8-g7\n\nb6:d8:g5(f6,c7)=K b6:d8:h4(f6,c7)=K\n";
    assert_eq!(output(example("moves").write_stdin(positions)), moves);
    let message = "moves: line 2: \"x\" is not a side to move";
    example("moves").write_stdin("B:We3:Bg5\nx").assert().code(1).stderr(predicate::str::contains(message));
    assert_eq!(output(example("moves").arg("draughts-80").write_stdin("W:Wi7:BKa1")), "i7-h8=K i7-j8=K\n");
    for (arguments, message) in [(&["chess"][..], "\"chess\" is not a game"), (&["russian", "x"], "usage: moves")] {
        example("moves").args(arguments).assert().code(1).stderr(predicate::str::contains(message));
    }
}
