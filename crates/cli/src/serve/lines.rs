//! Bodies of many questions, answered line by line as they come.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use bolshak_answers::api::{Defaults, Kind, Lines, Problem};
use bolshak_answers::lang::Sentence;
use hyper::body::Frame;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::timeout;

use super::body::{Broken, Paced, announced, discard, slow, too_long};
use super::service::Service;

/// The lines that a thread answers before another request has its turn. Some batches of answers wait for each client.
const BATCH: usize = 16;

/// The time that a client may leave answers unread.
const UNREAD: Duration = Duration::from_secs(60);

/// Answers a body line by line. At no time more is held than a piece of the body and the answers to some lines.
pub async fn answer(service: Arc<Service>, parts: &Parts, body: Body) -> Result<Response, Problem> {
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

    /// Answers some lines.
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
