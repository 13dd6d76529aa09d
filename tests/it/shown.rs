//! Names of directories with control characters: messages show escapes instead, and JSON has the names as they are.

use std::fs;
use std::path::Path;

use crate::common::ROOT;

/// Names are shown in one way: no other code turns a path into a text for messages.
#[test]
fn paths_are_shown_in_one_place() {
    fn check(directory: &Path, faults: &mut Vec<String>) {
        for path in fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                check(&path, faults);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                if text.contains(".display()") {
                    faults.push(format!("{path:?} shows a path by itself; shown() does that"));
                }
            }
        }
    }
    let mut faults = Vec::new();
    for folder in ["src", "crates"] {
        let folder = Path::new(ROOT).join(folder);
        if folder.exists() {
            check(&folder, &mut faults);
        }
    }
    assert!(faults.is_empty(), "{faults:?}");
}

#[cfg(unix)]
mod terminal {
    use std::path::PathBuf;
    use std::process::{Command, Output, Stdio};
    use std::sync::LazyLock;

    use serde_json::Value;

    use super::fs;
    use crate::common::{empty_directory, four_pieces};

    /// The name of a directory: it would clear a terminal, set its title, and begin another line.
    const NAME: &str = "a\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}1m\u{202e}\nb";
    /// How it is shown.
    const SHOWN: &str = r"a\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}1m\u{202e}\nb";

    /// Made once: the tests run at the same time.
    static WORK: LazyLock<PathBuf> = LazyLock::new(|| empty_directory("work"));

    fn run(arguments: &[&str], lang: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
        command.args(arguments).current_dir(&*WORK).env("BOLSHAK_LANG", lang);
        command.env_remove("BOLSHAK_TABLES").stdin(Stdio::null()).output().unwrap()
    }

    /// Whether a text has no effect on a terminal.
    fn is_harmless(text: &str) -> bool {
        !text.chars().any(|c| c != '\n' && c.is_control() || c == '\u{202e}') && !text.lines().any(|line| line == "b")
    }

