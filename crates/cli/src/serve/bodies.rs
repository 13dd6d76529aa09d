//! Bodies of requests: positions are answered line by line as they come, games are read whole.

use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, EXPECT};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use bolshak_answers::api::{Cost, Defaults, GAMES_BYTES, Kind, Lines, Problem, Reply, Request};
use bolshak_answers::lang::Sentence;
use hyper::body::Frame;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::timeout;

use crate::serve::response::{Service, sent};

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

    pub fn received(&self) -> u64 {
        self.received
    }
}

pub enum Broken {
    /// It comes too slowly.
    Slow,
    /// It breaks off, or is not a body: the client has gone, or has ended its half of the connection.
    Off,
}

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

/// Reads an unwanted body for a while, so that its sender reads the answer.
pub fn discard(parts: &Parts, mut body: Body) {
    const WHILE: Duration = Duration::from_secs(5);
    // A client that asks beforehand sends nothing after an answer.
    if !parts.headers.contains_key(EXPECT) {
        tokio::spawn(timeout(WHILE, async move { while let Some(Ok(_)) = next(&mut body).await {} }));
    }
}

pub fn too_long(limit: u64) -> Problem {
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
pub async fn answer_lines(service: Arc<Service>, parts: &Parts, body: Body) -> Result<Response, Problem> {
    let (defaults, place) = match accepted(&service, parts) {
        Ok(accepted) => accepted,
        Err(wrong) => {
            discard(parts, body);
            return Err(wrong);
        }
    };
    let (sender, receiver) = channel(2);
    tokio::spawn(Answering { service, defaults, _place: place, sender }.pass(body));
    let headers = [(CONTENT_TYPE, Kind::Lines.media_type()), (CACHE_CONTROL, "no-store")];
    Ok((headers, Body::new(Answers(receiver))).into_response())
}

/// What the address says of each line, and a place for the body.
fn accepted(service: &Service, parts: &Parts) -> Result<(Defaults, OwnedSemaphorePermit), Problem> {
    let defaults = service.api.defaults(parts.uri.query().unwrap_or_default())?;
    let limit = service.body_limit;
    if announced(parts).is_some_and(|length| length > limit) {
        return Err(too_long(limit));
    }
    Ok((defaults, service.bounds.stream()?))
}

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

struct Answering {
    service: Arc<Service>,
    defaults: Defaults,
    _place: OwnedSemaphorePermit,
    sender: Sender<io::Result<Bytes>>,
}

/// Nobody reads the answers any more.
struct Gone;

impl Answering {
    /// Answers until the body ends. Where it cannot go on, its last line says why.
    async fn pass(self, mut body: Body) {
        let (mut lines, mut paced) = (Lines::default(), Paced::default());
        loop {
            let piece = paced.next(&mut body).await;
            let is_last = piece.is_none();
            let whole = match piece {
                None => lines.end().into_iter().collect(),
                Some(Err(Broken::Slow)) => return self.fail(slow().detail).await,
                Some(Err(Broken::Off)) => {
                    let broken = Sentence::new(
                        "the body breaks off, or is not of the form that its header says",
                        "тело обрывается или имеет не тот вид, который указан в заголовке",
                    );
                    return self.fail(broken).await;
                }
                Some(Ok(_)) if paced.received() > self.service.body_limit => {
                    return self.fail(too_long(self.service.body_limit).detail).await;
                }
                Some(Ok(bytes)) => lines.push(&bytes),
            };
            let mut whole = whole.into_iter().peekable();
            while whole.peek().is_some() {
                let batch = whole.by_ref().take(BATCH).collect();
                if self.answer(batch).await.is_err() {
                    return;
                }
            }
            if is_last {
                return;
            }
        }
    }

    async fn answer(&self, lines: Vec<Vec<u8>>) -> Result<(), Gone> {
        let (api, defaults, count) = (self.service.api.clone(), self.defaults.clone(), lines.len());
        let work = move || lines.iter().map(|line| api.answer_line(&defaults, line)).collect::<String>();
        let answers = match self.service.work.place() {
            Ok(place) => self.service.work.run(&place, work).await,
            Err(busy) => Err(busy),
        };
        match answers {
            Ok(answers) => {
                self.service.metrics.lines(count);
                self.send(answers).await
            }
            Err(problem) => {
                self.fail(problem.detail).await;
                Err(Gone)
            }
        }
    }

    /// Sends a last line: why the others have no answer.
    async fn fail(&self, error: Sentence) {
        let error = error.in_lang(self.defaults.lang());
        let last = serde_json::json!({ "fen": "", "error": error, "rest_unanswered": true });
        let _ = self.send(format!("{last}\n")).await;
    }

    async fn send(&self, text: String) -> Result<(), Gone> {
        timeout(UNREAD, self.sender.send(Ok(text.into()))).await.map_err(|_| Gone)?.map_err(|_| Gone)
    }
}

const LIMIT: u64 = GAMES_BYTES as u64;

pub async fn answer_games(service: &Arc<Service>, parts: &Parts, mut body: Body) -> Result<Response, Problem> {
    match judged(service, parts, &mut body).await {
        Ok(reply) => sent(service, reply, None),
        Err(wrong) => {
            discard(parts, body);
            Err(wrong)
        }
    }
}

async fn judged(service: &Arc<Service>, parts: &Parts, body: &mut Body) -> Result<Reply, Problem> {
    let limit = LIMIT.min(service.body_limit);
    if announced(parts).is_some_and(|length| length > limit) {
        return Err(too_long(limit));
    }
    let gone = || Problem::new(400, "body", Sentence::new("the body has no end", "тело обрывается"));
    let bytes = {
        let _place = service.bounds.body()?;
        whole(body, limit).await?.ok_or_else(gone)?
    };
    let asked =
        Request { method: "POST", path: parts.uri.path(), query: parts.uri.query().unwrap_or_default(), body: &[] };
    if service.api.cost(&asked) == Cost::Search {
        return service.searches.answer(&service.api, parts, bytes).await;
    }
    // Only once the body is there: a slow sender must not keep others waiting.
    let place = service.work.place()?;
    let (api, uri) = (service.api.clone(), parts.uri.clone());
    let work = move || {
        let (path, query) = (uri.path(), uri.query().unwrap_or_default());
        api.answer(&Request { method: "POST", path, query, body: &bytes })
    };
    service.work.run(&place, work).await
}
