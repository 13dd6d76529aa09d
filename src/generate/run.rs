//! A run: solve and write what is missing.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::index::Ending;
use crate::solve::{Known, Raw, Watch, solve};
use crate::table::write;

use super::budget::Budget;
use super::lock::Lock;
use super::plan::needed_again;
use super::schedule::Schedule;
use super::store::Store;
use super::{GenerateError, Plan, Request, StepName, finished_tables, peak_resident};

/// The directory beside the tables where raw values go by default.
pub(super) const RAW: &str = ".raw";

/// Hears how a run goes, from several threads.
pub trait Progress: Sync {
    /// The run begins.
    fn planned(&self, plan: &Plan) {
        let _ = plan;
    }

    /// A phase of an ending begins: its number from 0, and how many there are.
    fn phase(&self, ending: Ending, number: usize, of: usize) {
        let _ = (ending, number, of);
    }

    /// More entries of an ending are solved.
    fn solved(&self, ending: Ending, entries: u64) {
        let _ = (ending, entries);
    }

    /// An ending is finished.
    fn finished(&self, finished: &Finished) {
        let _ = finished;
    }

    /// Whether the run should stop, which it then does soon.
    fn stopped(&self) -> bool {
        false
    }
}

/// No progress is shown.
impl Progress for () {}

/// An ending that is solved, and whose tables are finished.
#[derive(Clone, Copy, Debug)]
pub struct Finished {
    /// The ending.
    pub ending: Ending,
    /// Its entries.
    pub entries: u64,
    /// The bytes of its tables, in the order of [`Metric::ALL`](crate::table::Metric::ALL), 0 of those that were not asked
    /// for; `None` if they were there before, and only the values were needed.
    pub bytes: Option<[u64; 3]>,
    /// Wall time, which other endings solved at the same time have shared.
    pub time: Duration,
    /// Processor time of solving.
    pub solving: Duration,
    /// Processor time of reading values for the tables, and of compressing them.
    pub packing: Duration,
}

/// What a run has done.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The endings of the request and of what it needs that were finished before.
    pub before: usize,
    /// The endings that this run has finished, in the order of endings.
    pub finished: Vec<Finished>,
    /// Wall time of the run.
    pub time: Duration,
    /// The most bytes that raw files had at a time.
    pub peak_disk: u64,
    /// The most resident memory of the process in bytes, where the system tells.
    pub peak_memory: Option<u64>,
}

/// Generates the tables of a request, and of what it needs, that a directory lacks. Runs on the current rayon pool.
///
/// Raw values lie in files, phase by phase: a run that was stopped, or killed, goes on with the first phase that was not
/// finished when the same request is made again.
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
        let disk = request.disk.clone().unwrap_or_else(|| directory.join(RAW));
        let failed = |source| GenerateError::Directory { path: disk.clone(), source };
        fs::create_dir_all(&disk).map_err(failed)?;
        // Another run may share the disk, but not the tables; or both may be one directory, which is locked already.
        let same = fs::canonicalize(&disk).map_err(failed)? == fs::canonicalize(directory).map_err(failed)?;
        let _disk_lock = if same { None } else { Some(Lock::take(&disk)?) };
        // Another run may have worked here until now.
        plan = Plan::new(request, directory)?;
        remove_notes(&disk).map_err(failed)?;
        let store = Store::new(disk.clone(), request.coding());
        // What an earlier run has left of the values is taken.
        let all: Vec<Ending> = plan.finished.iter().chain(&plan.missing).copied().collect();
        let with_others = |error| store.with_others(error, all.iter().copied());
        let again = needed_again(&plan.missing, |ending| Ok(store.has(ending) || store.take(ending)?));
        plan.again = again.map_err(with_others)?;
        let work = plan.work();
        let budget = Budget::new(request.memory, &work, request.coding())?;
        progress.planned(&plan);
        let schedule = Schedule::new(&work, &store, rayon::current_num_threads());
        let run =
            Run { request, directory, missing: &plan.missing, store: &store, budget, schedule, progress, until: None };
        rayon::scope(|scope| run.begin(scope));
        summary.finished = run.schedule.finish().map_err(with_others)?;
        summary.peak_disk = store.peak();
        tidy(&disk, directory, request).map_err(failed)?;
    } else if directory.join(RAW).is_dir() {
        // A run that was killed at its very end has left something.
        let disk = directory.join(RAW);
        let _locks = (Lock::take(directory)?, Lock::take(&disk)?);
        tidy(&disk, directory, request).map_err(|source| GenerateError::Directory { path: disk, source })?;
    }
    summary.before = plan.finished.len();
    summary.time = start.elapsed();
    summary.peak_memory = peak_resident();
    Ok(summary)
}

/// Removes what a plan for many machines has noted as done: this run takes over, and removes values when it needs them no
/// more.
fn remove_notes(disk: &Path) -> std::io::Result<()> {
    let files = fs::read_dir(disk)?.flatten().map(|entry| entry.path());
    files.filter(|path| is_note(path)).try_for_each(fs::remove_file)
}

