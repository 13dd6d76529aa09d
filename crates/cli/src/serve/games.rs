//! Games in a body, judged at once.

use std::sync::Arc;

use axum::body::Body;
use axum::http::request::Parts;
use axum::response::Response;
use bolshak_answers::api::{GAMES_BYTES, Problem, Reply, Request};
use bolshak_answers::lang::Sentence;

use super::body::{announced, discard, too_long, whole};
use super::sent::sent;
use super::service::Service;

/// The most bytes of a body.
const LIMIT: u64 = GAMES_BYTES as u64;

/// Judges the games of a body.
pub async fn answer(service: &Arc<Service>, parts: &Parts, mut body: Body) -> Result<Response, Problem> {
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
    // Not before the body is there: whoever sends slowly keeps nobody else waiting.
    let place = service.work.place()?;
    let (api, uri) = (service.api.clone(), parts.uri.clone());
    let work = move || {
        let (path, query) = (uri.path(), uri.query().unwrap_or_default());
        api.answer(&Request { method: "POST", path, query, body: &bytes })
    };
    service.work.run(&place, work).await
}
