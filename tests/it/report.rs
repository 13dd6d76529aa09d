//! The page of `bolshak report` needs no other files, and its numbers are right.

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

/// Every opened tag is closed.
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
    // A narrow screen shows the page at its own size; wider parts scroll by themselves, and moves are not broken.
    assert!(page.contains("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"));
    for wide in page.split("<table>").skip(1).map(|rest| rest.len()) {
        assert!(page[..page.len() - wide - "<table>".len()].ends_with("<div class=\"wide\">"));
    }
    let lines = page.split("moves and wins in ").skip(1).filter_map(|rest| rest.split_once("</p>"));
    let moves =
        |text: &str| text.split("</span>").map(|made| made.rsplit('>').next().unwrap_or("").to_string()).collect();
    for (line, _) in lines {
        let moves: Vec<String> = moves(line);
        assert!(moves.len() > 5 && moves.iter().all(|made| made.is_empty() || made.contains(['-', ':'])), "{moves:?}");
        assert_eq!(
            line.matches("<span class=\"move\">").count(),
            line.matches(['-', ':']).count().min(moves.len() - 1)
        );
    }
}

/// The labels end before the first column begins, even with many men.
#[test]
fn labels_are_whole() {
    let out = empty_directory("whole-labels");
    report(four_pieces(), &out).assert().success();
    let svg = fs::read_to_string(out.join("results.svg")).unwrap();
    let texts = svg.split("<text x=\"").skip(1).map(|rest| {
        let (x, rest) = rest.split_once('"').unwrap();
        let content = rest.split_once('>').unwrap().1.split_once('<').unwrap().0;
        (x.parse::<i32>().unwrap(), content.trim())
    });
    let texts: Vec<(i32, &str)> = texts.collect();
    let column = texts.iter().find(|(_, content)| *content == "win").unwrap().0;
    // A capital letter takes at most 11 pixels, any other character 7.
    let end = |&(x, content): &(i32, &str)| {
        x + content.chars().map(|letter| if letter.is_uppercase() { 11 } else { 7 }).sum::<i32>()
    };
    let labels: Vec<_> = texts.iter().filter(|(_, content)| content.ends_with(" to move")).collect();
    assert_eq!(labels.len(), tablebase().stats().unwrap().len());
    assert!(labels.iter().all(|label| end(label) <= column), "{labels:?} {column}");
}

#[test]
fn what_the_rule_spoils_has_examples() {
    let (tables, out) = (empty_directory("short-rule"), empty_directory("short-rule-report"));
    use bolshak::generate::{Request, Settings};
    let request = Request::pieces(3).settings(Settings::default().draw_plies(4));
    bolshak::generate::generate(&request, &tables, &()).unwrap();
    report(&tables, &out).assert().success();
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(page.contains("A cursed win for the side to move") && page.contains("<th>blessed losses</th>"));
    assert!(out.join("rule-1.svg").exists());
}

#[test]
fn a_page_that_cannot_be_written_is_an_error() {
    let file = empty_directory("file").join("file");
    fs::write(&file, "").unwrap();
    report(four_pieces(), &file).assert().code(1).stderr(contains("cannot make the directory"));
}

#[test]
fn a_report_of_one_side_of_one_ending() {
    let out = empty_directory("one-side");
    report(four_pieces(), &out).args(["--material", "KKvM", "--side", "second"]).assert().success();
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(page.contains("KKvM, M to move") && !page.contains("KKvM, KK to move"));
    assert!(page.contains("<p>13,020 positions of 1 ending, from ") && page.contains("3 pieces, 200 random positions"));
    assert!(page.contains("Black moves and wins in 3 plies.") && !out.join("distances-2.svg").exists());
}
