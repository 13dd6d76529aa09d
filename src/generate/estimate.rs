//! What a run will take, before it begins.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use crate::index::Ending;
use crate::solve::{Coding, Raw, scratch_bytes};

use super::budget::{BASE, least};
use super::plan::needed_again;
use super::{GenerateError, Plan, Request, generate};

/// What an ending, or a run, is expected to take.
#[derive(Clone, Copy, Debug, Default)]
pub struct Needs {
    /// The entries.
    pub entries: u64,
    /// Processor time of solving and packing.
    pub cpu: Duration,
    /// Wall time with all threads.
    pub time: Duration,
    /// Resident memory at the peak, in bytes, as far as the budget allows: of a run, with all endings in work.
    pub memory: u64,
    /// Bytes of raw values on disk: of an ending alone, of a run at the peak.
    pub disk: u64,
    /// Bytes of finished tables.
    pub tables: u64,
}

impl Needs {
    /// What a share of the work takes, of which 1 is all: less time, but as much memory and disk. The tables come with
    /// the last share.
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

/// Nanoseconds an entry for solving and for packing, and bits an entry of all three tables together, by the kings of
/// the side with more and of the side with fewer: measured over all endings of five and six pieces, on the machine on
/// which [`CALIBRATION`] was.
const COSTS: [(u8, u8, f64, f64, f64); 15] = [
    (0, 0, 272.0, 194.0, 1.80),
    (1, 0, 109.0, 71.0, 1.42),
    (1, 1, 94.0, 36.0, 1.33),
    (2, 0, 64.0, 52.0, 1.06),
    (2, 1, 73.0, 40.0, 1.15),
    (2, 2, 56.0, 41.0, 0.50),
    (3, 0, 67.0, 54.0, 0.76),
    (3, 1, 85.0, 40.0, 1.32),
    (3, 2, 62.0, 40.0, 0.72),
    (3, 3, 156.0, 55.0, 0.03),
    (4, 0, 71.0, 43.0, 0.52),
    (4, 1, 98.0, 41.0, 1.23),
    (4, 2, 94.0, 52.0, 1.43),
    (5, 0, 79.0, 41.0, 0.36),
    (5, 1, 110.0, 37.0, 0.98),
];

/// The processor time of all endings to four pieces on that machine, in seconds.
const CALIBRATION: f64 = 0.72;

/// What two threads lose to each other, and to the disk.
const OVERHEAD: f64 = 1.1;

/// The cost of an ending: [`COSTS`] of the nearest numbers of kings.
fn cost(ending: Ending) -> (f64, f64) {
    let (a, b) = (ending.first().kings, ending.second().kings);
    let distance = |&(most, least, ..): &(u8, u8, f64, f64, f64)| {
        let known = (f64::from(a.max(b)) - f64::from(most), f64::from(a.min(b)) - f64::from(least));
        // How many sides have kings matters more than how many kings they have.
        let kind = u32::from((a.min(b) == 0) != (least == 0)) + u32::from((a.max(b) == 0) != (most == 0));
        (kind, (known.0.abs() + known.1.abs()) as u32)
    };
    let &(_, _, solving, packing, bits) = COSTS.iter().min_by_key(|&cost| distance(cost)).expect("there are some");
    (solving + packing, bits)
}

/// Forecasts what a request will take in a directory, after measuring this machine for a second: it makes the tables
/// to four pieces in a temporary directory. Runs on the current rayon pool.
///
/// Of an ending that was stopped half way, the whole is forecast.
///
/// # Errors
/// Those of a plan; of a directory that cannot be written to, nothing is known before the run.
pub fn estimate(request: &Request, directory: &Path) -> Result<Estimate, GenerateError> {
    let mut plan = Plan::new(request, directory)?;
    // As if no raw file were left.
    plan.again = needed_again(&plan.missing, |_| Ok(false))?;
    let work = plan.work();
    let mut estimate = Estimate::default();
    if work.is_empty() {
        return Ok(estimate);
    }
    let (threads, coding) = (rayon::current_num_threads(), request.coding());
    let speed = calibrate(request)? / CALIBRATION;
    for &ending in &work {
        let (nanoseconds, bits) = cost(ending);
        let entries = ending.entries();
        let cpu = Duration::from_secs_f64(entries as f64 * nanoseconds * 1e-9 * speed);
        let disk = Raw::bytes_for(ending, coding);
        let values = |successor| Raw::bytes_without_dtz(successor, coding);
        let values: u64 = ending.successors().into_iter().map(values).sum();
        let needs = Needs {
            entries,
            cpu,
            time: cpu.mul_f64(OVERHEAD / threads as f64),
            memory: request.memory.min(BASE + disk + values + scratch_bytes(ending, coding) * threads as u64),
            disk,
            tables: if plan.missing.contains(&ending) { (entries as f64 * bits / 8.0) as u64 } else { 0 },
        };
        estimate.total.entries += needs.entries;
        estimate.total.cpu += needs.cpu;
        estimate.total.time += needs.time;
        estimate.total.tables += needs.tables;
        estimate.endings.push((ending, needs));
    }
    estimate.total.disk = peak_disk(&work, coding, threads);
    let fibres = least(&work, coding, threads).map_or(0, |(_, bytes)| bytes);
    estimate.total.memory = request.memory.min(fibres + estimate.total.disk).max(fibres);
    Ok(estimate)
}

/// The most bytes of raw files at a time, with so many endings in work.
fn peak_disk(work: &[Ending], coding: Coding, threads: usize) -> u64 {
    let mut peak = 0;
    for first in 0..work.len() {
        // Not the next ones: a large one goes on while smaller ones behind it come and go.
        let last = work.len().min(first + threads + 1);
        let needed: BTreeSet<Ending> = work[first..].iter().flat_map(|ending| ending.successors()).collect();
        let values = work[..first].iter().filter(|&ending| needed.contains(ending));
        let bytes = values.map(|&ending| Raw::bytes_without_dtz(ending, coding)).sum::<u64>()
            + work[first..last].iter().map(|&ending| Raw::bytes_for(ending, coding)).sum::<u64>();
        peak = peak.max(bytes);
    }
    peak
}

/// The processor time of all endings to four pieces on this machine, in seconds: the least of three, since other work
/// on the machine only ever adds to it.
fn calibrate(request: &Request) -> Result<f64, GenerateError> {
    let failed = |source| GenerateError::Directory { path: std::env::temp_dir(), source };
    let mut least = f64::INFINITY;
    let sample = Request { level: request.level, metrics: request.metrics.clone(), ..Request::pieces(4) };
    for _ in 0..3 {
        let directory = tempfile::tempdir().map_err(failed)?;
        let made = generate(&sample, directory.path(), &())?.finished;
        least = least.min(made.iter().map(|finished| (finished.solving + finished.packing).as_secs_f64()).sum());
    }
    Ok(least)
}
