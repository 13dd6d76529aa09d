//! The HTTP part: statuses, caching, compression, other sites, limits.

use std::io::{BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use bolshak::generate::{Request, generate};

use super::Server;
use super::client::{body_of, chunk_of, connect, head_of};
use crate::common::{empty_directory, four_pieces, signal};

const TRIANGLE: &str = "/api/v1/probe?fen=W:WKc3,Kd6,Ke3:BKd8";

#[test]
fn each_error_has_its_status() {
    let server = Server::of(four_pieces(), &[]);
    for (method, path, status, code, part) in [
        ("GET", "/api/v1/probe?fen=W:WKa1:BKh9", 400, "bad-position", "\"Kh9\" is not a square"),
        ("GET", "/api/v1/probe?fen=W:WKa1:BKh8&three_kings_moves=1", 400, "bad-position", "three"),
        ("GET", "/api/v1/probe", 400, "bad-parameter", "fen is missing"),
        ("GET", "/api/v1/probe?fen=W:WKa1:BKh8&clok=1", 400, "bad-parameter", "\"clok\" is not a parameter"),
        ("GET", "/api/v1/probe?fen=W:WKa1:BKh8&clock=-1", 400, "bad-parameter", "clock: \"-1\" is not a number"),
        ("GET", "/api/v1/probe?fen=W:WKa1:BKh8&rule=x", 400, "bad-parameter", "is not a draw rule"),
        ("GET", "/api/v1/probe?fen=W:WKa1:BKh8&clock=1&three_kings_moves=1", 400, "bad-parameter", "both clock"),
        ("GET", "/api/v1/probe?fen=%FF", 400, "bad-parameter", "not encoded"),
        ("GET", "/api/v1/probe?fen=W:Wa1,c1,e1:BKh8,Kf8", 404, "no-table", "a table of 5 pieces is needed"),
        ("GET", "/api/v1/probe?fen=W:WKa1:BKh8&game=poddavki", 404, "no-table", "no tables of poddavki"),
        ("GET", "/api/v1/endings/KKKvKK/positions?of=longest", 404, "no-ending", "no tables of KKKvKK"),
        ("GET", "/api/v1/endings/QvK", 404, "no-ending", "\"QvK\" is not an ending"),
        ("GET", "/api/v1/endings/KvK/moves", 404, "no-path", "there is nothing at"),
        ("GET", "/api/v1/endings/KvK/positions?of=x", 400, "bad-parameter", "expected longest"),
        ("GET", "/api/v1/endings/KvK/positions?of=longest&limit=101", 400, "bad-parameter", "from 1 to 100"),
        ("GET", "/api/v2/probe", 404, "no-path", "there is nothing at"),
        ("GET", "/favicon.ico", 404, "no-path", "there is nothing at"),
        ("POST", "/api/v1/line", 405, "method", "GET and HEAD"),
        ("PUT", "/api/v1/probe", 405, "method", "GET, HEAD and POST"),
        ("DELETE", "/", 405, "method", "GET and HEAD"),
        ("POST", "/api/v1/probe?fen=x", 400, "bad-parameter", "\"fen\" is not a parameter"),
        ("POST", "/api/v1/probe?game=draughts-80", 404, "no-table", "no tables of draughts-80"),
    ] {
        let response = server.ask(method, path, &[], b"");
        assert_eq!((response.status, &*response.code()), (status, code), "{method} {path}: {}", response.text());
        assert!(response.json()["detail"].as_str().unwrap().contains(part), "{path}: {}", response.text());
        assert_eq!(response.header("cache-control"), Some("no-store"));
        assert_eq!(response.header("allow").is_some(), status == 405);
    }
}

#[test]
fn an_answer_may_be_kept_and_need_not_be_sent_twice() {
    let server = Server::of(four_pieces(), &[]);
    let first = server.get(TRIANGLE);
    let tag = first.header("etag").unwrap();
    assert_eq!(first.header("cache-control"), Some("public, max-age=3600"));
    let strong = tag.trim_start_matches("W/");
    let lists =
        [format!("\"x\", {tag}"), format!("W/\"x,y\" ,{strong},\"z\""), format!("\"x\"\r\nif-none-match: {tag}")];
    for named in [tag.to_string(), strong.to_string(), "*".into()].into_iter().chain(lists) {
        let second = server.ask("GET", TRIANGLE, &[&format!("if-none-match: {named}")], b"");
        assert_eq!((second.status, second.header("etag"), second.body.len()), (304, Some(tag), 0), "{named}");
    }
    for other in [strong.trim_matches('"'), "\"*\"", "\"x\"", "W/", "", "*x"] {
        let second = server.ask("GET", TRIANGLE, &[&format!("if-none-match: {other}")], b"");
        assert_eq!((second.status, &second.body), (200, &first.body), "{other}");
    }
    let other = server.ask("GET", &format!("{TRIANGLE}&clock=1"), &[&format!("if-none-match: {tag}")], b"");
    assert_eq!(other.status, 200);
    let head = server.ask("HEAD", TRIANGLE, &[], b"");
    assert_eq!((head.status, head.header("etag")), (200, Some(tag)));
    // Servers of the same tables have the same tag, others a different one.
    assert_eq!(Server::of(four_pieces(), &[]).get(TRIANGLE).header("etag"), Some(tag));
    let three_pieces = empty_directory("three-pieces");
    generate(&Request::pieces(3), &three_pieces, &()).unwrap();
    let of = |path: &str| Server::of(&three_pieces, &[]).get(path).header("etag").map(String::from);
    assert_ne!(
        of("/api/v1/probe?fen=W:WKa1:BKh8"),
        server.get("/api/v1/probe?fen=W:WKa1:BKh8").header("etag").map(String::from)
    );
}

#[test]
fn any_answer_is_one_that_the_client_has() {
    let server = Server::of(four_pieces(), &[]);
    let any = |method: &str, path: &str| server.ask(method, path, &["if-none-match: *"], b"W:WKa1:BKh8\n");
    for path in [TRIANGLE, "/api/v1/endings/KKvK", "/api/v1/endings/KvK/positions?of=longest", "/", "/healthz"] {
        for method in ["GET", "HEAD"] {
            let (plain, response) = (server.ask(method, path, &[], b""), any(method, path));
            assert_eq!((response.status, response.body.len()), (304, 0), "{method} {path}");
            for name in ["etag", "cache-control", "vary"] {
                let plain_header = plain.header(name);
                assert!(plain_header.is_none() || response.header(name) == plain_header, "{path}: {name}");
            }
            assert_eq!(response.header("content-type"), None);
        }
    }
    // A missing answer is reported, and lines are answered whatever the client has cached.
    for (path, status) in [("/api/v1/probe?fen=x", 400), ("/api/v1/endings/QvK", 404), ("/nothing", 404)] {
        assert_eq!(any("GET", path).status, status, "{path}");
    }
    assert_eq!(any("POST", "/api/v1/probe").status, 200);
}

#[test]
fn bodies_with_a_coding_are_refused() {
    let server = Server::of(four_pieces(), &[]);
    let gzip = b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x03\0\0\0\0\0\0\0\0\0";
    for path in ["/api/v1/probe", "/api/v1/review", "/api/v1/study"] {
        for coding in ["gzip", "Deflate", "br", "identity, zstd", "x"] {
            let refused = server.ask("POST", path, &[&format!("content-encoding: {coding}")], gzip);
            assert_eq!((refused.status, refused.code()), (415, "body".into()), "{path} {coding}");
            assert_eq!(refused.header("accept-encoding"), Some("identity"));
            assert!(refused.text().contains("without one"), "{}", refused.text());
        }
    }
    for none in ["identity", "Identity, identity", ""] {
        let answered = server.ask("POST", "/api/v1/probe", &[&format!("content-encoding: {none}")], b"W:WKa1:BKh8\n");
        assert!(answered.status == 200 && answered.text().contains("\"loss\""), "{none}: {answered:?}");
    }
}

#[test]
#[cfg_attr(windows, ignore = "needs gzip")]
fn answers_are_compressed_for_those_who_take_it() {
    let server = Server::of(four_pieces(), &[]);
    let (plain, packed) =
        (server.get("/api/v1/endings"), server.ask("GET", "/api/v1/endings", &["accept-encoding: gzip"], b""));
    assert_eq!((plain.header("content-encoding"), packed.header("content-encoding")), (None, Some("gzip")));
    assert!(packed.body.len() * 3 < plain.body.len());
    let mut child = Command::new("gzip").arg("-dc").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(&packed.body).unwrap();
    assert_eq!(child.wait_with_output().unwrap().stdout, plain.body);
}

#[test]
fn other_sites_may_ask() {
    let server = Server::of(four_pieces(), &[]);
    let response = server.ask("GET", TRIANGLE, &["origin: https://example.org"], b"");
    assert_eq!(response.header("access-control-allow-origin"), Some("*"));
    let asked = ["origin: https://example.org", "access-control-request-method: POST"];
    let preflight = server.ask("OPTIONS", "/api/v1/probe", &asked, b"");
    assert_eq!(preflight.status, 200);
    assert!(preflight.header("access-control-allow-methods").unwrap().contains("POST"));
    let wrong = server.ask("GET", "/api/v1/probe", &["origin: https://example.org"], b"");
    assert_eq!(wrong.header("access-control-allow-origin"), Some("*"), "a page can read why");
}

#[test]
fn the_page_and_the_state() {
    let server = Server::of(four_pieces(), &[]);
    let page = server.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.header("content-security-policy").unwrap().starts_with("default-src 'none';"));
    assert!(!page.text().contains("<script>") && !page.text().contains("style="));
    server.get(TRIANGLE);
    let metrics = server.get("/metrics");
    assert!(metrics.text().contains("bolshak_requests_total{of=\"probe\",status=\"200\"} 1\n"), "{}", metrics.text());
}

