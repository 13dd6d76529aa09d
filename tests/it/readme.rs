//! The commands of the README and of the guides print the output shown there.

use std::fs;
use std::process::{Command, Stdio};

use crate::common::{ROOT, empty_directory, four_pieces};

/// The commands of a document: those of console blocks with their output, and the scripts of sh blocks.
fn examples(document: &str) -> Vec<(String, Option<String>)> {
    let mut examples: Vec<(String, Option<String>)> = Vec::new();
    let mut inside = "";
    for line in document.lines() {
        match (inside, line) {
            ("", "```console") => inside = "console",
            ("", "```sh") => {
                inside = "sh";
                examples.push((String::new(), None));
            }
            (_, "```") => inside = "",
            ("console", _) => match line.strip_prefix("$ ") {
                Some(command) => examples.push((command.into(), Some(String::new()))),
                None => *examples.last_mut().unwrap().1.as_mut().unwrap() += &format!("{line}\n"),
            },
            ("sh", _) => examples.last_mut().unwrap().0 += &format!("{line}\n"),
            _ => {}
        }
    }
    examples
}

/// The README and the guides that need only the program; those for C and Python have tests of their own.
fn documents() -> Vec<(&'static str, String)> {
    let root = std::path::Path::new(ROOT);
    let names = [
        "README.md",
        "README.ru.md",
        "docs/beyond.md",
        "docs/games.md",
        "docs/interfaces.md",
        "docs/json.md",
        "docs/guide-composer.md",
        "docs/guide-composer.ru.md",
        "docs/guide-player.md",
        "docs/guide-player.ru.md",
        "docs/guide-researcher.md",
        "docs/guide-pipe.md",
        "docs/guide-hub.md",
    ];
    names.map(|name| (name, fs::read_to_string(root.join(name)).unwrap())).into()
}

#[test]
#[cfg_attr(not(unix), ignore = "needs a shell of Unix")]
fn commands_print_what_is_shown() {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_bolshak")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut count = 0;
    for (document, text) in documents() {
        // The commands run in order in one directory, since some read what others have written.
        let directory = empty_directory("commands");
        for (command, printed) in examples(&text) {
            // Cargo is running already, five pieces take long, and a service does not end by itself.
            if ["cargo ", "bolshak serve"].iter().any(|left_out| command.contains(left_out)) {
                continue;
            }
            let command = command.replace("bolshak generate --pieces 5", "bolshak generate --pieces 3");
            let mut shell = Command::new("sh");
            shell.args(["-euc", &command]).env("PATH", &path).env("BOLSHAK_TABLES", four_pieces());
            let output = shell.stdin(Stdio::null()).current_dir(&directory).output().unwrap();
            let message = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success() || printed.is_some(), "{document}: {command}: {message}");
            if let Some(printed) = printed {
                assert_eq!(String::from_utf8(output.stdout).unwrap(), printed, "{document}: {command}: {message}");
            }
            count += 1;
        }
    }
    assert!(count >= 12, "{count}");
}

/// The fenced blocks of a document, without comments, and without console output in the language of the page.
fn blocks(document: &str, with_console: bool) -> Vec<&str> {
    let (mut inside, mut is_left_out) = (false, false);
    let mut blocks = Vec::new();
    for line in document.lines() {
        if line.starts_with("```") {
            inside = !inside;
            is_left_out = inside && line == "```console" && !with_console;
        }
        let code = ["// ", "# "].into_iter().fold(line, |line, sign| line.split(sign).next().unwrap_or_default());
        // The closing line of a block stays as its end.
        if (inside || line.starts_with("```")) && !is_left_out {
            blocks.push(code.trim_end());
        }
    }
    blocks
}

/// The commands of a document, in English.
fn commands(document: &str) -> Vec<String> {
    let lines = document.lines().filter(|line| line.starts_with("$ "));
    lines.map(|line| line.replace(" --lang ru", "")).collect()
}

#[test]
fn russian_pages_show_the_same_commands() {
    let root = std::path::Path::new(ROOT);
    for name in ["README", "docs/guide-composer", "docs/guide-player", "docs/service"] {
        let [english, russian] =
            ["md", "ru.md"].map(|suffix| fs::read_to_string(root.join(format!("{name}.{suffix}"))).unwrap());
        assert_eq!(commands(&russian), commands(&english), "{name}");
        assert!(blocks(&english, true).len() > 10, "{name}");
        let with_console = !russian.contains("$ bolshak probe --lang ru");
        assert_eq!(blocks(&russian, with_console), blocks(&english, with_console), "{name}");
    }
}

#[test]
fn links_between_pages_lead_to_files() {
    let root = std::path::Path::new(ROOT);
    let mut pages: Vec<_> = ["README.md", "README.ru.md"].map(|name| root.join(name)).into();
    pages.extend(fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path()));
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    let mut count = 0;
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|after| after.split_once(')')).map(|(link, _)| link) {
            let file = link.split('#').next().unwrap();
            if !file.is_empty() && !file.contains("://") {
                assert!(page.parent().unwrap().join(file).exists(), "{}: {link}", page.display());
                count += 1;
            }
        }
    }
    assert!(count > 50, "{count}");
}