fn is_note(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == StepName::NOTE)
}

/// Removes what runs that were stopped have left and none will go on with: values of finished endings that no
/// unfinished one needs, and files that were never whole; and the directory, if it is a run's own and only its lock
/// is left there.
fn tidy(disk: &Path, directory: &Path, request: &Request) -> std::io::Result<()> {
    let files: Vec<PathBuf> = fs::read_dir(disk)?.flatten().map(|entry| entry.path()).collect();
    // Of a plan for many machines, which notes what is done: what it needs it removes itself.
    if files.iter().any(|path| is_note(path)) {
        return Ok(());
    }
    let own = disk == directory.join(RAW);
    let is_finished = |ending: Ending| matches!(finished_tables(directory, ending, &request.metrics), Ok(Some(_)));
    let open: Vec<Ending> = files.iter().filter_map(|path| Store::ending(path)).filter(|&e| !is_finished(e)).collect();
    for path in files.iter().filter(|path| path.is_file()) {
        let is_idle = match Store::ending(path) {
            Some(ending) => {
                is_finished(ending) && !open.iter().any(|unfinished| unfinished.successors().contains(&ending))
            }
            None => {
                Lock::is_of_ending(path)
                    || Store::ending(&path.with_extension(""))
                        .is_some_and(|_| Raw::unfinished(&path.with_extension("")) == *path)
            }
        };
        if is_idle {
            fs::remove_file(path)?;
        }
    }
    if own && fs::read_dir(disk)?.count() == 1 {
        fs::remove_dir_all(disk)?;
    }
    Ok(())
}

/// What the endings of a run share.
pub(super) struct Run<'r, P: ?Sized> {
    pub request: &'r Request,
    pub directory: &'r Path,
    /// The endings of which tables are to be written.
    pub missing: &'r [Ending],
    pub store: &'r Store,
    pub budget: Budget,
    pub schedule: Schedule<'r>,
    pub progress: &'r P,
    /// The phases of an ending after which to stop.
    pub until: Option<usize>,
}

impl<P: Progress + ?Sized> Run<'_, P> {
    /// Begins what can begin, and goes on with what that makes possible.
    fn begin<'s>(&'s self, scope: &rayon::Scope<'s>) {
        for ending in self.schedule.begin() {
            scope.spawn(move |scope| {
                self.schedule.end(ending, self.make(ending).and_then(|made| made.ok_or(GenerateError::Stopped)));
                self.begin(scope);
            });
        }
    }

    fn stopped(&self) -> bool {
        self.progress.stopped() || self.schedule.has_failed()
    }

    /// Solves an ending, and writes its tables if they are missing. `None` if phases are left.
    pub fn make(&self, ending: Ending) -> Result<Option<Finished>, GenerateError> {
        let start = Instant::now();
        let watch = Watching { run: self, ending, solving: AtomicU64::new(0) };
        let &Run { request, directory, store, progress, .. } = self;
        let missing = self.missing.contains(&ending);
        let mut raw = store.open(ending, missing)?;
        let successors = store.successors(ending);
        let mut known = Known::new();
        successors.iter().for_each(|raw| known.add(raw.solved()));
        solve(&mut raw, &known, self.until, &watch)?;
        if !raw.is_solved() {
            return Ok(None);
        }
        let mut finished = Finished {
            ending,
            entries: ending.entries(),
            bytes: None,
            time: Duration::ZERO,
            solving: Duration::from_nanos(watch.solving.into_inner()),
            packing: Duration::ZERO,
        };
        if missing {
            let stopped = || {
                if self.budget.check(store) {
                    raw.release();
                }
                self.stopped()
            };
            let written = write(directory, &raw, &request.metrics, request.level, &stopped)?;
            let written = written.ok_or(GenerateError::Stopped)?;
            finished.bytes = Some(written.bytes);
            finished.packing = written.time;
        }
        store.insert(raw)?;
        finished.time = start.elapsed();
        progress.finished(&finished);
        Ok(Some(finished))
    }
}

/// Hands on what solving tells, and minds the memory.
struct Watching<'r, 's, P: ?Sized> {
    run: &'r Run<'s, P>,
    ending: Ending,
    /// Processor time, in nanoseconds.
    solving: AtomicU64,
}

impl<P: Progress + ?Sized> Watch for Watching<'_, '_, P> {
    fn phase(&self, number: usize, of: usize) {
        self.run.progress.phase(self.ending, number, of);
    }

    fn solved(&self, entries: u64, time: Duration) {
        self.solving.fetch_add(time.as_nanos() as u64, Ordering::Relaxed);
        self.run.progress.solved(self.ending, entries);
    }

    fn finished_phase(&self, raw: &Raw) {
        if self.run.budget.is_half_full() {
            raw.release();
        }
    }

    fn stopped(&self) -> bool {
        self.run.budget.check(self.run.store);
        self.run.stopped()
    }
}
