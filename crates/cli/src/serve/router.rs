//! From a request of HTTP to its response.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use bolshak_answers::api::{self, Cost, LINES, Problem};
use bolshak_answers::lang::Lang;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::cors::{Any, CorsLayer};

use crate::serve::clients::{self, failed};
use crate::serve::response::{self, Client, Peer, Service, asked, on_threads, sent};
use crate::serve::{assets, bodies};
use crate::shared::process::{notice, timestamp};

/// For how long a browser need not ask whether other sites may ask.
const PREFLIGHT: Duration = Duration::from_secs(86400);

/// All layers around a request, the outermost last. Any site may send requests: there is nothing to protect.
pub fn router(service: Arc<Service>) -> Router {
    let any_site = CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::HEAD, Method::POST])
        .allow_headers(Any)
        .max_age(PREFLIGHT);
    // Compression would hold answers to lines back, for which a client may wait.
    let but_lines = DefaultPredicate::new().and(NotForContentType::const_new(LINES));
    Router::new()
        .fallback(answer)
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| response::problem(failed(), Lang::En)))
        .layer(from_fn_with_state(service.clone(), watched))
        .layer(CompressionLayer::new().compress_when(but_lines))
        .layer(any_site)
        .with_state(service)
}

/// Answers a request if its client may ask, counts it, and writes a line about it.
async fn watched(State(service): State<Arc<Service>>, mut request: Request, next: Next) -> Response {
    let start = Instant::now();
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let client = client(&service, &request);
    request.extensions_mut().insert(Client(client));
    let allowed = service.clients.as_ref().is_none_or(|clients| clients.allow(client, start));
    let response = match allowed || uri.path() == "/healthz" {
        true => next.run(request).await,
        false => {
            let (parts, body) = request.into_parts();
            bodies::discard(&parts, body);
            response::problem(clients::too_often(), asked(&parts).lang())
        }
    };
    let (status, time) = (response.status().as_u16(), start.elapsed());
    service.metrics.answered(route(uri.path()), status, time);
    if service.logs {
        log(client, &method, &uri, status, time);
    }
    response
}

/// The client: the other end of the connection, or the one that a trusted proxy names.
fn client(service: &Service, request: &Request) -> IpAddr {
    let named = service.client_header.as_ref().and_then(|name| request.headers().get_all(name).iter().next_back());
    let named = named.and_then(|value| clients::named(value.to_str().ok()?));
    let peer = request.extensions().get::<Peer>().map(|&Peer(address)| address);
    named.or(peer).unwrap_or(IpAddr::from([0, 0, 0, 0]))
}

/// What a request asks, in the counts.
fn route(path: &str) -> &'static str {
    const OF_API: [&str; 6] = ["probe", "line", "map", "solve", "review", "study"];
    match (path, path.strip_prefix("/api/v1/")) {
        ("/russian" | "/poddavki" | "/draughts-80", _) => "explorer",
        ("/healthz" | "/metrics", _) => "state",
        (_, Some(below)) if below.starts_with("endings") => "endings",
        (_, Some(below)) => OF_API.into_iter().find(|name| *name == below).unwrap_or("api"),
        _ if path.starts_with("/api/") => "api",
        _ => "page",
    }
}

async fn answer(State(service): State<Arc<Service>>, request: Request) -> Response {
    let (parts, mut body) = request.into_parts();
    let asked = asked(&parts);
    let answered = match (asked.path, asked.method) {
        ("/api/v1/probe" | "/api/v1/review" | "/api/v1/study", "POST") if bodies::is_coded(&parts) => {
            Err(bodies::coded())
        }
        ("/api/v1/probe", "POST") => bodies::answer_lines(service, &parts, &mut body),
        ("/api/v1/review" | "/api/v1/study", "POST") => bodies::answer_games(&service, &parts, &mut body).await,
        _ => read(&service, &parts, &asked).await,
    };
    if !asked.is_read() {
        bodies::discard(&parts, body);
    }
    let mut response = answered.unwrap_or_else(|problem| response::problem(problem, asked.lang()));
    response::accepted(&mut response, api::methods(asked.path));
    if asked.is_read() && response.status() == StatusCode::OK && response::has_any(&parts.headers) {
        response::empty(&mut response);
    }
    response
}

async fn read(service: &Arc<Service>, parts: &Parts, asked: &api::Request<'_>) -> Result<Response, Problem> {
    Ok(match asked.path {
        _ if asked.is_of_api() => return of_api(service, parts, asked).await,
        path if !asked.is_read() => return Err(Problem::method(path)),
        "/healthz" => ([(CONTENT_TYPE, "text/plain"), (CACHE_CONTROL, "no-store")], "ok\n").into_response(),
        "/metrics" => {
            let headers = [(CONTENT_TYPE, "text/plain; version=0.0.4"), (CACHE_CONTROL, "no-store")];
            (headers, Body::from(service.metrics.text())).into_response()
        }
        // An address without a file of the page is unknown to the service too, which has the error for it.
        path => assets::answer(path).unwrap_or_else(|| response::response(service.api.answer(asked), None)),
    })
}

/// Answers a request about the tables.
async fn of_api(service: &Arc<Service>, parts: &Parts, asked: &api::Request<'_>) -> Result<Response, Problem> {
    let tag = response::tag(service.api.tag(), asked);
    if asked.is_read() && response::has(&parts.headers, &tag) {
        return Ok(response::not_modified(tag));
    }
    let cost = if asked.is_read() { service.api.cost(asked) } else { Cost::Little };
    let reply = match cost {
        Cost::Little => service.api.answer(asked),
        Cost::Pass => {
            let client = parts.extensions.get().map_or(0, |&Client(address)| clients::key(address));
            service.passes.answer(&service.api, client, parts).await?
        }
        Cost::Probes | Cost::Search => on_threads(service, parts, cost, Vec::new()).await?,
    };
    sent(service, reply, Some(tag))
}

const LENGTH: usize = 300;

/// Writes the time, the client, the request, the status, and the time until the answer began.
fn log(client: IpAddr, method: &Method, uri: &Uri, status: u16, time: Duration) {
    let now = timestamp(SystemTime::now());
    let address: String = uri.to_string().chars().take(LENGTH).flat_map(char::escape_debug).collect();
    notice(&format!("{now} {client} {method} {address} {status} {:.1} ms", time.as_secs_f64() * 1e3));
}
