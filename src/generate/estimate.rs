//! The forecast of a run, from the costs of endings measured on seven pieces.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use crate::board::Game;
use crate::in_game;
use crate::index::Ending;
use crate::retrograde::{Coding, Kind, Layout};
use crate::table::{Metric, PerMetric};

use super::directories::check_place;
use super::error::GenerateError;
use super::inventory::{Inventory, needed_again};
use super::request::{Request, Settings};
use super::run::generate;
use super::schedule::{Least, work_order};

/// The expected cost of an ending, or of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Needs {
    /// The entries.
    pub entries: u64,
    /// Processor time of solving and packing.
    pub cpu: Duration,
    /// Wall time with all threads.
    pub time: Duration,
    /// Peak resident memory in bytes, within the budget; for a run, with all endings in work.
    pub memory: u64,
    /// Bytes on disk of values in work: of one ending, or at the peak of a run.
    pub disk: u64,
    /// Bytes of the values that stay on disk after an ending, until no other needs them; 0 for a run.
    pub kept: u64,
    /// Bytes of finished tables.
    pub tables: u64,
}

impl Needs {
    /// The cost of a share of the work: less time, but the same memory and disk. The tables come with the last share.
    pub(super) fn share(self, share: f64, is_last: bool) -> Needs {
        let entries = (self.entries as f64 * share) as u64;
        let tables = if is_last { self.tables } else { 0 };
        Needs { entries, cpu: self.cpu.mul_f64(share), time: self.time.mul_f64(share), tables, ..self }
    }
}

/// The forecast of a run.
#[derive(Clone, Debug, Default)]
pub struct Estimate {
    /// Each ending to be solved, in order.
    pub endings: Vec<(Ending, Needs)>,
    /// All of them together.
    pub total: Needs,
}

/// What two threads lose to each other, and to the disk.
const OVERHEAD: f64 = 1.1;

/// Forecasts a request in a directory, after measuring this machine for a second: it makes the tables to four pieces in a
/// temporary directory at the default level, and scales by the measured cost of other levels. Runs on the current rayon pool.
///
/// An ending that was stopped half way is forecast whole.
///
/// # Errors
/// As for [`Inventory::new`], and [`GenerateError::Directory`] if a directory cannot be made or written to.
pub fn estimate(request: &Request, directory: &Path) -> Result<Estimate, GenerateError> {
    in_game!(request.settings.game, G => forecast::<G>(request, directory, true))
}

/// [`estimate()`] for a run on this machine, or on others: only those know where they can write.
pub(super) fn forecast<G: Game>(request: &Request, directory: &Path, is_here: bool) -> Result<Estimate, GenerateError> {
    let settings = &request.settings;
    let mut inventory = Inventory::new(request, directory)?;
    // As if no values were left.
    inventory.again = needed_again(&inventory.missing, |_| Ok(false))?;
    let work = inventory.work();
    let mut estimate = Estimate::default();
    if work.is_empty() {
        return Ok(estimate);
    }
    for place in [Some(directory), settings.disk.as_deref()].into_iter().flatten() {
        check_place(place, is_here)?;
    }
    let (threads, coding) = (rayon::current_num_threads(), settings.coding());
    let speed = calibrate(settings)? / CALIBRATION;
    for &ending in &work {
        let (cost, entries) = (Cost::of(ending), ending.entries::<G>());
        let nanoseconds = cost.nanoseconds(ending.pieces(), settings.level);
        let cpu = Duration::from_secs_f64(entries as f64 * nanoseconds * 1e-9 * speed);
        let tables = bytes::<G>(ending, cost.table_bits(&settings.metrics), TABLES);
        let kept = values::<G>(ending, coding);
        let layouts = ending.successors().into_iter().map(|successor| Layout::<G>::new(successor, coding.with_dtw));
        let unpacked: u64 = layouts.map(|layout| layout.men.size() * layout.chunk(Kind::Values) as u64).sum();
        let least = Least::new::<G>(&[ending], coding, threads).map_or(0, |least| least.bytes());
        let needs = Needs {
            entries,
            cpu,
            time: cpu.mul_f64(OVERHEAD / threads as f64),
            memory: settings.memory.min(least + unpacked).max(least),
            disk: kept + zeroing::<G>(ending),
            kept,
            tables: if inventory.missing.contains(&ending) { tables } else { 0 },
        };
        estimate.total.entries += needs.entries;
        estimate.total.cpu += needs.cpu;
        estimate.total.time += needs.time;
        estimate.total.tables += needs.tables;
        estimate.endings.push((ending, needs));
    }
    estimate.total.disk = peak_disk::<G>(&work, coding, threads);
    estimate.total.memory = estimate.endings.iter().map(|(_, needs)| needs.memory).max().unwrap_or(0);
    Ok(estimate)
}

