//! `bolshak site`: the files of a site. tests/page opens them in browsers.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use bolshak::generate::{Request, generate};
use predicates::str::contains;

use crate::common::empty_directory;

/// Writes a site with tables of a directory.
fn site(tables: &Path, wasm: &Path, pieces: &str, out: &Path) -> assert_cmd::assert::Assert {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    command.arg("site").env_remove("BOLSHAK_TABLES").args(["--pieces", pieces]);
    command.arg("--tables").arg(tables).arg("--wasm").arg(wasm).arg("--out").arg(out).assert()
}

fn files(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let (directories, here): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let below = directories.iter().flat_map(|directory| files(directory));
    here.iter().map(|path| (path.clone(), fs::read(path).unwrap())).chain(below).collect()
}

/// A stand-in for the probe, which is not run here.
fn probe(directory: &Path) -> PathBuf {
    let path = directory.join("probe.wasm");
    fs::write(&path, b"\0asm answer output").unwrap();
    path
}

#[test]
fn a_site_is_written_again_in_its_place() {
    let tables = empty_directory("site-tables");
    generate(&Request::pieces(3), &tables, &()).unwrap();
    let work = empty_directory("site-work");
    let (wasm, out) = (probe(&work), work.join("site"));
    site(&tables, &wasm, "3", &out).success().stdout(contains("27 tables"));
    let larger = files(&out);
    assert!(larger.contains_key(&out.join("data/KKvM.longest.json")) && larger.contains_key(&out.join("index.html")));
    site(&tables, &wasm, "3", &out).success();
    assert_eq!(files(&out), larger, "the same again");
    // Tables no longer wanted are removed, and browsers must fetch the new files.
    site(&tables, &wasm, "2", &out).success().stdout(contains("9 tables"));
    let smaller = files(&out);
    // What is published of an ending does not need its tables, and nothing else is left of it.
    for path in smaller.keys().filter(|path| path.to_string_lossy().contains("KKv")) {
        let ending = path.file_stem().unwrap().to_str().unwrap();
        assert!(*path == out.join(format!("data/{ending}.json")) && !ending.contains('.'), "{path:?}");
    }
    let published = &smaller[&out.join("data/KKvM.json")];
    assert_eq!(serde_json::from_slice::<serde_json::Value>(published).unwrap()["sides"][0]["max_win"], 9);
    assert_ne!(smaller[&out.join("worker.js")], larger[&out.join("worker.js")]);
}

#[test]
fn a_site_that_was_not_finished_is_written_again() {
    let tables = empty_directory("site-part-tables");
    generate(&Request::pieces(2), &tables, &()).unwrap();
    let work = empty_directory("site-part");
    let (wasm, out) = (probe(&work), work.join("site"));
    // The probe is written after tables and lists; a directory is in its way.
    fs::create_dir_all(out.join("probe.wasm/x")).unwrap();
    fs::create_dir_all(out.join("data")).unwrap();
    site(&tables, &wasm, "2", &out).failure().stderr(contains("is not empty and holds no site"));
    fs::write(out.join("data/tables.json"), "{}").unwrap();
    site(&tables, &wasm, "2", &out).failure().stderr(contains("probe.wasm"));
    assert!(!out.join("index.html").exists());
    fs::remove_dir_all(out.join("probe.wasm")).unwrap();
    site(&tables, &wasm, "2", &out).success();
}

#[test]
fn what_is_not_the_probe_is_refused() {
    let tables = empty_directory("site-wasm-tables");
    generate(&Request::pieces(2), &tables, &()).unwrap();
    let work = empty_directory("site-wasm");
    let wasm = probe(&work);
    fs::write(&wasm, b"\0asm").unwrap();
    site(&tables, &wasm, "2", &work.join("site")).failure().stderr(contains("is not the probe for browsers"));
    assert!(!work.join("site").exists());
}
