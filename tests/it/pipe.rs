//! `probe -` as a service: a client that waits for each answer gets it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::common::four_pieces;

/// A running `bolshak probe -`, with its input and its output.
fn service() -> (Child, ChildStdin, Receiver<String>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    let command = command.args(["probe", "--no-moves", "-"]).env_remove("BOLSHAK_TABLES").current_dir("/");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (sender, answers) = channel();
    std::thread::spawn(move || BufReader::new(output).lines().try_for_each(|line| sender.send(line.unwrap())));
    (child, input, answers)
}

fn next(answers: &Receiver<String>) -> String {
    answers.recv_timeout(Duration::from_secs(60)).expect("an answer before the next question")
}

#[test]
fn one_line_at_a_time() {
    let (mut child, mut input, answers) = service();
    for _ in 0..100 {
        input.write_all(b"W:WKa1:BKh8\n").unwrap();
        assert!(next(&answers).contains("\"category\":\"loss\""));
        input.write_all(b"nonsense\n").unwrap();
        assert!(next(&answers).contains("\"error\""));
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn a_line_that_is_begun_holds_no_answer_back() {
    let (mut child, mut input, answers) = service();
    input.write_all(b"W:WKa1:BKh8\nW:WKa1:BK").unwrap();
    next(&answers);
    input.write_all(b"h8\nW:WKa1:BKh8\nW:WKa1:BKb8").unwrap();
    assert_eq!(next(&answers), next(&answers));
    drop(input);
    assert!(next(&answers).contains("\"category\":\"draw\""), "the last line has no end");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
#[cfg_attr(not(unix), ignore = "needs a shell of Unix")]
fn the_command_in_the_guide() {
    let guide = include_str!("../../docs/guide-pipe.md");
    let (block, _) = guide.split_once("```console\n$ ").unwrap().1.split_once("```").unwrap();
    let (line, answers) = block.split_once('\n').unwrap();
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_bolshak")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    let output = shell.args(["-c", line]).env("PATH", &path).env("BOLSHAK_TABLES", four_pieces()).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), answers);
}

#[test]
fn a_check_whose_findings_nobody_reads_has_not_passed() {
    for arguments in [
        &["verify", "--pieces", "3"][..],
        &["verify", "--pieces", "3", "--json"],
        &["verify", "--pieces", "3", "--sample", "10", "--json"],
        &["verify", "--checksums", "--pieces", "3"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
        let command = command.args(arguments).env("BOLSHAK_TABLES", four_pieces()).stderr(Stdio::null());
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        assert_eq!(child.wait().unwrap().code(), Some(1), "{arguments:?}");
    }
}