/// Bytes of an ending, for the bits of an entry with seven pieces and the factor for eight.
fn bytes<G: Game>(ending: Ending, bits: f64, factor: f64) -> u64 {
    let factor = if ending.pieces() > 7 { factor } else { 1.0 };
    (ending.entries::<G>() as f64 * bits * factor / 8.0) as u64
}

/// Bytes of the packed values of an ending that others need.
fn values<G: Game>(ending: Ending, coding: Coding) -> u64 {
    bytes::<G>(ending, Cost::of(ending).values[usize::from(!coding.with_dtw)], VALUES)
}

/// Bytes of its packed distances to a zeroing move.
fn zeroing<G: Game>(ending: Ending) -> u64 {
    bytes::<G>(ending, Cost::of(ending).values[2], ZEROING)
}

/// The peak bytes of files of values, with one ending in work for each thread.
fn peak_disk<G: Game>(work: &[Ending], coding: Coding, threads: usize) -> u64 {
    let work = work_order(work);
    let mut peak = 0;
    for first in 0..work.len() {
        // One more, as a large one continues while smaller ones behind it come and go.
        let last = work.len().min(first + threads + 1);
        let needed: BTreeSet<Ending> = work[first..].iter().flat_map(|ending| ending.successors()).collect();
        let kept = work[..first].iter().filter(|&ending| needed.contains(ending));
        let in_work = work[first..last].iter().map(|&ending| values::<G>(ending, coding) + zeroing::<G>(ending));
        let bytes = kept.map(|&ending| values::<G>(ending, coding)).sum::<u64>() + in_work.sum::<u64>();
        peak = peak.max(bytes);
    }
    peak
}

/// The CPU seconds of all endings to four pieces here at the default level: the least of three, as other work only adds time.
fn calibrate(settings: &Settings) -> Result<f64, GenerateError> {
    let failed = |source| GenerateError::Directory { path: std::env::temp_dir(), source };
    let mut least = f64::INFINITY;
    let sample = Request::pieces(4).settings(Settings::default().metrics(&settings.metrics));
    for _ in 0..3 {
        let directory = tempfile::tempdir().map_err(failed)?;
        let made = generate(&sample, directory.path(), &())?.finished;
        least = least.min(made.iter().map(|finished| (finished.solving + finished.packing).as_secs_f64()).sum());
    }
    Ok(least)
}

/// The cost of an entry of the endings with some numbers of kings.
struct Cost {
    /// The kings of the side with more, and of the other.
    kings: (u8, u8),
    /// Nanoseconds of processor time for solving it, and for packing it at the default level.
    time: (f64, f64),
    /// Bits of each metric's table, as [`PerMetric::new`] takes them.
    tables: [f64; Metric::COUNT],
    /// Bits of values in work: with distances to win, without, and of distances to a zeroing move.
    values: [f64; 3],
}

const fn cost(kings: (u8, u8), time: (f64, f64), tables: [f64; Metric::COUNT], values: [f64; 3]) -> Cost {
    Cost { kings, time, tables, values }
}

