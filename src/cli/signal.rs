//! Ctrl-C and SIGTERM: stop in good order; the second time, at once.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

use super::notice;

static STOPPED: AtomicBool = AtomicBool::new(false);

/// Listens from now on, and says that when it is told to stop.
pub fn listen(notice_of_stop: &'static str) -> Result<()> {
    ctrlc::set_handler(move || {
        if STOPPED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        notice(notice_of_stop);
    })
    .context("cannot listen for Ctrl-C")
}

/// Whether to stop.
pub fn stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}
