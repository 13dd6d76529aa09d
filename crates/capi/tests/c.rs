//! Programs in C that are compiled with the system's compiler and linked to the library. Those for Windows are in
//! scripts/check-windows.
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use tempfile::TempDir;

#[derive(Clone, Copy)]
enum Link {
    Dynamic,
    Static,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap()
}

/// Where the libraries are; builds them first, as users do.
fn libraries() -> &'static Path {
    static LIBRARIES: OnceLock<PathBuf> = OnceLock::new();
    LIBRARIES.get_or_init(|| {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--release", "--package", "bolshak-capi", "--target-dir"]).arg(target);
        let output = cargo.current_dir(root()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let built = target.join(std::env::var("CARGO_BUILD_TARGET").unwrap_or_default()).join("release");
        // The name that programs look for; another test program may make it at the same time.
        let _ = symlink("libbolshak.so", built.join(versioned()));
        built
    })
}

/// The name of the shared library, with the version of the interface, which programs look for.
fn versioned() -> String {
    let header = fs::read_to_string(root().join("crates/capi/bolshak.h")).unwrap();
    let version = header.lines().find_map(|line| line.strip_prefix("#define BOLSHAK_ABI_VERSION "));
    format!("libbolshak.so.{}", version.unwrap())
}

#[test]
fn programs_look_for_the_library_of_their_version() {
    let directory = TempDir::new().unwrap();
    let program = compile("examples/c/probe.c", Link::Dynamic, directory.path());
    let found = fs::read(program).unwrap();
    let name = [versioned().as_bytes(), &[0]].concat();
    assert!(found.windows(name.len()).any(|window| window == name));
}

