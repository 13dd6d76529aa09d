//! `bolshak verify`: whether the values of tables are right, of every entry or of some at random.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, bail};
use bolshak::Progress;
use bolshak::index::Ending;
use bolshak::probe::{ProbeError, Tablebase};
use bolshak::system::process_time;
use bolshak::value::Category;
use bolshak::verify::{Event, Mismatch, Record, Value, Verified, VerifyError, prove, sample};
use indicatif::ProgressBar;
use serde::Serialize;

use crate::cli::shared::notice::notice;
use crate::cli::shared::text::grouped;
use crate::cli::shared::{bar, signal, tables};

/// What is checked, and what is noted of it.
#[derive(clap::Args)]
#[group(skip)]
pub struct Args {
    /// Check N random positions of each ending instead of every entry
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with_all = ["resume", "checksums"])]
    sample: Option<u32>,

    /// The seed of the random positions
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "sample")]
    seed: u64,

    /// Note each ending that is done in FILE, and skip those noted there whose tables, and all tables that they depend
    /// on, still have the same bytes; one run at a time
    #[arg(long, value_name = "FILE", conflicts_with = "checksums")]
    resume: Option<PathBuf>,
}

/// Checks endings, all that have tables if none are named.
pub fn run(args: &Args, directory: &Path, mut endings: Vec<Ending>, json: bool) -> Result<ExitCode> {
    let tablebase = Tablebase::open(directory)?;
    if endings.is_empty() {
        endings = tablebase.endings();
    }
    let report = Report::new(json, tablebase.draw_plies());
    let result = match args.sample {
        Some(count) => samples(args, &tablebase, &endings, count, &report),
        None => {
            let record = args.resume.as_deref().map(Record::open).transpose().map_err(VerifyError::from);
            record.and_then(|record| prove(&tablebase, &endings, record, &report))
        }
    };
    report.bar.finish_and_clear();
    match result {
        Ok(verified) => {
            report.sum_up(args, &endings, &verified)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(VerifyError::Mismatch(mismatch)) => {
            let mut out = io::stdout().lock();
            if json {
                writeln!(out, "{}", serde_json::to_string(&Wrong::new(&mismatch))?)?;
            } else {
                writeln!(out, "{mismatch}")?;
            }
            bail!("an entry is wrong; generate the tables in {} again, and report it if it stays", directory.display());
        }
        Err(VerifyError::Probe(error @ (ProbeError::Missing { .. } | ProbeError::TooManyPieces { .. }))) => {
            // The last of them needs all others.
            let (option, last) = (tables::option(directory), endings.last().map(Ending::to_string).unwrap_or_default());
            let directory = directory.display();
            bail!(
                "{error} in {directory}; \"bolshak generate --material {last}{option}\" makes all that {last} rests on"
            );
        }
        Err(VerifyError::Stopped) => {
            let kept = args.resume.as_ref().map(|record| {
                format!(": the endings done are noted in {}; the same command goes on after them", record.display())
            });
            Ok(signal::ended(&format!("stopped{}", kept.unwrap_or_default())))
        }
        Err(error) => Err(error.into()),
    }
}

/// Random positions of each ending.
fn samples(
    args: &Args,
    tablebase: &Tablebase,
    endings: &[Ending],
    count: u32,
    report: &Report,
) -> Result<Vec<Verified>, VerifyError> {
    let entries = u64::from(count) * endings.len() as u64;
    report.report(&Event::Begun { read: 0, check: entries });
    let mut verified = Vec::new();
    for &ending in endings {
        let begun = Instant::now();
        sample(tablebase, ending, count as usize, args.seed, report)?;
        verified.push(Verified { ending, entries: count.into(), counts: None, time: Some(begun.elapsed()) });
        report.verified(&verified[verified.len() - 1]);
    }
    Ok(verified)
}

/// Shows the progress: a bar on a terminal, and a line for each ending.
struct Report {
    json: bool,
    bar: ProgressBar,
    begun: Instant,
}

impl Report {
    fn new(json: bool, draw_plies: u8) -> Report {
        let bar = bar::new();
        if draw_plies != bolshak::rules::DRAW_PLIES {
            notice(&format!("these tables are for a draw rule of {draw_plies} plies"));
        }
        Report { json, bar, begun: Instant::now() }
    }

    fn sum_up(&self, args: &Args, endings: &[Ending], verified: &[Verified]) -> Result<()> {
        if self.json {
            return Ok(());
        }
        let entries: u64 = verified.iter().map(|verified| verified.entries).sum();
        let before = verified.iter().filter(|verified| verified.time.is_none()).count();
        let new: u64 =
            verified.iter().filter(|verified| verified.time.is_some()).map(|verified| verified.entries).sum();
        let (what, cpu) = (if args.sample.is_some() { "random positions" } else { "entries" }, process_time());
        let mut out = io::stdout().lock();
        let count = |count: usize| if count == 1 { "1 ending".into() } else { format!("{count} endings") };
        write!(out, "{} {what} of {} are right", grouped(entries), count(verified.len()))?;
        if before > 0 {
            write!(out, ", {} verified before", count(before))?;
        }
        if new == 0 {
            writeln!(out, ".")?;
            return Ok(());
        }
        let rate = new as f64 / 1e6 / cpu.as_secs_f64().max(1e-9);
        let wall = self.begun.elapsed().as_secs_f64();
        writeln!(out, " ({wall:.1} s, {:.1} CPU-seconds, {rate:.1} million a CPU-second).", cpu.as_secs_f64())?;
        let rests = |ending: &Ending| ending.successors().iter().any(|successor| !endings.contains(successor));
        if endings.iter().any(rests) {
            writeln!(out, "They rest on endings that were read and not verified: --pieces N takes all.")?;
        }
        Ok(())
    }
}

impl Progress<Event> for Report {
    fn report(&self, event: &Event) {
        match event {
            &Event::Comparing { bytes } => {
                self.bar.set_length(bytes);
                bar::of_bytes(&self.bar);
            }
            &Event::Begun { read, check } => {
                self.bar.reset();
                self.bar.set_length(read + check);
                bar::of_entries(&self.bar);
            }
            &Event::Compared { bytes: done } | &Event::Read { entries: done } | &Event::Checked { entries: done } => {
                self.bar.inc(done)
            }
            Event::Verified(verified) => self.verified(verified),
            _ => {}
        }
    }

    fn is_stopped(&self) -> bool {
        signal::is_stopped()
    }
}

impl Report {
    fn verified(&self, verified: &Verified) {
        let line =
            if self.json { serde_json::to_string(&Row::new(verified)).unwrap_or_default() } else { in_words(verified) };
        // The reader of the output may have closed it: the check goes on, and its exit status counts.
        self.bar.suspend(|| {
            let _ = writeln!(io::stdout(), "{line}");
        });
    }
}

fn in_words(verified: &Verified) -> String {
    let time = verified.time.map_or("verified before".into(), |time| format!("{:8.2} s", time.as_secs_f64()));
    format!("{:<9} {:>13} right  {time}", verified.ending.to_string(), grouped(verified.entries))
}

/// A line of JSON: an ending that is right.
#[derive(Serialize)]
struct Row {
    ending: String,
    status: &'static str,
    entries: u64,
    /// Entries of each category.
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<serde_json::Map<String, serde_json::Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

impl Row {
    fn new(verified: &Verified) -> Row {
        let counts = |counts: [u64; 5]| {
            Category::ALL.iter().zip(counts).map(|(name, count)| (name.to_string(), count.into())).collect()
        };
        Row {
            ending: verified.ending.to_string(),
            status: if verified.time.is_some() { "right" } else { "verified before" },
            entries: verified.entries,
            counts: verified.counts.map(counts),
            seconds: verified.time.map(|time| time.as_secs_f64()),
        }
    }
}

/// A line of JSON: the entry that is wrong.
#[derive(Serialize)]
struct Wrong {
    status: &'static str,
    fen: String,
    stored: String,
    expected: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    besides: Option<&'static str>,
    /// The values after each move, for the side then to move.
    moves: Vec<(String, String)>,
}

impl Wrong {
    fn new(mismatch: &Mismatch) -> Wrong {
        let value = |value: Value| value.to_string();
        Wrong {
            status: "wrong",
            fen: mismatch.position.to_string(),
            stored: value(mismatch.stored),
            expected: value(mismatch.expected),
            besides: mismatch.besides,
            moves: mismatch.successors.iter().map(|after| (after.text.clone(), value(after.value))).collect(),
        }
    }
}
