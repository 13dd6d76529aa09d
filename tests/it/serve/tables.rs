//! Tables damaged or replaced under a server: an error in that answer, and nothing else.

use std::fs;

use bolshak::board::Russian;
use bolshak::index::{Ending, Index, Mover};

use super::Server;
use super::client::encoded;
use super::lang::english;
use crate::common::forge::with_header;
use crate::common::{empty_directory, four_pieces, tablebase};

/// Where a header has the digest of the values.
const DIGEST: usize = 40;

/// The address of some position of KKvM without a capture.
fn address() -> String {
    let ending: Ending = "KKvM".parse().unwrap();
    let index = Index::<Russian>::new(ending.material(Mover::First));
    let entry = (0..index.size())
        .map(|number| tablebase().entry(&index, Mover::First, number).unwrap())
        .find(|entry| !entry.capture)
        .unwrap();
    format!("/api/v1/probe?moves=false&fen={}", encoded(&entry.position.to_string()))
}

fn copy(name: &str) -> std::path::PathBuf {
    let directory = empty_directory(name);
    for entry in fs::read_dir(four_pieces()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, directory.join(path.file_name().unwrap())).unwrap();
        }
    }
    directory
}

#[test]
fn damage_is_told_where_it_is_asked() {
    let directory = copy("damaged");
    let server = Server::of(&directory, &[]);
    let path = directory.join("KKvM.wdl");
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[256..].fill(7);
    bytes[middle] = 8;
    fs::write(&path, &bytes).unwrap();
    let refused = server.get(&address());
    assert_eq!((refused.status, refused.code()), (500, "table-damaged".into()));
    let detail = refused.json()["detail"].as_str().unwrap().to_string();
    assert!(detail.starts_with("KKvM.wdl is damaged") && !detail.contains('/'), "{detail}");
    let detail = server.get(&(address() + "&lang=ru")).json()["detail"].as_str().unwrap().to_string();
    assert!(detail.starts_with("таблица KKvM.wdl повреждена (") && english(&detail).is_empty(), "{detail}");
    assert_eq!(server.get("/api/v1/probe?fen=W:WKc3,Kd6,Ke3:BKd8").status, 200);
    let line = server.ask("POST", "/api/v1/probe", &[], b"W:WKa1:BKh8\n").text().to_string();
    assert!(line.contains("\"loss\""), "{line}");
    // After the repair it is answered again.
    fs::copy(four_pieces().join("KKvM.wdl"), directory.join("new")).unwrap();
    fs::rename(directory.join("new"), &path).unwrap();
    assert_eq!(server.get(&address()).status, 200);
}

#[test]
fn tables_that_are_replaced_or_gone_are_errors() {
    let directory = copy("replaced");
    let server = Server::of(&directory, &[]);
    let path = directory.join("KKvM.wdl");
    let other = with_header(&fs::read(&path).unwrap(), |header| header[DIGEST] ^= 1);
    fs::write(directory.join("new"), &other).unwrap();
    fs::rename(directory.join("new"), &path).unwrap();
    let refused = server.get(&address());
    assert_eq!((refused.status, refused.code()), (500, "table-damaged".into()), "{refused:?}");
    assert!(refused.text().contains("KKvM.wdl was replaced"), "{}", refused.text());
    fs::remove_file(directory.join("KKKvK.wdl")).unwrap();
    let gone = server.get("/api/v1/probe?fen=W:WKc3,Kd6,Ke3:BKd8");
    assert_eq!((gone.status, gone.code(), gone.header("retry-after")), (503, "table-unreadable".into(), Some("1")));
    assert!(server.is_well());
}
