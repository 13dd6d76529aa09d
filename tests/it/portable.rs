//! The functions for any processor give the same tables, proofs and answers as those for newer ones.

use std::process::{Command, Output};

use crate::common::{Random, empty_directory, files, four_pieces};

fn portable(arguments: &[&str], input: &str) -> Output {
    let directory = empty_directory("input");
    std::fs::write(directory.join("input"), input).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    command.args(arguments).env("BOLSHAK_PORTABLE", "1").stdin(std::fs::File::open(directory.join("input")).unwrap());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

#[test]
fn tables_proofs_and_answers_are_the_same() {
    // Otherwise the rest would test nothing.
    let version = String::from_utf8(portable(&["--version"], "").stdout).unwrap();
    assert!(version.ends_with("instructions: portable\n"), "{version}");

    let directory = empty_directory("tables");
    let tables = directory.to_str().unwrap();
    portable(&["generate", "--pieces", "4", "--tables", tables], "");
    assert!(files(&directory) == files(four_pieces()));
    portable(&["verify", "--pieces", "4", "--tables", tables], "");

    let mut random = Random(4);
    let positions = (0..3000).map(|_| {
        let pieces = 2 + random.below(3);
        format!("{}\n", random.position::<bolshak::board::Russian>(pieces))
    });
    let positions: String = positions.collect();
    let arguments = ["probe", "--no-moves", "--tables", tables, "-"];
    let mut wide = assert_cmd::Command::new(env!("CARGO_BIN_EXE_bolshak"));
    let wide = wide.args(arguments).write_stdin(positions.clone()).assert().success();
    assert!(wide.get_output().stdout == portable(&arguments, &positions).stdout);
}
