//! Progress of a generation: a bar on a terminal, else a line for each ending, on standard error; and a log file.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant, SystemTime};

use bolshak::generate::{Finished, Plan, Progress};
use bolshak::index::Ending;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::notice;
use super::signal;
use super::text::{self, grouped};

/// Shows how a run goes.
pub struct Meter {
    start: Instant,
    directory: PathBuf,
    bar: ProgressBar,
    log: OnceLock<Option<File>>,
    run: Mutex<Run>,
}

#[derive(Default)]
struct Run {
    total: u64,
    endings: usize,
    solved: u64,
    finished: usize,
    /// The endings in work.
    work: BTreeMap<Ending, Work>,
}

struct Work {
    start: Instant,
    solved: u64,
    phase: usize,
    phases: usize,
}

impl Meter {
    /// For a run that makes tables in a directory, where its log goes.
    pub fn new(directory: &Path) -> Meter {
        Meter {
            start: Instant::now(),
            directory: directory.into(),
            bar: if io::stderr().is_terminal() { ProgressBar::new(0) } else { ProgressBar::hidden() },
            log: OnceLock::new(),
            run: Mutex::default(),
        }
    }

    /// Removes the bar.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// Writes lines to the log, if there is one.
    pub fn log(&self, lines: &str) {
        if let Some(mut log) = self.log.get().and_then(Option::as_ref) {
            let now = humantime::format_rfc3339_seconds(SystemTime::now());
            for line in lines.lines() {
                // A log that cannot be written is no reason to stop.
                let _ = writeln!(log, "{now} {line}");
            }
        }
    }

    fn tell(&self, line: &str) {
        self.bar.suspend(|| notice(line));
        self.log(line);
    }

    fn with_run<T>(&self, f: impl FnOnce(&mut Run) -> T) -> T {
        f(&mut self.run.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }
}

/// The time that the rest takes at the rate so far, in whole seconds, minutes from two on. Nobody knows before a
/// hundredth is done.
fn left(elapsed: Duration, solved: u64, total: u64) -> String {
    if solved < total / 100 {
        return "? min".into();
    }
    let seconds = elapsed.as_secs_f64() * total.saturating_sub(solved) as f64 / solved.max(1) as f64;
    if seconds < 120.0 { format!("{seconds:.0} s") } else { format!("{:.0} min", seconds / 60.0) }
}

/// Makes a bar one that counts entries.
pub fn set_style(bar: &ProgressBar) {
    let template = "{bar:20} {percent:>3} %  {human_pos} of {human_len} entries  {rate}  {left}  {msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = write!(out, "{:.1} M/s", state.per_sec() / 1e6);
        };
        let left = |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = write!(out, "{} left", left(state.elapsed(), state.pos(), state.len().unwrap_or(0)));
        };
        bar.set_style(style.with_key("rate", rate).with_key("left", left));
    }
}

impl Progress for Meter {
    fn planned(&self, plan: &Plan) {
        let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let path = self.directory.join(format!("generate-{}.log", now.replace(':', "-")));
        self.log.get_or_init(|| File::options().create(true).append(true).open(path).ok());
        for (path, damage) in &plan.damaged {
            self.tell(&format!("{} is damaged ({damage}): making it again", path.display()));
        }
        let (entries, endings) = (plan.entries(), plan.missing.len() + plan.again.len());
        self.with_run(|run| (run.total, run.endings) = (entries, endings));
        self.bar.set_length(entries);
        set_style(&self.bar);
        self.tell(&format!(
            "{} to solve, {} entries; {} finished before{}",
            text::endings(endings),
            grouped(entries),
            plan.finished.len(),
            if plan.again.is_empty() {
                String::new()
            } else {
                let (are, their) = if plan.again.len() == 1 { ("is", "its") } else { ("are", "their") };
                format!(", of which {} {are} solved again, as others need {their} values", plan.again.len())
            }
        ));
    }

    fn phase(&self, ending: Ending, number: usize, of: usize) {
        let message = self.with_run(|run| {
            let new = || Work { start: Instant::now(), solved: 0, phase: 0, phases: of };
            let work = run.work.entry(ending).or_insert_with(new);
            work.phase = number + 1;
            let message = |(ending, work): (&Ending, &Work)| {
                let time = left(work.start.elapsed(), work.solved, ending.entries());
                format!("{ending} phase {}/{}, {time}", work.phase, work.phases)
            };
            run.work.iter().map(message).collect::<Vec<_>>().join("; ")
        });
        self.bar.set_message(message);
    }

    fn solved(&self, ending: Ending, entries: u64) {
        let total = self.with_run(|run| {
            match run.work.get_mut(&ending) {
                Some(work) => {
                    work.solved += entries;
                    run.solved += entries;
                    self.bar.inc(entries);
                }
                // Phases that an earlier run has finished come before the first that begins.
                None => run.total = run.total.saturating_sub(entries),
            }
            run.total
        });
        self.bar.set_length(total);
    }

    fn finished(&self, made: &Finished) {
        let line = self.with_run(|run| {
            run.finished += 1;
            run.work.remove(&made.ending);
            let rate = |time: Duration| match time.as_secs_f64() {
                0.0 => "-".into(),
                seconds => format!("{:.1}", made.entries as f64 / 1e6 / seconds),
            };
            let mut line = format!(
                "{:9} {:>13} entries {:6.2} s, solved {:>5} M/CPU-s, packed {:>5}, {:>12}",
                made.ending.to_string(),
                grouped(made.entries),
                made.time.as_secs_f64(),
                rate(made.solving),
                rate(made.packing),
                made.bytes.map_or("values only".into(), |bytes| format!("{} B", grouped(bytes.iter().sum()))),
            );
            // One ending by itself is not planned.
            if run.endings > 0 {
                let left = left(self.start.elapsed(), run.solved, run.total);
                let percent = 100 * run.solved / run.total.max(1);
                line += &format!(" {:4}/{} endings, {percent:3} %, {left} left", run.finished, run.endings);
            }
            line
        });
        self.tell(&line);
    }

    fn stopped(&self) -> bool {
        signal::stopped()
    }
}