    #[test]
    fn names_of_directories_do_not_reach_the_terminal_raw() {
        let directory = empty_directory("names");
        let root = directory.to_str().unwrap();
        let of = |name: &str| format!("{root}/{name}/{NAME}");
        let [tables, absent, empty, damaged, new] = ["tables", "absent", "empty", "damaged", "new"].map(of);
        [&tables, &empty, &damaged].into_iter().for_each(|path| fs::create_dir_all(path).unwrap());
        for entry in fs::read_dir(four_pieces()).unwrap().map(|entry| entry.unwrap().path()) {
            fs::copy(&entry, format!("{tables}/{}", entry.file_name().unwrap().to_str().unwrap())).unwrap();
        }
        fs::write(format!("{damaged}/KvK.wdl"), "no table").unwrap();
        fs::write(format!("{damaged}/games.pdn"), "\u{fffd}").unwrap();
        let (record, file) = (format!("{damaged}/KvK.wdl"), format!("{damaged}/games.pdn"));
        let out = format!("{empty}/none/x");
        let commands: &[&[&str]] = &[
            &["generate", "--pieces", "2", "--tables", &new],
            &["generate", "--pieces", "2", "--tables", &new],
            &["generate", "--pieces", "2", "--tables", &record],
            &["generate", "--pieces", "2", "--tables", &damaged],
            &["generate", "--alone", "KvM", "--tables", &empty],
            &["generate", "--pieces", "2", "--tables", &tables, "--estimate"],
            &["generate", "--pieces", "2", "--tables", &tables, "--game", "poddavki"],
            &["plan", "--pieces", "2", "--format", "make", "--tables", &new],
            &["probe", "W:Wa1:Bh8", "--tables", &tables],
            &["probe", "W:Wa1:Bh8", "--tables", &absent],
            &["probe", "W:Wa1:Bh8", "--tables", &empty],
            &["probe", "W:Wa1:Bh8", "--tables", &damaged],
            &["probe", "W:Wa1,c1,e1:Bh8,f8", "--tables", &tables],
            &["line", "W:Wa1,c1,e1:Bh8,f8", "--tables", &tables],
            &["stats", "--tables", &absent],
            &["stats", "--tables", &damaged],
            &["stats", "--tables", &tables, "--game", "poddavki"],
            &["find", "--material", "KKMvKK", "--tables", &tables],
            &["export", "--material", "KvK", "--tables", &tables, "--out", &out],
            &["export", "--material", "KvK", "--tables", &tables, "--out", &empty],
            &["export", "--material", "KKMvKK", "--tables", &tables],
            &["verify", "--pieces", "2", "--tables", &tables],
            &["verify", "--material", "KKMvKK", "--tables", &tables],
            &["verify", "--pieces", "2", "--tables", &tables, "--resume", &record],
            &["verify", "--pieces", "2", "--tables", &tables, "--resume", &empty],
            &["verify", "--checksums", "--tables", &tables],
            &["verify", "--checksums", "--tables", &damaged],
            &["verify", "--checksums", "--tables", &tables, "--checksum-file", &file],
            &["verify", "--checksums", "--tables", &tables, "--write", &out],
            &["verify", "--checksums", "--tables", &tables, "--write", &format!("{new}/sums")],
            &["unpack", "--pieces", "2", "--tables", &tables],
            &["unpack", "--check", "--pieces", "2", "--tables", &damaged],
            &["report", "--tables", &tables, "--out", &record],
            &["review", &file],
            &["review", &absent],
            &["sheet", &absent],
            &["hub", "--tables", &absent],
            &["man", "--out", &record],
            // Wrong usage, as clap sees it.
            &["stats", &tables],
            &["generate", "--pieces", NAME],
            &[NAME],
        ];
        let mut shown = 0;
        for lang in ["en", "ru"] {
            for arguments in commands {
                let output = run(arguments, lang);
                let texts = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
                // Where a file for make names a directory, make needs the name.
                let is_plan = arguments[0] == "plan" && output.status.success();
                assert!(is_plan || texts.iter().all(|text| is_harmless(text)), "{arguments:?} {texts:?}");
                shown += usize::from(texts.iter().any(|text| text.contains(SHOWN)));
            }
        }
        assert!(shown > 50, "{shown}");
        for entry in fs::read_dir(&new).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.extension().is_some_and(|end| end == "log") {
                assert!(is_harmless(&fs::read_to_string(entry).unwrap()));
            }
        }
    }

    #[test]
    fn json_has_the_name() {
        let directory = empty_directory("json");
        let tables = format!("{}/{NAME}", directory.to_str().unwrap());
        let output = run(&["plan", "--pieces", "2", "--format", "json", "--tables", &tables], "en");
        let plan: Value = serde_json::from_slice(&output.stdout).unwrap();
        let outputs = plan[0]["outputs"].to_string();
        let name = serde_json::to_string(NAME).unwrap();
        assert!(outputs.contains(name.trim_matches('"')), "{outputs}");
        for arguments in
            [&["generate", "--pieces", "2", "--json"][..], &["verify", "--checksums", "--json"], &["stats", "--json"]]
        {
            let output = run(&[arguments, &["--tables", &tables]].concat(), "en");
            let lines = String::from_utf8(output.stdout).unwrap();
            assert!(lines.lines().count() > 1);
            lines.lines().for_each(|line| drop(serde_json::from_str::<Value>(line).unwrap()));
        }
    }

    #[test]
    fn a_command_in_a_message_can_be_pasted() {
        let output = run(&["stats", "--tables", NAME], "en");
        let text = String::from_utf8(output.stderr).unwrap();
        let command = text.split("bolshak generate").nth(1).unwrap().trim_start_matches(' ').split(" makes").next();
        let word = command.unwrap().trim_end_matches('"').trim_start_matches("--tables ").to_string();
        let Ok(echoed) =
            Command::new("bash").args(["-c", &format!("printf %s {word}")]).env("LC_ALL", "C.UTF-8").output()
        else {
            return;
        };
        assert_eq!(String::from_utf8(echoed.stdout).unwrap(), NAME, "{text}");
    }
}
