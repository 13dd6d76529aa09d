//! Every answer is that of the program, or of a naive twin.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use bolshak::board::Russian;
use bolshak::find::{mutual_zugzwang, only_move};
use bolshak::index::{Ending, Index};
use bolshak::value::Theory;
use bolshak_answers::json::{Asked, LineAnswer};
use serde_json::Value;

use super::Server;
use super::client::encoded;
use crate::common::{Random, four_pieces, position, tablebase};

/// What `bolshak` prints with some tables.
pub fn program(tables: &Path, arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    command.args(arguments).env("BOLSHAK_TABLES", tables).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let (mut stdin, input) = (child.stdin.take().unwrap(), input.to_string());
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn probes_are_those_of_the_program() {
    let server = Server::of(four_pieces(), &[]);
    let mut random = Random(7);
    let mut lines = String::new();
    let mut questions = Vec::new();
    for _ in 0..300 {
        let pieces = 2 + random.below(4);
        let fen = random.position::<Russian>(pieces).to_string();
        let clock = random.below(33);
        let rule = ["15-moves", "three-kings", "none"][random.below(3) as usize];
        let moves = random.below(2) == 0;
        lines += &format!("{{\"fen\":\"{fen}\",\"clock\":{clock},\"rule\":\"{rule}\",\"moves\":{moves}}}\n");
        questions.push(format!("fen={}&clock={clock}&rule={rule}&moves={moves}", encoded(&fen)));
    }
    lines += "nonsense\n\nW:WKa5,Ka7:BKg1:H26\n{\"fen\":\"W:WKa1:BKh8\",\"clok\":1}\n{\n";
    let printed = program(four_pieces(), &["probe", "-"], &lines);
    for (question, line) in questions.iter().zip(printed.lines()) {
        let response = server.get(&format!("/api/v1/probe?{question}"));
        if line.contains("\"error\"") {
            // A position of five pieces, which no table has. The program adds where the tables are.
            assert_eq!((response.status, &*response.code()), (404, "no-table"), "{question}");
            let detail = response.json()["detail"].as_str().unwrap().to_string();
            assert!(line.contains(&detail), "{line}: {detail}");
        } else {
            assert_eq!((response.status, response.text()), (200, line), "{question}");
        }
    }
    let posted = server.ask("POST", "/api/v1/probe", &[], lines.as_bytes());
    assert_eq!((posted.status, posted.header("content-type")), (200, Some("application/jsonl")));
    for (posted, printed) in posted.text().lines().zip(printed.lines()) {
        let without_place = |line: &str| line.split(" (source: ").next().unwrap().trim_end_matches("\"}").to_string();
        assert_eq!(without_place(posted), without_place(printed));
    }
    assert_eq!(posted.text().lines().count(), printed.lines().count());
}

#[test]
fn defaults_of_a_body_are_in_the_address() {
    let server = Server::of(four_pieces(), &[]);
    let body = "W:WKa5,Ka7:BKg1\n{\"fen\":\"W:WKa5,Ka7:BKg1\",\"clock\":1}\n";
    let posted = server.ask("POST", "/api/v1/probe?clock=24&moves=false", &[], body.as_bytes());
    let categories: Vec<Value> =
        posted.text().lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["category"].clone()).collect();
    assert_eq!(categories, ["cursed-win", "win"]);
    assert!(!posted.text().contains("moves\":"));
}

#[test]
fn lines_are_those_of_the_library() {
    let server = Server::of(four_pieces(), &[]);
    let mut random = Random(9);
    for _ in 0..50 {
        let position = random.position::<Russian>(4);
        let response = server.get(&format!("/api/v1/line?fen={}", encoded(&position.to_string())));
        let asked = Asked::new(&bolshak::board::Fen::new(position), None, Default::default());
        let line = tablebase().line(&position, 0).unwrap();
        assert_eq!(response.text(), serde_json::to_string(&LineAnswer::new(&asked, &line)).unwrap());
    }
}

