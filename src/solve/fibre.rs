//! Fibres: all placements of the kings over one placement of the men, either side to move.

use crate::board::Bitboard;
use crate::index::{Ending, KingSets};
use crate::value::{Dtw, Dtz, Measure, Outcome};
use crate::wide::wide;

use super::boards::Boards;
use super::bundle::Bundle;
use super::far::{LONGEST, Place};
use super::half::Half;
use super::halt::Halt;
use super::layout::{self, Layout};
use super::rounds::State;
use super::walk::Memo;
use super::{Coding, Known, against_men};

/// The code of the distance to a zeroing move where a capture is pending: no distance has it. Such boards are not
/// stored; their distance is 1 unless they are drawn, which their class tells.
pub const PENDING: u8 = Dtz::DRAW + 1;

/// Space to work in, used again from fibre to fibre.
#[derive(Default)]
pub(super) struct Scratch {
    pub boards: [Boards; 2],
    pub states: [State; 2],
    /// The distances of the fibres that a byte does not hold, by their places in the chunks.
    pub far: Vec<Place>,
    /// Codes of distances to win, where results are all that is kept of them.
    pub codes: Vec<u8>,
}

/// The most bytes that [`solve`](super::solve) takes for the fibres of an ending that go side by side, on each thread that
/// works on it.
pub fn scratch_bytes(ending: Ending, coding: Coding) -> u64 {
    let layout = Layout::new(ending, coding.with_dtw);
    let boards = layout.dtz_chunk();
    // The chunk; sixteen masks; and a number of four bytes for each event, in lists that may be half empty.
    let fibre = layout.chunk() + boards + 2 * boards + 8 * boards + if coding.with_dtw { 0 } else { boards };
    let lanes = Bundle::lanes([ending.first(), ending.second()].map(|side| side.kings.into())) as u64;
    lanes.min(layout.men().largest_phase()) * fibre as u64
}

/// The bytes of one half in work.
pub(super) struct Out<'o> {
    /// The codes in a row.
    width: usize,
    /// How many bytes of the chunk come before it.
    pub start: u64,
    coding: Coding,
    pub dtw: &'o mut [u8],
    pub classes: &'o mut [u8],
    pub dtz: &'o mut [u8],
}

impl<'o> Out<'o> {
    /// Writes a distance to win.
    pub fn set(&mut self, at: usize, outcome: Outcome, far: &mut Vec<Place>) {
        self.dtw[at] = self.coding.code(outcome);
        if let (true, Outcome::Win(plies) | Outcome::Loss(plies)) = (Dtw::is_far(self.dtw[at]), outcome) {
            far.push((self.start + at as u64, plies));
        }
    }
}

/// The chunks in work, and their codes of distances to a zeroing move. They come as zeros.
pub(super) struct Chunks<'c> {
    pub values: &'c mut [u8],
    pub dtz: &'c mut [u8],
}

/// The number of a chunk, and its men: the first side's, and the second's.
pub(super) type Numbered = (usize, (Bitboard, Bitboard));

