//! `bolshak verify`: whether the values of tables are right.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use bolshak::index::Ending;
use bolshak::probe::{ProbeError, Tablebase};
use bolshak::value::Category;
use bolshak::verify::{Mismatch, Record, Value, Verified, VerifyError, Watcher, prove, sample};
use indicatif::ProgressBar;
use serde::Serialize;

use super::tables::Source;
use super::text::grouped;
use super::{checksums, progress, tables};

/// Check that the values of tables are right
///
/// Every entry is compared with what the entries after its moves make it by the definitions of its values, read through
/// the same code as any probe: together a proof that nobody has to take on trust. With --checksums, whether tables are
/// whole and the published ones.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    pub source: Source,

    /// Every ending of up to N pieces [default: all endings that are there]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=8))]
    pieces: Option<u8>,

    /// An ending; may be repeated. What its moves lead to is read, and not verified
    #[arg(long, value_name = "ENDING")]
    material: Vec<Ending>,

    /// N random positions of each ending instead of every entry
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with_all = ["resume", "checksums"])]
    sample: Option<u32>,

    /// The seed of the random positions
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "sample")]
    seed: u64,

    /// Note each ending that is done in FILE, and pass over those noted there, as long as the tables are the same
    #[arg(long, value_name = "FILE", conflicts_with = "checksums")]
    resume: Option<PathBuf>,

    /// How many threads [default: all processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Read every table to the last byte instead, and compare the digest of its content with the one in its header and
    /// with the published one
    #[arg(long)]
    checksums: bool,

    /// Compare with the checksums in FILE, all of which must be there [default: those that are built in]
    #[arg(long, value_name = "FILE", requires = "checksums")]
    pub checksum_file: Option<PathBuf>,

    /// Compare with nothing but the tables' own headers, and write the checksums to FILE if all is well
    #[arg(long, value_name = "FILE", requires = "checksums", conflicts_with = "checksum_file")]
    pub write: Option<PathBuf>,

    /// One line of JSON for each ending, or for each table with --checksums
    #[arg(long)]
    pub json: bool,
}

const EXAMPLES: &str = "\
Examples:
  bolshak verify                                     every entry of all tables in ./tables
  bolshak verify --pieces 6 --resume done            can be stopped, and goes on where it was
  bolshak verify --sample 10000 --seed 7             10,000 random positions of each ending
  bolshak verify --checksums                         whether the tables are whole and as published
  bolshak verify --checksums --pieces 4 --tables t   those to four pieces in t; none may be missing
  bolshak verify --checksums --write list            note what is there, ...
  bolshak verify --checksums --checksum-file list    ... and compare with it, later or elsewhere

Exit status: 0 if all is right, 1 if an entry is wrong or a table damaged, different or missing.";

pub fn run(args: &Args) -> Result<ExitCode> {
    let mut endings: Vec<Ending> = args.pieces.iter().flat_map(|&pieces| 2..=pieces).flat_map(Ending::all).collect();
    endings.extend(&args.material);
    let threads = usize::from(args.threads.unwrap_or(0));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start threads")?;
    if args.checksums {
        return pool.install(|| checksums::run(args, &endings));
    }
    let directory = args.source.directory();
    let tablebase = Tablebase::open(directory)?;
    if endings.is_empty() {
        endings = tablebase.endings();
    }
    endings.sort();
    endings.dedup();
    let report = Report::new(args, tablebase.draw_plies());
    let result = pool.install(|| match args.sample {
        Some(count) => samples(args, &tablebase, &endings, count, &report),
        None => {
            let record = args.resume.as_deref().map(Record::open).transpose()?;
            prove(&tablebase, &endings, record, &report)
        }
    });
    report.bar.finish_and_clear();
    match result {
        Ok(verified) => {
            report.sum_up(args, &endings, &verified)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(VerifyError::Mismatch(mismatch)) => {
            let mut out = io::stdout().lock();
            if args.json {
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
    report.planned(0, entries);
    let mut verified = Vec::new();
    for &ending in endings {
        let begun = Instant::now();
        sample(tablebase, ending, count as usize, args.seed, report)?;
        verified.push(Verified { ending, entries: count.into(), counts: None, time: Some(begun.elapsed()) });
        report.verified(&verified[verified.len() - 1]);
    }
    Ok(verified)
}

/// Tells how it goes: a bar on a terminal, and a line for each ending.
struct Report {
    json: bool,
    bar: ProgressBar,
    begun: Instant,
}

impl Report {
    fn new(args: &Args, draw_plies: u8) -> Report {
        let bar = if io::stderr().is_terminal() { ProgressBar::new(0) } else { ProgressBar::hidden() };
        if draw_plies != bolshak::rules::DRAW_PLIES {
            super::notice(&format!("these tables are for a draw rule of {draw_plies} plies"));
        }
        Report { json: args.json, bar, begun: Instant::now() }
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

impl Watcher for Report {
    fn planned(&self, read: u64, check: u64) {
        self.bar.set_length(read + check);
        progress::set_style(&self.bar);
    }

    fn read(&self, entries: u64) {
        self.bar.inc(entries);
    }

    fn checked(&self, entries: u64) {
        self.bar.inc(entries);
    }

    fn verified(&self, verified: &Verified) {
        let line =
            if self.json { serde_json::to_string(&Row::new(verified)).unwrap_or_default() } else { in_words(verified) };
        // Whoever reads our output may have seen enough: the check goes on, and its exit status counts.
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

/// The processor time of the program so far.
fn process_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
