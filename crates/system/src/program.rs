//! What the program needs: limits, the terminal, the locale, and the service's socket, threads and signals.

use std::fs::File;
use std::io;
use std::net::TcpListener;

use crate::own;

/// What a person can do about an error of renaming a file to a name that is taken, as the name of a message in the program's
/// catalogues; `None` where that works whoever has the other file open or mapped, and for errors with other causes.
pub fn remedy_of_replacing(error: &io::Error) -> Option<&'static str> {
    own::remedy_of_replacing(error)
}

/// Makes a file one that may only be read, where another can take its place nevertheless.
///
/// # Errors
/// Those of the system.
pub fn protect(file: &File) -> io::Result<()> {
    own::protect(file)
}

/// Lets a write fail with an error where a file may not grow, also where the system would end the program.
pub fn ignore_file_limit() {
    own::ignore_file_limit()
}

/// The locale of the user's messages, as `ru_RU.UTF-8` or `ru-RU`; `None` if none is set, or if output goes to a program that on
/// Windows would take UTF-8 for the letters of an older code page.
pub fn locale() -> Option<String> {
    own::locale()
}

/// Lets the terminal at standard output show the colours of escape codes, and returns whether it does. Only a console of Windows
/// may not.
pub fn colors() -> bool {
    own::colors()
}

/// Whether commands are typed into a shell of Unix.
pub const UNIX_SHELL: bool = own::UNIX_SHELL;

/// The listening socket that systemd has opened for this process, if it has: sd_listen_fds(3). Must be called before anything
/// else opens a file, and once.
///
/// # Errors
/// If what was passed on is not one listening TCP socket.
pub fn passed_listener() -> io::Result<Option<TcpListener>> {
    own::passed_listener()
}

/// Asks the system for a number of open files. Returns how many it allows; `None` if it knows no limit.
pub fn allow_open_files(wanted: u64) -> Option<u64> {
    own::allow_open_files(wanted)
}

/// Lets this thread have less of a processor than others that want it, where the system can do that for one thread: on Linux and
/// Windows.
pub fn lower_priority() {
    own::lower_priority()
}

/// What asks a service to stop: Ctrl-C or SIGTERM, on Windows also that its window closes or the machine shuts down.
pub struct StopSignals(own::StopSignals);

impl StopSignals {
    /// Listens from now on.
    ///
    /// # Errors
    /// Those of the system.
    pub fn listen() -> io::Result<StopSignals> {
        own::StopSignals::listen().map(StopSignals)
    }

    /// Ends at the next signal.
    pub async fn next(&mut self) {
        self.0.next().await
    }
}