/// What all fibres of an ending share.
pub(super) struct Fibres<'a> {
    pub layout: &'a Layout,
    pub known: &'a Known<'a>,
    /// The kings of the first and the second side.
    pub kings: &'a [KingSets; 2],
    pub coding: Coding,
    /// Whether to stop: asked often enough in fibres that take long.
    pub stopped: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Fibres<'a> {
    /// How many fibres go side by side.
    pub fn lanes(&self) -> usize {
        Bundle::lanes(self.kings.each_ref().map(KingSets::count))
    }

    /// Solves some fibres into their chunks.
    pub fn solve(
        &self,
        fibres: &[Numbered],
        scratch: &mut Scratch,
        memo: &mut Memo<'a>,
        mut chunks: Chunks<'_>,
    ) -> Result<(), Halt> {
        scratch.far.clear();
        fibres.chunks(self.lanes()).try_for_each(|bundle| match self.kings.each_ref().map(KingSets::count) {
            [0, 0] => self.men_alone(bundle, scratch, memo, &mut chunks),
            [0, _] => self.one_sided(1, bundle, scratch, memo, &mut chunks),
            [_, 0] => self.one_sided(0, bundle, scratch, memo, &mut chunks),
            _ => self.two_sided(bundle, scratch, memo, &mut chunks),
        })
    }

    pub(super) fn halves(&self, (men, enemy_men): (Bitboard, Bitboard)) -> [Half<'a>; 2] {
        let (known, [first, second]) = (self.known, self.kings);
        [
            Half::new(men.reverse_bits(), enemy_men.reverse_bits(), first, second, known),
            Half::new(enemy_men, men, second, first, known),
        ]
    }

    /// Where the halves of some fibres go. `codes` is for those that chunks have no place for.
    pub(super) fn outs<'o>(
        &self,
        fibres: &[Numbered],
        chunks: &'o mut Chunks<'_>,
        codes: &'o mut Vec<u8>,
    ) -> Vec<[Out<'o>; 2]> {
        let (layout, [first, second]) = (self.layout, *self.layout.halves());
        let results = if self.coding.with_dtw { 0 } else { layout.dtz_chunk() };
        codes.resize(results * fibres.len(), 0);
        let mut codes = &mut codes[..];
        let (start, end) = (fibres.first().map_or(0, |fibre| fibre.0), fibres.last().map_or(0, |fibre| fibre.0 + 1));
        let mut wanted = fibres.iter().map(|&(chunk, _)| chunk).peekable();
        let values = chunks.values[start * layout.chunk()..end * layout.chunk()].chunks_exact_mut(layout.chunk());
        let dtz = chunks.dtz[start * layout.dtz_chunk()..end * layout.dtz_chunk()].chunks_exact_mut(layout.dtz_chunk());
        let outs = (start..).zip(values.zip(dtz)).filter(|(chunk, _)| wanted.next_if_eq(chunk).is_some());
        outs.map(|(chunk, (values, dtz))| {
            let (now, rest) = std::mem::take(&mut codes).split_at_mut(results);
            codes = rest;
            let (values, dtz) = (values.split_at_mut(first.bytes()), dtz.split_at_mut(first.places()));
            let codes = now.split_at_mut(results.min(first.places()));
            let out = |side, half: layout::Half, values: &'o mut [u8], dtz, codes| {
                let (dtw, classes) = values.split_at_mut(half.codes());
                let dtw = if self.coding.with_dtw { dtw } else { codes };
                let classes = &mut classes[..half.classes()];
                dtw.fill(Dtw::DRAW);
                Out {
                    width: half.width,
                    start: layout.start(chunk as u64, side),
                    coding: self.coding,
                    dtw,
                    classes,
                    dtz,
                }
            };
            dtz.0.fill(Dtz::DRAW);
            dtz.1.fill(Dtz::DRAW);
            [out(0, first, values.0, dtz.0, codes.0), out(1, second, values.1, dtz.1, codes.1)]
        })
        .collect()
    }

    /// Fibres without kings: men's moves all zero the clock.
    fn men_alone(
        &self,
        fibres: &[Numbered],
        scratch: &mut Scratch,
        memo: &mut Memo<'a>,
        chunks: &mut Chunks<'_>,
    ) -> Result<(), Halt> {
        let Scratch { far, codes, .. } = scratch;
        for (outs, &(_, men)) in self.outs(fibres, chunks, codes).iter_mut().zip(fibres) {
            for (half, out) in self.halves(men).iter().zip(outs) {
                let far_outcome = |kings| half.far_exit(kings, 0);
                against_men(half, memo, [&[], &[]], self.coding.draw_plies, &far_outcome, out, far);
            }
        }
        self.keep_results(fibres, codes, chunks.values);
        check(far)
    }

    /// Where distances to win are not kept: keeps the results of their codes, in rows the mask of the won and that of the
    /// lost.
    pub(super) fn keep_results(&self, fibres: &[Numbered], codes: &[u8], values: &mut [u8]) {
        if self.coding.with_dtw {
            return;
        }
        for (lane, &(chunk, _)) in fibres.iter().enumerate() {
            for (side, half) in self.layout.halves().iter().enumerate() {
                let codes = &codes[self.layout.dtz_start(lane as u64, side) as usize..][..half.places()];
                let start = self.layout.start(chunk as u64, side) as usize + half.codes() + half.classes();
                let theory = &mut values[start..][..half.classes()];
                for (codes, theory) in codes.chunks_exact(half.width).zip(theory.chunks_exact_mut(half.class_row())) {
                    for (at, &code) in codes.iter().enumerate() {
                        let lost = at + half.width;
                        theory[at / 8] |= u8::from(code > Dtw::DRAW) << (at % 8);
                        theory[lost / 8] |= u8::from(code < Dtw::DRAW) << (lost % 8);
                    }
                }
            }
        }
    }
}

/// Fails if a distance is longer than tables hold.
pub(super) fn check(far: &[Place]) -> Result<(), Halt> {
    if far.iter().any(|&(_, plies)| plies > LONGEST) { Err(Halt::TooLong) } else { Ok(()) }
}

wide! {
    /// Solves a half whose enemy has no kings.
    pub(super) fn against_men<'a>(
        half: &Half<'a>,
        memo: &mut Memo<'a>,
        after: [&[u8]; 2],
        draw_plies: u8,
        far_outcome: &dyn Fn(Bitboard) -> Outcome,
        out: &mut Out<'_>,
        far: &mut Vec<Place>,
    ) -> () {
        let width = out.width;
        against_men::solve(half, memo, after, draw_plies, far_outcome, |solved| {
            let at = solved.kings;
            out.set(at, solved.dtw, far);
            if let Some(code) = Dtz::encode(solved.dtz) {
                out.dtz[at] = if solved.captures { PENDING } else { code };
            }
            let bit = match solved.dtz {
                Outcome::Win(_) => at,
                Outcome::Loss(_) => at + width,
                Outcome::Draw => return,
            };
            out.classes[bit / 8] |= 1 << (bit % 8);
        })
    }
}
