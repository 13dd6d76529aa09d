//! An ending, phase by phase.

use std::cell::RefCell;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rayon::prelude::*;
use thiserror::Error;

use crate::index::{Ending, KingSets};

use super::far::LONGEST;
use super::fibre::{Chunks, Fibres, Numbered, Scratch};
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
const TASK: usize = 1 << 16;

/// What a thread uses again from task to task.
#[derive(Default)]
struct Space {
    scratch: Scratch,
    /// The chunks of a task, and their codes of distances to a zeroing move.
    chunks: Vec<u8>,
    dtz: Vec<u8>,
}

thread_local! {
    static SPACE: RefCell<Space> = RefCell::default();
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
        let mut known = known.clone();
        known.add(raw.solved());
        let stopped = || watch.stopped();
        let fibres = Fibres { layout: &layout, known: &known, kings: &kings, coding, stopped: &stopped };
        let far = Mutex::new(Vec::new());
        let group = (TASK / layout.chunk()).max(1).next_multiple_of(fibres.lanes());
        let tasks = (0..(phase.end - phase.start) as usize).into_par_iter().step_by(group);
        tasks.try_for_each_init(Memo::new, |memo, task| {
            if watch.stopped() {
                return Err(SolveError::Stopped);
            }
            let start = cpu_time();
            let first = phase.start + task as u64;
            let count = group.min((phase.end - first) as usize);
            SPACE.with_borrow_mut(|Space { scratch, chunks, dtz }| {
                chunks.clear();
                chunks.resize(count * layout.chunk(), 0);
                dtz.clear();
                dtz.resize(count * layout.dtz_chunk(), 0);
                let men = (0..count).zip(layout.men().placements(first));
                let men: Vec<Numbered> =
                    men.filter(|(_, (men, enemy_men))| !layout.is_empty(*men, *enemy_men)).collect();
                fibres.solve(&men, scratch, memo, Chunks { values: chunks, dtz }).map_err(|halt| match halt {
                    Halt::TooLong => SolveError::TooLong { ending },
                    Halt::Stopped => SolveError::Stopped,
                })?;
                if !scratch.far.is_empty() {
                    let start = layout.start(first, 0);
                    let mut far = far.lock().unwrap_or_else(PoisonError::into_inner);
                    far.extend(scratch.far.iter().map(|&(place, plies)| (start + place, plies)));
                }
                raw.write(first, chunks, dtz).map_err(|source| SolveError::Write { ending, source })
            })?;
            watch.solved(entries(count as u64), cpu_time().saturating_sub(start));
            Ok(())
        })?;
        let far = far.into_inner().unwrap_or_else(PoisonError::into_inner);
        raw.finish(phase, far).map_err(|source| SolveError::Write { ending, source })?;
        watch.finished_phase(raw);
    }
    Ok(())
}

/// The processor time of this thread.
pub(crate) fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