#[test]
fn answers_to_lines_come_while_the_body_is_sent() {
    let server = Server::of(four_pieces(), &[]);
    let mut stream = connect(&server.address);
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let head = "POST /api/v1/probe?moves=false HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    let mut send = |text: &str| stream.write_all(format!("{:x}\r\n{text}\r\n", text.len()).as_bytes()).unwrap();
    send("W:WKa1:BKh8\nW:WKa1:");
    assert_eq!(head_of(&mut reader).unwrap().status, 200);
    assert!(String::from_utf8(chunk_of(&mut reader).unwrap()).unwrap().contains("\"loss\""));
    send("BKb8\n");
    assert!(String::from_utf8(chunk_of(&mut reader).unwrap()).unwrap().contains("\"draw\""));
    stream.write_all(b"0\r\n\r\n").unwrap();
    assert_eq!(chunk_of(&mut reader), None);
}

#[test]
fn many_lines_are_answered_in_order() {
    let server = Server::of(four_pieces(), &[]);
    let lines: String = (0..20_000).map(|number| format!("{{\"fen\":\"W:WKa1:BKh8\",\"clock\":{number}}}\n")).collect();
    let posted = server.ask("POST", "/api/v1/probe?moves=false", &[], lines.as_bytes());
    let clocks =
        posted.text().lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["clock"].clone());
    assert!(clocks.eq(0..20_000));
}

