//! The process: its notices on standard error, its signals and its threads.
//!
//! The first Ctrl-C or SIGTERM asks the command to stop in good order; the second one ends it at once. A system without a free
//! thread is an ordinary error.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

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
