//! Progress bars.

use std::fmt;
use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

/// A bar on standard error if that is a terminal, else a hidden one.
pub fn new() -> ProgressBar {
    if io::stderr().is_terminal() { ProgressBar::new(0) } else { ProgressBar::hidden() }
}

/// The time that the rest takes at the rate so far, in seconds, or from two minutes on in minutes; unknown until a hundredth is
/// done.
pub fn left(elapsed: Duration, solved: u64, total: u64) -> String {
    if solved < total / 100 {
        return "? min".into();
    }
    let seconds = elapsed.as_secs_f64() * total.saturating_sub(solved) as f64 / solved.max(1) as f64;
    if seconds < 120.0 { format!("{seconds:.0} s") } else { format!("{:.0} min", seconds / 60.0) }
}

/// Makes a bar count entries.
pub fn of_entries(bar: &ProgressBar) {
    style(bar, "{human_pos} of {human_len} entries  {rate}");
}

/// Makes a bar count the bytes of tables that are compared with a record.
pub fn of_bytes(bar: &ProgressBar) {
    style(bar, "{bytes} of {total_bytes} compared with the record");
}

/// Makes a bar count endings.
#[cfg(feature = "serve")]
pub fn of_endings(bar: &ProgressBar) {
    style(bar, "{pos} of {len} endings");
}

fn style(bar: &ProgressBar, counted: &str) {
    let template = format!("{{bar:20}} {{percent:>3}} %  {counted}  {{left}}  {{msg}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = write!(out, "{:.1} M/s", state.per_sec() / 1e6);
        };
        let left = |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = write!(out, "{} left", left(state.elapsed(), state.pos(), state.len().unwrap_or(0)));
        };
        bar.set_style(style.with_key("rate", rate).with_key("left", left));
    }
}
