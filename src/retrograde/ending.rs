//! Solving an ending, phase by phase.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rayon::prelude::*;

use crate::Progress;
use crate::board::Game;
use crate::bulk::{Caches, Room};
use crate::index::{Ending, KingSets};

use super::bundle::Bundle;
use super::exits::walk::CaptureMemo;
use super::fibre::{Fibres, are_large, king_sets};
use super::storage::coding::{Coding, Through};
use super::storage::ending_file::EndingFile;
use super::storage::known::{Failure, Known, Solved};
use super::storage::layout::{HalfLayout, Kind, Layout};
use super::task::{Made, SolveError, Tasks, tasks};

/// A report of solving, from any of several threads.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// A phase begins: its number, from 0, of `count`.
    Phase { number: usize, count: usize },
    /// More entries are solved, in this processor time; zero if an earlier run has solved them.
    Solved { entries: u64, time: Duration },
}

/// The least bytes of chunks in one task: many tiny fibres, but few enough that no processor waits long for the last task.
const TASK: usize = 1 << 16;

/// Solves the unfinished phases of an ending in parallel on the current rayon pool. `successors` are the files of all
/// [`Ending::successors`], with the same [`Coding`]. Unpacked values take their memory from `room`. `until` limits the phases,
/// counted from the first. When `progress` asks to stop, it stops within the time of one fibre.
///
/// # Errors
/// `SolveError`; finished phases stay in the file.
pub fn solve<G: Game>(
    file: &mut EndingFile<G>,
    successors: &[Arc<EndingFile<G>>],
    room: &Room,
    until: Option<usize>,
    progress: &dyn Progress<Event>,
) -> Result<(), SolveError> {
    let ending = file.layout.ending;
    let parts = successors.iter().map(|file| file.layout.parts()).chain([file.layout.parts()]);
    let mut solving = Solving {
        successors,
        caches: Caches::new(room, parts),
        progress,
        kings: king_sets::<G>(ending, 0),
        others: king_sets::<G>(ending, 1),
        through: Through::new::<G>(file.coding),
    };
    let phases: Vec<_> = file.layout.men.phases().collect();
    for (number, phase) in phases.iter().enumerate().take(until.unwrap_or(phases.len())) {
        if number < file.finished() {
            let entries = entries::<G>(file, phase.end - phase.start);
            progress.report(&Event::Solved { entries, time: Duration::ZERO });
            continue;
        }
        progress.report(&Event::Phase { number, count: phases.len() });
        let Made { parts, far, .. } = solving.phase(file, phase)?;
        file.finish(phase, parts, far).map_err(SolveError::Write)?;
        // The first part may hold chunks of an earlier phase, and be in memory as it was then.
        solving.caches.forget(successors.len(), file.layout.parts_of(phase).start);
    }
    Ok(())
}

/// The bytes of values that a task of an ending needs unpacked at the same time, about: a few parts of each ending that its
/// moves lead to. With less room, [`solve`] exceeds it.
pub fn unpacked_bytes<G: Game>(ending: Ending, coding: Coding) -> u64 {
    let parts = |ending: Ending| {
        let layout = Layout::<G>::new(ending, coding.with_dtw);
        let largest = layout.halves.iter().map(HalfLayout::bytes).max().unwrap_or(0);
        (layout.parts().min(4) * layout.chunks_in(0) * largest) as u64
    };
    ending.successors().into_iter().chain([ending]).map(parts).sum()
}

fn entries<G: Game>(file: &EndingFile<G>, chunks: u64) -> u64 {
    chunks * file.layout.ending.entries::<G>() / file.layout.men.size()
}

struct Solving<'s, G> {
    successors: &'s [Arc<EndingFile<G>>],
    /// The unpacked parts of the successors, and of the ending itself.
    caches: Caches<'s>,
    progress: &'s dyn Progress<Event>,
    kings: [KingSets; 2],
    others: [KingSets; 2],
    through: Through,
}

