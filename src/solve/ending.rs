//! An ending, phase by phase.

use std::cell::RefCell;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rayon::prelude::*;
use thiserror::Error;

use crate::index::{Ending, KingSets};

use super::far::LONGEST;
use super::fibre::{Fibres, Scratch};
use super::halt::Halt;
use super::walk::Memo;
use super::{Known, Raw};

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
    /// The progress of a phase could not be noted.
    #[error("cannot note in a file that a phase of {ending} is finished")]
    Note {
        /// The ending.
        ending: Ending,
        /// The cause.
        source: io::Error,
    },
    /// The caller stopped it.
    #[error("stopped")]
    Stopped,
}

/// Who is told how solving goes, from several threads.
pub trait Watch: Sync {
    /// A phase begins: its number from 0, and how many there are.
    fn phase(&self, number: usize, of: usize) {
        let _ = (number, of);
    }

    /// More entries are solved, in so much time of one processor.
    fn solved(&self, entries: u64, time: Duration) {
        let _ = (entries, time);
    }

    /// A phase is finished, of an ending that may [release](Raw::release) its memory.
    fn finished_phase(&self, raw: &Raw) {
        let _ = raw;
    }

    /// Whether to stop, which is done within a fibre's time.
    fn stopped(&self) -> bool {
        false
    }
}

/// Nobody.
impl Watch for () {}

/// The bytes of chunks that one task takes before it looks for more: tiny fibres go many at a time, but not so many
/// that processors wait for the last ones.
const TASK: usize = 1 << 15;

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Solves what is not yet solved of an ending, in parallel on the current rayon pool. `known` holds the values of all
/// of its [`Ending::successors`], of the same [`Coding`](super::Coding). With `until`, only so many phases, counted from
/// the first.
///
/// # Errors
/// [`SolveError`]; finished phases stay in the file.
pub fn solve(
    raw: &mut Raw,
    known: &Known<'_>,
    until: Option<usize>,
    watch: &(impl Watch + ?Sized),
) -> Result<(), SolveError> {
    let (layout, coding) = (raw.layout().clone(), raw.coding());
    let ending = layout.ending();
    let entries = |chunks: u64| chunks * ending.entries() / layout.men().size();
    let kings = [ending.first(), ending.second()].map(|side| KingSets::new(side.kings.into()));
    let phases: Vec<_> = layout.men().phases().collect();
    for (number, phase) in phases.iter().enumerate().take(until.unwrap_or(phases.len())) {
        if number < raw.finished() {
            watch.solved(entries(phase.end - phase.start), Duration::ZERO);
            continue;
        }
        watch.phase(number, phases.len());
        let (done, now, dtz) = raw.split(phase);
        let mut known = known.clone();
        known.add(done);
        let stopped = || watch.stopped();
        let fibres = Fibres { layout: &layout, known: &known, kings: &kings, coding, stopped: &stopped };
        let far = Mutex::new(Vec::new());
        let group = (TASK / layout.chunk()).max(1);
        let tasks = now.par_chunks_mut(group * layout.chunk()).zip(dtz.par_chunks_mut(group * layout.dtz_chunk()));
        tasks.enumerate().try_for_each_init(Memo::new, |memo, (task, (chunks, dtz))| {
            if watch.stopped() {
                return Err(SolveError::Stopped);
            }
            let start = cpu_time();
            let first = phase.start + (task * group) as u64;
            let chunks = chunks.chunks_exact_mut(layout.chunk()).zip(dtz.chunks_exact_mut(layout.dtz_chunk()));
            let solved = entries(chunks.len() as u64);
            SCRATCH
                .with_borrow_mut(|scratch| {
                    let placements = (first..).zip(layout.men().placements(first));
                    for ((number, (men, enemy_men)), (chunk, dtz)) in placements.zip(chunks) {
                        if layout.is_empty(men, enemy_men) {
                            continue;
                        }
                        fibres.solve((men, enemy_men), scratch, memo, chunk, dtz)?;
                        if !scratch.far.is_empty() {
                            let start = layout.start(number, 0);
                            let mut far = far.lock().unwrap_or_else(PoisonError::into_inner);
                            far.extend(scratch.far.iter().map(|&(place, plies)| (start + place, plies)));
                        }
                    }
                    Ok(())
                })
                .map_err(|halt| match halt {
                    Halt::TooLong => SolveError::TooLong { ending },
                    Halt::Stopped => SolveError::Stopped,
                })?;
            watch.solved(solved, cpu_time().saturating_sub(start));
            Ok(())
        })?;
        let far = far.into_inner().unwrap_or_else(PoisonError::into_inner);
        raw.finish(phase, far).map_err(|source| SolveError::Note { ending, source })?;
        watch.finished_phase(raw);
    }
    Ok(())
}

/// The processor time of this thread.
pub(crate) fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