/// Measured over all endings of seven pieces, on the machine on which [`CALIBRATION`] was.
const COSTS: [Cost; 19] = [
    cost((0, 0), (139.8, 43.9), [0.243, 0.708, 0.002], [4.24, 0.40, 1.00]),
    cost((1, 0), (81.6, 23.9), [0.192, 0.386, 0.003], [4.00, 1.03, 1.53]),
    cost((1, 1), (49.6, 17.9), [0.222, 0.297, 0.051], [3.92, 1.04, 1.90]),
    cost((2, 0), (40.2, 18.1), [0.104, 0.260, 0.003], [3.32, 1.09, 1.55]),
    cost((2, 1), (42.9, 17.5), [0.166, 0.302, 0.062], [3.59, 0.92, 1.93]),
    cost((2, 2), (33.1, 12.7), [0.168, 0.113, 0.035], [2.84, 1.05, 1.80]),
    cost((3, 0), (36.0, 14.4), [0.040, 0.161, 0.003], [2.35, 0.68, 0.83]),
    cost((3, 1), (45.1, 17.0), [0.111, 0.359, 0.079], [3.34, 0.73, 1.38]),
    cost((3, 2), (37.3, 12.3), [0.147, 0.150, 0.058], [2.64, 0.84, 1.49]),
    cost((3, 3), (48.1, 10.9), [0.058, 0.014, 0.003], [1.64, 0.66, 0.96]),
    cost((4, 0), (34.9, 15.1), [0.015, 0.093, 0.005], [1.49, 0.50, 0.45]),
    cost((4, 1), (56.0, 18.1), [0.061, 0.308, 0.054], [2.94, 0.60, 1.01]),
    cost((4, 2), (47.7, 16.1), [0.143, 0.266, 0.121], [2.90, 0.76, 1.43]),
    cost((4, 3), (43.3, 11.1), [0.062, 0.024, 0.004], [1.48, 0.57, 0.82]),
    cost((5, 0), (31.5, 11.7), [0.004, 0.060, 0.010], [0.82, 0.23, 0.22]),
    cost((5, 1), (57.6, 18.6), [0.021, 0.297, 0.031], [2.44, 0.40, 0.84]),
    cost((5, 2), (46.3, 16.0), [0.057, 0.338, 0.078], [3.07, 0.65, 1.23]),
    cost((6, 0), (31.2, 13.6), [0.001, 0.043, 0.012], [0.45, 0.12, 0.10]),
    cost((6, 1), (53.5, 23.2), [0.003, 0.281, 0.020], [1.96, 0.26, 0.72]),
];

/// The cost of packing at each level, from 1, relative to the default level: measured over all endings to four pieces.
const PACKING: [f64; 22] = [
    0.73, 0.74, 0.83, 0.86, 0.94, 1.0, 1.2, 1.4, 1.5, 1.7, 1.8, 2.2, 3.0, 3.3, 4.4, 5.6, 6.5, 8.0, 8.4, 10.5, 11.0,
    14.0,
];

/// The cost factor of each further piece: the values after moves are farther from the processor.
const GROWTH: f64 = 1.12;

/// The factors for the bits of an entry of eight pieces: of tables, of values in work, and of distances to a zeroing move. Those of
/// tables and values are measured on all endings of seven pieces against one and six against two, and on `wdl` of all others.
const TABLES: f64 = 0.88;
const VALUES: f64 = 1.12;
const ZEROING: f64 = 0.92;

/// The processor time of all endings to four pieces on that machine, in seconds.
const CALIBRATION: f64 = 0.411;

impl Cost {
    fn of(ending: Ending) -> &'static Cost {
        let (a, b) = (ending.first().kings, ending.second().kings);
        let distance = |&&Cost { kings: (most, least), .. }: &&Cost| {
            // The number of sides with kings matters more than the number of kings.
            let kind = u32::from((a.min(b) == 0) != (least == 0)) + u32::from((a.max(b) == 0) != (most == 0));
            (kind, a.max(b).abs_diff(most) + a.min(b).abs_diff(least))
        };
        COSTS.iter().min_by_key(distance).expect("there are some")
    }

    /// Nanoseconds for an entry of an ending of some pieces, with tables at a level of compression.
    fn nanoseconds(&self, pieces: u8, level: i32) -> f64 {
        let packing = self.time.1 * PACKING[level.clamp(1, 22) as usize - 1];
        (self.time.0 + packing) * GROWTH.powi(i32::from(pieces) - 7)
    }

    fn table_bits(&self, metrics: &[Metric]) -> f64 {
        let bits = PerMetric::new(self.tables);
        Metric::sorted(metrics).into_iter().map(|metric| bits[metric]).sum()
    }
}
