//! Bodies of requests, as they come.

use std::future::poll_fn;
use std::pin::Pin;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, EXPECT};
use axum::http::request::Parts;
use bolshak_answers::api::Problem;
use bolshak_answers::lang::Sentence;
use hyper::body::Frame;
use tokio::time::timeout;

/// The time that a sender has at first, and the bytes a second that it must send beyond.
const FIRST: Duration = Duration::from_secs(15);
const RATE: u64 = 10_000;

/// The length that the header states.
pub fn announced(parts: &Parts) -> Option<u64> {
    parts.headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok())
}

/// Whether the header states a coding, such as gzip.
pub fn is_coded(parts: &Parts) -> bool {
    let is_coding = |coding: &[u8]| !coding.is_empty() && !coding.eq_ignore_ascii_case(b"identity");
    let mut values = parts.headers.get_all(CONTENT_ENCODING).iter();
    values.any(|value| value.as_bytes().split(|&byte| byte == b',').any(|coding| is_coding(coding.trim_ascii())))
}

/// The problem of a body that has a coding.
pub fn coded() -> Problem {
    let detail = Sentence::new(
        "the body has a Content-Encoding, such as gzip; send it as it is, without one",
        "тело закодировано (Content-Encoding), например сжато gzip; отправьте его без кодирования",
    );
    Problem::new(415, "body", detail)
}

/// The next piece of a body.
async fn next(body: &mut Body) -> Option<Result<Frame<Bytes>, axum::Error>> {
    poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await
}

/// A body that must come as fast as it is asked for.
#[derive(Default)]
pub struct Paced {
    received: u64,
    waited: Duration,
}

impl Paced {
    /// The bytes that come next, none at all at a piece that has none; `None` at the end.
    pub async fn next(&mut self, body: &mut Body) -> Option<Result<Bytes, Broken>> {
        let allowed = FIRST + Duration::from_secs(self.received / RATE);
        let start = Instant::now();
        let Ok(piece) = timeout(allowed.saturating_sub(self.waited), next(body)).await else {
            return Some(Err(Broken::Slow));
        };
        self.waited += start.elapsed();
        let bytes = piece?.map(|frame| frame.into_data().unwrap_or_default()).map_err(|_| Broken::Off);
        self.received += bytes.as_ref().map_or(0, |bytes| bytes.len() as u64);
        Some(bytes)
    }

    /// The bytes that have come.
    pub fn received(&self) -> u64 {
        self.received
    }
}

/// Why a body does not end.
pub enum Broken {
    /// It comes too slowly.
    Slow,
    /// It breaks off, or is not a body: the client has gone, or has ended its half of the connection.
    Off,
}

/// The problem of a body that comes too slowly.
pub fn slow() -> Problem {
    Problem::new(408, "body", Sentence::new("the body comes too slowly", "тело приходит слишком медленно"))
}

/// Reads a whole body of at most `limit` bytes. `None` if the client has gone.
pub async fn whole(body: &mut Body, limit: u64) -> Result<Option<Vec<u8>>, Problem> {
    let (mut bytes, mut paced) = (Vec::new(), Paced::default());
    while let Some(piece) = paced.next(body).await {
        match piece {
            Ok(piece) => bytes.extend(piece),
            Err(Broken::Slow) => return Err(slow()),
            Err(Broken::Off) => return Ok(None),
        }
        if paced.received() > limit {
            return Err(too_long(limit));
        }
    }
    Ok(Some(bytes))
}

/// Reads a body that nobody wants, for a while, so that its sender comes to read the answer.
pub fn discard(parts: &Parts, mut body: Body) {
    const WHILE: Duration = Duration::from_secs(5);
    // Who asks beforehand sends nothing after an answer.
    if !parts.headers.contains_key(EXPECT) {
        tokio::spawn(timeout(WHILE, async move { while let Some(Ok(_)) = next(&mut body).await {} }));
    }
}

/// The problem of a body that is too long.
pub fn too_long(limit: u64) -> Problem {
    let detail = Sentence::new(
        format!("the body is longer than {limit} bytes; send it in parts"),
        format!("тело длиннее {limit} байт; отправьте его частями"),
    );
    Problem::new(413, "body", detail)
}
