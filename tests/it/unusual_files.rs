//! Pipes, directories, devices, sockets and links to themselves, where the program expects its own files: an immediate error of
//! one sentence that names the thing and the remedy.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{empty_directory, files, four_pieces};

const KINDS: [&str; 5] = ["pipe", "directory", "loop", "device", "socket"];

/// Puts something that is not a file under a name.
fn put(kind: &str, path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    match kind {
        "pipe" => assert!(Command::new("mkfifo").arg(path).status().unwrap().success()),
        "directory" => fs::create_dir(path).unwrap(),
        "loop" => symlink(path.file_name().unwrap(), path).unwrap(),
        "device" => symlink("/dev/null", path).unwrap(),
        "socket" => drop(UnixListener::bind(path).unwrap()),
        _ => unreachable!(),
    }
}

fn remove(path: &Path) {
    if path.is_dir() { fs::remove_dir(path) } else { fs::remove_file(path) }.unwrap();
}

/// Runs the program in a directory, with a time limit.
fn run(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    command.args(arguments).current_dir(directory).env_remove("BOLSHAK_TABLES").env_remove("BOLSHAK_LANG");
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("{arguments:?} waits");
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

/// The error of a run that fails.
fn error(directory: &Path, arguments: &[&str]) -> String {
    let output = run(directory, arguments);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {text}");
    let errors: Vec<&str> = text.lines().filter(|line| line.starts_with("bolshak: ")).collect();
    assert!(errors.len() == 1 && text.trim_end().ends_with(errors[0]), "{arguments:?}: {text}");
    errors[0].into()
}

/// The name of each kind, and the remedy, in English and Russian.
const MOVED: [(&str, &str); 2] = [
    ("it is not a regular file; move it elsewhere, then run the same command again", "en"),
    ("это не обычный файл; уберите его оттуда и повторите команду", "ru"),
];

#[test]
fn files_of_a_run_are_files() {
    let directory = empty_directory("run");
    let places = [".lock", ".values/.lock", ".values/KvK.values", ".values/KvK.zeroing", ".values/KvK.values.new"];
    let places = places.into_iter().chain([".values/KvK.zeroing.new", "KvK.wdl", "KvK.dtz"]);
    for (number, (place, kind)) in places.flat_map(|place| KINDS.map(|kind| (place, kind))).enumerate() {
        let tables = format!("t{number}");
        put(kind, &directory.join(&tables).join(place));
        for (text, lang) in MOVED {
            for what in [&["--pieces", "2"][..], &["--alone", "KvK"], &["--alone", "KvM"]] {
                // KvM reads only the values of KvK.
                let is_read = !what.contains(&"KvM") || place.ends_with("lock") || place.ends_with("KvK.values");
                if is_read {
                    let error = error(&directory, &[&["generate", "--lang", lang, "--tables", &tables], what].concat());
                    assert!(error.ends_with(text) && error.contains(&format!("{tables}/{place}: ")), "{kind}: {error}");
                }
            }
        }
        // The remedy works.
        remove(&directory.join(&tables).join(place));
        assert!(run(&directory, &["generate", "--pieces", "2", "--tables", &tables]).status.success(), "{place}");
        let made = files(&directory.join(&tables));
        assert!(made.len() == 9 && made.iter().all(|(name, bytes)| files(four_pieces()).get(name) == Some(bytes)));
    }
}

#[test]
fn locks_of_endings_are_files() {
    let directory = empty_directory("lock");
    for kind in KINDS {
        put(kind, &directory.join(kind).join(".values/.KvK.lock"));
        let error = error(&directory, &["generate", "--alone", "KvK", "--tables", kind]);
        assert!(error.contains("/.values/.KvK.lock: ") && error.ends_with(MOVED[0].0), "{kind}: {error}");
    }
}

#[test]
fn directories_are_directories() {
    let directory = empty_directory("directories");
    for kind in KINDS.into_iter().filter(|&kind| kind != "directory") {
        put(kind, &directory.join(kind));
        put(kind, &directory.join(format!("t-{kind}/.values")));
        for what in [["--pieces", "2"], ["--alone", "KvK"]] {
            for (place, options) in [
                (kind.to_string(), vec!["--tables".to_string(), kind.into()]),
                (kind.to_string(), vec!["--tables".into(), "t".into(), "--disk".into(), kind.into()]),
                (format!("t-{kind}/.values"), vec!["--tables".into(), format!("t-{kind}")]),
            ] {
                let options: Vec<&str> = options.iter().map(String::as_str).collect();
                let english = error(&directory, &[&["generate"], &what[..], &options].concat());
                let wanted =
                    format!("bolshak: cannot write to {place}: not a directory; choose another directory with");
                assert!(english.starts_with(&wanted), "{kind}: {english}");
                let russian = error(&directory, &[&["generate", "--lang", "ru"], &what[..], &options].concat());
                assert!(russian.contains(": это не каталог; выберите другой каталог"), "{kind}: {russian}");
            }
        }
    }
}

#[test]
fn other_files_of_the_program_are_files() {
    let directory = empty_directory("others");
    let tables = directory.join("tables");
    fs::create_dir(&tables).unwrap();
    for entry in fs::read_dir(four_pieces()).unwrap().map(|entry| entry.unwrap().path()) {
        let name: PathBuf = entry.file_name().unwrap().into();
        if name.to_str().is_some_and(|name| name.starts_with("KvK.") || name.starts_with("KvM.")) {
            fs::copy(&entry, tables.join(name)).unwrap();
        }
    }
    for kind in KINDS {
        put(kind, &directory.join(kind));
        let text = error(&directory, &["verify", "--material", "KvK", "--tables", "tables", "--resume", kind]);
        assert!(text.contains(&format!("{kind} is not a record of verified endings; choose another file")), "{text}");
        // One made by an earlier turn.
        let _ = fs::remove_file(tables.join("KvK.unpacked"));
        put(kind, &tables.join("KvK.unpacked"));
        let text = error(&directory, &["unpack", "--material", "KvK", "--tables", "tables"]);
        assert!(text.contains("tables/KvK.unpacked: ") && text.ends_with(MOVED[0].0), "{kind}: {text}");
        remove(&tables.join("KvK.unpacked"));
        put(kind, &tables.join("MvM.wdl"));
        for command in
            [&["probe", "W:Wa1:Bh8"][..], &["stats"], &["verify"], &["unpack"], &["export", "--material", "MvM"]]
        {
            let text = error(&directory, &[command, &["--tables", "tables"]].concat());
            assert!(text.contains("tables/MvM.wdl: ") && text.ends_with(MOVED[0].0), "{kind} {command:?}: {text}");
        }
        remove(&tables.join("MvM.wdl"));
    }
}
