//! Bodies of many questions, answered line by line as they come.

use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, EXPECT};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use bolshak::api::{Cost, Defaults, Kind, Lines, Problem};
use bolshak::json::Failure;
use hyper::body::Frame;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::timeout;

use super::response::problem;
use super::service::Service;
use super::work::Place;

/// The lines that a thread answers before another request has its turn.
const BATCH: usize = 64;

/// The time that a sender has at first, and the bytes a second that it must send beyond.
const FIRST: Duration = Duration::from_secs(15);
const RATE: u64 = 1000;

/// The time that a client may leave answers unread.
const UNREAD: Duration = Duration::from_secs(60);

/// Answers a body line by line. At no time more is held than a piece of the body and the answers to some lines.
pub async fn answer(service: Arc<Service>, parts: &Parts, body: Body) -> Response {
    let defaults = match service.api.defaults(parts.uri.query().unwrap_or_default()) {
        Ok(defaults) => defaults,
        Err(wrong) => {
            discard(parts, body);
            return problem(wrong);
        }
    };
    let length = parts.headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > service.body_limit) {
        discard(parts, body);
        return problem(too_long(&service));
    }
    let place = match service.work.place(Cost::Probes) {
        Ok(place) => place,
        Err(busy) => {
            discard(parts, body);
            return problem(busy);
        }
    };
    let (sender, receiver) = channel(2);
    tokio::spawn(Answering { service, defaults, place, sender }.pass(body));
    let headers = [(CONTENT_TYPE, Kind::Lines.media_type()), (CACHE_CONTROL, "no-store")];
    (headers, Body::new(Answers(receiver))).into_response()
}

/// Reads a body that nobody wants, for a while, so that its sender comes to read the answer.
pub fn discard(parts: &Parts, mut body: Body) {
    const WHILE: Duration = Duration::from_secs(5);
    // Who asks beforehand sends nothing after an answer.
    if !parts.headers.contains_key(EXPECT) {
        tokio::spawn(timeout(WHILE, async move { while let Some(Ok(_)) = next(&mut body).await {} }));
    }
}

fn too_long(service: &Service) -> Problem {
    let detail = format!("the body is longer than {} bytes; send it in parts", service.body_limit);
    Problem::new(413, "body", detail)
}

/// The next piece of a body.
async fn next(body: &mut Body) -> Option<Result<Frame<Bytes>, axum::Error>> {
    poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await
}

/// The answers to a body.
struct Answers(Receiver<io::Result<Bytes>>);

impl HttpBody for Answers {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        self.0.poll_recv(context).map(|piece| piece.map(|piece| piece.map(Frame::data)))
    }
}

/// What answers a body.
struct Answering {
    service: Arc<Service>,
    defaults: Defaults,
    place: Place,
    sender: Sender<io::Result<Bytes>>,
}

/// Nobody reads the answers any more.
struct Gone;

impl Answering {
    /// Answers until the body ends. Where it cannot go on, its last line says why.
    async fn pass(self, mut body: Body) {
        let (mut lines, mut received, mut waited) = (Lines::default(), 0, Duration::ZERO);
        loop {
            let allowed = FIRST + Duration::from_secs(received / RATE);
            let start = Instant::now();
            let Ok(piece) = timeout(allowed.saturating_sub(waited), next(&mut body)).await else {
                return self.fail("the body comes too slowly").await;
            };
            waited += start.elapsed();
            let whole = match piece {
                None => lines.end().into_iter().collect(),
                // The client has gone, or has sent what is no body.
                Some(Err(_)) => return,
                Some(Ok(ref piece)) => {
                    let Some(bytes) = piece.data_ref() else { continue };
                    received += bytes.len() as u64;
                    if received > self.service.body_limit {
                        return self.fail(&too_long(&self.service).detail).await;
                    }
                    lines.push(bytes)
                }
            };
            let mut whole = whole.into_iter().peekable();
            while whole.peek().is_some() {
                let batch = whole.by_ref().take(BATCH).collect();
                if self.answer(batch).await.is_err() {
                    return;
                }
            }
            if piece.is_none() {
                return;
            }
        }
    }

    /// Answers some lines.
    async fn answer(&self, lines: Vec<Vec<u8>>) -> Result<(), Gone> {
        let (api, defaults, count) = (self.service.api.clone(), self.defaults.clone(), lines.len());
        let work = move || lines.iter().map(|line| api.answer_line(&defaults, line)).collect::<String>();
        match self.service.work.run(&self.place, Cost::Probes, work).await {
            Ok(answers) => {
                self.service.metrics.lines(count);
                self.send(answers).await
            }
            Err(problem) => {
                self.fail(&problem.detail).await;
                Err(Gone)
            }
        }
    }

    /// Sends a last line: why the others have no answer.
    async fn fail(&self, error: &str) {
        let failure = Failure { fen: "", error: error.into() };
        let _ = self.send(serde_json::to_string(&failure).unwrap_or_default() + "\n").await;
    }

    async fn send(&self, text: String) -> Result<(), Gone> {
        timeout(UNREAD, self.sender.send(Ok(text.into()))).await.map_err(|_| Gone)?.map_err(|_| Gone)
    }
}