/// Compiles a program of the repository in a directory, without any warning. `BOLSHAK_CFLAGS` has more options for the compiler.
fn compile(source: &str, link: Link, directory: &Path) -> PathBuf {
    let program = directory.join("program");
    let mut cc = Command::new("cc");
    cc.args(["-std=c99", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-D_POSIX_C_SOURCE=200809L", "-I"]);
    cc.arg(root().join("crates/capi")).arg(root().join(source)).arg("-o").arg(&program);
    cc.args(std::env::var("BOLSHAK_CFLAGS").unwrap_or_default().split_whitespace());
    match link {
        Link::Dynamic => cc.arg("-L").arg(libraries()).args(["-lbolshak", "-lpthread"]),
        Link::Static => cc.arg(libraries().join("libbolshak.a")).args(["-lpthread", "-ldl", "-lm"]),
    };
    let output = cc.output().expect("cc runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    program
}

fn run(program: &Path, link: Link, arguments: &[&OsStr]) -> Output {
    let mut command = Command::new(program);
    if let Link::Dynamic = link {
        command.env("LD_LIBRARY_PATH", libraries());
    }
    command.args(arguments).output().unwrap()
}

#[test]
fn the_example_answers() {
    for link in [Link::Dynamic, Link::Static] {
        let directory = TempDir::new().unwrap();
        let program = compile("examples/c/probe.c", link, directory.path());
        let ask = |arguments: &[&str]| {
            let arguments: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
            let output = run(&program, link, &arguments);
            let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
            (output.status.code(), out, err)
        };
        let (status, out, err) = ask(&["W:W30,31:BK1"]);
        assert_eq!((status, err.as_str()), (Some(0), ""), "{out}");
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines[0], "W:Wc1,e1:BKb8: loss, in theory loss, dtw 22, dtz 1");
        let (status, out, _) = ask(&["W:Wc5:Bd4,f4"]);
        assert_eq!((status, out.lines().nth(1)), (Some(0), Some("  c5:e3:g5: win, in theory win, dtw 1")));
        let (status, out, _) = ask(&["W:WKa5,Ka7:BKg1:H26:F40"]);
        assert_eq!(status, Some(0));
        assert!(out.starts_with("the clock of the FEN is 26\nW:WKa5,Ka7:BKg1: cursed-win"), "{out}");
        let (_, out, _) = ask(&["W:WKa1,c3:BKh8:H30"]);
        assert!(out.contains("  the game is over; had it gone on:\n"), "{out}");
        let (status, _, err) = ask(&["W:WKa2:BKh8"]);
        assert_eq!(status, Some(1));
        assert!(err.contains("a2 is a light square"), "{err}");
        let (status, _, err) = ask(&["W:WKa1,Kc1,Ke1:BKh8"]);
        assert_eq!(status, Some(1));
        assert!(err.contains("a table of 4 pieces is needed; the tables have at most 3"), "{err}");
        let (status, _, err) = ask(&["W:WKa1:BKh8", "no such directory"]);
        assert_eq!(status, Some(1));
        assert!(err.contains("cannot open the tables in no such directory: No such file"), "{err}");
        assert_eq!(ask(&[]).0, Some(2));
    }
}

#[test]
fn the_example_of_the_search_answers_when_it_is_interrupted() {
    for link in [Link::Dynamic, Link::Static] {
        let directory = TempDir::new().unwrap();
        let program = compile("examples/c/solve.c", link, directory.path());
        let output = run(&program, link, &["W:Wc3,d4,e3:Ba7,b8".as_ref()]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.starts_with("win, in at most ") && text.lines().count() == 5, "{text}");
        let script = r#""$0" W:WKa1,Kc1,Ke1,a3,c3,e3:BKb8,Kd8,Kf8,b6,d6,f6 & sleep 1; kill -INT $!; wait $!"#;
        let arguments = ["-c".as_ref(), script.as_ref(), program.as_os_str()];
        let started = std::time::Instant::now();
        let output = run("sh".as_ref(), link, &arguments);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.starts_with("not decided, in theory from loss to "), "{text}");
        assert!(started.elapsed().as_secs() < 20);
    }
}

/// A directory of tables, copies of some of the built-in ones.
fn copied_tables(names: &[&str]) -> TempDir {
    let tables = TempDir::new().unwrap();
    for name in names {
        fs::copy(root().join("tables").join(name), tables.path().join(name)).unwrap();
    }
    tables
}

/// Runs a program that counts its own failures, linked both ways.
fn has_no_failures(source: &str, tables: &TempDir) {
    for link in [Link::Dynamic, Link::Static] {
        let directory = TempDir::new().unwrap();
        let output = run(&compile(source, link, directory.path()), link, &[tables.path().as_os_str()]);
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{:?}\n{text}", output.status);
        assert_eq!(output.stdout, b"0 failures\n");
    }
}

#[test]
fn nothing_a_caller_does_ends_the_process() {
    let tables = copied_tables(&["KvK.wdl", "KvM.wdl", "KvM.dtz"]);
    let damaged = tables.path().join("KvK.wdl");
    let mut bytes = fs::read(&damaged).unwrap();
    bytes.pop();
    fs::write(&damaged, bytes).unwrap();
    has_no_failures("crates/capi/tests/attack.c", &tables);
}

#[test]
fn positions_beyond_the_tables_are_solved() {
    let names = std::fs::read_dir(root().join("tables")).unwrap().map(|entry| entry.unwrap().file_name());
    let names: Vec<String> =
        names.map(|name| name.into_string().unwrap()).filter(|name| name.ends_with(".wdl")).collect();
    let tables = copied_tables(&names.iter().map(String::as_str).collect::<Vec<_>>());
    fs::write(tables.path().join("MMvM.wdl"), "no table").unwrap();
    has_no_failures("crates/capi/tests/solve.c", &tables);
}

#[test]
fn children_load_and_ask_tables() {
    has_no_failures("crates/capi/tests/fork.c", &copied_tables(&["KvK.wdl", "KvM.wdl", "KMvK.wdl", "KMvM.wdl"]));
}

/// A directory of tables of a game, of 2 and 3 pieces. The program makes them: with the solver, the library would be compiled twice.
fn made_tables(game: &str) -> TempDir {
    let tables = TempDir::new().unwrap();
    let mut make = Command::new("sh");
    make.args(["-ec", r#""$(scripts/program)" generate --pieces 3 --game "$0" --tables "$1""#, game])
        .arg(tables.path());
    let output = make.current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    tables
}

#[test]
fn tables_of_poddavki_are_asked() {
    has_no_failures("crates/capi/tests/game.c", &made_tables("poddavki"));
}

#[test]
fn draughts_80_is_played_and_its_tables_are_asked() {
    has_no_failures("crates/capi/tests/draughts_80.c", &made_tables("draughts-80"));
}

#[test]
fn tables_are_loaded_without_a_thread() {
    has_no_failures("crates/capi/tests/no_threads.c", &copied_tables(&["KvK.wdl", "KvM.wdl", "KMvK.wdl", "KMvM.wdl"]));
}
