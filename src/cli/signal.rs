//! Ctrl-C and SIGTERM: stop in good order; the second time, at once.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

use super::notice;

static STOPPED: AtomicBool = AtomicBool::new(false);

/// Listens from now on.
pub fn listen() -> Result<()> {
    ctrlc::set_handler(|| {
        if STOPPED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        notice("Stopping; finished phases stay (once more to stop at once, which is safe too).");
    })
    .context("cannot listen for Ctrl-C")
}

/// Whether to stop.
pub fn stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}
