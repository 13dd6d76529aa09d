//! Progress of a generation: a bar on a terminal, else a line for each ending, on standard error; a log file; and with
//! `--json`, a line for each ending on standard output.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
use std::time::{Instant, SystemTime};

use bolshak::generate::{Event, Finished, Inventory};
use bolshak::index::Ending;
use bolshak::table::PerMetric;
use bolshak::{Progress, shown};
use bolshak_answers::lang::Sentence;
use bolshak_system as system;
use indicatif::ProgressBar;
use serde::{Serialize, Serializer};

use crate::lang::{chosen, say};
use crate::shared::bar::{self, left};
use crate::shared::process::{self, locked, notice, timestamp};
use crate::shared::text::{bytes, duration, in_thousands};

pub struct Meter {
    start: Instant,
    json: bool,
    bar: ProgressBar,
    directory: PathBuf,
    /// A file beside the tables, with a time before each line. Nothing if it could not be made: a run does without its log.
    log: OnceLock<Option<File>>,
    /// The sentence about endings that are added.
    added: Option<String>,
    run: Mutex<Run>,
}

#[derive(Default)]
struct Run {
    total: u64,
    endings: usize,
    solved: u64,
    finished: usize,
    work: BTreeMap<Ending, Work>,
}

struct Work {
    start: Instant,
    entries: u64,
    solved: u64,
    phase: usize,
    phases: usize,
}

impl Meter {
    /// For a run that makes tables in a directory, where its log goes too.
    pub fn new(directory: &Path, json: bool, added: Option<String>) -> Meter {
        let (directory, log) = (directory.into(), OnceLock::new());
        Meter { start: Instant::now(), json, bar: bar::new(), directory, log, added, run: Mutex::default() }
    }

    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    fn say(&self, line: &str) {
        self.bar.suspend(|| notice(line));
        self.log(line);
    }

    pub fn log(&self, lines: &str) {
        if let Some(mut file) = self.log.get().and_then(Option::as_ref) {
            let now = timestamp(SystemTime::now());
            for line in lines.lines() {
                // A log that cannot be written is not a reason to stop.
                let _ = writeln!(file, "{now} {line}");
            }
        }
    }
}

impl Progress<Event> for Meter {
    fn report(&self, event: &Event) {
        match event {
            Event::Begun(inventory) => self.begun(inventory),
            &Event::Phase { ending, entries, number, count } => self.phase(ending, entries, (number, count)),
            &Event::Solved { ending, entries } => self.solved(ending, entries),
            Event::Finished(finished) => self.finished(finished),
            _ => {}
        }
    }

    fn is_stopped(&self) -> bool {
        process::is_stopped()
    }
}

impl Meter {
    fn begun(&self, inventory: &Inventory) {
        let name = format!("generate-{}.log", timestamp(SystemTime::now()).replace(':', "-"));
        let path = self.directory.join(name);
        // Opening a pipe would wait for a reader.
        let open = || File::options().create(true).append(true).open(&path).ok();
        self.log.get_or_init(|| if system::is_unusual(&path) { None } else { open() });
        for (path, damage) in &inventory.damaged {
            let damage = Sentence::of(damage).in_lang(chosen());
            self.say(&say("made-again", &[("path", shown(path).into()), ("damage", damage.into())]));
        }
        let (entries, endings) = (inventory.entries(), inventory.missing.len() + inventory.again.len());
        let mut run = locked(&self.run);
        (run.total, run.endings) = (entries, endings);
        drop(run);
        self.bar.set_length(entries);
        bar::style(&self.bar, "{entries}", chosen());
        let to_solve = [
            ("endings", said_endings(endings).into()),
            ("entries", in_thousands(entries).into()),
            ("before", inventory.finished.len().to_string().into()),
        ];
        self.say(&say("to-solve", &to_solve));
        self.added.iter().for_each(|added| self.say(added));
        if !inventory.again.is_empty() {
            let again = inventory.again.len();
            self.say(&say("solved-again", &[("endings", said_endings(again).into()), ("number", again.into())]));
        }
    }

    fn phase(&self, ending: Ending, entries: u64, (number, phases): (usize, usize)) {
        let mut run = locked(&self.run);
        let new = || Work { start: Instant::now(), entries, solved: 0, phase: 0, phases };
        run.work.entry(ending).or_insert_with(new).phase = number + 1;
        let message = |(ending, work): (&Ending, &Work)| {
            let time = left(chosen(), work.start.elapsed(), work.solved, work.entries);
            let of = format!("{}/{}", work.phase, work.phases);
            let phase = say("phase", &[("ending", ending.to_string().into()), ("of", of.into())]);
            phase + &time.map_or_else(String::new, |time| format!(", {time}"))
        };
        let messages: Vec<String> = run.work.iter().map(message).collect();
        drop(run);
        self.bar.set_message(messages.join("; "));
    }

    fn solved(&self, ending: Ending, entries: u64) {
        let mut guard = locked(&self.run);
        let run = &mut *guard;
        match run.work.get_mut(&ending) {
            Some(work) => {
                work.solved += entries;
                run.solved += entries;
                self.bar.inc(entries);
            }
            // An earlier run has finished these phases: they are reported before the first one begins.
            None => run.total = run.total.saturating_sub(entries),
        }
        self.bar.set_length(run.total);
    }

    fn finished(&self, made: &Finished) {
        let mut line = format!(
            "{:9} {:>13} {} {:>9} {:>8}",
            made.ending.to_string(),
            in_thousands(made.entries),
            say("entries", &[]),
            duration(chosen(), made.time),
            made.bytes.map_or_else(|| say("values", &[]), |made| bytes(chosen(), made.values().sum())),
        );
        let mut run = locked(&self.run);
        run.finished += 1;
        run.work.remove(&made.ending);
        // A run of one ending by itself reports no inventory, so there is no total.
        if run.endings > 0 {
            let percent = 100 * run.solved / run.total.max(1);
            line += &format!(" {:>4}/{} {percent:>3} %", run.finished, run.endings);
            if let Some(time) = left(chosen(), self.start.elapsed(), run.solved, run.total) {
                line += &format!(", {}", say("left", &[("time", time.into())]));
            }
        }
        drop(run);
        self.say(&line);
        if self.json {
            let line = ending_in_json(made).unwrap_or_default();
            // The reader of the output may have closed it: the run goes on.
            self.bar.suspend(|| {
                let _ = writeln!(io::stdout(), "{line}");
            });
        }
    }
}

pub fn said_endings(number: usize) -> String {
    say("endings", &[("number", number.into())])
}

#[derive(Serialize)]
struct EndingRow {
    ending: String,
    entries: u64,
    bytes: Option<Sizes>,
    seconds: f64,
    solving_cpu_seconds: f64,
    packing_cpu_seconds: f64,
    values_bytes: u64,
    zeroing_bytes: u64,
}

/// The bytes of the tables that were asked for, by metric.
struct Sizes(PerMetric<u64>);

impl Serialize for Sizes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let made = self.0.iter().filter(|&(_, &bytes)| bytes > 0);
        serializer.collect_map(made.map(|(metric, bytes)| (metric.to_string(), bytes)))
    }
}

fn ending_in_json(made: &Finished) -> serde_json::Result<String> {
    serde_json::to_string(&EndingRow {
        ending: made.ending.to_string(),
        entries: made.entries,
        bytes: made.bytes.map(Sizes),
        seconds: made.time.as_secs_f64(),
        solving_cpu_seconds: made.solving.as_secs_f64(),
        packing_cpu_seconds: made.packing.as_secs_f64(),
        values_bytes: made.values,
        zeroing_bytes: made.zeroing,
    })
}