#[test]
fn endings_are_those_of_stats() {
    let server = Server::of(four_pieces(), &[]);
    let endings = server.get("/api/v1/endings").json();
    let printed = program(four_pieces(), &["stats", "--json"], "");
    let mut rows: Vec<Value> = printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.pop().unwrap()["ending"], "all");
    rows.iter_mut().for_each(|row| assert!(row.as_object_mut().unwrap().remove("draw_share").is_some()));
    assert_eq!(endings["endings"], Value::from(rows.clone()));
    for row in &rows {
        let one = server.get(&format!("/api/v1/endings/{}?histogram=false", row["ending"].as_str().unwrap())).json();
        assert!(one["sides"].as_array().unwrap().contains(row), "{one}");
    }
    // Without tables, what is published.
    let printed = program(four_pieces(), &["stats", "--json", "--published", "--material", "MMMMMMvKK"], "");
    let one = server.get("/api/v1/endings/MMMMMMvKK?lang=ru").json();
    assert!(one["note"].as_str().unwrap().ends_with("опубликованная статистика."), "{one}");
    for (side, row) in one["sides"].as_array().unwrap().iter().zip(printed.lines()) {
        let mut row: Value = serde_json::from_str(row).unwrap();
        row.as_object_mut().unwrap().remove("draw_share");
        assert_eq!(*side, row);
    }
}

#[test]
fn histograms_and_lists_are_those_of_naive_twins() {
    let server = Server::of(four_pieces(), &[]);
    for name in ["KKvK", "KMvM", "KKvKM"] {
        let ending: Ending = name.parse().unwrap();
        let answer = server.get(&format!("/api/v1/endings/{name}")).json();
        assert_eq!(answer, server.get(&format!("/api/v1/endings/{name}")).json(), "made once, sent twice");
        for (side, &mover) in ending.movers().iter().enumerate() {
            let index = Index::new(ending.material(mover));
            let (mut wins, mut losses, mut draws) = (BTreeMap::new(), BTreeMap::new(), 0_u64);
            for number in 0..index.size() {
                let entry = tablebase().entry(&index, mover, number).unwrap();
                match (entry.category.theory(), entry.dtw) {
                    _ if entry.capture => {}
                    (Theory::Win, Some(plies)) => *wins.entry(plies).or_insert(0_u64) += 1,
                    (Theory::Loss, Some(plies)) => *losses.entry(plies).or_insert(0_u64) += 1,
                    _ => draws += 1,
                }
            }
            let pairs =
                |counts: BTreeMap<u16, u64>| serde_json::to_value(counts.into_iter().collect::<Vec<_>>()).unwrap();
            let counted = draws + wins.values().sum::<u64>() + losses.values().sum::<u64>();
            let histogram = &answer["sides"][side]["histogram"];
            assert_eq!(histogram["counted"], counted);
            assert_eq!(
                (&histogram["draws"], &histogram["wins"], &histogram["losses"]),
                (&draws.into(), &pairs(wins), &pairs(losses))
            );
        }
        for of in ["longest", "mutual-zugzwang", "only-move", "spoilt"] {
            let list = server.get(&format!("/api/v1/endings/{name}/positions?of={of}&limit=5")).json();
            assert_eq!(list["complete"], true);
            if of == "longest" {
                let wins = answer["sides"].as_array().unwrap().iter().filter(|side| side["max_win"] != 0).count();
                let listed: std::collections::BTreeSet<bool> = list["positions"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|hit| hit["fen"].as_str().unwrap().starts_with('W'))
                    .collect();
                assert_eq!(listed.len(), wins, "each side that wins at all: {list}");
            }
            for hit in list["positions"].as_array().unwrap() {
                let position = position::<Russian>(hit["fen"].as_str().unwrap());
                let verdict = tablebase().probe(&position, 0).unwrap();
                assert_eq!(hit["category"], verdict.category.unwrap().name());
                let side = answer["sides"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .find(|side| (side["side"] == "first") == (position.turn() == bolshak::board::Color::White));
                match of {
                    "longest" => assert_eq!(hit["dtw"], side.unwrap()["max_win"]),
                    "mutual-zugzwang" => assert!(mutual_zugzwang(tablebase(), &position).unwrap().is_some()),
                    "only-move" => assert!(only_move(tablebase(), &position).unwrap().is_some()),
                    _ => assert!(["cursed-win", "blessed-loss"].contains(&hit["category"].as_str().unwrap())),
                }
            }
        }
    }
}
