//! What requests share.

use std::net::IpAddr;
use std::sync::Arc;

use axum::http::HeaderName;
use bolshak_answers::api::Api;

use super::bounds::Bounds;
use super::clients::Clients;
use super::metrics::Metrics;
use super::passes::Passes;
use super::work::Work;

/// What all requests share.
pub struct Service {
    pub api: Arc<Api>,
    pub work: Work,
    pub passes: Passes,
    pub bounds: Bounds,
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
