//! Lists, histograms and searches of many clients: none makes the others wait.

use std::io::{BufReader, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use super::Server;
use super::client::{body_of, connect, head_of};
use crate::common::four_pieces;

/// A server that gets its clients' addresses from a header.
fn server() -> Server {
    Server::of(four_pieces(), &["--client-header", "x-forwarded-for"])
}

/// The address of a list that searches all entries of an ending, some hundred milliseconds.
fn slow(number: usize) -> String {
    format!("/api/v1/endings/KKvMM/positions?of=mutual-zugzwang&limit=100&lang=ru&dtw=..{}", 9000 + number)
}

/// Asks as a client, without waiting for the answer.
fn ask(server: &Server, client: &str, path: &str) -> TcpStream {
    let mut stream = connect(&server.address);
    stream
        .write_all(format!("GET {path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: {client}\r\n\r\n").as_bytes())
        .unwrap();
    stream
}

/// The status and the body of an answer.
fn answer(stream: TcpStream) -> (u16, Vec<u8>) {
    let mut reader = BufReader::new(stream);
    let head = head_of(&mut reader).unwrap();
    (head.status, body_of(&mut reader, &head))
}

#[test]
fn a_client_that_asks_for_too_many_is_refused_and_others_are_not() {
    let server = server();
    let asked: Vec<TcpStream> = (0..40).map(|number| ask(&server, "10.0.0.1", &slow(number))).collect();
    let start = Instant::now();
    let other = ask(&server, "10.0.0.2", "/api/v1/endings/KvK/positions?of=longest");
    assert_eq!(answer(other).0, 200);
    let waited = start.elapsed();
    let answers: Vec<(u16, Vec<u8>)> = asked.into_iter().map(answer).collect();
    let all = start.elapsed();
    assert!(answers.iter().all(|(status, _)| [200, 429].contains(status)));
    let refused = answers.iter().filter(|(status, _)| *status == 429).count();
    assert!((1..=32).contains(&refused), "{refused}");
    assert!(waited * 2 < all, "{waited:?} of {all:?}");
    let problem = &answers.iter().find(|(status, _)| *status == 429).unwrap().1;
    let problem: serde_json::Value = serde_json::from_slice(problem).unwrap();
    assert_eq!(problem["code"], "too-often");
    let detail =
        "этот клиент запросил слишком много списков и гистограмм сразу; повторите, когда придёт один из ответов";
    assert_eq!(problem["detail"], detail);
    // Answered ones have left their places.
    assert_eq!(server.ask("GET", &slow(50), &["x-forwarded-for: 10.0.0.1"], b"").status, 200);
}

#[test]
fn a_client_that_asks_for_lists_without_pause_leaves_the_probes_alone() {
    let server = Server::of(four_pieces(), &["--client-header", "x-forwarded-for", "--threads", "1"]);
    let probes = || {
        let start = Instant::now();
        for _ in 0..100 {
            assert_eq!(server.get("/api/v1/probe?fen=W:WKc3,Kd6,Ke3:BKd8").status, 200);
        }
        start.elapsed()
    };
    let (alone, has_ended) = (probes(), AtomicBool::new(false));
    let (beside, longest) = std::thread::scope(|scope| {
        let greedy = scope.spawn(|| {
            let list = |number| {
                let start = Instant::now();
                assert_eq!(answer(ask(&server, "10.0.0.1", &slow(number))).0, 200);
                start.elapsed()
            };
            (1000..).take_while(|_| !has_ended.load(Relaxed)).map(list).max().unwrap()
        });
        let beside = probes();
        has_ended.store(true, Relaxed);
        (beside, greedy.join().unwrap())
    });
    // One after another with the lists they would take as long as a hundred of these.
    assert!(beside < 3 * alone + 10 * longest, "{beside:?}, {alone:?} alone, a list {longest:?}");
}

#[test]
fn lists_make_room_when_their_client_has_left() {
    let server = server();
    let ask_all = |from| (from..from + 8).map(|number| ask(&server, "10.0.0.1", &slow(number))).collect::<Vec<_>>();
    let start = Instant::now();
    assert!(ask_all(0).into_iter().map(answer).all(|(status, _)| status == 200));
    let (all, start) = (start.elapsed(), Instant::now());
    drop(ask_all(10));
    let other = || answer(ask(&server, "10.0.0.1", "/api/v1/endings/KvK/positions?of=longest")).0;
    while other() != 200 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(start.elapsed() * 2 < all, "{:?} of {all:?}", start.elapsed());
}

#[test]
fn many_who_ask_the_same_have_the_same_answer() {
    let server = server();
    let asked: Vec<TcpStream> = (0..100).map(|_| ask(&server, "10.0.0.1", "/api/v1/endings/KMvKM")).collect();
    let answers: Vec<(u16, Vec<u8>)> = asked.into_iter().map(answer).collect();
    assert!(answers.iter().all(|answer| answer.0 == 200 && answer == &answers[0]));
}

/// A search of a position far above the tables, which takes all of its time.
fn search(seconds: f64) -> String {
    format!("/api/v1/solve?fen=W:Wa1,c1,e1,g1,b2,d2,f2,h2:Bb8,d8,f8,h8,a7,c7,e7,g7&seconds={seconds}")
}

#[test]
fn a_storm_of_searches_leaves_the_probes_alone() {
    let server = Server::of(four_pieces(), &["--threads", "2"]);
    let asked: Vec<TcpStream> = (0..20).map(|_| ask(&server, "", &search(1.0))).collect();
    let start = Instant::now();
    for _ in 0..50 {
        assert_eq!(server.get("/api/v1/probe?fen=W:WKc3,Kd6,Ke3:BKd8").status, 200);
    }
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
    let statuses: Vec<u16> = asked.into_iter().map(|stream| answer(stream).0).collect();
    assert!(statuses.iter().all(|status| [200, 503].contains(status)), "{statuses:?}");
    // One runs, three wait for it.
    assert_eq!(statuses.iter().filter(|&&status| status == 200).count(), 4, "{statuses:?}");
}

#[test]
fn a_search_ends_when_its_client_leaves() {
    let server = Server::of(four_pieces(), &["--threads", "2"]);
    let asked: Vec<TcpStream> = (0..4).map(|_| ask(&server, "", &search(30.0))).collect();
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(server.get(&search(0.1)).status, 503);
    // Answers from the tables alone need no place.
    assert_eq!(server.get(&search(0.0)).status, 200);
    drop(asked);
    let start = Instant::now();
    while server.get(&search(0.1)).status != 200 {
        assert!(start.elapsed().as_secs() < 15, "the places are still taken");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}
