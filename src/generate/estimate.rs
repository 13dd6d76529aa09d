//! What a run will take, before it begins.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use crate::board::Game;
use crate::in_game;
use crate::index::Ending;
use crate::solve::{Coding, Layout};

use super::budget::Least;
use super::costs::{CALIBRATION, Cost};
use super::error::GenerateError;
use super::inventory::{Inventory, needed_again};
use super::lock::check_place;
use super::request::{Request, Settings};
use super::run::generate;
use super::schedule::work_order;

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
    /// Bytes of values in work on disk: of an ending alone, of a run at the peak.
    pub disk: u64,
    /// Bytes of the values that stay on disk when an ending is finished, until no other needs them; 0 for a run.
    pub kept: u64,
    /// Bytes of finished tables.
    pub tables: u64,
}

impl Needs {
    /// What a share of the work takes, from 0 to 1: less time, but as much memory and disk. The tables come with
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

/// What two threads lose to each other, and to the disk.
const OVERHEAD: f64 = 1.1;

/// Forecasts what a request will take in a directory, after measuring this machine for a second: it makes the tables
/// to four pieces in a temporary directory, at the default level of compression; how much longer another level takes was
/// measured before. Runs on the current rayon pool.
///
/// Of an ending that was stopped half way, the whole is forecast.
///
/// # Errors
/// As for [`Inventory::new`], and [`GenerateError::Directory`] if one cannot be made or written to.
pub fn estimate(request: &Request, directory: &Path) -> Result<Estimate, GenerateError> {
    in_game!(request.settings.game, G => forecast::<G>(request, directory, true))
}

/// The same, for a run on this machine, or perhaps on others: only those know where they can write.
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
        let tables = (entries as f64 * cost.table_bits(&settings.metrics) / 8.0) as u64;
        let kept = values::<G>(ending, coding);
        let unpacked: u64 = ending.successors().into_iter().map(|successor| unpacked::<G>(successor, coding)).sum();
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

/// Bytes of the packed values of an ending that others need.
fn values<G: Game>(ending: Ending, coding: Coding) -> u64 {
    (ending.entries::<G>() as f64 * Cost::of(ending).value_bits(coding.with_dtw) / 8.0) as u64
}

/// Bytes of its packed distances to a zeroing move.
fn zeroing<G: Game>(ending: Ending) -> u64 {
    (ending.entries::<G>() as f64 * Cost::of(ending).zeroing_bits() / 8.0) as u64
}

/// Bytes of its values when they are unpacked.
fn unpacked<G: Game>(ending: Ending, coding: Coding) -> u64 {
    let layout = Layout::<G>::new(ending, coding.with_dtw);
    layout.men().size() * layout.chunk() as u64
}

/// The most bytes of files of values at a time, with one ending in work for each thread.
fn peak_disk<G: Game>(work: &[Ending], coding: Coding, threads: usize) -> u64 {
    let work = work_order(work);
    let mut peak = 0;
    for first in 0..work.len() {
        // Not the next ones: a large one goes on while smaller ones behind it come and go.
        let last = work.len().min(first + threads + 1);
        let needed: BTreeSet<Ending> = work[first..].iter().flat_map(|ending| ending.successors()).collect();
        let kept = work[..first].iter().filter(|&ending| needed.contains(ending));
        let in_work = work[first..last].iter().map(|&ending| values::<G>(ending, coding) + zeroing::<G>(ending));
        let bytes = kept.map(|&ending| values::<G>(ending, coding)).sum::<u64>() + in_work.sum::<u64>();
        peak = peak.max(bytes);
    }
    peak
}

/// The processor time of all endings to four pieces on this machine at the default level, in seconds: the least of
/// three, since other work on the machine only ever adds to it.
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
