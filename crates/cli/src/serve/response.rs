//! The state that requests share, and answers as responses of HTTP.

use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::{ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, RETRY_AFTER, VARY};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use bolshak_answers::api::{Api, Cost, Problem, Reply, Request};
use bolshak_answers::lang::Lang;
use hyper::body::{Frame, SizeHint};
use tokio::sync::OwnedSemaphorePermit;

use crate::serve::clients::Clients;
use crate::serve::metrics::Metrics;
use crate::serve::passes::Passes;
use crate::serve::work::{LARGE, Searches, Work};

pub struct Service {
    pub api: Arc<Api>,
    pub work: Work,
    pub passes: Arc<Passes>,
    pub searches: Searches,
    pub metrics: Metrics,
    pub clients: Option<Clients>,
    pub client_header: Option<HeaderName>,
    pub body_limit: u64,
    pub logs: bool,
}

/// The address of a connection's other end.
#[derive(Clone, Copy)]
pub struct Peer(pub IpAddr);

/// The client of a request: that address, or the one that a trusted proxy names.
#[derive(Clone, Copy)]
pub struct Client(pub IpAddr);

/// A request without its body.
pub fn asked(parts: &Parts) -> Request<'_> {
    // CONNECT names no path.
    let path = if parts.uri.path().is_empty() { "/" } else { parts.uri.path() };
    Request { method: parts.method.as_str(), path, query: parts.uri.query().unwrap_or_default(), body: &[] }
}

/// Answers on the threads that probe, or on those that search.
pub async fn on_threads(service: &Service, parts: &Parts, cost: Cost, body: Vec<u8>) -> Result<Reply, Problem> {
    if cost == Cost::Search {
        return service.searches.answer(&service.api, parts, body).await;
    }
    let (api, parts) = (service.api.clone(), parts.clone());
    service.work.run(move || api.answer(&Request { body: &body, ..asked(&parts) })).await
}

/// For how long an answer may be kept without asking again. The tables of a server seldom change.
const KEPT: &str = "public, max-age=3600";

/// The tag of the answer to a request, of tables with a tag of their own. A client knows it only from an answer, so a
/// client that names it has that answer. It is weak, since the same answer is sent with and without compression.
pub fn tag(tables: &str, request: &Request<'_>) -> HeaderValue {
    let hash = blake3::hash([request.path, "?", request.query].concat().as_bytes()).to_hex();
    let tag = format!("W/\"{tables}-{}\"", &hash[..16]);
    HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("W/\"\""))
}

/// Whether a client names a tag as that of an answer it has.
pub fn has(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let strong = |text: &str| text.trim().trim_start_matches("W/").to_string();
    let Ok(tag) = tag.to_str().map(strong) else { return false };
    let named = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    named.flat_map(|value| value.split(',')).any(|value| strong(value) == tag)
}

/// Whether a client wants no answer if there is any.
pub fn has_any(headers: &HeaderMap) -> bool {
    let mut named = headers.get_all(IF_NONE_MATCH).iter();
    named.next().is_some_and(|value| value.as_bytes().trim_ascii() == b"*") && named.next().is_none()
}

/// Makes an answer one to a client that wants none.
pub fn empty(response: &mut Response) {
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    *response.body_mut() = Body::empty();
    response.headers_mut().remove(CONTENT_TYPE);
    // As the answer would have it, which may be compressed.
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
}

pub fn not_modified(tag: HeaderValue) -> Response {
    let mut response = Response::new(Body::empty());
    empty(&mut response);
    keep(&mut response, tag);
    response
}

/// An answer, with the tag that it would have.
pub fn response(reply: Reply, tag: Option<HeaderValue>) -> Response {
    let mut response = Response::new(Body::from(reply.body));
    *response.status_mut() = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(reply.media_type));
    if matches!(reply.status, 429 | 503) {
        headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
    }
    match tag.filter(|_| reply.lasting) {
        Some(tag) => keep(&mut response, tag),
        None => _ = response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store")),
    }
    response
}

pub fn problem(problem: Problem, lang: Lang) -> Response {
    response(problem.in_lang(lang).into(), None)
}

/// Names what is accepted, if something else was sent: the methods of a path, or the codings of a body.
pub fn accepted(response: &mut Response, methods: &'static str) {
    let (name, accepted) = match response.status() {
        StatusCode::METHOD_NOT_ALLOWED => (ALLOW, methods),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => (ACCEPT_ENCODING, "identity"),
        _ => return,
    };
    response.headers_mut().insert(name, HeaderValue::from_static(accepted));
}

fn keep(response: &mut Response, tag: HeaderValue) {
    response.headers_mut().insert(ETAG, tag);
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(KEPT));
}

/// The bytes that are handed on at once: the connection asks for more when it has sent them.
const PIECE: usize = 16 << 10;

/// An answer, with the tag that it would have; refused if too many large ones are not sent yet.
pub fn sent(service: &Service, mut reply: Reply, tag: Option<HeaderValue>) -> Result<Response, Problem> {
    if reply.body.len() <= LARGE {
        return Ok(response(reply, tag));
    }
    let place = service.work.answer(reply.body.len())?;
    let rest = Bytes::from(std::mem::take(&mut reply.body));
    Ok(response(reply, tag).map(|_| Body::new(Large { rest, _place: place })))
}

struct Large {
    rest: Bytes,
    _place: OwnedSemaphorePermit,
}

impl HttpBody for Large {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let length = self.rest.len().min(PIECE);
        // A copy, so that the whole is freed with this body, not with the last of its pieces.
        let piece = Bytes::copy_from_slice(&self.rest.split_to(length));
        Poll::Ready((length > 0).then(|| Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.rest.len() as u64)
    }
}
