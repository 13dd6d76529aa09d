//! `bolshak generate`: making tables.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use bolshak::generate::{Request, generate, generate_alone};
use bolshak::index::Ending;
use bolshak::table::Metric;

use super::estimate;
use super::progress::Meter;
use super::signal;
use super::summary;
use super::tables::Target;

/// Make the tables of all endings up to a number of pieces, or of some and what they need
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Every ending of up to N pieces [default: 4, unless endings are named]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=8), allow_negative_numbers = true)]
    pieces: Option<u8>,

    /// An ending, and what it needs; may be repeated
    #[arg(long, value_name = "ENDING")]
    material: Vec<Ending>,

    /// One ending by itself, for `bolshak plan`: the values of what it needs must be in --disk, and its own stay there
    #[arg(long, value_name = "ENDING", conflicts_with_all = ["pieces", "material", "estimate"])]
    alone: Option<Ending>,

    /// Stop after so many phases of the ending; the same command without it goes on
    #[arg(long, value_name = "PHASES", requires = "alone", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    until: Option<u16>,

    #[command(flatten)]
    target: Target,

    /// Threads, at most 256 [default: one for each core]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// Resident memory that the run may have, as in 4GiB or 900MB [default: three quarters of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory: Option<u64>,

    /// Directory for the values in work, which are removed when nothing needs them [default: .raw beside the tables]
    #[arg(long, value_name = "DIR")]
    disk: Option<PathBuf>,

    /// Only tell what the run would take: time, memory and disk, for each ending and in all
    #[arg(long)]
    estimate: bool,

    /// Tell what was done in JSON, a line for each ending and one for the run
    #[arg(long, conflicts_with = "estimate")]
    json: bool,

    /// What tables to make: wdl (who wins), dtw (in how many plies), dtz (plies to the next move that zeroes the clock).
    /// Without dtw a run takes less time, memory and disk
    #[arg(long, value_name = "METRIC,...", value_delimiter = ',', default_value = "wdl,dtw,dtz", value_parser = metric)]
    metrics: Vec<Metric>,

    /// Level of compression: higher is slower and smaller
    #[arg(long, value_name = "N", default_value_t = Request::LEVEL, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(i32).range(1..=22))]
    level: i32,
}

const EXAMPLES: &str = "\
Examples:
  bolshak generate                              everything to four pieces, in ./tables
  bolshak generate --material KKKvK --tables t  three kings against one, in t
  bolshak generate --pieces 6 --memory 4GiB     everything to six pieces in little memory
  bolshak generate --pieces 7 --estimate        what seven pieces would take
  bolshak generate --pieces 6 --metrics wdl,dtz  results and the draw rule, without distances to win

Tables that are finished already are skipped. Ctrl-C stops a run; the same command goes on with it.";

pub fn run(args: &Args) -> Result<ExitCode> {
    let named = args.alone.is_some() || !args.material.is_empty();
    let pieces = args.pieces.or((!named).then_some(4));
    let mut request = pieces.map_or(Request::endings(Vec::new()), Request::pieces);
    request.endings.extend(&args.material);
    request.disk = args.disk.clone();
    request.level = args.level;
    request.metrics = ordered(&args.metrics);
    request.memory = args.memory.unwrap_or(request.memory);
    let directory = args.target.directory();
    let threads = usize::from(args.threads.unwrap_or(0));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start threads")?;
    if args.estimate {
        let text = pool.install(|| estimate::run(&request, directory))?;
        io::stdout().lock().write_all(text.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    signal::listen("Stopping; finished phases stay (once more to stop at once, which is safe too).")?;
    let meter = Meter::new(directory);
    let until = args.until.map(usize::from);
    let result = pool.install(|| match args.alone {
        Some(ending) => generate_alone(ending, until, &request, directory, &meter),
        None => generate(&request, directory, &meter),
    });
    meter.clear();
    match &result {
        Ok(summary) => meter.log(&summary::in_words(summary, directory)),
        Err(error) => meter.log(&error.to_string()),
    }
    let summary = result?;
    if let (Some(ending), Some(until), true) = (args.alone, until, summary.finished.is_empty() && summary.before == 0) {
        if !args.json {
            writeln!(io::stdout(), "{until} phases of {ending} are finished, as was asked.")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let text = if args.json { summary::in_json(&summary)? } else { summary::in_words(&summary, directory) };
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Reads the name of a metric.
pub fn metric(text: &str) -> Result<Metric, String> {
    text.parse().map_err(|()| "expected wdl, dtw or dtz, or several with commas between them".to_string())
}

/// Metrics in their order, each once.
pub fn ordered(metrics: &[Metric]) -> Vec<Metric> {
    Metric::ALL.into_iter().filter(|metric| metrics.contains(metric)).collect()
}

/// Reads a number of bytes: 4GiB, 900MB, 2g, 1000000.
pub fn bytes(text: &str) -> Result<u64, String> {
    let wrong = || "expected a number of bytes as in 4GiB, 900MB or 1000000000".to_string();
    let digits = text.find(|c: char| c != '.' && !c.is_ascii_digit()).unwrap_or(text.len());
    let number: f64 = text[..digits].parse().map_err(|_| wrong())?;
    let (letter, unit) = match text[digits..].trim().to_ascii_lowercase() {
        unit if unit.is_empty() || unit == "b" => return Ok(number as u64),
        unit => (unit.chars().next().ok_or_else(wrong)?, unit),
    };
    let power = 1 + "kmgt".find(letter).ok_or_else(wrong)? as i32;
    match &unit[1..] {
        "" | "ib" => Ok((number * 1024f64.powi(power)) as u64),
        "b" => Ok((number * 1000f64.powi(power)) as u64),
        _ => Err(wrong()),
    }
}
