//! The module as a page calls it.

use std::path::Path;

use bolshak_answers::api::{Api, Request};
use tables::board::GameName;
use tables::probe::AnyTablebase;

use super::*;

fn write(text: &[u8]) {
    with(|page| page.input(text.len()).copy_from_slice(text));
}

fn ask(path: &str, query: &str, body: &str) -> (u16, String) {
    write(format!("{path}{query}{body}").as_bytes());
    let status = answer(path.len(), query.len());
    (status, with(|page| page.output.clone()))
}

/// Begins with the built-in tables named and none of them here.
fn begin() {
    write(b"russian");
    assert!(game());
    for ending in ["KvK", "KvM", "KKvK", "KKvM", "KMvK", "KMvM"] {
        for metric in ["wdl", "dtw", "dtz"] {
            write(format!("{ending}.{metric}").as_bytes());
            assert!(table());
        }
    }
}

/// Adds the table that an answer misses, and whether it misses one.
fn fetch(answer: &str) -> bool {
    let Some((_, rest)) = answer.split_once(r#""table":""#) else { return false };
    let (name, _) = rest.split_once('"').unwrap();
    let bytes = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tables").join(name)).unwrap();
    write(&[name.as_bytes(), &bytes].concat());
    assert!(add(name.len()));
    true
}

#[test]
fn tables_are_asked_for_one_by_one_until_the_answer_is_that_of_the_service() {
    begin();
    let query = "fen=W:WKa1,c3:BKh8";
    let mut fetched = 0;
    let answer = loop {
        let (status, answer) = ask("/api/v1/probe", query, "");
        if status == 200 {
            break answer;
        }
        assert_eq!(status, 503, "{answer}");
        assert!(fetch(&answer), "{answer}");
        fetched += 1;
    };
    let service = Api::new([AnyTablebase::built_in(GameName::Russian).unwrap()]);
    assert_eq!(answer, service.answer(&Request::get("/api/v1/probe", query)).body);
    assert!(fetched > 2, "{fetched}");
    begin();
    assert_eq!(ask("/api/v1/probe", query, "").0, 503, "a game forgets the tables");
}

#[test]
fn sentences_are_in_the_language_that_is_asked() {
    begin();
    let (status, answer) = ask("/api/v1/probe", "fen=x&lang=ru", "");
    assert!(status == 400 && answer.contains("«x» не указывает очередь хода"), "{answer}");
    write(b"KvK.wdlnonsense");
    assert!(add(7));
    let (_, answer) = ask("/api/v1/review", "lang=ru", "1. a1-b1 *");
    assert!(answer.contains("партия 1, ? – ?: 1-й ход белых"), "{answer}");
    assert!(ask("/api/v1/probe", "fen=W:WKa1:BKh8&lang=xx", "").1.contains("is not a language"));
}

#[test]
fn a_malformed_call_is_an_answer_too() {
    begin();
    assert_eq!(ask("/api/v1/probe", "fen=W:WKa1", "").0, 400);
    assert_eq!(ask("/nowhere", "", "").0, 404);
    write(b"abc");
    assert_eq!(answer(4, 0), 400);
    write(b"abc");
    assert_eq!(answer(2, 2), 400);
    write(b"\xff");
    assert_eq!(answer(1, 0), 400);
    assert!(!add(1) && !table() && !game());
    write(b"KvK.wdlnonsense");
    assert!(add(7));
    assert_eq!(ask("/api/v1/probe", "fen=W:WKa1:BKh8", "").0, 500);
}
