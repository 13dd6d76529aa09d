//! `bolshak bench-probe`: how fast questions are answered.

mod workload;

use std::hint::black_box;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use bolshak::board::Position;
use bolshak::index::{Ending, PIECES};
use bolshak::probe::{Clock, Options, ProbeError, Tablebase, random};
use bolshak::system::thread_time;
use bolshak::table::{Metric, TableName};
use clap::ArgAction;
use serde::Serialize;

use crate::cli::shared::tables::{Source, option};
use crate::cli::shared::threads;
use crate::cli::shared::wanted::bytes;

/// Measure how fast the tables of a directory answer
///
/// The positions are random, every entry as likely as any other, or those that searches from random positions meet.
/// Files are read from the system's cache, as after a first run. Times are in microseconds. cpu is processor time, which
/// other work on the machine hardly changes. p50 and p99 are percentiles of single probes, without the time of reading the
/// clock.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    tables: Source,

    /// Pieces of the positions [default: the most for which all endings have tables]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pieces: Option<u8>,

    /// Bytes of the cache of unpacked blocks
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = bytes)]
    cache: u64,

    /// Random positions that are probed
    #[arg(long, value_name = "N", default_value_t = 200_000, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(100..=100_000_000))]
    count: u32,

    /// Leave out the figures with all tables of categories loaded into memory
    #[arg(long = "no-preload", action = ArgAction::SetFalse)]
    preload: bool,

    /// Seed of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// One line of JSON for each figure
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  bolshak bench-probe                            the tables in ./tables
  bolshak bench-probe --tables six --cache 1GiB  with a larger cache";

/// The plies of the searches.
const DEPTH: u32 = 6;

/// Random positions whose searches are asked.
const ROOTS: usize = 200;

