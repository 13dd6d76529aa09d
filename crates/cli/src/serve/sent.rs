//! Large answers, which count until they are sent.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::HeaderValue;
use axum::response::Response;
use bolshak_answers::api::{Problem, Reply};
use hyper::body::{Frame, SizeHint};
use tokio::sync::OwnedSemaphorePermit;

use super::bounds::LARGE;
use super::response::response;
use super::service::Service;

/// The bytes that are handed on at once: the connection asks for more when it has sent them.
const PIECE: usize = 16 << 10;

/// An answer, with the tag that it would have; refused if too many large ones are not sent yet.
pub fn sent(service: &Service, mut reply: Reply, tag: Option<HeaderValue>) -> Result<Response, Problem> {
    if reply.body.len() <= LARGE {
        return Ok(response(reply, tag));
    }
    let place = service.bounds.answer(reply.body.len())?;
    let rest = Bytes::from(std::mem::take(&mut reply.body));
    Ok(response(reply, tag).map(|_| Body::new(Large { rest, _place: place })))
}

/// The body of a large answer.
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
