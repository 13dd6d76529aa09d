//! Plans: the commands, run one by one, make the same tables as one process.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use crate::common::{empty_directory, files, four_pieces};
use assert_cmd::Command;
use bolshak::generate::{GenerateError, Request, Settings, Step, StepName, generate, generate_alone, plan};
use bolshak::index::Ending;
use bolshak::insides::{Coding, Dtw, EndingFile, Measure, Room, solve, zeroing_path};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::Value;

fn bolshak(arguments: &[&str], directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    command.env_remove("BOLSHAK_TABLES").current_dir(directory).args(arguments);
    command
}

fn alone(ending: &str, until: Option<usize>, directory: &Path) -> Result<usize, GenerateError> {
    let summary = generate_alone(ending.parse().unwrap(), until, &Settings::default(), directory, &())?;
    Ok(summary.finished.len())
}

#[test]
#[cfg_attr(windows, ignore = "needs a shell of Unix")]
fn commands_one_by_one_make_what_one_process_makes() {
    let directory = empty_directory("plan");
    let mut plan = bolshak(&["plan", "--pieces", "4", "--format", "json", "--split", "0.00001"], &directory);
    let rows: Vec<Value> = serde_json::from_slice(&plan.output().unwrap().stdout).unwrap();
    assert!(rows.len() > 2 * 23, "some endings are split: {}", rows.len());
    fs::create_dir_all(directory.join("tables/.values")).unwrap();
    let path = format!("{}:{}", Path::new(env!("CARGO_BIN_EXE_bolshak")).parent().unwrap().display(), env!("PATH"));
    let mut done = BTreeSet::new();
    for row in &rows {
        let text = |key: &str| row[key].as_str().unwrap();
        assert!(row["after"].as_array().unwrap().iter().all(|name| done.contains(name.as_str().unwrap())), "{row}");
        for input in row["inputs"].as_array().unwrap() {
            assert!(directory.join(input.as_str().unwrap()).is_file(), "{row}");
        }
        Command::new("sh").env("PATH", &path).current_dir(&directory).arg("-c").arg(text("command")).assert().success();
        for output in row["outputs"].as_array().unwrap() {
            assert!(directory.join(output.as_str().unwrap()).is_file(), "{row}");
        }
        done.insert(text("name"));
    }
    assert!(files(&directory.join("tables")) == files(four_pieces()));
    let left = fs::read_dir(directory.join("tables/.values")).unwrap().flatten();
    let left: Vec<_> = left.filter(|file| file.path().extension().is_some_and(|end| end == "values")).collect();
    assert!(left.is_empty(), "{left:?}");
    // Finished endings are not part of another plan.
    let again = bolshak(&["plan", "--pieces", "4", "--format", "json"], &directory).output().unwrap().stdout;
    assert_eq!(again, b"[]\n");
    // A note of missing tables is an error.
    fs::remove_file(directory.join("tables/KvM.dtw")).unwrap();
    bolshak(&["plan", "--pieces", "4", "--format", "make"], &directory)
        .assert()
        .failure()
        .stderr(contains("KvM is noted as done").and(contains("*.done")));
}

#[test]
fn a_directory_is_no_option() {
    let directory = empty_directory("dash");
    bolshak(&["plan", "--pieces", "2", "--format", "json", "--tables=-t", "--disk=-d"], &directory)
        .assert()
        .success()
        .stdout(contains("--tables ./-t --disk ./-d"));
}