/// What was measured.
#[derive(Serialize)]
struct Figure {
    what: &'static str,
    questions: usize,
    /// Microseconds a question, of all together.
    mean: f64,
    /// The same, of processor time: what a busy machine does not spoil.
    cpu: f64,
    /// Of single questions; none if too few were asked to time some alone.
    p50: Option<f64>,
    p99: Option<f64>,
    per_second: f64,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<ExitCode> {
    let directory = args.tables.directory();
    let options = Options::default().with_cache_bytes(args.cache);
    let begun = Instant::now();
    let tablebase = Tablebase::open_with(directory, options)?;
    let opened = begun.elapsed();
    let Asked { endings, distances } = asked(directory, args.pieces)?;
    let pieces = endings[0].pieces();
    let drawn = random::positions(&endings, args.count as usize, args.seed);
    let met = workload::search(&random::positions(&endings, ROOTS, args.seed.wrapping_add(1)), DEPTH, args.seed);
    let mut report = Report { json: args.json, out: io::stdout().lock() };
    report.title(directory, pieces, args.cache, opened)?;
    if !distances {
        report.note("left out: what needs distances, whose tables are missing")?;
    }

    let wdl = |tablebase: &Tablebase, position: &Position| tablebase.probe_wdl(position, 0).map(drop);
    let open = |options| Tablebase::open_with(directory, options);
    report.figure("probe_wdl, random, cache empty at first", &tablebase, &drawn, wdl)?;
    report.figure(
        "probe_wdl, random, again",
        &tablebase,
        &random::positions(&endings, drawn.len(), args.seed.wrapping_add(2)),
        wdl,
    )?;
    let none = open(options.with_cache_bytes(0))?;
    let some = &drawn[..drawn.len().min(20_000)];
    let quiet: Vec<Position> = some.iter().filter(|position| !position.board().must_capture()).copied().collect();
    let all = |tablebase: &Tablebase, position: &Position| tablebase.probe(position, 0).map(drop);
    report.figure("probe_wdl, one block and no cache", &none, &quiet, wdl)?;
    if distances {
        report.figure("probe (wdl, dtw, dtz), three blocks and no cache", &none, &quiet, all)?;
        report.figure("probe_wdl at clock 15, random", &tablebase, &drawn, |tablebase, position| {
            tablebase.probe_wdl(position, 15).map(drop)
        })?;
    }
    report.figure("probe_wdl, in searches, cache empty at first", &open(options)?, &met, wdl)?;
    report.figure(
        "probe_wdl, in searches, all in the cache",
        &warm(open(options)?, &met)?,
        &met[..met.len() / 8],
        wdl,
    )?;
    if distances {
        report.figure("probe (wdl, dtw, dtz), random", &open(options)?, some, all)?;
        report.figure("rank_moves, random", &open(options)?, &some[..some.len() / 10], |tablebase, position| {
            tablebase.rank_moves(position, Clock::new(0)).map(drop)
        })?;
    }
    report.threads(&tablebase, &drawn)?;
    if args.preload {
        threads::start()?;
        let begun = Instant::now();
        let loaded = open(options.with_preload(true))?;
        report.note(&format!("preloading took {:.2} s", begun.elapsed().as_secs_f64()))?;
        report.figure("probe_wdl, random, preloaded", &loaded, &drawn, wdl)?;
        report.figure("probe_wdl, in searches, preloaded", &loaded, &met, wdl)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is asked.
struct Asked {
    endings: Vec<Ending>,
    /// Whether no table of distances that could be met is missing.
    distances: bool,
}

/// What the tables of a directory let ask.
fn asked(directory: &Path, pieces: Option<u8>) -> Result<Asked> {
    let there = TableName::all_in(directory)?;
    let has = |ending, metric| there.binary_search(&TableName { ending, metric }).is_ok();
    let is_complete = |&pieces: &u8| Ending::all(pieces).all(|ending| has(ending, Metric::Wdl));
    let Some(most) = (2..=PIECES).take_while(is_complete).last() else {
        bail!("tables of some endings of 2 pieces are missing; \"bolshak generate{}\" makes them", option(directory));
    };
    let pieces = pieces.unwrap_or(most);
    if !(2..=most).contains(&pieces) {
        bail!("there are all tables of 2 to {most} pieces, ask for one of these");
    }
    let mut met = (2..=pieces).flat_map(Ending::all);
    let distances = met.all(|ending| Metric::DISTANCES.into_iter().all(|metric| has(ending, metric)));
    Ok(Asked { endings: Ending::all(pieces).collect(), distances })
}

/// A tablebase after some questions: what they need is in the cache, as far as it fits.
fn warm(tablebase: Tablebase, met: &[Position]) -> Result<Tablebase, ProbeError> {
    for position in &met[..met.len() / 8] {
        tablebase.probe_wdl(position, 0)?;
    }
    Ok(tablebase)
}

/// Where figures are written to.
struct Report<W> {
    json: bool,
    out: W,
}

impl<W: Write> Report<W> {
    fn title(&mut self, directory: &Path, pieces: u8, cache: u64, opened: Duration) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let (directory, ms) = (directory.display(), opened.as_secs_f64() * 1e3);
        writeln!(self.out, "Positions of {pieces} pieces from the tables in {directory}, opened in {ms:.1} ms.")?;
        writeln!(
            self.out,
            "Unpacked blocks may take {:.0} MiB; times are in microseconds.\n",
            cache as f64 / 1048576.0
        )?;
        writeln!(
            self.out,
            "  {:<50}{:>9}{:>9}{:>9}{:>9}{:>9}{:>13}",
            "", "asked", "mean", "cpu", "p50", "p99", "a second"
        )
    }

    /// For people alone.
    fn note(&mut self, note: &str) -> io::Result<()> {
        if self.json { Ok(()) } else { writeln!(self.out, "  ({note})") }
    }

    /// Asks all positions once, or in two halves: in one for the mean, in the other each with its own time.
    fn figure(
        &mut self,
        what: &'static str,
        tablebase: &Tablebase,
        positions: &[Position],
        ask: impl Fn(&Tablebase, &Position) -> Result<(), ProbeError>,
    ) -> Result<()> {
        let mut times: Vec<Duration> = Vec::with_capacity(positions.len() / 2);
        let (mut together, mut processor) = (Duration::ZERO, Duration::ZERO);
        let (mut asked, mut odd) = (0, false);
        // In turns, so that both halves meet the same state of the cache.
        for some in positions.chunks(500) {
            let begun = Instant::now();
            if odd {
                for position in some {
                    let begun = Instant::now();
                    black_box(ask(tablebase, position))?;
                    times.push(begun.elapsed());
                }
            } else {
                let started = thread_time();
                for position in some {
                    black_box(ask(tablebase, position))?;
                }
                processor += thread_time().saturating_sub(started);
                together += begun.elapsed();
                asked += some.len();
            }
            odd = !odd;
        }
        times.sort_unstable();
        let clock = clock_time();
        let part = |share: f64| {
            let at = (times.len() as f64 * share) as usize;
            times.get(at).map(|&time| time.saturating_sub(clock).as_secs_f64() * 1e6)
        };
        let [mean, cpu] = [together, processor].map(|time| time.as_secs_f64() * 1e6 / asked.max(1) as f64);
        self.write(&Figure {
            what,
            questions: positions.len(),
            mean,
            cpu,
            p50: part(0.5),
            p99: part(0.99),
            per_second: 1e6 / mean,
        })
    }

    /// Two threads at once, each with half of the questions.
    fn threads(&mut self, tablebase: &Tablebase, positions: &[Position]) -> Result<()> {
        let ask = |positions: &[Position]| -> Result<Duration, ProbeError> {
            let started = thread_time();
            for position in positions {
                black_box(tablebase.probe_wdl(position, 0)?);
            }
            Ok(thread_time().saturating_sub(started))
        };
        let (first, second) = positions.split_at(positions.len() / 2);
        let begun = Instant::now();
        let processor = std::thread::scope(|scope| {
            let other = std::thread::Builder::new().spawn_scoped(scope, || ask(first));
            let other = other.map_err(|error| threads::none("cannot start a thread", &error))?;
            let one = ask(second)?;
            anyhow::Ok(one + other.join().unwrap_or(Ok(Duration::ZERO))?)
        })?;
        let [mean, cpu] = [begun.elapsed(), processor].map(|time| time.as_secs_f64() * 1e6 / positions.len() as f64);
        let what = "probe_wdl, random, two threads together";
        self.write(&Figure {
            what,
            questions: positions.len(),
            mean,
            cpu,
            p50: None,
            p99: None,
            per_second: 1e6 / mean,
        })
    }

    fn write(&mut self, figure: &Figure) -> Result<()> {
        if self.json {
            serde_json::to_writer(&mut self.out, figure)?;
            writeln!(self.out)?;
            return Ok(());
        }
        let Figure { what, questions, mean, cpu, p50, p99, per_second } = figure;
        let [p50, p99] = [p50, p99].map(|time| time.map_or("-".into(), |time| format!("{time:.2}")));
        writeln!(self.out, "  {what:<50}{questions:>9}{mean:>9.3}{cpu:>9.3}{p50:>9}{p99:>9}{per_second:>13.0}")?;
        Ok(self.out.flush()?)
    }
}

/// What it costs to look at the clock.
fn clock_time() -> Duration {
    let times = (0..1000).map(|_| {
        let begun = Instant::now();
        begun.elapsed()
    });
    times.min().unwrap_or_default()
}
