//! Programs in C that are compiled with the system's compiler and linked to the library.

use std::ffi::OsStr;
use std::fs;
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
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
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
        target.join("release")
    })
}

/// Compiles a program of the repository in a directory, without any warning.
fn compile(source: &str, link: Link, directory: &Path) -> PathBuf {
    let program = directory.join("program");
    let mut cc = Command::new("cc");
    cc.args(["-std=c99", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-D_POSIX_C_SOURCE=200809L", "-I"]);
    cc.arg(root().join("capi")).arg(root().join(source)).arg("-o").arg(&program);
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
        assert_eq!((status, out.lines().nth(1)), (Some(0), Some("  c5:e3:g5: win, in theory win, dtw 0, dtz 0")));
        let (status, _, err) = ask(&["W:WKa2:BKh8"]);
        assert_eq!(status, Some(1));
        assert!(err.contains("a2 is a light square"), "{err}");
        let (status, _, err) = ask(&["W:WKa1,Kc1,Ke1:BKh8"]);
        assert_eq!(status, Some(1));
        assert!(err.contains("a table of 4 pieces is needed, those at hand have at most 3"), "{err}");
        let (status, _, err) = ask(&["W:WKa1:BKh8", "no such directory"]);
        assert_eq!(status, Some(1));
        assert!(err.contains("cannot open the tables in no such directory: No such file"), "{err}");
        assert_eq!(ask(&[]).0, Some(2));
    }
}

#[test]
fn nothing_a_caller_does_ends_the_process() {
    let directory = TempDir::new().unwrap();
    let tables = directory.path().join("tables");
    fs::create_dir(&tables).unwrap();
    for name in ["KvK.wdl", "KvM.wdl", "KvM.dtz"] {
        fs::copy(root().join("tables").join(name), tables.join(name)).unwrap();
    }
    let damaged = tables.join("KvK.wdl");
    let mut bytes = fs::read(&damaged).unwrap();
    bytes.pop();
    fs::write(&damaged, bytes).unwrap();
    for link in [Link::Dynamic, Link::Static] {
        let program = compile("capi/tests/attack.c", link, directory.path());
        let output = run(&program, link, &[tables.as_os_str()]);
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{:?}\n{text}", output.status);
        assert_eq!(output.stdout, b"0 failures\n");
    }
}
