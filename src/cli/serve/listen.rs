//! The socket that connections come to.

use std::net::{IpAddr, SocketAddr};

use anyhow::{Context, Result};
use tokio::net::TcpListener;

/// A socket of an address and a port; or the one that systemd has opened for this process, if it has.
pub fn listener(address: IpAddr, port: u16) -> Result<TcpListener> {
    let listener = match passed()? {
        Some(listener) => listener,
        None => {
            let address = SocketAddr::new(address, port);
            std::net::TcpListener::bind(address).with_context(|| format!("cannot listen on {address}"))?
        }
    };
    listener.set_nonblocking(true)?;
    Ok(TcpListener::from_std(listener)?)
}

/// The socket that was passed on at the start: sd_listen_fds(3).
#[cfg(unix)]
#[allow(unsafe_code)]
fn passed() -> Result<Option<std::net::TcpListener>> {
    use std::env::var;
    use std::os::fd::FromRawFd;

    /// The first descriptor that is passed on.
    const FIRST: i32 = 3;
    let is_for_us = var("LISTEN_PID").is_ok_and(|id| id == std::process::id().to_string());
    if !is_for_us {
        return Ok(None);
    }
    let count = var("LISTEN_FDS").unwrap_or_default();
    anyhow::ensure!(count == "1", "systemd has passed on {count} sockets; expected one");
    // SAFETY: by the protocol of these variables the descriptor is open and this process's own, and this function, which is
    // called once, is the only place that takes it.
    Ok(Some(unsafe { std::net::TcpListener::from_raw_fd(FIRST) }))
}

#[cfg(not(unix))]
fn passed() -> Result<Option<std::net::TcpListener>> {
    Ok(None)
}

/// Asks the system for as many open files as the connections take, beside those of tables. If it does not give them, further
/// connections wait until others are closed.
#[cfg(unix)]
pub fn allow_open_files(connections: usize) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    /// Files of tables, and others.
    const FURTHER: u64 = 256;
    let limit = getrlimit(Resource::Nofile);
    let wanted = connections as u64 + FURTHER;
    let wanted = limit.maximum.map_or(wanted, |most| wanted.min(most));
    if limit.current.is_some_and(|current| current < wanted) {
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..limit });
    }
}

#[cfg(not(unix))]
pub fn allow_open_files(_: usize) {}

/// Ends at the first signal that stops a server. The second one ends the program at once.
pub fn stopped() -> Result<impl Future<Output = ()>> {
    let mut signals = Signals::listen()?;
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

#[cfg(unix)]
struct Signals(tokio::signal::unix::Signal, tokio::signal::unix::Signal);

#[cfg(unix)]
impl Signals {
    fn listen() -> Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals(signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?))
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.0.recv() => {}
            _ = self.1.recv() => {}
        }
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn listen() -> Result<Signals> {
        Ok(Signals)
    }

    async fn next(&mut self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}
