//! Records of values' files in the wrong place: a continued run refuses them, or makes the usual tables.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use bolshak::board::GameName;
use bolshak::generate::{GenerateError, Request, Settings, generate};
use bolshak::index::Ending;
use bolshak::verify::{Record, prove};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::common::{empty_directory, files, tablebase};
use crate::resume::stop_after;

/// Where the records of the phases begin in a file, and the length of one.
const PHASES: usize = 1024;
const RECORD: usize = 16;

type Files = BTreeMap<String, Vec<u8>>;

/// The changed files, and the change.
type Case<'c> = (Vec<(&'c str, Vec<u8>)>, String);

/// The endings of the run: two that have several phases, and those that they need.
fn request(settings: Settings) -> Request {
    Request::endings(vec!["KvMM".parse().unwrap(), "MvM".parse().unwrap()]).settings(settings)
}

fn one_thread() -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(1).build().unwrap()
}

/// A run that was interrupted: its tables, and its files of values.
struct Interrupted {
    tables: Files,
    values: Files,
}

/// Interrupts a run where its files have the most records. With one thread the same phases are finished every time.
fn interrupted(name: &str, settings: &Settings) -> Interrupted {
    let mut runs: Vec<Interrupted> = Vec::new();
    for phases in (8..).step_by(5) {
        let directory = empty_directory(name);
        if one_thread().install(|| stop_after(phases, &request(settings.clone()), &directory)).is_ok() {
            break;
        }
        let left = fs::read_dir(directory.join(".values")).unwrap().map(|entry| entry.unwrap().path());
        let left = left.filter(|path| path.extension().is_some_and(|end| end == "values" || end == "zeroing"));
        let bytes = |path: PathBuf| (path.file_name().unwrap().to_str().unwrap().into(), fs::read(path).unwrap());
        runs.push(Interrupted { tables: files(&directory), values: left.map(bytes).collect() });
    }
    let run =
        runs.into_iter().max_by_key(|run| run.values.values().map(|bytes| finished(bytes)).sum::<usize>()).unwrap();
    let records: Vec<usize> = run.values.values().map(|bytes| finished(bytes)).collect();
    assert!(records.len() >= 4 && records.iter().sum::<usize>() >= 20, "{records:?} {:?}", run.values.keys());
    run
}

/// The tables of a run that was not interrupted.
fn whole() -> &'static Files {
    static WHOLE: OnceLock<Files> = OnceLock::new();
    WHOLE.get_or_init(|| {
        let directory = empty_directory("whole");
        generate(&request(Settings::default()), &directory, &()).unwrap();
        files(&directory)
    })
}

fn slot(number: usize) -> std::ops::Range<usize> {
    PHASES + RECORD * number..PHASES + RECORD * (number + 1)
}

/// The number of finished phases of a file.
fn finished(bytes: &[u8]) -> usize {
    (0..).take_while(|&number| bytes[slot(number)] != [0; RECORD]).count()
}

/// Puts the files of an interrupted run in a directory, except the changed ones; continues it; and checks that it refuses a
/// file by its name, or makes the usual tables. Returns whether it refused one.
fn is_refused(run: &Interrupted, changed: &[(&str, Vec<u8>)], what: &str) -> bool {
    let scratch = tempfile::tempdir().unwrap();
    let directory = scratch.path();
    fs::create_dir(directory.join(".values")).unwrap();
    run.tables.iter().for_each(|(name, bytes)| fs::write(directory.join(name), bytes).unwrap());
    let path = |name: &str| -> PathBuf { directory.join(".values").join(name) };
    run.values.iter().for_each(|(name, bytes)| fs::write(path(name), bytes).unwrap());
    changed.iter().for_each(|(name, bytes)| fs::write(path(name), bytes).unwrap());
    match generate(&request(Settings::default()), directory, &()) {
        Ok(_) => {
            assert!(files(directory) == *whole(), "wrong tables: {what}");
            false
        }
        Err(GenerateError::Unusable { path, source, others }) => {
            let error = GenerateError::Unusable { path: path.clone(), source, others: others.clone() }.to_string();
            let names = [&path].into_iter().chain(&others).map(|path| Path::new(path).file_stem().unwrap());
            let is_changed = |stem| changed.iter().any(|(name, _)| Path::new(name).file_stem() == Some(stem));
            assert!(names.into_iter().any(is_changed), "{what}: {error}");
            assert!(
                error.contains(" (remove it ") || error.contains(" (remove them ") || error.contains(" or remove it)"),
                "{what}: {error}"
            );
            // The remedy works.
            [&path].into_iter().chain(&others).for_each(|path| fs::remove_file(path).unwrap());
            true
        }
        Err(error) => panic!("{what}: {error}"),
    }
}

