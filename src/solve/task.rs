//! A task: some fibres of a phase, solved, packed and written.

use std::cell::RefCell;
use std::io;
use std::ops::Range;
use std::time::Duration;

use crate::board::Game;
use crate::bulk::Caches;

use super::exits::walk::CaptureMemo;
use super::fibre::{Chunks, FibreMen, Fibres, Scratch, zero};
use super::storage::coding::FarDistance;
use super::storage::ending_file::EndingFile;
use super::storage::{FileError, Place};
use super::threads::{Halt, Threads};
use bolshak_system::thread_time;

/// Buffers to work in.
#[derive(Default)]
pub(super) struct Space {
    scratch: Scratch,
    /// The chunks of a task.
    chunks: Vec<u8>,
    /// Their codes of distances to a zeroing move.
    dtz: Vec<u8>,
    /// Parts, of values and of these codes.
    parts: [Vec<u8>; 2],
}

thread_local! {
    /// The buffers that a thread keeps from task to task.
    static SPACE: RefCell<Space> = RefCell::default();
}

/// Why a task has failed.
pub(super) enum Failed {
    Halt(Halt),
    Read(FileError),
    Write(io::Error),
}

/// What a task has made.
#[derive(Default)]
pub(super) struct Made {
    /// The parts that it has written: numbers, and places in both files for each half.
    pub parts: Vec<(usize, [[Place; 2]; 2])>,
    /// Unpacked values of parts, for the next phase: half, number and bytes.
    pub kept: Kept,
    pub far: Vec<FarDistance>,
    /// The processor time that it has taken.
    pub time: Duration,
}

/// What the tasks of a phase share.
pub(super) struct Tasks<'t, 'a, G> {
    pub file: &'a EndingFile<G>,
    pub fibres: &'t Fibres<'a, G>,
    pub caches: &'a Caches<'a>,
    pub phase: &'t Range<u64>,
    /// Whether no other phase follows, which might need the values.
    pub is_last: bool,
}

/// The chunks of each task of a phase, each with whole parts as far as the phase has them, and whole bundles of fibres.
pub(super) fn tasks(phase: &Range<u64>, size: usize) -> Vec<Range<u64>> {
    let size = size as u64;
    let end = |start: &u64| (start / size + 1) * size;
    let starts = std::iter::successors(Some(phase.start), |start| Some(end(start)));
    starts.take_while(|&start| start < phase.end).map(|start| start..end(&start).min(phase.end)).collect()
}

/// The unpacked values of parts: half, number and bytes.
type Kept = Vec<(usize, usize, Box<[u8]>)>;

