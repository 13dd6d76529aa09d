//! Progress of a generation: a bar on a terminal, else a line for each ending; on standard error.

use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bolshak::generate::{Finished, Plan, Progress};
use bolshak::index::Ending;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::notice;
use super::text::grouped;

/// Shows how a run goes.
pub struct Meter {
    start: Instant,
    total: OnceLock<(u64, usize)>,
    solved: AtomicU64,
    finished: AtomicUsize,
    bar: ProgressBar,
}

impl Meter {
    pub fn new() -> Meter {
        Meter {
            start: Instant::now(),
            total: OnceLock::new(),
            solved: AtomicU64::new(0),
            finished: AtomicUsize::new(0),
            bar: if io::stderr().is_terminal() { ProgressBar::new(0) } else { ProgressBar::hidden() },
        }
    }

    /// Removes the bar.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    fn print(&self, line: &str) {
        self.bar.suspend(|| notice(line));
    }

    /// The wall time that the rest takes at the rate so far.
    fn left(&self, solved: u64, total: u64) -> Duration {
        self.start.elapsed().mul_f64(total.saturating_sub(solved) as f64 / solved.max(1) as f64)
    }
}

impl Progress for Meter {
    fn planned(&self, plan: &Plan) {
        for (path, damage) in &plan.damaged {
            self.print(&format!("{} is damaged ({damage}): making it again", path.display()));
        }
        let (entries, endings) = (plan.entries(), plan.missing.len());
        let _ = self.total.set((entries, endings));
        self.bar.set_length(entries);
        let template = "{bar:24} {percent:>3} %  {human_pos} of {human_len} entries  {rate}  {eta} left  {msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
                let _ = write!(out, "{:.2} M/s", state.per_sec() / 1e6);
            };
            self.bar.set_style(style.with_key("rate", rate));
        }
        self.print(&format!(
            "{endings} endings to solve, {} entries; {} finished before",
            grouped(entries),
            plan.finished.len()
        ));
    }

    fn started(&self, ending: Ending) {
        let (_, endings) = self.total.get().copied().unwrap_or_default();
        self.bar.set_message(format!("{ending}, {}/{endings} endings", self.finished.load(Ordering::Relaxed)));
    }

    fn solved(&self, entries: u64) {
        self.solved.fetch_add(entries, Ordering::Relaxed);
        self.bar.inc(entries);
    }

    fn finished(&self, made: &Finished) {
        let number = self.finished.fetch_add(1, Ordering::Relaxed) + 1;
        let solved = self.solved.load(Ordering::Relaxed);
        let (total, endings) = self.total.get().copied().unwrap_or_default();
        let seconds = made.time.as_secs_f64();
        self.print(&format!(
            "{:9} {:>14} entries {:7.2} s {:6.2} M/s {:>12} bytes   {number}/{endings} endings, {:3} %, {:.0} s left",
            made.ending.to_string(),
            grouped(made.entries),
            seconds,
            made.entries as f64 / 1e6 / seconds,
            grouped(made.bytes.iter().sum()),
            100 * solved / total.max(1),
            self.left(solved, total).as_secs_f64(),
        ));
    }
}
