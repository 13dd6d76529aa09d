//! Generating what is missing: a whole request in one directory, or one ending for a plan.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bolshak_system::peak_resident;

use crate::board::Game;
use crate::index::Ending;
use crate::retrograde::{self, Room, SolveError, are_large, solve};
use crate::write::{WriteError, write};
use crate::{Progress, in_game};

use super::directories::{Lock, make_directory, remove_notes, tidy};
use super::error::GenerateError;
use super::inventory::{Inventory, check_game, is_finished, needed_again};
use super::request::{Request, Settings};
use super::schedule::{room, work_order};
use super::store::{Store, VALUES};
use super::{Event, Finished, Summary};

/// Generates the missing tables of a request, and of the endings that it needs, in a directory. Runs on the current rayon pool.
///
/// Values in work are saved phase by phase: a stopped or killed run continues with its first unfinished phase.
///
/// # Errors
/// [`GenerateError`]; finished tables and phases are kept for the same request.
pub fn generate(request: &Request, directory: &Path, progress: &dyn Progress<Event>) -> Result<Summary, GenerateError> {
    in_game!(request.settings.game, G => run::<G>(request, directory, progress))
}

fn run<G: Game>(request: &Request, directory: &Path, progress: &dyn Progress<Event>) -> Result<Summary, GenerateError> {
    let start = Instant::now();
    let mut inventory = Inventory::new(request, directory)?;
    let mut summary = Summary::default();
    if !inventory.missing.is_empty() {
        let _lock = Lock::take(directory)?;
        let disk = request.settings.disk_of(directory);
        let failed = |source| GenerateError::Directory { path: disk.clone(), source };
        make_directory(&disk)?;
        // Another run may use the same disk for other tables. If both are one directory, it is locked already.
        let same = fs::canonicalize(&disk).map_err(failed)? == fs::canonicalize(directory).map_err(failed)?;
        let disk_lock = if same { None } else { Some(Lock::take(&disk)?) };
        // Another run may have worked here before the lock was free.
        inventory = Inventory::new(request, directory)?;
        remove_notes(&disk).map_err(failed)?;
        let store = Store::<G>::new(disk.clone(), request.settings.coding());
        // Values that an earlier run has left are used.
        let all: Vec<Ending> = inventory.finished.iter().chain(&inventory.missing).copied().collect();
        let with_others = |error| store.with_others(error, all.iter().copied());
        let again = needed_again(&inventory.missing, |ending| store.take(ending));
        inventory.again = again.map_err(with_others)?;
        let work = inventory.work();
        let room = room::<G>(request.settings.memory, &work, request.settings.coding())?;
        progress.report(&Event::Begun(inventory.clone()));
        let (settings, missing) = (&request.settings, &inventory.missing);
        let state = Mutex::new(RunState { waiting: work_order(&work), ..RunState::default() });
        let run = Run { settings, directory, missing, store: &store, room, progress, until: None, state };
        rayon::scope(|scope| run.begin(scope));
        let state = run.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        summary.finished = state.error.map_or(Ok(state.finished), Err).map_err(with_others)?;
        summary.finished.sort_by_key(|finished| finished.ending);
        summary.peak_disk = store.peak();
        tidy(&disk, disk_lock, directory, &request.settings).map_err(failed)?;
    } else if directory.join(VALUES).is_dir() {
        // A run that was killed after its last table has left files.
        let disk = directory.join(VALUES);
        let _lock = Lock::take(directory)?;
        let tidied = tidy(&disk, Some(Lock::take(&disk)?), directory, &request.settings);
        tidied.map_err(|source| GenerateError::Directory { path: disk, source })?;
    }
    summary.before = inventory.finished.len();
    summary.time = start.elapsed();
    summary.peak_memory = peak_resident();
    Ok(summary)
}

