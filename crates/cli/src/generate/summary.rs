//! A generation in words and in JSON: what it has done, and with `--estimate` what it would take.

use std::fmt::Write;
use std::path::Path;

use bolshak::board::GameName;
use bolshak::generate::{Estimate, Finished, Needs, Request, Settings, Summary, estimate};
use bolshak::shown;
use bolshak::table::{Metric, PerMetric};
use serde::{Serialize, Serializer};

use crate::lang::{Args, chosen, say};
use crate::shared::tables::options;
use crate::shared::text::{bytes, decimal, duration, in_thousands};

pub fn in_words(summary: &Summary, game: GameName, directory: &Path) -> String {
    let lang = chosen();
    let place = shown(directory);
    if summary.finished.is_empty() {
        return said("nothing-to-do", &[("number", summary.before.into()), ("place", place.into())]);
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

fn said(id: &str, args: &Args<'_>) -> String {
    say(id, args) + "\n"
}

pub fn said_endings(number: usize) -> String {
    say("endings", &[("number", number.into())])
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
struct EndingRow {
    ending: String,
    entries: u64,
    bytes: Option<Sizes>,
    seconds: f64,
    solving_cpu_seconds: f64,
    packing_cpu_seconds: f64,
    values_bytes: u64,
    zeroing_bytes: u64,
}

/// The bytes of the tables that were asked for, by metric.
struct Sizes(PerMetric<u64>);

impl Serialize for Sizes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let made = self.0.iter().filter(|&(_, &bytes)| bytes > 0);
        serializer.collect_map(made.map(|(metric, bytes)| (metric.to_string(), bytes)))
    }
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

pub fn ending_in_json(made: &Finished) -> serde_json::Result<String> {
    serde_json::to_string(&EndingRow {
        ending: made.ending.to_string(),
        entries: made.entries,
        bytes: made.bytes.map(Sizes),
        seconds: made.time.as_secs_f64(),
        solving_cpu_seconds: made.solving.as_secs_f64(),
        packing_cpu_seconds: made.packing.as_secs_f64(),
        values_bytes: made.values,
        zeroing_bytes: made.zeroing,
    })
}

pub fn in_json(summary: &Summary) -> serde_json::Result<String> {
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

pub fn forecast(request: &Request, directory: &Path) -> anyhow::Result<String> {
    let forecast = estimate(request, directory)?;
    if forecast.endings.is_empty() {
        return Ok(say("all-finished", &[("place", shown(directory).into())]) + "\n");
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
        text += &(say("lacks-memory", &lack) + "\n");
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
        text += &(say("lacks-disk", &lack) + "\n");
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
        // Writing to a string does not fail.
        let _ = writeln!(text, "{name:9} {entries:>15} {cpu:>10} {time:>10} {memory:>10} {disk:>10} {tables:>9}");
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

/// The titles of the columns in the catalogues.
const FORECAST_TITLES: [&str; 7] = [
    "stats-ending",
    "stats-entries",
    "estimate-cpu",
    "estimate-time",
    "estimate-memory",
    "estimate-disk",
    "estimate-tables",
];
