//! Progress of a generation: a bar on a terminal, else a line for each ending, on standard error; and a log file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant, SystemTime};

use bolshak::Progress;
use bolshak::generate::{Event, Finished, Inventory};
use bolshak::index::Ending;
use indicatif::ProgressBar;

use crate::cli::shared::bar::{self, left};
use crate::cli::shared::notice::notice;
use crate::cli::shared::signal;
use crate::cli::shared::text::{self, grouped};

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
            bar: bar::new(),
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
            let now = in_words(SystemTime::now());
            for line in lines.lines() {
                // A log that cannot be written is no reason to stop.
                let _ = writeln!(log, "{now} {line}");
            }
        }
    }

    fn say(&self, line: &str) {
        self.bar.suspend(|| notice(line));
        self.log(line);
    }

    fn with_run<T>(&self, f: impl FnOnce(&mut Run) -> T) -> T {
        f(&mut self.run.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }
}

/// The last second of the year 9999, since 1970.
const LAST_SECOND: Duration = Duration::from_secs(253_402_300_799);

/// A time as `2025-03-01T12:00:00Z`. A clock that is set to a time without such a text, before 1970 or after 9999, counts
/// as the nearest that has one.
fn in_words(time: SystemTime) -> String {
    let time = time.clamp(SystemTime::UNIX_EPOCH, SystemTime::UNIX_EPOCH + LAST_SECOND);
    humantime::format_rfc3339_seconds(time).to_string()
}

impl Progress<Event> for Meter {
    fn report(&self, event: &Event) {
        match event {
            Event::Begun(inventory) => self.begun(inventory),
            &Event::Phase { ending, number, count } => self.phase(ending, number, count),
            &Event::Solved { ending, entries } => self.solved(ending, entries),
            Event::Finished(finished) => self.finished(finished),
            _ => {}
        }
    }

    fn is_stopped(&self) -> bool {
        signal::is_stopped()
    }
}

impl Meter {
    fn begun(&self, inventory: &Inventory) {
        let now = in_words(SystemTime::now());
        let path = self.directory.join(format!("generate-{}.log", now.replace(':', "-")));
        self.log.get_or_init(|| File::options().create(true).append(true).open(path).ok());
        for (path, damage) in &inventory.damaged {
            self.say(&format!("{} is damaged ({damage}): making it again", path.display()));
        }
        let (entries, endings) = (inventory.entries(), inventory.missing.len() + inventory.again.len());
        self.with_run(|run| (run.total, run.endings) = (entries, endings));
        self.bar.set_length(entries);
        bar::of_entries(&self.bar);
        self.say(&format!(
            "{} to solve, {} entries; {} finished before{}",
            text::endings(endings),
            grouped(entries),
            inventory.finished.len(),
            if inventory.again.is_empty() {
                String::new()
            } else {
                let (are, their) = if inventory.again.len() == 1 { ("is", "its") } else { ("are", "their") };
                format!("; {} {are} solved again, because others need {their} values", inventory.again.len())
            }
        ));
    }

    fn phase(&self, ending: Ending, number: usize, phases: usize) {
        let message = self.with_run(|run| {
            let new = || Work { start: Instant::now(), solved: 0, phase: 0, phases };
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
                made.bytes.map_or("values only".into(), |bytes| format!("{} B", grouped(bytes.values().sum()))),
            );
            // One ending by itself is not planned.
            if run.endings > 0 {
                let left = left(self.start.elapsed(), run.solved, run.total);
                let percent = 100 * run.solved / run.total.max(1);
                line += &format!(" {:4}/{} endings, {percent:3} %, {left} left", run.finished, run.endings);
            }
            line
        });
        self.say(&line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clock_has_a_text() {
        let (epoch, year) = (SystemTime::UNIX_EPOCH, Duration::from_secs(365 * 24 * 3600));
        for (time, text) in [
            (epoch + Duration::from_secs(951_782_400), "2000-02-29T00:00:00Z"),
            (epoch, "1970-01-01T00:00:00Z"),
            (epoch - Duration::from_nanos(1), "1970-01-01T00:00:00Z"),
            (epoch - 100 * year, "1970-01-01T00:00:00Z"),
            (epoch + LAST_SECOND, "9999-12-31T23:59:59Z"),
            (epoch + LAST_SECOND + Duration::from_nanos(999_999_999), "9999-12-31T23:59:59Z"),
            (epoch + LAST_SECOND + Duration::from_secs(1), "9999-12-31T23:59:59Z"),
            (epoch + 100_000 * year, "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(in_words(time), text);
        }
    }
}
