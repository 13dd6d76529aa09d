//! Connections, from the first byte to the last.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use axum::http::Request;
use bolshak_answers::api::Problem;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use super::listen::stopped;
use super::metrics::Open;
use super::router::router;
use super::service::{Peer, Service};
use super::stream::Timed;
use crate::shared::notice::{NAME, notice};

/// The time for the headers of a request, and the time that a connection may be idle.
const HEADERS: Duration = Duration::from_secs(15);

/// The time that answers under way have when the server stops.
const GRACE: Duration = Duration::from_secs(30);

/// The bytes of a connection that are held in memory: headers must fit.
const BUFFER: usize = 16 << 10;

/// Serves until a signal stops it.
pub async fn serve(listener: TcpListener, service: Arc<Service>, connections: usize) -> Result<()> {
    let places = Arc::new(Semaphore::new(connections));
    let graceful = GracefulShutdown::new();
    let router = router(service.clone());
    let mut stop = std::pin::pin!(stopped()?);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(_) => {
                // Too many open files, or a connection that was gone at once. The first passes.
                sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Ok(place) = places.clone().try_acquire_owned() else {
            service.metrics.refused();
            tokio::spawn(refuse(stream));
            continue;
        };
        let _ = stream.set_nodelay(true);
        let inner = TowerToHyperService::new(router.clone());
        let answer = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Peer(peer.ip().to_canonical()));
            inner.call(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADERS)
            .max_buf_size(BUFFER)
            // Some clients end their half of a connection with the request.
            .half_close(true)
            .serve_connection(TokioIo::new(Timed::new(stream)), answer);
        tokio::spawn(finished(graceful.watch(connection), place, service.metrics.opened()));
    }
    drop((listener, router));
    notice(&format!("{NAME}: stopping; answers under way are finished (once more to stop at once)"));
    let _ = timeout(GRACE, graceful.shutdown()).await;
    Ok(())
}

/// Waits for the end of a connection. What went wrong with it is the client's affair.
async fn finished<T>(connection: impl Future<Output = T>, _place: OwnedSemaphorePermit, _open: Open) {
    connection.await;
}

/// Answers a connection that there is no place for.
async fn refuse(stream: TcpStream) {
    let problem = Problem::new(503, "connections", "too many connections are open; try again in some seconds");
    let body = serde_json::to_string(&problem).unwrap_or_default();
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/problem+json\r\ncontent-length: {}\r\n\
         retry-after: 5\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    if timeout(Duration::from_secs(1), stream.writable()).await.is_ok() {
        let _ = stream.try_write(answer.as_bytes());
    }
}
