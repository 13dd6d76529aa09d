//! `bolshak generate`: making tables.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use bolshak::generate::{Request, generate, generate_alone};
use bolshak::index::Ending;

use super::estimate;
use super::progress::Meter;
use super::signal;
use super::summary;
use super::tables::Target;
use super::wanted::Wanted;

/// Make the tables of all endings up to a number of pieces, or of some and what they need
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    wanted: Wanted,

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

    /// Directory for the values in work, which are removed when nothing needs them [default: .raw beside the tables]
    #[arg(long, value_name = "DIR")]
    disk: Option<PathBuf>,

    /// Only tell what the run would take: time, memory and disk, for each ending and in all
    #[arg(long)]
    estimate: bool,

    /// Tell what was done in JSON, a line for each ending and one for the run
    #[arg(long, conflicts_with = "estimate")]
    json: bool,
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
    let request = Request { disk: args.disk.clone(), ..args.wanted.request(args.alone) };
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
