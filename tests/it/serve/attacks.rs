//! Malicious or faulty clients: each gets a clear answer or none, and others are still served.

use std::io::{BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::Command;
use std::time::{Duration, Instant};

use bolshak::probe::Tablebase;
use bolshak_answers::api::{Api, Request};

use super::Server;
use super::client::{connect, head_of};
use crate::common::{Random, four_pieces};

/// The resident memory of a process in KiB.
#[cfg(target_os = "linux")]
fn memory(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// A request with some bytes changed, cut, doubled or inserted.
fn mutated(request: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = request.to_vec();
    for _ in 0..1 + random.below(6) {
        let at = random.below(bytes.len().max(1) as u64) as usize;
        match random.below(5) {
            0 if at < bytes.len() => bytes[at] = random.below(256) as u8,
            1 => bytes.truncate(at),
            2 => bytes.insert(at.min(bytes.len()), b" \r\n%:&=?{}\"\0"[random.below(12) as usize]),
            3 => bytes.extend_from_within(at.min(bytes.len())..),
            _ if at < bytes.len() => _ = bytes.remove(at),
            _ => {}
        }
    }
    bytes
}

#[test]
fn ten_thousand_malformed_requests() {
    let server = Server::of(four_pieces(), &[]);
    let requests: [&[u8]; 5] = [
        b"GET /api/v1/probe?fen=W:WKc3,Kd6,Ke3:BKd8&clock=3&rule=none HTTP/1.1\r\nhost: x\r\n\r\n",
        b"GET /api/v1/endings/KKvK?histogram=false HTTP/1.1\r\nhost: x\r\nif-none-match: \"a\"\r\n\r\n",
        b"GET /api/v1/line?fen=W%3AWKa1%3ABKh8 HTTP/1.1\r\nhost: x\r\naccept-encoding: gzip\r\n\r\n",
        b"POST /api/v1/probe HTTP/1.1\r\nhost: x\r\ncontent-length: 25\r\n\r\n{\"fen\":\"W:WKa1:BKh8\"}\n{}\n",
        b"POST /api/v1/probe HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nc\r\nW:WKa1:BKh8\n\r\n0\r\n\r\n",
    ];
    let mut random = Random(3);
    let mut statuses = std::collections::BTreeMap::<u16, u32>::new();
    for number in 0..10_000 {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let _ = stream.write_all(&mutated(requests[number % requests.len()], &mut random));
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        let read = stream.read_to_end(&mut answer);
        assert!(read.is_ok() || read.is_err_and(|error| error.kind() != std::io::ErrorKind::WouldBlock), "{number}");
        if let Some(status) =
            std::str::from_utf8(answer.get(9..12).unwrap_or_default()).ok().and_then(|s| s.parse().ok())
        {
            *statuses.entry(status).or_default() += 1;
        }
    }
    assert!(
        statuses.keys().all(|status| [200, 304, 400, 404, 405, 408, 413, 414, 431].contains(status)),
        "{statuses:?}"
    );
    assert!(statuses[&200] > 100 && statuses[&400] > 1000, "{statuses:?}");
    assert!(server.is_well());
}

#[test]
fn no_request_is_a_failure_of_the_program() {
    let api = Api::new([Tablebase::built_in().into()]);
    let mut random = Random(4);
    let addresses: [(&str, &str); 5] = [
        ("/api/v1/probe", "fen=W:WKc3,Kd6:BKd8&clock=3&rule=none&moves=true"),
        ("/api/v1/line", "fen=BeeeeBeeeeeeeeeeeeeeeebeeeeeeeeee&clock=99999999999"),
        ("/api/v1/endings/KKvK", "histogram=true&game=russian"),
        ("/api/v1/endings/KvK/positions", "of=only-move&limit=3&dtw=3..9"),
        ("/api/v1/probe", "three_kings_moves=3&fen=W:WKc3,Kd6,Ke3:BKd8"),
    ];
    for number in 0..10_000 {
        let (path, query) = addresses[number % addresses.len()];
        let text =
            |text: &str, random: &mut Random| String::from_utf8_lossy(&mutated(text.as_bytes(), random)).into_owned();
        let path = if random.below(3) == 0 { text(path, &mut random) } else { path.into() };
        let (query, body) = (text(query, &mut random), text("{\"fen\":\"W:WKa1:BKh8\"}\nW:WKa1:BKh8", &mut random));
        let method = ["GET", "HEAD", "POST", "PATCH"][random.below(4) as usize];
        let reply = api.answer(&Request { method, path: &path, query: &query, body: body.as_bytes() });
        assert!([200, 400, 404, 405].contains(&reply.status), "{method} {path}?{query}: {reply:?}");
    }
}

#[test]
fn slow_senders_are_cut() {
    let server = Server::of(four_pieces(), &[]);
    let start = Instant::now();
    let mut streams: Vec<TcpStream> = (0..20).map(|_| connect(&server.address)).collect();
    for (number, stream) in streams.iter_mut().enumerate() {
        let half: &[u8] = match number % 3 {
            0 => b"",
            1 => b"GET /api/v1/probe?fen=W:WKa1:BKh8 HTTP/1.1\r\nhos",
            _ => b"POST /api/v1/probe HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\nconnection: close\r\n\r\nW:WKa1",
        };
        stream.write_all(half).unwrap();
    }
    assert!(server.is_well());
    for (number, mut stream) in streams.into_iter().enumerate() {
        let mut rest = String::new();
        let _ = stream.read_to_string(&mut rest);
        assert_eq!(rest.contains("comes too slowly"), number % 3 == 2, "{rest}");
    }
    assert!(start.elapsed() < Duration::from_secs(40), "{:?}", start.elapsed());
    assert!(server.is_well());
}

#[test]
fn slow_senders_keep_nobody_else_waiting() {
    let server = Server::of(four_pieces(), &["--at-once", "4"]);
    let streams: Vec<TcpStream> = ["probe", "review"]
        .iter()
        .flat_map(|path| (0..8).map(move |_| path))
        .map(|path| {
            let mut stream = connect(&server.address);
            let head = format!("POST /api/v1/{path} HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n1. c3");
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .collect();
    std::thread::sleep(Duration::from_millis(300));
    for _ in 0..20 {
        assert!(server.is_well());
        assert_eq!(server.get("/api/v1/line?fen=W:WKa1:BKh8").status, 200);
    }
    assert_eq!(server.ask("POST", "/api/v1/review", &[], b"1. c3-d4 *").status, 200);
    drop(streams);
}

#[test]
fn a_body_that_breaks_off_is_said_to_do_so() {
    let server = Server::of(four_pieces(), &[]);
    let bodies: [&[u8]; 2] = [
        b"content-length: 1000\r\n\r\nW:WKa1:BKh8\nW:WKa1:BKh8\nW:W",
        b"transfer-encoding: chunked\r\n\r\nc\r\nW:WKa1:BKh8\n\r\nzz\r\n",
    ];
    for body in bodies {
        let mut stream = connect(&server.address);
        stream.write_all(b"POST /api/v1/probe?moves=false HTTP/1.1\r\nhost: x\r\nconnection: close\r\n").unwrap();
        stream.write_all(body).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        let line = answer.lines().find(|line| line.contains("rest_unanswered")).expect(&answer);
        assert!(line.contains("\"fen\":\"\"") && line.contains("the body breaks off"), "{answer}");
    }
    // An empty line is a line with a wrong position.
    let blank = server.ask("POST", "/api/v1/probe", &[], b"W:WKa1:BKh8\n\n");
    let text = String::from_utf8_lossy(&blank.body);
    assert!(text.contains("empty text") && !text.contains("rest_unanswered"), "{text}");
}

#[test]
fn a_client_may_end_its_half_with_the_request() {
    let server = Server::of(four_pieces(), &[]);
    let list = "endings/KKMvK/positions?of=mutual-zugzwang";
    for path in ["probe?fen=W:WKa1:BKh8"; 20].into_iter().chain([list]) {
        let mut stream = connect(&server.address);
        stream
            .write_all(format!("GET /api/v1/{path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").as_bytes())
            .unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.contains("\"category\":\"loss\""), "{answer:?}");
    }
}

#[test]
#[cfg_attr(not(unix), ignore = "needs ulimit")]
fn few_open_files_are_enough() {
    let mut command = Command::new("sh");
    let program = env!("CARGO_BIN_EXE_bolshak");
    let script = format!("ulimit -n 200; exec {program} serve --port 0 --quiet --tables \"$0\"");
    command.args(["-c", &script]).arg(four_pieces());
    let (server, words) = Server::of_command(command);
    let said = words.iter().find_map(|line| line.strip_prefix("At most ")?.split(' ').next()).unwrap();
    let most: usize = said.parse().unwrap();
    assert!((8..200).contains(&most), "{words:?}");
    // The tables are read under any load.
    let mut kept = connect(&server.address);
    let idle: Vec<TcpStream> = (0..250).map(|_| connect(&server.address)).collect();
    std::thread::sleep(Duration::from_millis(300));
    for fen in ["W:WKa1:BKh8", "W:Wa1,c1:BKh8", "W:WKa1,Kc1:Bh8,f8"] {
        kept.write_all(format!("GET /api/v1/probe?moves=false&fen={fen} HTTP/1.1\r\nhost: x\r\n\r\n").as_bytes())
            .unwrap();
        let mut reader = BufReader::new(kept.try_clone().unwrap());
        let head = head_of(&mut reader).unwrap();
        assert_eq!(head.status, 200);
        let mut body = vec![0; head.header("content-length").unwrap().parse().unwrap()];
        reader.read_exact(&mut body).unwrap();
    }
    drop(idle);
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "only Linux has systemd")]
fn what_is_passed_on_must_be_a_listening_socket() {
    let run = |redirection: &str| {
        let script = format!(
            "export LISTEN_PID=$$ LISTEN_FDS=1; exec {} serve --tables \"$0\" {redirection}",
            env!("CARGO_BIN_EXE_bolshak")
        );
        Command::new("sh").args(["-c", &script]).arg(four_pieces()).output().unwrap()
    };
    for redirection in ["3<&-", "3</dev/null"] {
        let output = run(redirection);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains("is not a listening TCP socket") && !error.contains("panicked"), "{error}");
    }
}

#[test]
fn wrong_options_are_answered_with_a_way_out() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let tables = four_pieces().to_str().unwrap();
    for (options, error) in [
        (["--port", &port].as_slice(), "--port names another port"),
        (&["--listen", "127.0.0.1:80"], "--port for the port"),
        (&["--per-client", "0"], "expected a whole number from 1 to"),
        (&["--port", "0", "--also", tables], "requests name tables by their game"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
        let output = command.args(["serve", "--tables", tables]).args(options).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(error), "{said}");
    }
}

