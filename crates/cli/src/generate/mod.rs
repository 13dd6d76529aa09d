//! `bolshak generate`: makes tables.

mod progress;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use bolshak::board::GameName;
use bolshak::generate::{
    Estimate, Finished, GenerateError, Needs, Request, Settings, Summary, estimate, generate, generate_alone,
};
use bolshak::index::Ending;
use bolshak::shown;
use bolshak::table::Metric;
use serde::Serialize;

use crate::generate::progress::{Meter, said_endings};
use crate::lang::{self, chosen, say};
use crate::shared::options::number;
use crate::shared::selection::{Wanted, added};
use crate::shared::tables::{Target, options};
use crate::shared::text::{bytes, decimal, duration, in_thousands};
use crate::shared::{process, remedy};

/// Make the tables of all endings up to a number of pieces, or of some endings and those that they need
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    wanted: Wanted,

    /// Make one ending by itself, as the commands of `bolshak plan` do. The values that it needs must be in --disk; its
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
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number(1..=256_u16))]
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

pub fn run(args: &Args) -> Result<ExitCode> {
    let request = args.wanted.request(args.target.game, args.disk.as_deref());
    let (game, directory) = (args.target.game, args.target.directory());
    let pool = process::pool(args.threads.unwrap_or(0).into())?;
    if args.estimate {
        let text = pool.install(|| forecast(&request, directory))?;
        io::stdout().lock().write_all(text.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    process::listen(say("stopping", &[]))?;
    let meter = Meter::new(directory, args.json, added(&request));
    let until = args.until.map(usize::from);
    let result = pool.install(|| match args.alone {
        Some(ending) => generate_alone(ending, until, &request.settings, directory, &meter),
        None => generate(&request, directory, &meter),
    });
    let result = result.map_err(anyhow::Error::from);
    meter.clear();
    match &result {
        Ok(summary) => meter.log(&in_words(summary, game, directory)),
        Err(error) => meter.log(&remedy::for_people(error)),
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
    let text = if args.json { in_json(&summary)? } else { in_words(&summary, game, directory) };
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn in_words(summary: &Summary, game: GameName, directory: &Path) -> String {
    let lang = chosen();
    let place = shown(directory);
    if summary.finished.is_empty() {
        let command = format!("bolshak verify --checksums{}", options(game, directory));
        let args = [("number", summary.before.into()), ("place", place.into()), ("command", command.into())];
        return said("nothing-to-do", &args);
    }
    let entries = sum(summary, |made| made.entries as f64);
    let (solving, packing) = processor_seconds(summary);
    let solved = [
        ("endings", said_endings(summary.finished.len()).into()),
        ("entries", in_thousands(entries as u64).into()),
        ("seconds", decimal(lang, summary.time.as_secs_f64(), 1).into()),
    ];
    let took = [
        ("solving", decimal(lang, solving, 1).into()),
        ("rate", decimal(lang, entries / 1e6 / solving.max(1e-6), 1).into()),
        ("packing", decimal(lang, packing, 1).into()),
    ];
    let mut text = said("solved", &solved) + &said("took", &took);
    let made = || summary.finished.iter().filter_map(|finished| Some((finished.entries, finished.bytes?)));
    let entries: u64 = made().map(|(entries, _)| entries).sum();
    for metric in Metric::ALL {
        let bytes: u64 = made().map(|(_, bytes)| bytes[metric]).sum();
        let bits = 8.0 * bytes as f64 / entries as f64;
        if bytes > 0 {
            let bits = format!("{:>5}", decimal(lang, bits, 3));
            let sizes = [("bytes", format!("{:>14}", in_thousands(bytes)).into()), ("bits", bits.into())];
            text += &format!("  {metric}  {}", said("bytes-and-bits", &sizes));
        }
    }
    let disk = ("disk", bytes(lang, summary.peak_disk).into());
    text += &match summary.peak_memory {
        Some(peak) => said("peak", &[disk, ("memory", bytes(lang, peak).into())]),
        None => said("peak-disk", &[disk]),
    };
    if summary.before > 0 {
        text += &said("before", &[("number", summary.before.into())]);
    }
    let command = format!("bolshak probe{} FEN", options(game, directory));
    text + &said("tables-made", &[("place", place.into()), ("command", command.into())])
}

fn said(id: &str, args: &lang::Args<'_>) -> String {
    say(id, args) + "\n"
}

/// The sum over the finished endings. Without `+ 0.0` the sum of none would be -0.
fn sum(summary: &Summary, of: fn(&Finished) -> f64) -> f64 {
    summary.finished.iter().map(of).sum::<f64>() + 0.0
}

/// The processor time of solving and of packing.
fn processor_seconds(summary: &Summary) -> (f64, f64) {
    (sum(summary, |made| made.solving.as_secs_f64()), sum(summary, |made| made.packing.as_secs_f64()))
}

#[derive(Serialize)]
struct RunRow {
    endings: usize,
    before: usize,
    entries: u64,
    seconds: f64,
    solving_cpu_seconds: f64,
    packing_cpu_seconds: f64,
    peak_disk: u64,
    peak_memory: Option<u64>,
}

fn in_json(summary: &Summary) -> serde_json::Result<String> {
    let (solving_cpu_seconds, packing_cpu_seconds) = processor_seconds(summary);
    let run = RunRow {
        endings: summary.finished.len(),
        before: summary.before,
        entries: summary.finished.iter().map(|made| made.entries).sum(),
        seconds: summary.time.as_secs_f64(),
        solving_cpu_seconds,
        packing_cpu_seconds,
        peak_disk: summary.peak_disk,
        peak_memory: summary.peak_memory,
    };
    Ok(serde_json::to_string(&run)? + "\n")
}

fn forecast(request: &Request, directory: &Path) -> anyhow::Result<String> {
    let forecast = estimate(request, directory)?;
    if forecast.endings.is_empty() {
        return Ok(said("all-finished", &[("place", shown(directory).into())]));
    }
    Ok(forecast_in_words(&forecast, request, directory) + &lacking(&forecast.total, request, directory))
}

/// Sentences about memory and disk space that the run would lack here.
fn lacking(total: &Needs, request: &Request, directory: &Path) -> String {
    let mut text = String::new();
    if total.memory > request.settings.memory {
        let lack = [
            ("needed", bytes(chosen(), total.memory).into()),
            ("allowed", bytes(chosen(), request.settings.memory).into()),
        ];
        text += &said("lacks-memory", &lack);
    }
    let (values, needed) = match &request.settings.disk {
        Some(disk) => (&**disk, total.disk),
        None => (directory, total.disk + total.tables),
    };
    // A directory that does not exist yet will be on the disk of its nearest parent that does.
    let free = values.ancestors().find_map(|at| {
        let at = if at.as_os_str().is_empty() { Path::new(".") } else { at };
        fs4::available_space(at).ok()
    });
    if let Some(free) = free.filter(|&free| free < needed) {
        let lack = [("place", shown(values).into()), ("free", bytes(chosen(), free).into())];
        text += &said("lacks-disk", &lack);
    }
    text
}

fn forecast_in_words(forecast: &Estimate, request: &Request, directory: &Path) -> String {
    let lang = chosen();
    let titles = FORECAST_TITLES.map(|id| say(id, &[]));
    let rows = forecast.endings.iter().map(|(ending, needs)| (ending.to_string(), needs));
    let rows = rows.chain([(say("estimate-all", &[]), &forecast.total)]).map(|(name, needs)| {
        let Needs { entries, cpu, time, memory, disk, tables, .. } = *needs;
        [
            name,
            in_thousands(entries),
            duration(lang, cpu),
            duration(lang, time),
            bytes(lang, memory),
            bytes(lang, disk),
            bytes(lang, tables),
        ]
    });
    let mut text = String::new();
    for [name, entries, cpu, time, memory, disk, tables] in std::iter::once(titles).chain(rows) {
        text += &format!("{name:9} {entries:>15} {cpu:>10} {time:>10} {memory:>10} {disk:>10} {tables:>9}\n");
    }
    let mut notes = vec!["estimate-note"];
    notes.extend(match request.settings.game {
        GameName::Russian => None,
        GameName::Poddavki => Some("estimate-poddavki"),
        GameName::Draughts80 => Some("estimate-draughts-80"),
    });
    notes.extend((request.settings.level != Settings::LEVEL).then_some("estimate-level"));
    let place = say("estimate-place", &[("place", shown(directory).into())]);
    let notes: Vec<String> = notes.iter().map(|id| say(id, &[])).chain([place]).collect();
    format!("{text}\n{}\n", notes.join("\n"))
}

const FORECAST_TITLES: [&str; 7] = [
    "stats-ending",
    "stats-entries",
    "estimate-cpu",
    "estimate-time",
    "estimate-memory",
    "estimate-disk",
    "estimate-tables",
];
