//! `bolshak bench-probe`: how fast questions are answered.

mod figure;
mod report;
mod scope;
mod workload;

use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use bolshak::board::{Game, Position};
use bolshak::in_game;
use bolshak::index::Ending;
use bolshak::probe::{Clock, Options, ProbeError, Tablebase, random};
use clap::ArgAction;

use crate::shared::tables::{Source, open};
use crate::shared::threads;
use crate::shared::wanted::bytes;
use report::Report;
use scope::Scope;

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

    /// An ending of the positions, instead of all endings of a number of pieces; may be repeated
    #[arg(long, value_name = "ENDING", conflicts_with = "pieces")]
    material: Vec<Ending>,

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
  bolshak bench-probe --tables six --cache 1GiB  with a larger cache
  bolshak bench-probe --material KMvKM           positions of one ending";

/// The depth of the searches, in plies.
const DEPTH: u32 = 6;

/// The random positions that searches start from.
const ROOTS: usize = 200;

pub fn run(args: &Args) -> Result<ExitCode> {
    in_game!(args.tables.place().0, G => run_in::<G>(args))
}

fn run_in<G: Game>(args: &Args) -> Result<ExitCode> {
    let (_, directory) = args.tables.place();
    let options = Options::default().with_cache_bytes(args.cache).with_mapped(false);
    let begun = Instant::now();
    let tablebase = open::<G>(directory, options)?;
    let opened = begun.elapsed();
    let Scope { endings, title, whole } = Scope::of(G::NAME, directory, args.pieces, &args.material)?;
    let drawn = random::positions(&endings, args.count as usize, args.seed);
    let met = workload::search(&random::positions(&endings, ROOTS, args.seed.wrapping_add(1)), DEPTH, args.seed);
    let mut report = Report::new(args.json);
    report.title(directory, &title, args.cache, opened)?;
    if whole.is_none() {
        report.note("left out: what needs distances, whose tables are missing")?;
    }

    let wdl = |tablebase: &Tablebase<G>, position: &Position<G>| tablebase.probe_wdl(position, 0).map(drop);
    let open = |options| open::<G>(directory, options);
    report.figure("probe_wdl, random, cache empty at first", &tablebase, &drawn, wdl)?;
    report.figure(
        "probe_wdl, random, again",
        &tablebase,
        &random::positions(&endings, drawn.len(), args.seed.wrapping_add(2)),
        wdl,
    )?;
    let none = open(options.with_cache_bytes(0))?;
    let some = &drawn[..drawn.len().min(20_000)];
    let quiet: Vec<Position<G>> = some.iter().filter(|position| !position.board().must_capture()).copied().collect();
    let all = |tablebase: &Tablebase<G>, position: &Position<G>| tablebase.probe(position, 0).map(drop);
    report.figure("probe_wdl, one block and no cache", &none, &quiet, wdl)?;
    if let Some([one_by_one, _]) = whole {
        report.figure(one_by_one, &none, &quiet, all)?;
        report.figure("probe_wdl at clock 15, random", &tablebase, &drawn, |tablebase, position| {
            tablebase.probe_wdl(position, 15).map(drop)
        })?;
    }
    report.figure("probe_wdl, in searches, cache empty at first", &open(options)?, &met, wdl)?;
    let first = &met[..met.len() / 8];
    report.figure("probe_wdl, in searches, all in the cache", &warm(open(options)?, first)?, first, wdl)?;
    if let Some([_, random]) = whole {
        report.figure(random, &open(options)?, some, all)?;
        report.figure("rank_moves, random", &open(options)?, &some[..some.len() / 10], |tablebase, position| {
            tablebase.rank_moves(position, Clock::new(0)).map(drop)
        })?;
    }
    report.two_threads("probe_wdl, random, two threads together", &tablebase, &drawn)?;
    let begun = Instant::now();
    let mapped = open(options.with_mapped(true))?;
    if endings.iter().all(|ending| mapped.unpacked().contains(ending)) {
        report.note(&format!("mapping unpacked tables took {:.4} s", begun.elapsed().as_secs_f64()))?;
        report.figure("probe_wdl, random, mapped, at first", &mapped, &drawn, wdl)?;
        report.figure("probe_wdl, random, mapped, again", &mapped, &drawn, wdl)?;
        report.figure("probe_wdl, in searches, mapped", &mapped, &met, wdl)?;
    }
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

/// A tablebase whose cache holds the blocks of some positions, as far as they fit.
fn warm<G: Game>(tablebase: Tablebase<G>, positions: &[Position<G>]) -> Result<Tablebase<G>, ProbeError> {
    for position in positions {
        tablebase.probe_wdl(position, 0)?;
    }
    Ok(tablebase)
}
