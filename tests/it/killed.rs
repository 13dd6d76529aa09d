//! Runs of the program that are killed, stopped by signals, or started twice.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{Random, empty_directory, files, four_pieces, signal};

/// The command that makes the tables to four pieces.
fn four_pieces_to(directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    command.args(["generate", "--pieces", "4", "--tables"]).arg(directory);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

#[test]
fn a_killed_run_goes_on() {
    let directory = empty_directory("killed");
    let mut random = Random(7);
    let mut kills = 0u64;
    loop {
        // Each kill comes later, so that a run finishes on any machine; much later where processes start slowly.
        let delay = 5 + random.below(20 + (20 * kills).max(kills.pow(3)));
        let mut run = four_pieces_to(&directory).spawn().unwrap();
        thread::sleep(Duration::from_millis(delay));
        if let Some(status) = run.try_wait().unwrap() {
            let output = run.wait_with_output().unwrap();
            assert!(status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            break;
        }
        run.kill().unwrap();
        run.wait().unwrap();
        kills += 1;
        // A file with a table's name is a whole table.
        let whole = files(four_pieces());
        assert!(files(&directory).iter().all(|(name, bytes)| whole.get(name) == Some(bytes)), "after {kills} kills");
    }
    assert!(kills >= 5, "{kills}");
    assert!(files(&directory) == files(four_pieces()));
    assert!(!directory.join(".values").exists());
}

#[test]
#[cfg_attr(not(unix), ignore = "needs signals")]
fn signals_stop_a_run_in_good_order() {
    use std::io::{BufRead, BufReader, Read};
    use std::time::Instant;

    let directory = empty_directory("signals");
    for name in ["INT", "TERM"] {
        let mut run = four_pieces_to(&directory).args(["--threads", "1"]).spawn().unwrap();
        // It listens for signals before it writes its first line.
        let mut stderr = BufReader::new(run.stderr.take().unwrap());
        let mut text = String::new();
        stderr.read_line(&mut text).unwrap();
        let asked = Instant::now();
        signal(&run, name);
        assert_eq!(run.wait().unwrap().code(), Some(130));
        assert!(asked.elapsed() < Duration::from_secs(5));
        stderr.read_to_string(&mut text).unwrap();
        assert!(text.contains("the same command goes on"), "{text}");
    }
    assert!(four_pieces_to(&directory).status().unwrap().success());
    assert!(files(&directory) == files(four_pieces()));
}

#[test]
fn a_second_run_is_refused_at_once() {
    let directory = empty_directory("two-runs");
    let mut first = four_pieces_to(&directory).args(["--threads", "1"]).spawn().unwrap();
    while !directory.join(".values").exists() && first.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    let second = four_pieces_to(&directory).output().unwrap();
    assert!(!second.status.success());
    let text = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(text.contains("another run is generating tables"), "{text}");
    assert!(first.wait().unwrap().success());
    assert!(files(&directory) == files(four_pieces()));
}
