//! Solving an ending, phase by phase.

use std::cell::RefCell;
use std::io;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rayon::prelude::*;
use thiserror::Error;

use crate::Progress;
use crate::board::Game;
use crate::index::{Ending, KingSets};
use crate::system::thread_time;

use super::exits::walk::CaptureMemo;
use super::fibre::{Chunks, FibreMen, Fibres, Scratch, Through, zero};
use super::halt::Halt;
use super::storage::far::{FarDistance, LONGEST};
use super::storage::known::Known;
use super::storage::layout::Layout;
use super::storage::raw::Raw;
use super::threads::Threads;

/// Why an ending could not be solved.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A distance is longer than tables hold.
    #[error("{ending} has a win or loss of more than {LONGEST} plies, which this version's tables cannot hold")]
    TooLong {
        /// The ending.
        ending: Ending,
    },
    /// The file of raw values could not be written.
    #[error("cannot write to the file of the values of {ending}")]
    Write {
        /// The ending.
        ending: Ending,
        /// The cause.
        source: io::Error,
    },
    /// The caller stopped it.
    #[error("stopped")]
    Stopped,
}

/// What solving reports, from several threads.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event {
    /// A phase begins.
    Phase {
        /// Its number, from 0.
        number: usize,
        /// How many there are.
        count: usize,
    },
    /// More entries have been solved.
    Solved {
        /// How many.
        entries: u64,
        /// The processor time that they took; zero if an earlier run has solved them.
        time: Duration,
    },
}

/// Keeps memory within bounds while an ending is solved. Both methods may be called from several threads.
pub trait Memory<G>: Sync {
    /// Called again and again, in large fibres also while they are being solved.
    fn check(&self) {}

    /// Called when a phase of an ending is finished, which may now [release](Raw::release) its memory.
    fn finished_phase(&self, raw: &Raw<G>) {
        let _ = raw;
    }
}

/// No bounds.
impl<G: Game> Memory<G> for () {}

/// The bytes of chunks in one task. A task takes many fibres where they are tiny, but so few that no processor waits
/// long for the last task.
const TASK: usize = 1 << 16;

/// Buffers that a thread keeps from task to task.
#[derive(Default)]
struct Space {
    scratch: Scratch,
    /// The chunks of a task.
    chunks: Vec<u8>,
    /// Their codes of distances to a zeroing move.
    dtz: Vec<u8>,
}

thread_local! {
    static SPACE: RefCell<Space> = RefCell::default();
}

/// The entries of some chunks.
fn entries<G: Game>(layout: &Layout<G>, chunks: u64) -> u64 {
    chunks * layout.ending().entries::<G>() / layout.men().size()
}

/// A phase in work.
struct Phase<'p, 'a, G> {
    raw: &'p Raw<G>,
    fibres: &'p Fibres<'a, G>,
    chunks: Range<u64>,
    /// The chunks of a task.
    group: usize,
    far: &'p Mutex<Vec<FarDistance>>,
    progress: &'p dyn Progress<Event>,
}

