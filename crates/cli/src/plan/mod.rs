//! `bolshak plan`: the work as commands that depend on each other, for the programs that run them.

mod formats;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use bolshak::generate::{PlanFiles, plan};

use crate::plan::formats::{Commands, text};
use crate::shared::options::{Wanted, number};
use crate::shared::process::{self, notice};
use crate::shared::said::Said;
use crate::shared::shell::no_option;
use crate::shared::tables::Target;

/// Print the work of a generation as a graph of commands, for a program that runs them on one machine or many
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    wanted: Wanted,

    /// What to print
    #[arg(long, value_enum)]
    format: Format,

    #[command(flatten)]
    target: Target,

    /// Directory for values in work, which all machines share, like that of the tables [default: .values beside them]
    #[arg(long, value_name = "DIR")]
    disk: Option<PathBuf>,

    /// Threads of each command, at most 256
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = number(1..=256_u16))]
    threads: u16,

    /// Split endings that take longer into several commands, by the advancement of their men
    #[arg(long, value_name = "HOURS", allow_negative_numbers = true, value_parser = hours)]
    split: Option<Duration>,
}

/// What to print.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    /// An array with a row for each command
    Json,
    /// A file for make
    Make,
    /// A file for Snakemake
    Snakemake,
}

const EXAMPLES: &str = "\
Examples:
  bolshak plan --pieces 5 --format make > Makefile         then: make -j 8
  bolshak plan --pieces 6 --format snakemake > Snakefile   then: snakemake --cores 8
  bolshak plan --pieces 8 --format snakemake --tables /shared/t --disk /shared/raw --threads 16 > Snakefile
                                       then, on Slurm: snakemake --executor slurm --jobs 40
  bolshak plan --pieces 7 --format json | jq -r .[].command

The commands call bolshak, which must be in the PATH. Each step that is done leaves a note, a file beside the values in
work that says what the step took; a run that was stopped or killed goes on. See docs/many-machines.md.";

pub fn run(args: &Args) -> Result<ExitCode> {
    let tables = name_of(args.target.directory())?;
    let disk = args.disk.as_deref().map(name_of).transpose()?;
    let request = args.wanted.request(args.target.game, disk.as_deref().map(Path::new));
    let files = PlanFiles::new(&request.settings, Path::new(&tables));
    if let Format::Make = args.format {
        formats::check_for_make(&tables)?;
        formats::check_for_make(&text(files.disk()))?;
    }
    let pool = process::pool(args.threads.into())?;
    let steps = pool.install(|| plan(&request, Path::new(&tables), args.split.unwrap_or(Duration::MAX)))?;
    if steps.is_empty() {
        notice(&format!("All that was asked is finished in {tables}: the plan is empty."));
    }
    let forecast = if steps.is_empty() { Vec::new() } else { formats::forecast(&steps, args.threads) };
    let commands = Commands::new(files, &args.wanted, &request.settings, &tables, args.threads);
    let text = match args.format {
        Format::Json => formats::json(&steps, &commands)?,
        Format::Make => formats::makefile(&steps, &commands, &forecast),
        Format::Snakemake => formats::snakefile(&steps, &commands, &forecast)?,
    };
    forecast.iter().for_each(|line| notice(line));
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn name_of(directory: &Path) -> Result<String> {
    let name = directory.to_str().with_context(|| format!("the name {directory:?} is not UTF-8"))?;
    Ok(no_option(name.into()))
}

fn hours(text: &str) -> Result<Duration, Said> {
    let hours = text.parse().ok().filter(|&hours: &f64| hours > 0.0);
    let time = hours.and_then(|hours| Duration::try_from_secs_f64(hours * 3600.0).ok());
    time.ok_or_else(|| Said::new("expected-hours", &[]))
}