/// Tries all cases in parallel. Returns the number refused.
fn refused(run: &Interrupted, cases: &[Case<'_>]) -> usize {
    cases.par_iter().filter(|(changed, what)| is_refused(run, changed, what)).count()
}

#[test]
fn every_pair_of_records_is_exchanged_and_repeated() {
    let run = interrupted("exchanged", &Settings::default());
    // One empty record of each file, too.
    let slots = |bytes: &Vec<u8>| 0..finished(bytes) + 1;
    let all: Vec<(&str, usize)> =
        run.values.iter().flat_map(|(name, bytes)| slots(bytes).map(|number| (&**name, number))).collect();
    let mut cases = Vec::new();
    for (at, &(one, i)) in all.iter().enumerate() {
        for &(other, j) in &all[at + 1..] {
            let records = [&run.values[one][slot(i)], &run.values[other][slot(j)]];
            if records[0] == records[1] {
                continue;
            }
            // Exchanged; the first in place of the second; the second in place of the first.
            for (to_one, to_other) in [(true, true), (false, true), (true, false)] {
                let mut changed: BTreeMap<&str, Vec<u8>> =
                    [one, other].map(|name| (name, run.values[name].clone())).into();
                if to_one {
                    changed.get_mut(one).unwrap()[slot(i)].copy_from_slice(records[1]);
                }
                if to_other {
                    changed.get_mut(other).unwrap()[slot(j)].copy_from_slice(records[0]);
                }
                cases.push((changed.into_iter().collect(), format!("{one} {i}, {other} {j}, {to_one} {to_other}")));
            }
        }
    }
    let refused = refused(&run, &cases);
    println!("{refused} of {} refused", cases.len());
    assert!(refused * 10 > cases.len() * 9, "{refused} of {}", cases.len());
}

#[test]
fn records_that_are_cut_are_refused_or_made_again() {
    let run = interrupted("cut", &Settings::default());
    let mut cases = Vec::new();
    for (name, bytes) in &run.values {
        for number in 0..finished(bytes) {
            for part in [0..16, 0..8, 8..16, 12..16, 15..16] {
                let mut changed = bytes.clone();
                changed[slot(number)][part.clone()].fill(0);
                cases.push((vec![(&**name, changed)], format!("{name} {number} without {part:?}")));
            }
            let cut = bytes[..slot(number).end].to_vec();
            cases.push((vec![(&**name, cut)], format!("{name} cut after record {number}")));
        }
        for length in [0, 1, PHASES, 4096, bytes.len() / 2, bytes.len() - 1].into_iter().filter(|&to| to < bytes.len())
        {
            cases.push((vec![(&**name, bytes[..length].to_vec())], format!("{name} cut to {length}")));
        }
    }
    let refused = refused(&run, &cases);
    println!("{refused} of {} refused", cases.len());
    assert!(refused * 2 > cases.len(), "{refused} of {}", cases.len());
}

#[test]
fn records_of_others_are_refused() {
    let run = interrupted("own", &Settings::default());
    // Of another rule, another game and without distances to win; those of other endings are in all of them.
    let settings = Settings::default();
    let others = [
        ("rule", settings.clone().draw_plies(8)),
        ("game", settings.clone().game(GameName::Poddavki)),
        ("metrics", settings.metrics(&[bolshak::table::Metric::Wdl, bolshak::table::Metric::Dtz])),
    ];
    let others = others.map(|(name, settings)| (name, interrupted(name, &settings)));
    let of_others = others.iter().map(|(name, other)| (*name, other)).chain([("own", &run)]);
    let mut cases = Vec::new();
    for (kind, other) in of_others {
        for (name, bytes) in run.values.iter().filter(|(_, bytes)| finished(bytes) > 0) {
            for (foreign, theirs) in &other.values {
                if kind == "own" && foreign == name || finished(theirs) == 0 {
                    continue;
                }
                let what = format!("{kind}: {foreign} as {name}");
                // The whole file; all but the purpose in the header; the first record.
                cases.push((vec![(&**name, theirs.clone())], format!("{what}, all")));
                let all = [&bytes[..PHASES], &theirs[PHASES..]].concat();
                cases.push((vec![(&**name, all)], format!("{what}, but the header")));
                let mut one = bytes.clone();
                one[slot(0)].copy_from_slice(&theirs[slot(0)]);
                cases.push((vec![(&**name, one)], format!("{what}, one record")));
            }
        }
    }
    let mut of_version = Vec::new();
    for (name, bytes) in &run.values {
        let mut changed = bytes.clone();
        let digit = changed[..16].iter().position(u8::is_ascii_digit).unwrap();
        changed[digit] -= 1;
        of_version.push((vec![(&**name, changed)], format!("{name} of another version")));
    }
    for cases in [cases, of_version] {
        let refused = refused(&run, &cases);
        println!("{refused} of {} refused", cases.len());
        assert!(refused * 2 > cases.len(), "{refused} of {}", cases.len());
    }
}

#[test]
fn lines_of_a_record_of_verify_that_are_moved_prove_nothing() {
    let endings: Vec<Ending> = (2..=3).flat_map(Ending::all).collect();
    let path = empty_directory("record").join("done");
    let proved = || {
        let verified = prove(tablebase(), &endings, Some(Record::open(&path).unwrap()), &()).unwrap();
        let proved: BTreeSet<Ending> =
            verified.iter().filter(|verified| verified.time.is_some()).map(|verified| verified.ending).collect();
        assert_eq!(verified.len(), endings.len());
        proved
    };
    assert_eq!(proved().len(), endings.len());
    assert!(proved().is_empty());
    let text = fs::read_to_string(&path).unwrap();
    let (title, lines): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
    let split = |line: &'static str| line.split_once("  ").unwrap();
    let lines: Vec<(&str, &str)> = lines.iter().map(|line| split(line.to_string().leak())).collect();
    for (at, &(one, first)) in lines.iter().enumerate() {
        for &(other, second) in &lines[at + 1..] {
            // Exchanged; the first digest for both endings; one digest also after the other ending.
            for more in [vec![(other, first), (one, second)], vec![(one, second)], vec![(other, first)]] {
                let wrong: BTreeSet<Ending> = more.iter().map(|(_, ending)| ending.parse().unwrap()).collect();
                let kept = lines.iter().filter(|(_, ending)| !wrong.contains(&ending.parse().unwrap()));
                let all = kept.chain(&more).map(|(digest, ending)| format!("{digest}  {ending}\n"));
                fs::write(&path, format!("{}\n{}", title.join("\n"), all.collect::<String>())).unwrap();
                assert_eq!(proved(), wrong);
            }
        }
    }
}
