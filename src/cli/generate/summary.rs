//! What a generation has done, in words and in JSON.

use std::path::Path;

use bolshak::board::GameName;
use bolshak::generate::{Finished, Summary};
use bolshak::table::{Metric, PerMetric};
use serde::{Serialize, Serializer};

use crate::cli::shared::amount::bytes;
use crate::cli::shared::tables::options;
use crate::cli::shared::text::{endings, grouped};

pub fn in_words(summary: &Summary, game: GameName, directory: &Path) -> String {
    let place = directory.display();
    if summary.finished.is_empty() {
        let all =
            if summary.before == 1 { "The ending is".into() } else { format!("All {} are", endings(summary.before)) };
        return format!("{all} finished in {place}; nothing to do.\n");
    }
    // The sum of nothing is -0.
    let sum = |of: fn(&Finished) -> f64| summary.finished.iter().map(of).sum::<f64>() + 0.0;
    let entries = sum(|finished| finished.entries as f64);
    let (solving, packing) = (sum(|f| f.solving.as_secs_f64()), sum(|f| f.packing.as_secs_f64()));
    let mut text = format!(
        "{}, {} entries in {:.1} s.\nSolving took {solving:.1} CPU-s, {:.1} million entries each; writing tables \
         {packing:.1} CPU-s.\n",
        endings(summary.finished.len()),
        grouped(entries as u64),
        summary.time.as_secs_f64(),
        entries / 1e6 / solving.max(1e-6),
    );
    let made = || summary.finished.iter().filter_map(|finished| Some((finished.entries, finished.bytes?)));
    let entries: u64 = made().map(|(entries, _)| entries).sum();
    for metric in Metric::ALL {
        let bytes: u64 = made().map(|(_, bytes)| bytes[metric]).sum();
        let bits = 8.0 * bytes as f64 / entries as f64;
        if bytes > 0 {
            text += &format!("  {metric}  {:>14} bytes  {bits:5.3} bits an entry\n", grouped(bytes));
        }
    }
    let memory = summary.peak_memory.map(|peak| format!(", the program {} of memory", bytes(peak))).unwrap_or_default();
    text += &format!("At the peak: values in work {} on disk{memory}.\n", bytes(summary.peak_disk));
    if summary.before > 0 {
        let were = if summary.before == 1 { "was" } else { "were" };
        text += &format!("{} {were} finished before.\n", endings(summary.before));
    }
    text + &format!("The tables are in {place}; \"bolshak probe{} FEN\" asks them.\n", options(game, directory))
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
