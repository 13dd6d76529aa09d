//! The commands of the README and of the guides give what is shown there.

mod common;

use std::fs;
use std::process::Command;

use common::{empty_directory, four_pieces};

/// A document's commands in console blocks, and what they print.
fn examples(document: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in document.lines() {
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

/// The README and the guides, by name.
fn documents() -> Vec<(String, String)> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let guides = docs.filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with("guide-"));
    let read = |path: std::path::PathBuf| (path.display().to_string(), fs::read_to_string(path).unwrap());
    guides.chain([root.join("README.md")]).map(read).collect()
}

#[cfg(unix)]
#[test]
fn commands_print_what_is_shown() {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_bolshak")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut count = 0;
    for (document, text) in documents() {
        // One after the other in a directory of their own: some read what others have written.
        let directory = empty_directory("commands");
        for (command, printed) in examples(&text) {
            let mut shell = Command::new("sh");
            shell.args(["-c", &command]).env("PATH", &path).env("BOLSHAK_TABLES", four_pieces());
            let output = shell.current_dir(&directory).output().unwrap();
            let told = String::from_utf8_lossy(&output.stderr);
            assert_eq!(String::from_utf8(output.stdout).unwrap(), printed, "{document}: {command}: {told}");
            count += 1;
        }
    }
    assert!(count >= 10, "{count}");
}
