//! The README's commands give what it shows.

mod common;

use std::process::Command;

use common::four_pieces;

/// The commands of the console blocks, and what they print.
fn examples() -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in include_str!("../README.md").lines() {
        match line {
            "```console" => inside = true,
            "```" => inside = false,
            _ if !inside => {}
            _ => match line.strip_prefix("$ ") {
                Some(command) => examples.push((command.into(), String::new())),
                None => examples.last_mut().unwrap().1 += &format!("{line}\n"),
            },
        }
    }
    examples
}

#[cfg(unix)]
#[test]
fn commands_print_what_the_readme_shows() {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_bolshak")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    assert_eq!(examples().len(), 4);
    for (command, printed) in examples() {
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).env("PATH", &path).env("BOLSHAK_TABLES", four_pieces());
        let output = shell.output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), printed, "{command}");
    }
}
