//! Bodies of requests, as they come.

use std::future::poll_fn;
use std::pin::Pin;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::{CONTENT_LENGTH, EXPECT};
use axum::http::request::Parts;
use bolshak::api::Problem;
use hyper::body::Frame;
use tokio::time::timeout;

/// The time that a sender has at first, and the bytes a second that it must send beyond.
pub const FIRST: Duration = Duration::from_secs(15);
pub const RATE: u64 = 10_000;

/// The length that the header states.
pub fn announced(parts: &Parts) -> Option<u64> {
    parts.headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok())
}

/// The next piece of a body.
pub async fn next(body: &mut Body) -> Option<Result<Frame<Bytes>, axum::Error>> {
    poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await
}

/// Reads a whole body of at most `limit` bytes. `None` if the client has gone.
pub async fn whole(body: &mut Body, limit: u64) -> Result<Option<Vec<u8>>, Problem> {
    let (mut bytes, mut waited) = (Vec::new(), Duration::ZERO);
    loop {
        let allowed = FIRST + Duration::from_secs(bytes.len() as u64 / RATE);
        let start = Instant::now();
        let Ok(piece) = timeout(allowed.saturating_sub(waited), next(body)).await else {
            return Err(Problem::new(408, "body", "the body comes too slowly"));
        };
        waited += start.elapsed();
        match piece {
            None => return Ok(Some(bytes)),
            Some(Err(_)) => return Ok(None),
            Some(Ok(piece)) => bytes.extend(piece.data_ref().map_or(&[][..], |data| data)),
        }
        if bytes.len() as u64 > limit {
            return Err(too_long(limit));
        }
    }
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
    Problem::new(413, "body", format!("the body is longer than {limit} bytes; send it in parts"))
}