#[test]
fn large_bodies_are_refused() {
    let server = Server::of(four_pieces(), &["--body-limit", "1MiB"]);
    let body = vec![b'x'; 100 << 20];
    let refused = server.ask("POST", "/api/v1/probe", &[], &body);
    assert_eq!((refused.status, refused.code()), (413, "body".into()));
    // Without a known length the answer has begun: its last line explains its end.
    let mut stream = connect(&server.address);
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    stream
        .write_all(b"POST /api/v1/probe HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n")
        .unwrap();
    let writer = std::thread::spawn(move || {
        for piece in body.chunks(1 << 20) {
            if stream.write_all(format!("{:x}\r\n", piece.len()).as_bytes()).is_err()
                || stream.write_all(piece).is_err()
                || stream.write_all(b"\r\n").is_err()
            {
                return;
            }
        }
    });
    assert_eq!(head_of(&mut reader).unwrap().status, 200);
    let mut rest = Vec::new();
    let _ = reader.read_to_end(&mut rest);
    assert!(String::from_utf8_lossy(&rest).contains("the body is longer than 1048576 bytes"), "{}", rest.len());
    writer.join().unwrap();
    #[cfg(target_os = "linux")]
    assert!(memory(&server) < 200 << 10, "{} KiB", memory(&server));
    assert!(server.is_well());
}

