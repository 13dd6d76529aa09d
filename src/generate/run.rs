//! A run: solve, count, write, one tier of endings after the other.

use std::path::Path;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::index::{Ending, Index, Placements};
use crate::solve::{Raw, SideStats, solve};
use crate::table::{Metric, Source, TableError, write};

use super::lock::Lock;
use super::store::Store;
use super::{GenerateError, Plan, Request};

/// Hears how a run goes, from several threads.
pub trait Progress: Sync {
    /// The run begins.
    fn planned(&self, plan: &Plan) {
        let _ = plan;
    }

    /// An ending begins.
    fn started(&self, ending: Ending) {
        let _ = ending;
    }

    /// More entries are solved.
    fn solved(&self, entries: u64) {
        let _ = entries;
    }

    /// The tables of an ending are finished.
    fn finished(&self, finished: &Finished) {
        let _ = finished;
    }
}

/// No progress is shown.
impl Progress for () {}

/// An ending whose tables are finished.
#[derive(Clone, Copy, Debug)]
pub struct Finished {
    /// The ending.
    pub ending: Ending,
    /// Its entries.
    pub entries: u64,
    /// The bytes of its tables, in the order of [`Metric::ALL`].
    pub bytes: [u64; 3],
    /// Wall time, which other endings solved at the same time have shared.
    pub time: Duration,
}

/// What a run has done.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The endings of the request and of what it needs that were finished before.
    pub before: usize,
    /// The endings that this run has finished.
    pub finished: Vec<Finished>,
    /// Wall time of the run.
    pub time: Duration,
}

/// Generates the tables of a request, and of what it needs, that a directory lacks. Runs on the current rayon pool.
///
/// # Errors
/// [`GenerateError`]; what was finished before stays, and the same request goes on from there.
pub fn generate(
    request: &Request,
    directory: &Path,
    progress: &(impl Progress + ?Sized),
) -> Result<Summary, GenerateError> {
    let start = Instant::now();
    let mut plan = Plan::new(request, directory)?;
    let mut summary = Summary::default();
    if !plan.missing.is_empty() {
        let _lock = Lock::take(directory)?;
        // Another run may have worked here until now.
        plan = Plan::new(request, directory)?;
        progress.planned(&plan);
        let mut store = Store::new(directory.into());
        let mut left = &plan.missing[..];
        for tier in plan.tiers() {
            store.keep_for(left);
            for &ending in tier {
                store.load(ending)?;
            }
            let made = tier
                .par_iter()
                .map(|&ending| make(request, directory, ending, &store, progress))
                .collect::<Result<Vec<_>, GenerateError>>()?;
            for (raw, finished) in made {
                store.insert(raw);
                summary.finished.push(finished);
            }
            left = &left[tier.len()..];
        }
    }
    summary.before = plan.finished.len();
    summary.time = start.elapsed();
    Ok(summary)
}

/// Solves an ending and writes its tables.
fn make(
    request: &Request,
    directory: &Path,
    ending: Ending,
    store: &Store,
    progress: &(impl Progress + ?Sized),
) -> Result<(Raw, Finished), GenerateError> {
    let start = Instant::now();
    progress.started(ending);
    let mut raw = store.room(ending)?;
    solve(&mut raw, &store.known(ending), request.draw_plies, &|entries| progress.solved(entries))?;
    let sides: Vec<_> =
        raw.all_values().map(|values| (values, pending_captures(values.index), SideStats::of(&values))).collect();
    let sources: Vec<Source<'_>> =
        sides.iter().map(|(values, pending, stats)| Source { values: *values, pending, stats }).collect();
    let mut bytes = [0; 3];
    for (bytes, metric) in bytes.iter_mut().zip(Metric::ALL) {
        let path = write(directory, ending, metric, request.draw_plies, request.level, &sources)?;
        let length = path.metadata().map(|file| file.len());
        *bytes = length.map_err(|source| TableError::Read { path, source: source.into() })?;
    }
    let finished = Finished { ending, entries: raw.entries(), bytes, time: start.elapsed() };
    progress.finished(&finished);
    Ok((raw, finished))
}

/// For each entry, whether a capture is pending.
fn pending_captures(index: &Index) -> Vec<bool> {
    let placements = Placements::new(index);
    let mut pending = vec![false; index.size() as usize];
    pending.par_chunks_exact_mut(placements.size()).enumerate().for_each(|(rank, pending)| {
        let (men, enemy_men) = index.men().unrank(rank as u64);
        for (rank, pending) in pending.iter_mut().enumerate() {
            *pending = placements.board(men, enemy_men, rank).must_capture();
        }
    });
    pending
}
