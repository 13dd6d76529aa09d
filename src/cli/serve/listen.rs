//! The socket that connections come to.

use std::net::{IpAddr, SocketAddr, TcpListener};

use anyhow::{Context, Result};

/// A socket of an address and a port; or the one that systemd has opened for this process, if it has. Must be called before
/// anything else opens a file.
pub fn listener(address: IpAddr, port: u16) -> Result<TcpListener> {
    let listener = match passed()? {
        Some(listener) => listener,
        None => {
            let address = SocketAddr::new(address, port);
            let words = || match port {
                0 => format!("cannot listen on {address}"),
                _ => format!("cannot listen on {address}; --port names another port, or 0 for any that is free"),
            };
            TcpListener::bind(address).with_context(words)?
        }
    };
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// The socket that was passed on at the start: sd_listen_fds(3).
#[cfg(unix)]
#[allow(unsafe_code)]
fn passed() -> Result<Option<TcpListener>> {
    use std::env::var;
    use std::os::fd::{FromRawFd, IntoRawFd, OwnedFd};

    use rustix::net::{AddressFamily, SocketType, sockopt};

    /// The first descriptor that is passed on.
    const FIRST: i32 = 3;
    let is_for_us = var("LISTEN_PID").is_ok_and(|id| id == std::process::id().to_string());
    if !is_for_us {
        return Ok(None);
    }
    let count = var("LISTEN_FDS").unwrap_or_default();
    anyhow::ensure!(count == "1", "systemd has passed on {count} sockets; expected one");
    // SAFETY: by the protocol of these variables the descriptor is this process's own, and this function, which is called once
    // and before anything is opened, is the only place that takes it. If the variables are wrong and it is not open, the calls
    // below say so, and nothing else uses it.
    let socket = unsafe { OwnedFd::from_raw_fd(FIRST) };
    let is_stream = sockopt::socket_type(&socket) == Ok(SocketType::STREAM);
    let family = sockopt::socket_domain(&socket);
    let is_internet = family == Ok(AddressFamily::INET) || family == Ok(AddressFamily::INET6);
    if !is_stream || !is_internet || sockopt::socket_acceptconn(&socket) != Ok(true) {
        // It may not be open, and must not be closed then.
        let _ = socket.into_raw_fd();
        anyhow::bail!(
            "what was passed on (LISTEN_FDS) is no listening TCP socket; expected that of ListenStream= in a unit"
        );
    }
    Ok(Some(TcpListener::from(socket)))
}

#[cfg(not(unix))]
fn passed() -> Result<Option<TcpListener>> {
    Ok(None)
}

/// Asks the system for as many open files as the connections and some others take. Returns how many connections it allows.
#[cfg(unix)]
pub fn allowed_connections(connections: usize, others: usize) -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    /// Connections that are let in whatever the system allows.
    const LEAST: usize = 8;
    let limit = getrlimit(Resource::Nofile);
    let wanted = (connections + others) as u64;
    let wanted = limit.maximum.map_or(wanted, |most| wanted.min(most));
    let is_low = limit.current.is_some_and(|current| current < wanted);
    let is_raised = is_low && setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..limit }).is_ok();
    let files = if is_raised { Some(wanted) } else { limit.current };
    files.map_or(connections, |files| connections.min((files as usize).saturating_sub(others).max(LEAST)))
}

#[cfg(not(unix))]
pub fn allowed_connections(connections: usize, _: usize) -> usize {
    connections
}

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
