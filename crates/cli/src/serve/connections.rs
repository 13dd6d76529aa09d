//! Connections, from the socket that they come to, to their last byte.

use std::io::{self, ErrorKind, IoSlice};
use std::net::{IpAddr, Shutdown, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use anyhow::{Context as _, Result};
use axum::http::Request;
use bolshak_answers::api::Problem;
use bolshak_system as system;
use bolshak_system::StopSignals;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Sleep, sleep, timeout};

use crate::serve::response::{Peer, Service};
use crate::serve::router::router;
use crate::serve::work::Stream;
use crate::shared::process::{NAME, notice};

/// The time for the headers of a request, and the time that a connection may be idle.
const HEADERS: Duration = Duration::from_secs(15);

/// The time that answers under way have when the server stops.
const GRACE: Duration = Duration::from_secs(30);

/// The bytes of a connection that are held in memory: headers must fit.
const BUFFER: usize = 16 << 10;

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
        let Ok((stream, peer)) = accepted else {
            // Too many open files, or a connection that was gone at once. The first passes.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let Ok(place) = places.clone().try_acquire_owned() else {
            service.metrics.refused.fetch_add(1, Relaxed);
            tokio::spawn(refuse(stream));
            continue;
        };
        let _ = stream.set_nodelay(true);
        let stream = Arc::new(stream);
        let (inner, shared) = (TowerToHyperService::new(router.clone()), stream.clone());
        let answer = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Peer(peer.ip().to_canonical()));
            request.extensions_mut().insert(Stream(shared.clone()));
            inner.call(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADERS)
            .max_buf_size(BUFFER)
            // Some clients end their half of a connection with the request.
            .half_close(true)
            .serve_connection(TokioIo::new(Timed { stream, end: None }), answer);
        let (connection, open) = (graceful.watch(connection), service.metrics.open.clone());
        tokio::spawn(async move {
            let _held = (place, open);
            // An error of the connection concerns only the client.
            let _ = connection.await;
        });
    }
    drop((listener, router));
    notice(&format!("{NAME}: stopping; answers under way are finished (Ctrl-C once more stops at once)"));
    let _ = timeout(GRACE, graceful.shutdown()).await;
    Ok(())
}

async fn refuse(stream: TcpStream) {
    let problem = Problem::new(503, "connections", "too many connections are open; try again in some seconds");
    let body = serde_json::to_string(&problem).unwrap_or_default();
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/problem+json\r\ncontent-length: {}\r\n\
         retry-after: 5\r\naccess-control-allow-origin: *\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    if timeout(Duration::from_secs(1), stream.writable()).await.is_ok() {
        let _ = stream.try_write(answer.as_bytes());
    }
}

/// A socket of an address and a port; or the one that systemd has opened for this process, if it has. Must be called before
/// anything else opens a file.
pub fn listener(address: IpAddr, port: u16) -> Result<std::net::TcpListener> {
    let listener = match system::passed_listener()? {
        Some(listener) => listener,
        None => {
            let address = SocketAddr::new(address, port);
            let words = || match port {
                0 => format!("cannot listen on {address}"),
                _ => format!("cannot listen on {address}; --port names another port, or 0 for any that is free"),
            };
            std::net::TcpListener::bind(address).with_context(words)?
        }
    };
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Asks the system for as many open files as the connections and some others take. Returns how many connections it allows.
pub fn allowed_connections(connections: usize, others: usize) -> usize {
    /// Connections that are let in whatever the system allows.
    const LEAST: usize = 8;
    let files = system::allow_open_files((connections + others) as u64);
    files.map_or(connections, |files| connections.min((files as usize).saturating_sub(others).max(LEAST)))
}

/// Ends at the first signal that stops a server. The second one ends the program at once.
pub fn stopped() -> Result<impl Future<Output = ()>> {
    let mut signals = StopSignals::listen()?;
    Ok(async move {
        signals.next().await;
        tokio::spawn(async move {
            signals.next().await;
            std::process::exit(INTERRUPTED);
        });
    })
}

/// The exit status of a program that is stopped at once.
const INTERRUPTED: i32 = 130;

/// The time that a client may take nothing of what it is sent.
const WRITE: Duration = Duration::from_secs(30);

/// A stream that fails where its client takes nothing for too long.
struct Timed {
    stream: Arc<TcpStream>,
    /// When the write that waits is given up.
    end: Option<Pin<Box<Sleep>>>,
}

impl Timed {
    fn poll_send(&self, context: &mut Context<'_>, parts: &[IoSlice<'_>]) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.stream.poll_write_ready(context))?;
            match self.stream.try_write_vectored(parts) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                sent => return Poll::Ready(sent),
            }
        }
    }
}

impl AsyncRead for Timed {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        loop {
            ready!(self.stream.poll_read_ready(context))?;
            match self.stream.try_read(into.initialize_unfilled()) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                read => return Poll::Ready(read.map(|length| into.advance(length))),
            }
        }
    }
}

impl AsyncWrite for Timed {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = self.poll_send(context, parts);
        if sent.is_ready() {
            self.end = None;
            return sent;
        }
        let end = self.end.get_or_insert_with(|| Box::pin(sleep(WRITE)));
        ready!(end.as_mut().poll(context));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(SockRef::from(&*self.stream).shutdown(Shutdown::Write))
    }
}