#[test]
fn an_ending_by_itself_needs_others() {
    let directory = empty_directory("alone");
    let error = alone("KKvK", None, &directory).unwrap_err();
    let GenerateError::Needed { ending, needed, .. } = error else { panic!("{error}") };
    assert_eq!((ending.to_string(), needed.to_string()), ("KKvK".into(), "KvK".into()));
    bolshak(&["generate", "--alone", "KKvK"], &directory)
        .assert()
        .failure()
        .stderr(contains("KKvK needs the values of KvK").and(contains("bolshak generate --alone KvK")));
    assert_eq!(alone("KvK", None, &directory).unwrap(), 1);
    assert_eq!(alone("KvK", None, &directory).unwrap(), 0, "it is finished");
    assert_eq!(alone("KvM", Some(3), &directory).unwrap(), 0);
    assert!(matches!(alone("KKvM", None, &directory).unwrap_err(), GenerateError::Needed { .. }));
    assert_eq!(alone("KvM", None, &directory).unwrap(), 1);
    // With tables but without values, the ending is solved again, and its tables are not written.
    fs::remove_file(directory.join(".values/KvM.values")).unwrap();
    let before = fs::metadata(directory.join("KvM.dtw")).unwrap().modified().unwrap();
    assert_eq!(alone("KvM", None, &directory).unwrap(), 1);
    assert_eq!(fs::metadata(directory.join("KvM.dtw")).unwrap().modified().unwrap(), before);
    // Damaged tables are written again.
    fs::write(directory.join("KvM.dtw"), "").unwrap();
    fs::remove_file(directory.join(".values/KvM.values")).unwrap();
    assert_eq!(alone("KvM", None, &directory).unwrap(), 1);
    // A run of everything then tidies up.
    generate(&Request::pieces(3), &directory, &()).unwrap();
    assert!(!directory.join(".values").exists());
    let mut three = files(four_pieces());
    three.retain(|name, _| name.split('.').next().unwrap().len() <= 4);
    assert!(files(&directory) == three);
}

#[test]
fn endings_share_directories_and_no_run_of_all_disturbs_them() {
    let directory = empty_directory("shared");
    alone("KvK", None, &directory).unwrap();
    let lock = |name: &str| File::options().write(true).open(directory.join(name)).unwrap();
    let (own, other) = (lock(".values/.KvK.lock"), lock(".lock"));
    own.lock().unwrap();
    assert!(matches!(alone("KvK", None, &directory), Err(GenerateError::Locked { .. })));
    alone("KvM", None, &directory).unwrap();
    other.lock_shared().unwrap();
    alone("MvM", None, &directory).unwrap();
    assert!(matches!(generate(&Request::pieces(3), &directory, &()), Err(GenerateError::Locked { .. })));
    drop(other);
    let other = lock(".lock");
    other.lock().unwrap();
    assert!(matches!(alone("KKvK", None, &directory), Err(GenerateError::Locked { .. })));
}

#[test]
fn steps_depend_on_what_they_need() {
    let directory = empty_directory("steps");
    let steps = plan(&Request::pieces(3), &directory, Duration::MAX).unwrap();
    let step = |name: StepName| steps.iter().find(|step| step.name == name).unwrap();
    let ending = |name: &str| -> Ending { name.parse().unwrap() };
    let after = |step: &Step| step.after.iter().map(StepName::to_string).collect::<BTreeSet<_>>();
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(after(step(StepName::Made(ending("KKvM")))), names(&["KKvK", "KvK", "KvM"]));
    assert_eq!(after(step(StepName::Removed(ending("KKvM")))), names(&["KKvM", "KMvM"]));
    assert_eq!(step(StepName::Made(ending("KKvM"))).needs.entries, ending("KKvM").entries::<bolshak::board::Russian>());
}

#[test]
fn a_run_in_one_process_leaves_the_values_of_a_plan() {
    let directory = empty_directory("both");
    for ending in ["KvK", "KvM", "MvM"] {
        alone(ending, None, &directory).unwrap();
    }
    let (values, done) = (directory.join(".values/KvM.values"), directory.join(".values/KvM.done"));
    fs::write(&done, "").unwrap();
    generate(&Request::pieces(2), &directory, &()).unwrap();
    assert!(values.exists());
    // A run that needs the values takes over: it removes them, and the notes of the plan.
    generate(&Request::pieces(3), &directory, &()).unwrap();
    assert!(!values.exists() && !done.exists());
}

#[test]
fn notes_of_another_plan_are_refused() {
    let directory = empty_directory("notes");
    generate(&Request::pieces(2), &directory.join("tables"), &()).unwrap();
    fs::create_dir_all(directory.join("tables/.values")).unwrap();
    fs::write(directory.join("tables/.values/KvM.done"), "").unwrap();
    let plan = ["plan", "--pieces", "3", "--format", "make"];
    bolshak(&plan, &directory)
        .assert()
        .code(1)
        .stderr(contains(format!("remove {}", Path::new("tables").join(".values").join("*.done").display())));
    fs::remove_file(directory.join("tables/.values/KvM.done")).unwrap();
    bolshak(&plan, &directory).assert().success();
}

