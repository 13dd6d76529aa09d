//! Runs that hit a limit of the shell: the error names the limit, and finished work is kept.

use std::path::Path;
use std::process::{Command, Output};

use crate::common::{empty_directory, files, four_pieces};

/// Runs the program under a limit of the shell's `ulimit`.
fn limited(limit: &str, arguments: &[&str], directory: &Path) -> Output {
    shell(&format!("ulimit {limit} && exec \"$@\""), arguments, directory)
}

/// Runs a shell script, in which `"$@"` is the program with these arguments.
fn shell(script: &str, arguments: &[&str], directory: &Path) -> Output {
    let script = format!("ulimit -c 0; {script}");
    let mut command = Command::new("sh");
    command.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_bolshak")]).args(arguments).current_dir(directory);
    command.env_remove("BOLSHAK_TABLES").env("LC_ALL", "C").output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
#[cfg_attr(windows, ignore = "needs ulimit")]
fn too_few_open_files_cost_nothing() {
    let directory = empty_directory("open-files");
    let mut failed = 0;
    // Each limit fails at another file: a directory, a lock, values that are made or opened, a table.
    for files in (5..20).chain(5..20) {
        let output = limited(&format!("-n {files}"), &["generate", "--pieces", "4", "--tables", "t"], &directory);
        let text = said(&output);
        if output.status.success() {
            continue;
        }
        failed += 1;
        assert!(output.status.code() == Some(1) && text.contains("Too many open files"), "{files}: {text}");
        assert!(text.contains("nothing is lost") && text.contains("ulimit -n"), "{files}: {text}");
        assert!(!["remove", "choose", "free some"].iter().any(|wrong| text.contains(wrong)), "{files}: {text}");
    }
    assert!(failed > 10, "{failed}");
    assert!(limited("-c 0", &["generate", "--pieces", "4", "--tables", "t"], &directory).status.success());
    assert!(files(&directory.join("t")) == files(four_pieces()));
}

#[test]
#[cfg_attr(windows, ignore = "needs ulimit")]
fn one_file_at_a_time_is_enough_for_any_number_of_tables() {
    let directory = empty_directory("probe");
    let tables = four_pieces().to_str().unwrap();
    // Every process has three files open.
    let output = limited("-n 4", &["verify", "--threads", "1", "--pieces", "3", "--tables", tables], &directory);
    assert!(output.status.success(), "{}", said(&output));
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs ulimit -v")]
fn too_little_memory_costs_nothing() {
    let directory = empty_directory("memory");
    let generate = ["generate", "--pieces", "4", "--threads", "1", "--tables", "t"];
    let mut failed = 0;
    // Kilobytes of address space: the standard library ends a program whose allocation fails.
    for kilobytes in (16_000..40_000).step_by(2000) {
        failed += u32::from(!limited(&format!("-v {kilobytes}"), &generate, &directory).status.success());
    }
    assert!(failed > 0);
    assert!(limited("-c 0", &generate, &directory).status.success());
    assert!(files(&directory.join("t")) == files(four_pieces()));
}

#[test]
#[cfg_attr(windows, ignore = "needs ulimit")]
fn files_that_may_not_grow_are_an_error() {
    let directory = empty_directory("file-size");
    let generate = ["generate", "--pieces", "4", "--tables", "t"];
    // The limits are in blocks of the shell: too few for the values, then for the tables.
    for blocks in [0, 1, 7, 9, 40, 200] {
        let output = limited(&format!("-f {blocks}"), &generate, &directory);
        let text = said(&output);
        assert!(output.status.code() == Some(1) && text.contains("File too large"), "{blocks}: {output:?}");
        assert!(text.contains("nothing is lost") && text.contains("ulimit -f"), "{blocks}: {text}");
    }
    assert!(limited("-c 0", &generate, &directory).status.success());
    assert!(files(&directory.join("t")) == files(four_pieces()));
    let export = ["export", "--tables", "t", "--material", "KKvK"];
    for (script, more) in [("exec \"$@\" > a.csv", &[][..]), ("exec \"$@\"", &["--out", "b.csv"])] {
        let output = shell(&format!("ulimit -f 7; {script}"), &[&export[..], more].concat(), &directory);
        let text = said(&output);
        assert!(output.status.code() == Some(1) && text.contains("ulimit -f"), "{output:?}");
    }
    assert!(!directory.join("b.csv").exists());
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs ulimit -v")]
fn threads_that_cannot_be_started_are_an_error() {
    let directory = empty_directory("threads");
    let tables = four_pieces().to_str().unwrap();
    let commands = [
        &["generate", "--tables", "t", "--threads", "256"][..],
        &["plan", "--format", "json", "--tables", "t", "--threads", "256"],
        &["verify", "--tables", tables, "--threads", "256"],
        &["find", "--count", "--tables", tables],
        &["export", "--material", "KvK", "--tables", tables],
        &["report", "--out", "r", "--tables", tables],
    ];
    for arguments in commands {
        // There is room for the stacks of some threads, and in the rest for everything smaller.
        let script =
            "ulimit -v 1030000; export RUST_MIN_STACK=67108864 MALLOC_ARENA_MAX=1 RAYON_NUM_THREADS=256; exec \"$@\"";
        let output = shell(script, arguments, &directory);
        let text = said(&output);
        assert!(output.status.code() == Some(1) && text.contains("cannot start threads: "), "{output:?}");
        assert!(text.contains("--threads") && text.matches("os error").count() == 1, "{text}");
    }
}
