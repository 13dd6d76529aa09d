//! What the program needs of Unix.

use std::fs::File;
use std::io;
use std::net::TcpListener;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::signal::unix::{Signal, SignalKind, signal};

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
pub fn passed_listener() -> io::Result<Option<TcpListener>> {
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
    if count != "1" {
        return Err(io::Error::other(format!("systemd has passed on {count} sockets; expected one")));
    }
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
        return Err(io::Error::other(
            "what was passed on (LISTEN_FDS) is not a listening TCP socket; expected that of ListenStream= in a unit",
        ));
    }
    Ok(Some(TcpListener::from(socket)))
}

/// Only Linux has systemd.
#[cfg(not(target_os = "linux"))]
pub fn passed_listener() -> io::Result<Option<TcpListener>> {
    Ok(None)
}

pub fn allow_open_files(wanted: u64) -> Option<u64> {
    let limit = getrlimit(Resource::Nofile);
    let wanted = limit.maximum.map_or(wanted, |most| wanted.min(most));
    let is_low = limit.current.is_some_and(|current| current < wanted);
    let is_raised = is_low && setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..limit }).is_ok();
    if is_raised { Some(wanted) } else { limit.current }
}

/// Only Linux sets this for one thread; others do for the whole process.
pub fn lower_priority() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};
        /// A tenth of the share that other threads of the process have. Without it all goes on, only slower for others.
        const NICER: i32 = 10;
        let _ = getpriority_process(None).and_then(|nice| setpriority_process(None, nice + NICER));
    }
}

pub struct StopSignals(Signal, Signal);

impl StopSignals {
    pub fn listen() -> io::Result<StopSignals> {
        Ok(StopSignals(signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?))
    }

    pub async fn next(&mut self) {
        tokio::select! {
            _ = self.0.recv() => {}
            _ = self.1.recv() => {}
        }
    }
}

pub fn remedy_of_replacing(_: &io::Error) -> Option<&'static str> {
    None
}

pub fn protect(file: &File) -> io::Result<()> {
    let mut permissions = file.metadata()?.permissions();
    permissions.set_readonly(true);
    file.set_permissions(permissions)
}

#[allow(unsafe_code)]
pub fn ignore_file_limit() {
    use nix::sys::signal::{SigHandler, Signal, signal};
    // SAFETY: an ignored signal runs no code, and nothing else has set a handler for this one. The call cannot fail: the
    // signal exists, and may be ignored.
    let _ = unsafe { signal(Signal::SIGXFSZ, SigHandler::SigIgn) };
}

pub fn colors() -> bool {
    true
}

pub const UNIX_SHELL: bool = true;

pub fn locale() -> Option<String> {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set)
}
