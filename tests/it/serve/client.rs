//! A small client of HTTP.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

/// An answer.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Response {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The code of a problem.
    pub fn code(&self) -> String {
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{:.300}", self.text());
        let problem = self.json();
        assert_eq!(problem["status"], self.status);
        problem["code"].as_str().unwrap().into()
    }
}

pub fn connect(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream
}

/// Sends a request on a new connection, and reads the answer.
pub fn ask(address: &str, method: &str, path: &str, headers: &[&str], body: &[u8]) -> Response {
    let mut stream = connect(address);
    let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n");
    for header in headers {
        head += &format!("{header}\r\n");
    }
    if !body.is_empty() {
        head += &format!("content-length: {}\r\n", body.len());
    }
    stream.write_all((head + "\r\n").as_bytes()).unwrap();
    // A server that refuses a body may close before it is sent.
    let _ = stream.write_all(body);
    let mut reader = BufReader::new(stream);
    let mut response = head_of(&mut reader).expect("an answer");
    if method != "HEAD" {
        response.body = body_of(&mut reader, &response);
    }
    response
}

/// Reads the head of an answer; `None` if the connection is closed.
pub fn head_of(reader: &mut impl BufRead) -> Option<Response> {
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let status = line.split(' ').nth(1)?.parse().unwrap();
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        match line.trim_end().split_once(": ") {
            Some((name, value)) => headers.push((name.to_lowercase(), value.into())),
            None => return Some(Response { status, headers, body: Vec::new() }),
        }
    }
}

/// Reads the body that belongs to a head.
pub fn body_of(reader: &mut impl BufRead, head: &Response) -> Vec<u8> {
    let mut body = Vec::new();
    if head.header("transfer-encoding") == Some("chunked") {
        while let Some(piece) = chunk_of(reader) {
            body.extend(piece);
        }
    } else if let Some(length) = head.header("content-length") {
        body.resize(length.parse().unwrap(), 0);
        reader.read_exact(&mut body).unwrap();
    }
    body
}

/// Reads a chunk; `None` for the last, empty one.
pub fn chunk_of(reader: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let length = usize::from_str_radix(line.trim(), 16).unwrap_or_else(|_| panic!("a chunk begins with {line:?}"));
    let mut piece = vec![0; length + 2];
    reader.read_exact(&mut piece).unwrap();
    piece.truncate(length);
    (length > 0).then_some(piece)
}

/// A text as a part of an address.
pub fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte).into() } else { format!("%{byte:02X}") })
        .collect()
}