impl<'a, G: Game> Tasks<'_, 'a, G> {
    /// Solves some chunks and writes their parts, on the present thread.
    pub fn solve(&self, chunks: &Range<u64>, memo: &mut CaptureMemo<'a>) -> Result<Made, Failed> {
        SPACE.with_borrow_mut(|space| self.solve_in(chunks, &Threads::ONE, memo, space))
    }

    /// The same on several threads, for large fibres. A thread that waits for others may take up other work meanwhile, so this
    /// has buffers of its own.
    pub fn solve_with_all(&self, chunks: &Range<u64>) -> Result<Made, Failed> {
        self.solve_in(chunks, &Threads::all(), &mut CaptureMemo::new(), &mut Space::default())
    }

    fn solve_in(
        &self,
        chunks: &Range<u64>,
        threads: &Threads,
        memo: &mut CaptureMemo<'a>,
        Space { scratch, chunks: values, dtz, parts: [part, zeroing_part] }: &mut Space,
    ) -> Result<Made, Failed> {
        let begun = thread_time();
        self.caches.begin_task();
        let layout = self.file.layout();
        let count = (chunks.end - chunks.start) as usize;
        zero(values, count * layout.chunk());
        zero(dtz, count * layout.chunk_boards());
        let all = (0..count).zip(layout.men().placements(chunks.start));
        let wanted: Vec<FibreMen> = all
            .map(|(chunk, (men, enemy_men))| FibreMen { chunk, men, enemy_men })
            .filter(|fibre| !layout.is_empty(fibre.men, fibre.enemy_men))
            .collect();
        let start = layout.start(chunks.start, 0);
        let out = Chunks { start, values, dtz };
        self.fibres.solve(&wanted, threads, scratch, memo, out).map_err(Failed::Halt)?;
        let mut made = Made { far: std::mem::take(&mut scratch.far), ..Made::default() };
        for number in layout.parts_of(chunks) {
            let (values, zeroing) = threads.both(
                || self.write_values(number, chunks, values, part),
                || self.write_zeroing(number, chunks, dtz, zeroing_part),
            );
            let (values, kept) = values?;
            made.parts.push((number, [values, zeroing?]));
            made.kept.extend(kept);
        }
        made.time = threads.time_since(begun);
        Ok(made)
    }

    /// Packs and writes a part of each half. Returns where they are, and their values if the next phase may need them.
    fn write_values(
        &self,
        number: usize,
        chunks: &Range<u64>,
        values: &[u8],
        space: &mut Vec<u8>,
    ) -> Result<([Place; 2], Kept), Failed> {
        let layout = self.file.layout();
        let (mut places, mut kept) = ([Place::default(); 2], Vec::new());
        for (half, sizes) in layout.halves().iter().enumerate() {
            let of_chunk = |chunk: u64| {
                let start = layout.start(chunk - chunks.start, half) as usize;
                start..start + sizes.bytes()
            };
            let earlier = || self.fibres.known.of(layout.ending()).part(half, number);
            let bytes = self.part(number, chunks, (values, of_chunk), sizes.bytes(), earlier, space);
            places[half] = self.file.append(half, bytes).map_err(Failed::Write)?;
            if !self.is_last && !self.caches.is_full() {
                self.caches.count(bytes.len() as u64);
                kept.push((half, number, bytes.into()));
            }
        }
        Ok((places, kept))
    }

    /// Packs and writes the codes of distances to a zeroing move of a part of each half.
    fn write_zeroing(
        &self,
        number: usize,
        chunks: &Range<u64>,
        codes: &[u8],
        space: &mut Vec<u8>,
    ) -> Result<[Place; 2], Failed> {
        let layout = self.file.layout();
        let mut places = [Place::default(); 2];
        for (half, sizes) in layout.halves().iter().enumerate() {
            let of_chunk = |chunk: u64| {
                let start = layout.first_board(chunk - chunks.start, half) as usize;
                start..start + sizes.boards()
            };
            let read = || self.file.read_zeroing(half, number).map_err(Failed::Read);
            let earlier = if self.begins_earlier(number) { read()? } else { Box::default() };
            let bytes = self.part(number, chunks, (codes, of_chunk), sizes.boards(), || &earlier, space);
            places[half] = self.file.append_zeroing(bytes).map_err(Failed::Write)?;
        }
        Ok(places)
    }

    /// Whether the first chunks of a part are of earlier phases.
    fn begins_earlier(&self, part: usize) -> bool {
        ((part * self.file.layout().part_chunks()) as u64) < self.phase.start
    }

    /// The bytes of a part of one half: those of the chunks just solved; before them, those that earlier phases gave the part;
    /// behind them, zeros. `of_chunk` says where a chunk's bytes are among those just solved.
    fn part<'p>(
        &self,
        number: usize,
        chunks: &Range<u64>,
        (solved, of_chunk): (&'p [u8], impl Fn(u64) -> Range<usize>),
        length: usize,
        earlier: impl FnOnce() -> &'p [u8],
        space: &'p mut Vec<u8>,
    ) -> &'p [u8] {
        let layout = self.file.layout();
        let first = (number * layout.part_chunks()) as u64;
        if layout.part_chunks() == 1 {
            return &solved[of_chunk(first)];
        }
        let count = layout.chunks_in(number);
        space.clear();
        if first < chunks.start {
            space.extend_from_slice(&earlier()[..(chunks.start - first) as usize * length]);
        }
        let last = chunks.end.min(first + count as u64);
        (first.max(chunks.start)..last).for_each(|chunk| space.extend_from_slice(&solved[of_chunk(chunk)]));
        space.resize(count * length, 0);
        space
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
