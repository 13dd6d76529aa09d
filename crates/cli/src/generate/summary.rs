//! What a generation has done, in words and in JSON.

use std::path::Path;

use bolshak::board::GameName;
use bolshak::generate::{Finished, Summary};
use bolshak::shown;
use bolshak::table::{Metric, PerMetric};
use serde::{Serialize, Serializer};

use crate::lang::{Args, chosen, say};
use crate::shared::amount::{bytes, decimal, thousands};
use crate::shared::tables::options;

pub fn in_words(summary: &Summary, game: GameName, directory: &Path) -> String {
    let lang = chosen();
    let place = shown(directory);
    if summary.finished.is_empty() {
        return said("nothing-to-do", &[("number", summary.before.into()), ("place", place.into())]);
    }
    // The sum of nothing is -0.
    let sum = |of: fn(&Finished) -> f64| summary.finished.iter().map(of).sum::<f64>() + 0.0;
    let entries = sum(|finished| finished.entries as f64);
    let (solving, packing) = (sum(|f| f.solving.as_secs_f64()), sum(|f| f.packing.as_secs_f64()));
    let solved = [
        ("endings", said_endings(summary.finished.len()).into()),
        ("entries", number(entries as u64).into()),
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
            let sizes = [("bytes", format!("{:>14}", number(bytes)).into()), ("bits", bits.into())];
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

/// A line.
fn said(id: &str, args: &Args<'_>) -> String {
    say(id, args) + "\n"
}

/// "1 ending", "2 endings".
pub fn said_endings(number: usize) -> String {
    say("endings", &[("number", number.into())])
}

/// A number with its thousands apart.
pub fn number(number: u64) -> String {
    thousands(chosen(), number)
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

/// The line of an ending.
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

/// The line of the run.
pub fn in_json(summary: &Summary) -> serde_json::Result<String> {
    // The sum of nothing is -0.
    let sum = |of: fn(&Finished) -> f64| summary.finished.iter().map(of).sum::<f64>() + 0.0;
    let run = RunRow {
        endings: summary.finished.len(),
        before: summary.before,
        entries: summary.finished.iter().map(|made| made.entries).sum(),
        seconds: summary.time.as_secs_f64(),
        solving_cpu_seconds: sum(|made| made.solving.as_secs_f64()),
        packing_cpu_seconds: sum(|made| made.packing.as_secs_f64()),
        peak_disk: summary.peak_disk,
        peak_memory: summary.peak_memory,
    };
    Ok(serde_json::to_string(&run)? + "\n")
}