/// As many connections as this process may open, up to 5,000, after raising the limit.
fn many() -> u64 {
    const MANY: u64 = 5000;
    #[cfg(unix)]
    {
        /// Files of the other tests.
        const OTHERS: u64 = 400;
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let wanted = limit.maximum.map_or(MANY + OTHERS, |most| most.min(MANY + OTHERS));
        let is_low = limit.current.is_some_and(|current| current < wanted);
        if is_low && setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..limit }).is_err() {
            return limit.current.unwrap_or(wanted) - OTHERS;
        }
        wanted - OTHERS
    }
    #[cfg(not(unix))]
    MANY
}

#[test]
fn idle_connections_leave_room_for_others() {
    let server = Server::of(four_pieces(), &[]);
    let idle: Vec<TcpStream> = (0..many()).map(|_| connect(&server.address)).collect();
    for _ in 0..20 {
        assert!(server.is_well());
    }
    drop(idle);

    let server = Server::of(four_pieces(), &["--connections", "10"]);
    let idle: Vec<TcpStream> = (0..10).map(|_| connect(&server.address)).collect();
    std::thread::sleep(Duration::from_millis(300));
    let mut reader = BufReader::new(connect(&server.address));
    let refused = head_of(&mut reader).unwrap();
    assert_eq!((refused.status, refused.header("retry-after")), (503, Some("5")));
    drop(idle);
    std::thread::sleep(Duration::from_millis(300));
    assert!(server.is_well());
}
