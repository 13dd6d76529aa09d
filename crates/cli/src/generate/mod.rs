//! `bolshak generate`: makes tables.

mod progress;
mod summary;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use bolshak::generate::{GenerateError, generate, generate_alone};
use bolshak::index::Ending;

use crate::generate::progress::Meter;
use crate::lang::say;
use crate::shared::options::{Wanted, number};
use crate::shared::tables::Target;
use crate::shared::{process, remedy};

/// Make the tables of all endings up to a number of pieces, or of some endings and those that they need
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    wanted: Wanted,

    /// Make one ending by itself, as the commands of `bolshak plan` do: the values that it needs must be in --disk, and its
    /// own values stay there
    #[arg(long, value_name = "ENDING", conflicts_with_all = ["pieces", "material", "estimate"])]
    alone: Option<Ending>,

    /// Stop after this number of phases of the ending; the same command without --until goes on
    #[arg(long, value_name = "PHASES", requires = "alone", allow_negative_numbers = true)]
    #[arg(value_parser = number(1..=u16::MAX))]
    until: Option<u16>,

    #[command(flatten)]
    target: Target,

    /// Threads, at most 256 [default: one for each core]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = number(1..=256_u16))]
    threads: Option<u16>,

    /// Directory for values in work, which are removed when no ending needs them any more [default: .values beside the tables]
    #[arg(long, value_name = "DIR")]
    disk: Option<PathBuf>,

    /// Only print what the run would take: time, memory and disk, for each ending and in total
    #[arg(long)]
    estimate: bool,

    /// Print JSON: a line for each ending as soon as it is done, and one for the run
    #[arg(long, conflicts_with = "estimate")]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  bolshak generate                               everything to four pieces, in ./tables
  bolshak generate --material KKKvK --tables t   three kings against one, in t
  bolshak generate --pieces 6 --memory 4GiB      everything to six pieces in little memory
  bolshak generate --pieces 7 --estimate         what seven pieces would take
  bolshak generate --pieces 6 --metrics wdl,dtz  results and the draw rule, without distances to win

Finished tables are skipped. Ctrl-C stops a run, with exit status 130; the same command goes on with it.";

pub fn run(args: &Args) -> Result<ExitCode> {
    let request = args.wanted.request(args.target.game, args.disk.as_deref());
    let (game, directory) = (args.target.game, args.target.directory());
    let pool = process::pool(args.threads.unwrap_or(0).into())?;
    if args.estimate {
        let text = pool.install(|| summary::forecast(&request, directory))?;
        io::stdout().lock().write_all(text.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    process::listen(say("stopping", &[]))?;
    let meter = Meter::new(directory, args.json);
    let until = args.until.map(usize::from);
    let result = pool.install(|| match args.alone {
        Some(ending) => generate_alone(ending, until, &request.settings, directory, &meter),
        None => generate(&request, directory, &meter),
    });
    let result = result.map_err(anyhow::Error::from);
    meter.clear();
    match &result {
        Ok(summary) => meter.log(&summary::in_words(summary, game, directory)),
        Err(error) => meter.log(&remedy::told(error)),
    }
    let summary = match result {
        Err(error) if matches!(error.downcast_ref(), Some(GenerateError::Stopped)) => {
            return Ok(process::ended(&say("stopped", &[])));
        }
        result => result?,
    };
    if let (Some(ending), Some(until), true) = (args.alone, until, summary.finished.is_empty() && summary.before == 0) {
        if !args.json {
            let asked = [("phases", until.to_string().into()), ("ending", ending.to_string().into())];
            writeln!(io::stdout(), "{}", say("phases-as-asked", &asked))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let text = if args.json { summary::in_json(&summary)? } else { summary::in_words(&summary, game, directory) };
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