#[test]
fn a_client_and_all_together_have_limits() {
    let server = Server::of(four_pieces(), &["--per-client", "1", "--client-header", "x-forwarded-for"]);
    let ask = |client: &str| server.ask("GET", TRIANGLE, &[&format!("x-forwarded-for: 1.2.3.4, {client}")], b"");
    let statuses: Vec<u16> = (0..12).map(|_| ask("10.0.0.1").status).collect();
    assert_eq!(statuses[..10], [200; 10]);
    assert_eq!(statuses[11], 429);
    let refused = ask("10.0.0.1");
    assert_eq!((refused.code(), refused.header("retry-after")), ("too-often".into(), Some("1")));
    assert_eq!(ask("10.0.0.2").status, 200);
    // The same client on any port.
    assert_eq!(ask("10.0.0.1:5").status, 429);
    let forwarded = Server::of(four_pieces(), &["--per-client", "1", "--client-header", "forwarded"]);
    let port = |port| format!("forwarded: for=1.2.3.4, for=\"[2001:db8::1]:{port}\";proto=https");
    let statuses: Vec<u16> =
        (1..12).map(|number| forwarded.ask("GET", TRIANGLE, &[&port(number)], b"").status).collect();
    assert_eq!((statuses[0], statuses[10]), (200, 429));
    assert_eq!(forwarded.get(TRIANGLE).status, 200);

    let server = Server::of(four_pieces(), &["--at-once", "1"]);
    let mut stream = connect(&server.address);
    stream.write_all(b"POST /api/v1/probe HTTP/1.1\r\nhost: x\r\ncontent-length: 12\r\n\r\nW:WKa1").unwrap();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let head = head_of(&mut reader).unwrap();
    let busy = server.ask("POST", "/api/v1/probe", &[], b"W:WKa1:BKh8\n");
    assert_eq!((busy.status, busy.code(), busy.header("retry-after")), (503, "busy".into(), Some("1")));
    assert_eq!((server.get("/healthz").status, server.get(TRIANGLE).status), (200, 200));
    stream.write_all(b":BKh8\n").unwrap();
    assert!(String::from_utf8(body_of(&mut reader, &head)).unwrap().contains("\"loss\""));
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(server.ask("POST", "/api/v1/probe", &[], b"W:WKa1:BKh8\n").status, 200);
}

#[test]
#[cfg_attr(not(unix), ignore = "needs signals")]
fn answers_under_way_are_finished_when_it_stops() {
    let mut server = Server::of(four_pieces(), &[]);
    let mut stream = connect(&server.address);
    stream.write_all(b"POST /api/v1/probe HTTP/1.1\r\nhost: x\r\ncontent-length: 12\r\n\r\nW:WKa1").unwrap();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let head = head_of(&mut reader).unwrap();
    let idle = connect(&server.address);
    signal(&server.child, "TERM");
    std::thread::sleep(Duration::from_millis(500));
    assert!(std::net::TcpStream::connect(&server.address).is_err(), "nobody else is let in");
    stream.write_all(b":BKh8\n").unwrap();
    assert!(String::from_utf8(body_of(&mut reader, &head)).unwrap().contains("\"loss\""));
    drop((stream, reader, idle));
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
}
