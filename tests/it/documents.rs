//! The program's own documents: completions and manual pages.

use std::fs;
use std::path::Path;

use crate::common::{ROOT, empty_directory};
use assert_cmd::Command;
use predicates::prelude::*;

fn bolshak() -> Command {
    Command::new(env!("CARGO_BIN_EXE_bolshak"))
}

#[test]
fn completions_know_every_command() {
    for (shell, start) in [
        ("bash", "_bolshak()"),
        ("zsh", "#compdef bolshak"),
        ("fish", "function __fish_bolshak"),
        ("elvish", "use "),
        ("powershell", "using "),
    ] {
        let output = bolshak().args(["completions", shell]).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty());
        let script = String::from_utf8(output.stdout).unwrap();
        assert!(script.contains(start), "{shell}");
        for word in ["generate", "probe", "three-kings-moves", "hub", "numbering", "completions"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    bolshak().args(["completions", "ksh"]).assert().code(2).stderr(predicate::str::contains("bash"));
}

#[test]
#[cfg_attr(not(unix), ignore = "needs bash")]
fn bash_takes_the_completions() {
    let script = "eval \"$(\"$0\" completions bash)\"; COMP_WORDS=(bolshak comp); COMP_CWORD=1; \
                  _bolshak bolshak comp bolshak; echo \"${COMPREPLY[@]}\"";
    let program = env!("CARGO_BIN_EXE_bolshak");
    let output = std::process::Command::new("bash").args(["-c", script, program]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "completions\n", "{:?}", output.stderr);
}

#[test]
fn a_manual_page_for_each_command() {
    let directory = empty_directory("man").join("not/there yet");
    bolshak().args(["man", "--out"]).arg(&directory).assert().code(0).stdout("").stderr("");
    let help = String::from_utf8(bolshak().arg("--help").output().unwrap().stdout).unwrap();
    let (_, after) = help.split_once("Commands:\n").unwrap();
    let listed = after.lines().map_while(|line| line.strip_prefix("  "));
    let names = listed.filter_map(|line| line.split(' ').next());
    let commands: Vec<&str> = names.filter(|name| !["", "help"].contains(name)).collect();
    assert!(commands.len() >= 10, "{commands:?}");
    let mut pages: Vec<String> = commands.iter().map(|name| format!("bolshak-{name}.1")).collect();
    pages.push("bolshak.1".into());
    pages.sort();
    let mut written: Vec<String> =
        fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    written.sort();
    assert_eq!(written, pages);
    for page in pages {
        let text = fs::read_to_string(directory.join(&page)).unwrap();
        assert!(
            text.contains(".TH") && text.contains(".SH SYNOPSIS") && text.contains(".SH EXAMPLES\n.nf\n"),
            "{page}"
        );
    }
}

#[test]
fn licences_of_all_that_is_linked() {
    let output = bolshak().arg("licenses").output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    let text = String::from_utf8(output.stdout).unwrap();
    for own in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let own = fs::read_to_string(Path::new(ROOT).join(own)).unwrap();
        assert!(text.contains(own.trim_matches('\n')));
    }
    for other in ["Meta Platforms", "The Apache Software Foundation", "  zstd-sys ", "  standard library of Rust "] {
        assert!(text.contains(other), "{other}");
    }
}

#[test]
fn manual_pages_that_cannot_be_written_are_an_error() {
    let file = empty_directory("no man").join("file");
    fs::write(&file, "").unwrap();
    let message = predicate::str::contains("cannot write manual pages to").and(predicate::str::contains("file"));
    bolshak().args(["man", "--out"]).arg(&file).assert().code(1).stderr(message);
}