/// Generates the tables of one ending. The values of all endings that its moves lead to must be in the directory of the
/// settings, and stay there. So do its own; the caller removes them when no ending needs them any more. Several processes may
/// do so at the same time, also on machines that share the directories. Runs on the current rayon pool.
///
/// With `until`, it stops after that phase of the ending, counted from 1; the next call continues from there.
///
/// # Errors
/// [`GenerateError`], especially [`GenerateError::Needed`]; finished work is kept for the same call.
pub fn generate_alone(
    ending: Ending,
    until: Option<usize>,
    settings: &Settings,
    directory: &Path,
    progress: &dyn Progress<Event>,
) -> Result<Summary, GenerateError> {
    in_game!(settings.game, G => generate_alone_of::<G>(ending, until, settings, directory, progress))
}

fn generate_alone_of<G: Game>(
    ending: Ending,
    until: Option<usize>,
    settings: &Settings,
    directory: &Path,
    progress: &dyn Progress<Event>,
) -> Result<Summary, GenerateError> {
    let start = Instant::now();
    settings.check(ending)?;
    let disk = settings.disk_of(directory);
    let _locks = [Lock::share(directory)?, Lock::share(&disk)?, Lock::ending(directory, &disk, ending)?];
    let store = Store::<G>::new(disk.clone(), settings.coding());
    let mut summary = Summary::default();
    check_game(settings, directory)?;
    let (is_finished, _) = is_finished(settings, ending, directory)?;
    if is_finished && store.take(ending)? {
        summary.before = 1;
    } else {
        for needed in ending.successors() {
            if !store.borrow(needed)? {
                return Err(GenerateError::Needed { ending, needed, path: disk });
            }
        }
        let missing = if is_finished { vec![] } else { vec![ending] };
        let room = room::<G>(settings.memory, &[ending], settings.coding())?;
        let (missing, state) = (&missing, Mutex::default());
        let run = Run { settings, directory, missing, store: &store, room, progress, until, state };
        summary.finished.extend(run.make(ending)?);
        summary.peak_disk = store.peak();
    }
    summary.time = start.elapsed();
    summary.peak_memory = peak_resident();
    Ok(summary)
}

struct Run<'r, G> {
    settings: &'r Settings,
    directory: &'r Path,
    /// The endings whose tables are to be written.
    missing: &'r [Ending],
    store: &'r Store<G>,
    room: Room,
    progress: &'r dyn Progress<Event>,
    /// The phases of an ending after which to stop.
    until: Option<usize>,
    state: Mutex<RunState>,
}

#[derive(Default)]
struct RunState {
    /// Not yet begun, in [the order of work](work_order).
    waiting: Vec<Ending>,
    working: BTreeSet<Ending>,
    finished: Vec<Finished>,
    error: Option<GenerateError>,
}

