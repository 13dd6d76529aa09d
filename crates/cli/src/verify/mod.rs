//! `bolshak verify`: whether the values of tables are right, or with `--checksums` whether they are the published ones.

mod checksums;
mod report;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, bail};
use bolshak::board::Game;
use bolshak::generate::machine_memory;
use bolshak::index::Ending;
use bolshak::probe::Tablebase;
use bolshak::rules::DRAW_PLIES;
use bolshak::verify::{
    Event, Record, Resources, Runs, Verified, VerifyError, prove_plainly, prove_within, sample, sample_runs, with_dtw,
};
use bolshak::{Progress, in_game, shown};
use clap::error::ErrorKind;

use crate::shared::options::{bytes, number, positive};
use crate::shared::process::{self, notice};
use crate::shared::question::explain;
use crate::shared::selection::Endings;
use crate::shared::tables::Source;
use crate::verify::report::Report;

/// Check that the values of tables are right
///
/// Compares every entry with the value that follows from the entries after its moves, by the definitions alone. Entries
/// are read through the same code as any probe. Together this is a proof of all values. If none of the endings has a
/// table of distances to win, the results (under the draw rule and in theory) and dtz are proved without them. With
/// --checksums, it checks instead that the tables are whole and are the published ones.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: Source,

    #[command(flatten)]
    endings: Endings,

    /// Check N random positions of each ending instead of every entry: whether each follows from those after its moves
    #[arg(long, value_name = "N", value_parser = positive, conflicts_with_all = ["resume", "checksums"])]
    sample: Option<u64>,

    /// Check runs of LENGTH neighbouring entries, spread over the ending, instead of single positions, by the plain
    /// move generator. With 10000 or more this is far faster, since a block is unpacked once for many entries
    #[arg(long, value_name = "LENGTH", value_parser = positive, requires = "sample")]
    run: Option<u64>,

    /// The seed of the random positions
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "sample")]
    seed: u64,

    /// Check entry by entry instead of rows of entries at once. This takes several times as long, and its code is
    /// easier to follow
    #[arg(long, conflicts_with_all = ["sample", "checksums"])]
    plain: bool,

    /// Memory that the check of all entries may use, as in 4GiB or 900MB; if an ending needs more in any case, a
    /// message says so before the work begins. With --run: memory for unpacked blocks, but at least 32 MiB for each
    /// thread [default: three quarters of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = bytes, conflicts_with_all = ["plain", "checksums"])]
    memory: Option<u64>,

    /// Directory for the values that are still needed, packed [default: the system's directory for temporary files]
    #[arg(long, value_name = "DIR", conflicts_with_all = ["sample", "plain", "checksums"])]
    disk: Option<PathBuf>,

    /// Record each finished ending in FILE, and skip the recorded endings whose tables, and all tables that they depend
    /// on, still have the same bytes. Only one run at a time can use FILE
    #[arg(long, value_name = "FILE", conflicts_with = "checksums")]
    resume: Option<PathBuf>,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = number(1..=1024_u16))]
    threads: Option<u16>,

    /// Read every table to the last byte instead, and compare the digest of its content with the one in its header and
    /// with the published one, and the statistics in its header with the published ones
    #[arg(long)]
    checksums: bool,

    #[command(flatten)]
    list: checksums::Args,

    /// One line of JSON for each ending, or for each table with --checksums
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let (pool, (game, directory)) = (process::pool(args.threads.unwrap_or(0).into())?, args.source.place());
    process::listen("Stopping (Ctrl-C once more stops at once).")?;
    pool.install(|| match args.checksums {
        true => checksums::run(&args.list, game, directory, &args.endings.named(), args.json),
        false => in_game!(game, G => prove::<G>(args, directory)),
    })
}

fn prove<G: Game>(args: &Args, directory: &Path) -> Result<ExitCode> {
    if args.memory.is_some() && args.sample.is_some() && args.run.is_none() {
        let message = "--memory is for the check of all entries, or of runs: --sample needs --run with it\n";
        clap::Error::raw(ErrorKind::ArgumentConflict, message).exit();
    }
    let found = args.source.open::<G>()?;
    let (tablebase, endings) = (&found.tablebase, args.endings.of(&found)?);
    if tablebase.draw_plies() != DRAW_PLIES {
        notice(&format!("these tables are for a draw rule of {} plies", tablebase.draw_plies()));
    }
    let report = Report::new(args.json);
    let result = match args.sample {
        Some(count) => samples(args, tablebase, &endings, count, &report),
        None => {
            let record = args.resume.as_deref().map(Record::open).transpose().map_err(VerifyError::from);
            let disk = args.disk.clone().unwrap_or(Resources::default().disk);
            let resources = Resources { memory: memory(args), disk };
            record.and_then(|record| match args.plain {
                true => prove_plainly(tablebase, &endings, record, &report),
                false => prove_within(tablebase, &endings, record, &resources, &report),
            })
        }
    };
    report.clear();
    match result {
        Ok(verified) => {
            report.sum_up(args.sample.map(|_| args.seed), with_dtw(tablebase, &endings), &endings, &verified)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(VerifyError::Mismatch(mismatch)) => {
            report.wrong(&mismatch)?;
            bail!("an entry is wrong; generate the tables in {} again, and report it if it stays", shown(directory));
        }
        Err(VerifyError::Stopped) => {
            let more = match &args.resume {
                Some(record) => {
                    format!(": the endings done are noted in {}; the same command goes on after them", shown(record))
                }
                None if args.sample.is_some() => String::new(),
                None => ": no ending is noted; with --resume FILE the same command would go on after the finished ones"
                    .into(),
            };
            Ok(process::ended(&format!("stopped{more}")))
        }
        Err(error) => Err(explain(error, &found)),
    }
}

fn memory(args: &Args) -> u64 {
    args.memory.or(machine_memory().map(|bytes| bytes / 4 * 3)).unwrap_or(Resources::default().memory)
}

fn samples<G: Game>(
    args: &Args,
    tablebase: &Tablebase<G>,
    endings: &[Ending],
    count: u64,
    report: &Report,
) -> Result<Vec<Verified>, VerifyError> {
    let of = |ending: &Ending| match args.run {
        Some(length) => count.next_multiple_of(length).min(ending.entries::<G>()),
        None => count,
    };
    report.report(&Event::Begun { read: 0, check: endings.iter().map(of).sum() });
    let mut verified = Vec::new();
    for &ending in endings {
        let begun = Instant::now();
        let (entries, stored) = match args.run {
            Some(length) => {
                let runs = Runs { entries: count, length, seed: args.seed, memory: memory(args) };
                let (entries, stored) = sample_runs(tablebase, ending, runs, report)?;
                (entries, Some(stored))
            }
            None => {
                sample(tablebase, ending, count, args.seed, report)?;
                (count, None)
            }
        };
        verified.push(Verified { ending, entries, stored, counts: None, time: Some(begun.elapsed()) });
        report.report(&Event::Verified(verified[verified.len() - 1].clone()));
    }
    Ok(verified)
}
