//! Bodies of requests: positions are answered line by line as they come, games are read whole.

use std::future::poll_fn;
use std::io;
use std::mem::take;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, EXPECT};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use bolshak_answers::api::{GAMES_BYTES, LINES, Lines, Problem};
use bolshak_answers::json::Question;
use bolshak_answers::lang::Sentence;
use futures_util::stream;
use hyper::body::Frame;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{Sender, channel};
use tokio::time::timeout;

use crate::serve::response::{Service, asked, on_threads, sent};

/// The time that a sender has at first, and the bytes a second that it must send beyond.
const FIRST: Duration = Duration::from_secs(15);
const RATE: u64 = 10_000;

/// Refuses a body whose header says that it is longer than a limit.
fn check_announced(parts: &Parts, limit: u64) -> Result<(), Problem> {
    let length = parts.headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > limit) { Err(too_long(limit)) } else { Ok(()) }
}

pub fn is_coded(parts: &Parts) -> bool {
    let is_coding = |coding: &[u8]| !coding.is_empty() && !coding.eq_ignore_ascii_case(b"identity");
    let mut values = parts.headers.get_all(CONTENT_ENCODING).iter();
    values.any(|value| value.as_bytes().split(|&byte| byte == b',').any(|coding| is_coding(coding.trim_ascii())))
}

pub fn coded() -> Problem {
    let detail = Sentence::new(
        "the body has a Content-Encoding, such as gzip; send it as it is, without one",
        "тело закодировано (Content-Encoding), например сжато gzip; отправьте его без кодирования",
    );
    Problem::new(415, "body", detail)
}

async fn next(body: &mut Body) -> Option<Result<Frame<Bytes>, axum::Error>> {
    poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await
}

/// A body that must come as fast as it is asked for, and be no longer than a limit.
struct Paced {
    limit: u64,
    /// The error of a body that breaks off, or is not a body: the client has gone, or has ended its half of the
    /// connection.
    broken: Sentence,
    received: u64,
    waited: Duration,
}

impl Paced {
    fn new(limit: u64, broken: Sentence) -> Paced {
        Paced { limit, broken, received: 0, waited: Duration::ZERO }
    }

    /// The bytes that come next, none at all at a piece that has none; `None` at the end.
    async fn next(&mut self, body: &mut Body) -> Option<Result<Bytes, Problem>> {
        let allowed = FIRST + Duration::from_secs(self.received / RATE);
        let start = Instant::now();
        let Ok(piece) = timeout(allowed.saturating_sub(self.waited), next(body)).await else {
            let slow = Sentence::new("the body comes too slowly", "тело приходит слишком медленно");
            return Some(Err(Problem::new(408, "body", slow)));
        };
        self.waited += start.elapsed();
        let Ok(frame) = piece? else { return Some(Err(Problem::new(400, "body", self.broken.clone()))) };
        let bytes = frame.into_data().unwrap_or_default();
        self.received += bytes.len() as u64;
        Some(if self.received > self.limit { Err(too_long(self.limit)) } else { Ok(bytes) })
    }
}

/// Reads an unwanted body for a while, so that its sender reads the answer.
pub fn discard(parts: &Parts, mut body: Body) {
    const WHILE: Duration = Duration::from_secs(5);
    // A client that asks beforehand sends nothing after an answer.
    if !parts.headers.contains_key(EXPECT) {
        tokio::spawn(timeout(WHILE, async move { while let Some(Ok(_)) = next(&mut body).await {} }));
    }
}

fn too_long(limit: u64) -> Problem {
    let detail = Sentence::new(
        format!("the body is longer than {limit} bytes; send it in parts"),
        format!("тело длиннее {limit} байт; отправьте его частями"),
    );
    Problem::new(413, "body", detail)
}

/// The lines that a thread answers before another request has its turn. Some batches of answers wait for each client.
const BATCH: usize = 16;

/// The time that a client may leave answers unread.
const UNREAD: Duration = Duration::from_secs(60);

/// Answers a body line by line. At no time more is held than a piece of the body and the answers to some lines.
pub fn answer_lines(service: Arc<Service>, parts: &Parts, body: &mut Body) -> Result<Response, Problem> {
    let defaults = service.api.defaults(parts.uri.query().unwrap_or_default())?;
    check_announced(parts, service.body_limit)?;
    let place = service.work.stream()?;
    let (sender, mut receiver) = channel(2);
    tokio::spawn(Answering { service, defaults, _place: place, sender }.pass(take(body)));
    let headers = [(CONTENT_TYPE, LINES), (CACHE_CONTROL, "no-store")];
    Ok((headers, Body::from_stream(stream::poll_fn(move |context| receiver.poll_recv(context)))).into_response())
}

struct Answering {
    service: Arc<Service>,
    defaults: Question,
    _place: OwnedSemaphorePermit,
    sender: Sender<io::Result<Bytes>>,
}

impl Answering {
    /// Answers until the body ends. Where it cannot go on, its last line says why.
    async fn pass(self, mut body: Body) {
        let broken = Sentence::new(
            "the body breaks off, or is not of the form that its header says",
            "тело обрывается или имеет не тот вид, который указан в заголовке",
        );
        let (mut lines, mut paced) = (Lines::default(), Paced::new(self.service.body_limit, broken));
        loop {
            let piece = paced.next(&mut body).await;
            let is_last = piece.is_none();
            let whole = match piece {
                None => lines.end().into_iter().collect(),
                Some(Ok(bytes)) => lines.push(&bytes),
                Some(Err(problem)) => return self.fail(problem.detail).await,
            };
            let mut whole = whole.into_iter().peekable();
            while whole.peek().is_some() {
                let batch = whole.by_ref().take(BATCH).collect();
                if self.answer(batch).await.is_none() {
                    return;
                }
            }
            if is_last {
                return;
            }
        }
    }

    /// Answers some lines; `None` if the client no longer reads the answers, or there can be no more.
    async fn answer(&self, lines: Vec<Vec<u8>>) -> Option<()> {
        let (api, defaults, count) = (self.service.api.clone(), self.defaults.clone(), lines.len());
        let work = move || lines.iter().map(|line| api.answer_line(&defaults, line)).collect::<String>();
        match self.service.work.run(work).await {
            Ok(answers) => {
                self.service.metrics.lines.fetch_add(count as u64, Relaxed);
                self.send(answers).await
            }
            Err(problem) => {
                self.fail(problem.detail).await;
                None
            }
        }
    }

    /// Sends a last line: why the others have no answer.
    async fn fail(&self, error: Sentence) {
        let error = error.in_lang(self.defaults.lang);
        let last = serde_json::json!({ "fen": "", "error": error, "rest_unanswered": true });
        let _ = self.send(format!("{last}\n")).await;
    }

    async fn send(&self, text: String) -> Option<()> {
        timeout(UNREAD, self.sender.send(Ok(text.into()))).await.ok()?.ok()
    }
}

pub async fn answer_games(service: &Arc<Service>, parts: &Parts, body: &mut Body) -> Result<Response, Problem> {
    let limit = service.body_limit.min(GAMES_BYTES as u64);
    check_announced(parts, limit)?;
    let mut bytes = Vec::new();
    {
        let _place = service.work.body()?;
        let mut paced = Paced::new(limit, Sentence::new("the body has no end", "тело обрывается"));
        while let Some(piece) = paced.next(body).await {
            bytes.extend(piece?);
        }
    }
    // Only once the body is there: a slow sender must not keep others waiting.
    let reply = on_threads(service, parts, service.api.cost(&asked(parts)), bytes).await?;
    sent(service, reply, None)
}
