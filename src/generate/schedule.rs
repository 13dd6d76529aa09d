//! Which endings are in work, and the memory that they may use. Each ending begins when all endings that its moves lead to are
//! solved.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard};

use crate::board::Game;
use crate::index::Ending;
use crate::solve::{Coding, Layout, Room, are_large, scratch_bytes, unpacked_bytes};

use super::error::GenerateError;
use super::event::Finished;
use super::store::Store;

/// The state of a run that threads share.
pub(super) struct Schedule<'r, G> {
    store: &'r Store<G>,
    /// The most endings in work at a time.
    limit: usize,
    state: Mutex<ScheduleState>,
}

#[derive(Default)]
struct ScheduleState {
    /// Not yet begun, in [the order of work](work_order).
    waiting: Vec<Ending>,
    working: BTreeSet<Ending>,
    finished: Vec<Finished>,
    error: Option<GenerateError>,
}

/// Endings in an order in which each comes after those that its moves lead to. Captures aside, moves do not change the numbers of
/// the two sides' pieces. So all endings with the same numbers come together: then few values are kept at a time.
pub(super) fn work_order(endings: &[Ending]) -> Vec<Ending> {
    let mut order = endings.to_vec();
    order.sort_unstable_by_key(|&ending| (ending.pieces(), Reverse(ending.first().pieces()), ending));
    order
}

impl<'r, G: Game> Schedule<'r, G> {
    /// For the endings to be solved, at most `limit` at a time.
    pub fn new(work: &[Ending], store: &'r Store<G>, limit: usize) -> Schedule<'r, G> {
        let state = ScheduleState { waiting: work_order(work), ..ScheduleState::default() };
        Schedule { store, limit, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, ScheduleState> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The endings to begin now.
    pub fn begin(&self) -> Vec<Ending> {
        let mut state = self.state();
        if state.error.is_some() {
            return Vec::new();
        }
        let room = self.limit.saturating_sub(state.working.len());
        let open = |ending: &Ending| state.waiting.contains(ending) || state.working.contains(ending);
        let is_ready = |ending: &&Ending| !ending.successors().iter().any(open);
        // One ending with large fibres at a time: all threads work on it, and its memory may be all there is.
        let mut has_large = state.working.iter().any(|&ending| are_large::<G>(ending));
        let mut fits = |ending: &&Ending| !(are_large::<G>(**ending) && std::mem::replace(&mut has_large, true));
        let ready = state.waiting.iter().filter(is_ready).filter(|ending| fits(ending));
        let ready: Vec<Ending> = ready.take(room).copied().collect();
        for ending in &ready {
            state.waiting.retain(|waiting| waiting != ending);
            state.working.insert(*ending);
        }
        ready
    }

    /// Records the result of an ending, and removes values that no ending needs any more.
    pub fn end(&self, ending: Ending, result: Result<Finished, GenerateError>) {
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
            // The first error is the one to report: the others stop because of it.
            Err(error) => drop(state.error.get_or_insert(error)),
        }
    }

    /// Whether an ending has failed.
    pub fn has_failed(&self) -> bool {
        self.state().error.is_some()
    }

    /// The finished endings, in order, or the first error.
    pub fn finish(self) -> Result<Vec<Finished>, GenerateError> {
        let mut state = self.state.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        state.finished.sort_by_key(|finished| finished.ending);
        state.error.map_or(Ok(state.finished), Err)
    }
}

/// The memory of the program without any work.
const BASE: u64 = 64 << 20;

/// What part of the memory for unpacked values the values take: the rest are gaps of the heap.
const FILLED: (u64, u64) = (7, 8);

/// The least memory that a run takes.
pub(super) struct Least {
    /// The ending with the largest fibre.
    pub ending: Ending,
    /// The bytes for the fibres in work, and the program.
    fibres: u64,
    /// The bytes for the values that they need unpacked.
    unpacked: u64,
}

impl Least {
    /// For some endings on a number of threads; `None` if there are no endings.
    pub fn new<G: Game>(work: &[Ending], coding: Coding, threads: usize) -> Option<Least> {
        let needs = |&ending: &Ending| {
            let phase = Layout::<G>::new(ending, coding.with_dtw).men.largest_phase();
            let fibres = if are_large::<G>(ending) { 1 } else { phase };
            let needs = (scratch_bytes::<G>(ending, coding), unpacked_bytes::<G>(ending, coding), ending);
            vec![needs; threads.min(fibres as usize)]
        };
        let mut fibres: Vec<(u64, u64, Ending)> = work.iter().flat_map(needs).collect();
        fibres.sort_unstable_by_key(|&(scratch, unpacked, _)| Reverse(scratch + unpacked));
        // One ending with large fibres is in work at a time.
        let mut has_large = false;
        fibres.retain(|&(.., ending)| !(are_large::<G>(ending) && std::mem::replace(&mut has_large, true)));
        fibres.truncate(threads);
        let &(.., ending) = fibres.first()?;
        Some(Least {
            ending,
            fibres: BASE + fibres.iter().map(|&(scratch, ..)| scratch).sum::<u64>(),
            unpacked: fibres.iter().map(|&(_, unpacked, _)| unpacked).sum::<u64>() / FILLED.0 * FILLED.1,
        })
    }

    /// The least bytes of memory.
    pub fn bytes(&self) -> u64 {
        self.fibres + self.unpacked
    }
}

/// The room for unpacked values that a number of bytes leaves beside the fibres in work.
///
/// # Errors
/// [`GenerateError::Memory`] if that is too little for some endings.
pub(super) fn room<G: Game>(budget: u64, work: &[Ending], coding: Coding) -> Result<Room, GenerateError> {
    let threads = rayon::current_num_threads();
    match Least::new::<G>(work, coding, threads) {
        Some(least) if least.bytes() > budget => {
            let alone = Least::new::<G>(work, coding, 1).map_or(0, |least| least.bytes());
            Err(GenerateError::Memory { ending: least.ending, budget, needed: least.bytes(), threads, alone })
        }
        least => {
            let room = Room::new((budget - least.map_or(0, |least| least.fibres)) / FILLED.1 * FILLED.0);
            // What tasks in work take until they end comes on top.
            Ok(room.within(budget - budget / 16))
        }
    }
}