impl<G: Game> Solving<'_, G> {
    /// Solves a phase, in as many waves as memory requires. Returns its parts and far distances.
    fn phase(&mut self, file: &EndingFile<G>, phase: &Range<u64>) -> Result<Made, SolveError> {
        let layout = &file.layout;
        let lanes = Bundle::<G>::lanes(layout.ending);
        let least = (TASK / layout.chunk(Kind::Values)).max(1).next_power_of_two();
        let mut all = Made::default();
        let mut waiting = tasks(phase, layout.part_chunks().max(lanes).max(least));
        while !waiting.is_empty() {
            let made = self.wave(file, phase.end == layout.men.size(), &waiting)?;
            let mut still = made.iter().map(Option::is_none);
            waiting.retain(|_| still.next().unwrap_or(true));
            for made in made.into_iter().flatten() {
                all.parts.extend(made.parts);
                for (half, number, bytes) in made.kept {
                    self.caches.put(self.successors.len(), half, number, bytes);
                }
                all.far.extend(made.far);
            }
            self.caches.make_room();
        }
        Ok(all)
    }

    /// Solves tasks in parallel, until the room for unpacked values is used up. A task that was not begun has `None`.
    fn wave(&self, file: &EndingFile<G>, is_last: bool, open: &[Range<u64>]) -> Result<Vec<Option<Made>>, SolveError> {
        let (layout, coding, failure) = (&file.layout, file.coding, Failure::new());
        let ending = layout.ending;
        let mut known = Known::new();
        for (number, file) in self.successors.iter().map(Arc::as_ref).chain([file]).enumerate() {
            known.add(Solved::new(file, self.caches.of(number), &failure));
        }
        let stopped = || self.progress.is_stopped() || failure.get().is_some();
        let Solving { kings, others, through, .. } = self;
        let fibres = Fibres { layout, known: &known, kings, others, coding, through, stopped: &stopped };
        let tasks = Tasks { file, fibres: &fibres, caches: &self.caches, is_last };
        let begun = AtomicBool::new(false);
        // Each wave begins at least one task.
        let may_begin = || match stopped() {
            true => Err(SolveError::Stopped),
            false => Ok(!begun.swap(true, Ordering::Relaxed) || !self.caches.is_full()),
        };
        let report = |chunks: &Range<u64>, made: &Made| {
            let entries = entries(file, chunks.end - chunks.start);
            self.progress.report(&Event::Solved { entries, time: made.time });
        };
        let made: Result<Vec<Option<Made>>, SolveError> = if are_large::<G>(ending) {
            // One after the other: one may need all the memory.
            let solve = |chunks| may_begin()?.then(|| tasks.solve_with_all(chunks)).transpose();
            open.iter().map(|chunks| Ok(solve(chunks)?.inspect(|made| report(chunks, made)))).collect()
        } else {
            let made = open.par_iter().map_init(CaptureMemo::new, |memo, chunks| {
                let made = may_begin()?.then(|| tasks.solve(chunks, memo)).transpose()?;
                Ok(made.inspect(|made| report(chunks, made)))
            });
            made.collect()
        };
        if let Some((ending, source)) = failure.into_inner() {
            return Err(SolveError::Read(ending, source));
        }
        made
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::board::{Draughts80, Poddavki, Russian};
    use crate::value::{Dtw, Measure};

    /// The values of some endings, part by part, solved with this much room.
    fn solved<G: Game>(directory: &Path, endings: &[Ending], coding: Coding, room: u64) -> Vec<Box<[u8]>> {
        let room = Room::new(room);
        let mut files: Vec<Arc<EndingFile<G>>> = Vec::new();
        let mut parts = Vec::new();
        for &ending in endings {
            let path = directory.join(format!("{ending}.values"));
            let mut file = EndingFile::<G>::create(&path, ending, coding).unwrap();
            let successors = ending.successors();
            let needed = files.iter().filter(|file| successors.contains(&file.layout.ending));
            solve(&mut file, &needed.cloned().collect::<Vec<_>>(), &room, None, &()).unwrap();
            for part in 0..file.layout.parts() {
                for half in [0, 1] {
                    parts.push(file.read(Kind::Values, half, part).unwrap());
                    parts.push(file.read(Kind::Zeroing, half, part).unwrap());
                }
            }
            files.push(Arc::new(file));
        }
        parts
    }

    #[test]
    fn values_do_not_depend_on_the_room() {
        check::<Russian>(4);
        check::<Poddavki>(3);
        check::<Draughts80>(3);
    }

    fn check<G: Game>(pieces: u8) {
        let endings: Vec<Ending> = (2..=pieces).flat_map(Ending::all).collect();
        for with_dtw in [true, false] {
            let coding = Coding { draw_plies: 30, byte_plies: Dtw::MAX, with_dtw };
            let [much, little, none] = [u64::MAX, 200_000, 0].map(|room| {
                let directory = tempfile::tempdir().unwrap();
                solved::<G>(directory.path(), &endings, coding, room)
            });
            assert!(much == little && much == none);
        }
    }
}
