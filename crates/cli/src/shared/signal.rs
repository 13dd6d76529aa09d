//! Signals. The first Ctrl-C or SIGTERM asks the command to stop in good order; the second one ends it at once.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;

use super::notice::{NAME, notice};
use super::said::Said;

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

/// Writes a sentence about a command that has stopped in good order, and returns its exit status.
pub fn ended(sentence: &str) -> ExitCode {
    notice(&format!("{NAME}: {sentence}"));
    ExitCode::from(INTERRUPTED)
}

/// Whether a signal has asked to stop.
pub fn is_stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}
