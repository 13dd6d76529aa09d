//! Signals. Ctrl-C and SIGTERM: stop in good order; the second time, at once.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, anyhow};

use super::notice::{NAME, notice};
use super::threads;

/// The exit status of a program that was stopped: 128 and the number of the signal of Ctrl-C.
const INTERRUPTED: u8 = 130;

static STOPPED: AtomicBool = AtomicBool::new(false);

/// Listens from now on, and writes this notice at the first signal.
pub fn listen(notice_of_stop: &'static str) -> Result<()> {
    ctrlc::set_handler(move || {
        if STOPPED.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
        notice(notice_of_stop);
    })
    .map_err(|error| match error {
        ctrlc::Error::System(error) => threads::none("cannot listen for Ctrl-C", &error),
        error => anyhow!("cannot listen for Ctrl-C: {error}"),
    })
}

/// A file that may not grow any more is then an error of the write, as any other, and does not end the program.
#[allow(unsafe_code)]
pub fn ignore_full_files() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigHandler, Signal, signal};
        // SAFETY: no code runs when an ignored signal comes, and nothing else has set what is done at this one. It
        // cannot fail: the signal is there, and may be ignored.
        let _ = unsafe { signal(Signal::SIGXFSZ, SigHandler::SigIgn) };
    }
}

/// Ends a command that has stopped in good order, with a sentence that says so.
pub fn ended(sentence: &str) -> ExitCode {
    notice(&format!("{NAME}: {sentence}"));
    ExitCode::from(INTERRUPTED)
}

/// Whether to stop.
pub fn is_stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}