impl<'a, G: Game> Phase<'_, 'a, G> {
    /// Solves the chunks of a task, from a number in the phase on, and writes their values.
    fn solve(
        &self,
        task: usize,
        threads: &Threads,
        memo: &mut CaptureMemo<'a>,
        Space { scratch, chunks, dtz }: &mut Space,
    ) -> Result<(), SolveError> {
        if (self.fibres.stopped)() {
            return Err(SolveError::Stopped);
        }
        let begun = thread_time();
        let layout = self.fibres.layout;
        let ending = layout.ending();
        let first = self.chunks.start + task as u64;
        let count = self.group.min((self.chunks.end - first) as usize);
        zero(chunks, count * layout.chunk());
        zero(dtz, count * layout.chunk_boards());
        let all = (0..count).zip(layout.men().placements(first));
        let wanted: Vec<FibreMen> = all
            .map(|(chunk, (men, enemy_men))| FibreMen { chunk, men, enemy_men })
            .filter(|fibre| !layout.is_empty(fibre.men, fibre.enemy_men))
            .collect();
        let start = layout.start(first, 0);
        let out = Chunks { start, values: chunks, dtz };
        self.fibres.solve(&wanted, threads, scratch, memo, out).map_err(|halt| match halt {
            Halt::TooLong => SolveError::TooLong { ending },
            Halt::Stopped => SolveError::Stopped,
        })?;
        if !scratch.far.is_empty() {
            self.far.lock().unwrap_or_else(PoisonError::into_inner).append(&mut scratch.far);
        }
        let (values, zeroing) = threads.both(|| self.raw.write(first, chunks, &[]), || self.raw.write(first, &[], dtz));
        values.and(zeroing).map_err(|source| SolveError::Write { ending, source })?;
        let time = threads.time_since(begun);
        self.progress.report(&Event::Solved { entries: entries(layout, count as u64), time });
        Ok(())
    }
}

/// Solves the phases of an ending that are not finished, in parallel on the current rayon pool. `known` has the values
/// of all [`Ending::successors`], with the same [`Coding`](super::Coding). `until` limits the number of phases, counted
/// from the first. When `progress` asks to stop, it stops within the time that one fibre takes.
///
/// # Errors
/// [`SolveError`]; finished phases stay in the file.
pub fn solve<G: Game>(
    raw: &mut Raw<G>,
    known: &Known<'_, G>,
    until: Option<usize>,
    progress: &dyn Progress<Event>,
    memory: &dyn Memory<G>,
) -> Result<(), SolveError> {
    let (layout, coding) = (raw.layout().clone(), raw.coding());
    let ending = layout.ending();
    let sets = |less: u8| {
        [ending.first(), ending.second()].map(|side| KingSets::new::<G>(side.kings.saturating_sub(less).into()))
    };
    let (kings, others, through) = (sets(0), sets(1), Through::new::<G>(coding));
    let phases: Vec<_> = layout.men().phases().collect();
    for (number, phase) in phases.iter().enumerate().take(until.unwrap_or(phases.len())) {
        if number < raw.finished() {
            let entries = entries(&layout, phase.end - phase.start);
            progress.report(&Event::Solved { entries, time: Duration::ZERO });
            continue;
        }
        progress.report(&Event::Phase { number, count: phases.len() });
        let mut known = known.clone();
        known.add(raw.solved());
        let stopped = || {
            memory.check();
            progress.is_stopped()
        };
        let fibres = Fibres {
            layout: &layout,
            known: &known,
            kings: &kings,
            others: &others,
            coding,
            through: &through,
            stopped: &stopped,
        };
        let far = Mutex::new(Vec::new());
        let group = (TASK / layout.chunk()).max(1).next_multiple_of(fibres.lanes());
        let work = Phase { raw, fibres: &fibres, chunks: phase.clone(), group, far: &far, progress };
        let count = (phase.end - phase.start) as usize;
        if fibres.are_large() {
            // One after the other, as their memory may be all there is. A thread that waits for others may take up other work:
            // so it has no space on loan meanwhile.
            let mut tasks = (0..count).step_by(group);
            tasks.try_for_each(|task| {
                work.solve(task, &Threads::all(), &mut CaptureMemo::new(), &mut Space::default())
            })?;
        } else {
            let tasks = (0..count).into_par_iter().step_by(group);
            tasks.try_for_each_init(CaptureMemo::new, |memo, task| {
                SPACE.with_borrow_mut(|space| work.solve(task, &Threads::ONE, memo, space))
            })?;
        }
        let far = far.into_inner().unwrap_or_else(PoisonError::into_inner);
        raw.finish(phase, far).map_err(|source| SolveError::Write { ending, source })?;
        memory.finished_phase(raw);
    }
    Ok(())
}