/// While one process writes the tables of an ending, others use its values, and leave its file as it is.
#[test]
fn values_in_use_are_borrowed() {
    let directory = empty_directory("borrowed");
    let (ending, path) = ("KvK".parse().unwrap(), directory.join("KvK.values"));
    let coding = Coding { draw_plies: 30, byte_plies: Dtw::MAX, with_dtw: true };
    let mut file = EndingFile::<bolshak::board::Russian>::create(&path, ending, coding).unwrap();
    solve(&mut file, &[], &Room::new(u64::MAX), None, &()).unwrap();
    let bytes = || [fs::read(&path).unwrap(), fs::read(zeroing_path(&path)).unwrap()];
    let before = bytes();
    let settings = Settings::default().disk(directory.clone());
    generate_alone("KKvK".parse().unwrap(), None, &settings, &directory.join("tables"), &()).unwrap();
    assert!(bytes() == before && file.has_zeroing());
    let made = &files(&directory.join("tables"))["KKvK.dtw"];
    assert!(*made == files(four_pieces())["KKvK.dtw"]);
}

#[test]
fn formats_suit_the_programs_that_read_them() {
    let directory = empty_directory("formats");
    let make = ["plan", "--pieces", "2", "--format", "make"];
    bolshak(&make, &directory).assert().success().stdout(contains("tables/.values/MvM.done: tables/.values/KvM.done"));
    for name in ["a b", "a`id`", "a|b", "a&b", "a>b", "a(b)", "$(id)", "a;b", "a\nb"] {
        bolshak(&[&make[..], &["--tables", name]].concat(), &directory)
            .assert()
            .failure()
            .stderr(contains(format!("make cannot handle the name {name:?}")));
    }
    let snakemake = ["plan", "--pieces", "2", "--format", "snakemake", "--tables", "it's {odd}"];
    bolshak(&snakemake, &directory)
        .assert()
        .success()
        .stdout(contains("rule MvM:").and(contains(r#"--tables 'it'\\''s {{odd}}'"#)));
    for wrong in ["0", "-1", "soon", "inf"] {
        let arguments = ["plan", "--format", "json", "--split", wrong];
        bolshak(&arguments, &directory).assert().code(2).stderr(contains("expected a number of hours"));
    }
}

#[test]
fn a_plan_is_refused_if_its_steps_would_be() {
    let directory = empty_directory("memory");
    let little = ["--pieces", "5", "--memory", "66MiB"];
    let of = |command: &[&str]| bolshak(&[command, &little].concat(), &directory).assert().code(1).get_output().clone();
    let plan = of(&["plan", "--format", "json"]);
    let step = of(&["generate", "--threads", "1"]);
    let said = |output: &Output| String::from_utf8_lossy(&output.stderr).lines().last().unwrap().to_owned();
    assert!(said(&plan).contains("69 MB of memory is too little: a thread needs"), "{}", said(&plan));
    assert!(said(&plan).contains("; allow more with --memory"), "{}", said(&plan));
    assert_eq!(said(&plan), said(&step));
    assert!(plan.stdout.is_empty());
}

/// A forecast measures this machine at the default level of compression, and scales the times to the requested level.
#[test]
fn a_forecast_is_quick_at_any_level() {
    let directory = empty_directory("level");
    let seconds = |level: &str| {
        let begun = Instant::now();
        let plan =
            bolshak(&["plan", "--pieces", "5", "--format", "json", "--level", level], &directory).output().unwrap();
        let rows: Vec<Value> = serde_json::from_slice(&plan.stdout).unwrap();
        (begun.elapsed(), rows.iter().map(|row| row["cpu_seconds"].as_f64().unwrap()).sum::<f64>())
    };
    let ((quick, little), (slow, much)) = (seconds("6"), seconds("22"));
    assert!(slow < 4 * quick + Duration::from_secs(1), "{slow:?} after {quick:?}");
    assert!(much > 2.0 * little, "{much} after {little}");
}