impl<G: Game> Run<'_, G> {
    fn state(&self) -> MutexGuard<'_, RunState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins all endings whose successors are solved; each ending begins others when it ends.
    fn begin<'s>(&'s self, scope: &rayon::Scope<'s>) {
        for ending in self.ready() {
            scope.spawn(move |scope| {
                self.end(ending, self.make(ending).and_then(|made| made.ok_or(GenerateError::Stopped)));
                self.begin(scope);
            });
        }
    }

    /// The endings to begin now, at most one for each thread in work.
    fn ready(&self) -> Vec<Ending> {
        let mut state = self.state();
        if state.error.is_some() {
            return Vec::new();
        }
        let room = rayon::current_num_threads().saturating_sub(state.working.len());
        let open = |ending: &Ending| state.waiting.contains(ending) || state.working.contains(ending);
        let is_ready = |ending: &&Ending| !ending.successors().iter().any(open);
        // One ending with large fibres at a time: all threads work on it, and it may need all the memory.
        let mut has_large = state.working.iter().any(|&ending| are_large::<G>(ending));
        let mut fits = |ending: &&Ending| !(are_large::<G>(**ending) && std::mem::replace(&mut has_large, true));
        let ready = state.waiting.iter().filter(is_ready).filter(|ending| fits(ending));
        let ready: Vec<Ending> = ready.take(room).copied().collect();
        state.waiting.retain(|waiting| !ready.contains(waiting));
        state.working.extend(&ready);
        ready
    }

    /// Records the result of an ending, and removes values that are no longer needed.
    fn end(&self, ending: Ending, result: Result<Finished, GenerateError>) {
        let mut state = self.state();
        state.working.remove(&ending);
        // A run that stops keeps all values for the next run.
        let result = match result {
            Ok(finished) if state.error.is_none() => {
                let kept = self.store.keep_for(state.waiting.iter().chain(&state.working));
                kept.map(|()| finished)
            }
            other => other,
        };
        match result {
            Ok(finished) => state.finished.push(finished),
            // The first error is reported: the others stop because of it.
            Err(error) => drop(state.error.get_or_insert(error)),
        }
    }

    fn is_stopped(&self) -> bool {
        self.progress.is_stopped() || self.state().error.is_some()
    }

    /// Solves an ending, and writes its tables if they are missing. `None` if phases are left.
    fn make(&self, ending: Ending) -> Result<Option<Finished>, GenerateError> {
        let start = Instant::now();
        let solving = Solving { run: self, ending, time: AtomicU64::new(0) };
        let &Run { settings, directory, store, progress, .. } = self;
        let missing = self.missing.contains(&ending);
        let mut file = store.open(ending, missing)?;
        let successors = store.successors(ending);
        let solved = solve(&mut file, &successors, &self.room, self.until, &solving);
        store.measure(ending);
        solved.map_err(|error| match error {
            SolveError::Stopped => GenerateError::Stopped,
            SolveError::Read(ending, error) => store.read_error(ending, error),
            SolveError::Write(error) => store.write_error(ending, error),
            SolveError::TooLong(ending) => GenerateError::TooLong { ending },
        })?;
        if !file.is_solved() {
            return Ok(None);
        }
        let (mut bytes, mut packing) = (None, Duration::ZERO);
        if missing {
            let goes_on = || !self.is_stopped();
            let written = write(directory, &file, &self.room, &settings.metrics, settings.level, &goes_on);
            let written = written.map_err(|error| match error {
                WriteError::Table(error) => GenerateError::Table(error),
                WriteError::Values(ending, error) => store.read_error(ending, error),
            })?;
            let (tables, time) = written.ok_or(GenerateError::Stopped)?;
            (bytes, packing) = (Some(tables), time);
        }
        let (values, zeroing) = (file.values_bytes(), file.zeroing_bytes());
        store.insert(file)?;
        let (entries, solving) = (ending.entries::<G>(), Duration::from_nanos(solving.time.into_inner()));
        let finished = Finished { ending, entries, bytes, time: start.elapsed(), solving, packing, values, zeroing };
        progress.report(&Event::Finished(finished));
        Ok(Some(finished))
    }
}

/// Passes on the reports of solving, and measures the files.
struct Solving<'r, 's, G> {
    run: &'r Run<'s, G>,
    ending: Ending,
    /// Processor time, in nanoseconds.
    time: AtomicU64,
}

impl<G: Game> Progress<retrograde::Event> for Solving<'_, '_, G> {
    fn report(&self, event: &retrograde::Event) {
        let ending = self.ending;
        self.run.progress.report(&match *event {
            retrograde::Event::Phase { number, count } => {
                self.run.store.measure(ending);
                Event::Phase { ending, entries: ending.entries::<G>(), number, count }
            }
            retrograde::Event::Solved { entries, time } => {
                self.time.fetch_add(time.as_nanos() as u64, Ordering::Relaxed);
                Event::Solved { ending, entries }
            }
        });
    }

    fn is_stopped(&self) -> bool {
        self.run.is_stopped()
    }
}
