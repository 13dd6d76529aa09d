//! The socket that connections come to.

use std::net::{IpAddr, SocketAddr, TcpListener};

use anyhow::{Context, Result};
use bolshak_system::{self as system, StopSignals};

/// A socket of an address and a port; or the one that systemd has opened for this process, if it has. Must be called before
/// anything else opens a file.
pub fn listener(address: IpAddr, port: u16) -> Result<TcpListener> {
    let listener = match system::passed_listener()? {
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
