//! The page of `bolshak report`: it needs no other files, and its numbers are right.

use std::fs;
use std::path::Path;

use crate::common::{empty_directory, four_pieces, tablebase};
use assert_cmd::Command;
use predicates::str::contains;

fn report(tables: &Path, out: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    command.env_remove("BOLSHAK_TABLES").args(["report", "--sample", "200", "--tables"]).arg(tables);
    command.arg("--out").arg(out);
    command
}

/// Every tag that is opened is closed.
fn is_balanced(text: &str) -> bool {
    let mut open = Vec::new();
    for tag in text.split('<').skip(1).filter_map(|rest| rest.split_once('>')).map(|(tag, _)| tag) {
        let name = tag.split_whitespace().next().unwrap_or("");
        if let Some(closed) = name.strip_prefix('/') {
            if open.pop() != Some(closed) {
                return false;
            }
        } else if !tag.ends_with('/') && !name.starts_with(['!', '?']) && !["br", "meta"].contains(&name) {
            open.push(name);
        }
    }
    open.is_empty()
}

#[test]
fn the_page_stands_alone() {
    let out = empty_directory("page").join("new/report");
    report(four_pieces(), &out).assert().success().stdout(contains("index.html and "));
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    let elsewhere = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!elsewhere.contains("http") && !elsewhere.contains("src=") && !elsewhere.contains("<link"));
    assert!(is_balanced(&page));
    let pictures: Vec<_> = fs::read_dir(&out).unwrap().map(|file| file.unwrap().path()).collect();
    let pictures: Vec<_> = pictures.iter().filter(|path| path.extension().is_some_and(|end| end == "svg")).collect();
    // Pictures of results, and of distances and longest wins of 2, 3 and 4 pieces. The rule changes none of these results.
    assert_eq!(pictures.len(), 7);
    for picture in pictures {
        let svg = fs::read_to_string(picture).unwrap();
        assert!(is_balanced(&svg) && page.contains(&svg), "{picture:?}");
    }
    for (pieces, plies) in [(2, 13), (3, 25), (4, 85)] {
        assert!(page.contains(&format!("<b>{pieces} pieces, ")) && page.contains(&format!("wins in {plies} plies.")));
    }
    for side in tablebase().stats().unwrap() {
        assert!(page.contains(&side.ending.to_string()));
    }
    assert!(page.contains("it changes no result in these endings"));
}

#[test]
fn what_the_rule_spoils_has_examples() {
    let (tables, out) = (empty_directory("short-rule"), empty_directory("short-rule-report"));
    use bolshak::generate::{Request, Settings};
    let request = Request::pieces(3).settings(Settings::default().draw_plies(4));
    bolshak::generate::generate(&request, &tables, &()).unwrap();
    report(&tables, &out).assert().success();
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(page.contains("A cursed-win for the side to move") && page.contains("<th>blessed losses</th>"));
    assert!(out.join("rule-1.svg").exists());
}

#[test]
fn a_page_that_cannot_be_written_is_an_error() {
    let file = empty_directory("file").join("file");
    fs::write(&file, "").unwrap();
    report(four_pieces(), &file).assert().code(1).stderr(contains("cannot make the directory"));
}
