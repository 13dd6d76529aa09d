//! The process: its notices on standard error, its signals and its threads.
//!
//! The first Ctrl-C or SIGTERM asks the command to stop in good order; the second one ends it at once. A system without a free
//! thread is an ordinary error.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use anyhow::Result;
use bolshak::harmless;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::lang::Said;

pub const NAME: &str = "bolshak";

/// Writes lines to standard error, with nothing in them that disturbs a terminal. Errors of the write are ignored.
pub fn notice(lines: &str) {
    let lines: Vec<String> = lines.split('\n').map(harmless).collect();
    let _ = writeln!(io::stderr(), "{}", lines.join("\n"));
}

/// The exit status of a stopped program: 128 plus the number of SIGINT.
const INTERRUPTED: u8 = 130;

static STOPPED: AtomicBool = AtomicBool::new(false);

/// Listens for signals from now on, and writes this notice at the first one.
pub fn listen(notice_of_stop: impl Into<String>) -> Result<()> {
    let notice_of_stop = notice_of_stop.into();
    ctrlc::set_handler(move || {
        if STOPPED.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
        notice(&notice_of_stop);
    })
    .map_err(|error| match error {
        ctrlc::Error::System(error) => Said::new("no-signals-for-lack", &[("error", &error)]).into(),
        error => Said::new("no-signals", &[("error", &error)]).into(),
    })
}

pub fn ended(sentence: &str) -> ExitCode {
    notice(&format!("{NAME}: {sentence}"));
    ExitCode::from(INTERRUPTED)
}

pub fn status(is_done: bool) -> ExitCode {
    if is_done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The exit status of a command with many answers, which a signal may have cut short.
pub fn status_of_many(is_done: bool) -> ExitCode {
    if is_stopped() { ExitCode::from(INTERRUPTED) } else { status(is_done) }
}

pub fn is_stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

pub fn go_on() -> ControlFlow<()> {
    if is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// What a mutex guards, also after a panic of another thread.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A pool of some threads; 0 stands for one for each core.
pub fn pool(threads: usize) -> Result<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(no_threads)
}

/// Starts the threads of a command without a pool of its own. By itself rayon would start them at the first use, and panic if
/// it could not.
pub fn start_threads() -> Result<()> {
    ThreadPoolBuilder::new().build_global().map_err(no_threads)
}

fn no_threads(error: ThreadPoolBuildError) -> anyhow::Error {
    Said::new("no-threads", &[("error", &error)]).into()
}

/// The last second of the year 9999, since 1970.
const LAST_SECOND: Duration = Duration::from_secs(253_402_300_799);

/// A time as `2025-03-01T12:00:00Z`. A time before 1970 or after 9999 has no such text; the nearest that has one stands for
/// it.
pub fn timestamp(time: SystemTime) -> String {
    let time = time.clamp(SystemTime::UNIX_EPOCH, SystemTime::UNIX_EPOCH + LAST_SECOND);
    humantime::format_rfc3339_seconds(time).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_has_a_text() {
        let (epoch, year) = (SystemTime::UNIX_EPOCH, Duration::from_secs(365 * 24 * 3600));
        for (time, text) in [
            (epoch + Duration::from_secs(951_782_400), "2000-02-29T00:00:00Z"),
            (epoch, "1970-01-01T00:00:00Z"),
            (epoch - Duration::from_nanos(1), "1970-01-01T00:00:00Z"),
            (epoch + LAST_SECOND, "9999-12-31T23:59:59Z"),
            (epoch + LAST_SECOND + Duration::from_nanos(1), "9999-12-31T23:59:59Z"),
            (epoch + 10_000 * year, "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(timestamp(time), text);
        }
    }
}
