//! A task: some fibres of a phase, solved, packed and written.

use std::cell::RefCell;
use std::io;
use std::ops::Range;
use std::time::Duration;

use bolshak_system::thread_time;

use crate::board::Game;
use crate::bulk::Caches;
use crate::index::Ending;

use super::exits::walk::CaptureMemo;
use super::fibre::{Chunks, FibreMen, Fibres, Scratch, zero};
use super::storage::coding::FarDistance;
use super::storage::ending_file::{EndingFile, WrittenPart};
use super::storage::layout::Kind;
use super::storage::{FileError, PartPlace};
use super::threads::{Halt, Threads};

#[derive(Default)]
pub(super) struct Space {
    scratch: Scratch,
    chunks: Vec<u8>,
    dtz: Vec<u8>,
    /// Parts of values and of these codes.
    parts: [Vec<u8>; 2],
}

thread_local! {
    /// The buffers that a thread keeps from task to task.
    static SPACE: RefCell<Space> = RefCell::default();
}

/// Why an ending could not be solved.
#[derive(Debug)]
pub enum SolveError {
    /// The ending has a distance longer than tables hold.
    TooLong(Ending),
    Write(io::Error),
    /// The values of an ending could not be read.
    Read(Ending, FileError),
    Stopped,
}

#[derive(Default)]
pub(super) struct Made {
    pub parts: Vec<WrittenPart>,
    /// Unpacked values of parts, for the next phase: half, number and bytes.
    pub kept: Kept,
    pub far: Vec<FarDistance>,
    pub time: Duration,
}

pub(super) struct Tasks<'t, 'a, G> {
    pub file: &'a EndingFile<G>,
    pub fibres: &'t Fibres<'a, G>,
    pub caches: &'a Caches<'a>,
    /// Whether no later phase may need the values.
    pub is_last: bool,
}

/// The chunks of each task of a phase: whole parts, as far as the phase has them, and whole bundles of fibres.
pub(super) fn tasks(phase: &Range<u64>, size: usize) -> Vec<Range<u64>> {
    let size = size as u64;
    let end = |start: &u64| (start / size + 1) * size;
    let starts = std::iter::successors(Some(phase.start), |start| Some(end(start)));
    starts.take_while(|&start| start < phase.end).map(|start| start..end(&start).min(phase.end)).collect()
}

/// The unpacked values of parts: half, number and bytes.
type Kept = Vec<(usize, usize, Box<[u8]>)>;

impl<'a, G: Game> Tasks<'_, 'a, G> {
    pub fn solve(&self, chunks: &Range<u64>, memo: &mut CaptureMemo<'a>) -> Result<Made, SolveError> {
        SPACE.with_borrow_mut(|space| self.solve_in(chunks, &Threads::ONE, memo, space))
    }

    /// The same on several threads, for large fibres. Waiting threads may take up other work, so this has its own buffers.
    pub fn solve_with_all(&self, chunks: &Range<u64>) -> Result<Made, SolveError> {
        self.solve_in(chunks, &Threads::all(), &mut CaptureMemo::new(), &mut Space::default())
    }

    fn solve_in(
        &self,
        chunks: &Range<u64>,
        threads: &Threads,
        memo: &mut CaptureMemo<'a>,
        Space { scratch, chunks: values, dtz, parts: [part, zeroing_part] }: &mut Space,
    ) -> Result<Made, SolveError> {
        let begun = thread_time();
        self.caches.begin_task();
        let layout = &self.file.layout;
        let count = (chunks.end - chunks.start) as usize;
        zero(values, count * layout.chunk(Kind::Values));
        zero(dtz, count * layout.chunk(Kind::Zeroing));
        let all = (0..count).zip(layout.men.placements(chunks.start));
        let wanted: Vec<FibreMen> = all
            .map(|(chunk, (men, enemy_men))| FibreMen { chunk, men, enemy_men })
            .filter(|fibre| !layout.is_empty(fibre.men, fibre.enemy_men))
            .collect();
        let start = layout.start(Kind::Values, chunks.start, 0);
        let out = Chunks { start, values, dtz };
        self.fibres.solve(&wanted, threads, scratch, memo, out).map_err(|halt| match halt {
            Halt::TooLong => SolveError::TooLong(layout.ending),
            Halt::Stopped => SolveError::Stopped,
        })?;
        let mut made = Made { far: std::mem::take(&mut scratch.far), ..Made::default() };
        for number in layout.parts_of(chunks) {
            let (values, zeroing) = threads.both(
                || self.write(Kind::Values, number, chunks, values, part),
                || self.write(Kind::Zeroing, number, chunks, dtz, zeroing_part),
            );
            let (values, kept) = values?;
            made.parts.push((number, [values, zeroing?.0]));
            made.kept.extend(kept);
        }
        made.time = threads.time_since(begun);
        Ok(made)
    }

    /// Packs and writes a part of each half. Returns their places, and the values if the next phase may need them.
    fn write(
        &self,
        kind: Kind,
        number: usize,
        chunks: &Range<u64>,
        solved: &[u8],
        space: &mut Vec<u8>,
    ) -> Result<([PartPlace; 2], Kept), SolveError> {
        let (mut places, mut kept) = ([PartPlace::default(); 2], Vec::new());
        for half in [0, 1] {
            let bytes = self.part(kind, (number, half), chunks, solved, space)?;
            places[half] = self.file.append(kind, half, bytes).map_err(SolveError::Write)?;
            if kind == Kind::Values && !self.is_last && !self.caches.is_full() {
                self.caches.count(bytes.len() as u64);
                kept.push((half, number, bytes.into()));
            }
        }
        Ok((places, kept))
    }

    /// The bytes of a part of one half: those that earlier phases gave it, then the chunks just solved, then zeros.
    fn part<'p>(
        &self,
        kind: Kind,
        (number, half): (usize, usize),
        chunks: &Range<u64>,
        solved: &'p [u8],
        space: &'p mut Vec<u8>,
    ) -> Result<&'p [u8], SolveError> {
        let (layout, ending) = (&self.file.layout, self.file.layout.ending);
        let length = layout.halves[half].length(kind);
        let of_chunk = |chunk: u64| &solved[layout.start(kind, chunk - chunks.start, half) as usize..][..length];
        let first = (number * layout.part_chunks()) as u64;
        if layout.part_chunks() == 1 {
            return Ok(of_chunk(first));
        }
        space.clear();
        if first < chunks.start {
            let earlier = (chunks.start - first) as usize * length;
            if kind == Kind::Values {
                space.extend_from_slice(&self.fibres.known.of(ending).part(half, number)[..earlier]);
            } else {
                let read = self.file.read(kind, half, number).map_err(|error| SolveError::Read(ending, error))?;
                space.extend_from_slice(&read[..earlier]);
            }
        }
        let count = layout.chunks_in(number);
        let last = chunks.end.min(first + count as u64);
        (first.max(chunks.start)..last).for_each(|chunk| space.extend_from_slice(of_chunk(chunk)));
        space.resize(count * length, 0);
        Ok(space)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_have_whole_parts() {
        assert_eq!(tasks(&(0..10), 4), [0..4, 4..8, 8..10]);
        assert_eq!(tasks(&(3..9), 4), [3..4, 4..8, 8..9]);
        assert_eq!(tasks(&(5..6), 4).len(), 1);
        assert_eq!(tasks(&(4..4), 4), []);
    }
}
