//! The bytes to which the values of fibres are written.

use crate::board::Game;
use crate::solve::storage::coding::{Coding, FarDistance};
use crate::solve::storage::layout::HalfLayout;
use crate::value::{Dtw, Dtz, Measure, Outcome};

use super::{Chunks, FibreMen, Fibres};

/// The bytes of one half of a chunk in work.
pub(super) struct HalfBytes<'o> {
    /// The number of values in a value row.
    pub row_len: usize,
    /// How many bytes of the ending's chunks come before it.
    pub start: u64,
    coding: Coding,
    pub dtw: &'o mut [u8],
    pub classes: &'o mut [u8],
    pub dtz: &'o mut [u8],
}

impl<'o> HalfBytes<'o> {
    /// Writes a distance to win at a place in the half.
    pub fn set(&mut self, at: usize, outcome: Outcome, far: &mut Vec<FarDistance>) {
        self.dtw[at] = self.coding.code(outcome);
        if let (true, Outcome::Win(plies) | Outcome::Loss(plies)) = (Dtw::is_far(self.dtw[at]), outcome) {
            far.push(FarDistance { offset: self.start + at as u64, plies });
        }
    }
}

impl<G: Game> Fibres<'_, G> {
    /// The bytes of both halves of some fibres. Where chunks have no place for the codes of distances to win, `codes`
    /// has them.
    pub(super) fn outs<'o>(
        &self,
        fibres: &[FibreMen],
        chunks: &'o mut Chunks<'_>,
        codes: &'o mut Vec<u8>,
    ) -> Vec<[HalfBytes<'o>; 2]> {
        let (layout, [first, second]) = (self.layout, *self.layout.halves());
        let (chunks_start, boards) = (chunks.start, layout.chunk_boards());
        let results = if self.coding.with_dtw { 0 } else { boards };
        codes.resize(results * fibres.len(), 0);
        let mut codes = &mut codes[..];
        let (start, end) =
            (fibres.first().map_or(0, |fibre| fibre.chunk), fibres.last().map_or(0, |fibre| fibre.chunk + 1));
        let mut wanted = fibres.iter().map(|fibre| fibre.chunk).peekable();
        let values = chunks.values[start * layout.chunk()..end * layout.chunk()].chunks_exact_mut(layout.chunk());
        let dtz = chunks.dtz[start * boards..end * boards].chunks_exact_mut(boards);
        let outs = (start..).zip(values.zip(dtz)).filter(|(chunk, _)| wanted.next_if_eq(chunk).is_some());
        outs.map(|(chunk, (values, dtz))| {
            let (now, rest) = std::mem::take(&mut codes).split_at_mut(results);
            codes = rest;
            let (values, dtz) = (values.split_at_mut(first.bytes()), dtz.split_at_mut(first.boards()));
            let codes = now.split_at_mut(results.min(first.boards()));
            let out = |side, half: HalfLayout, values: &'o mut [u8], dtz, codes| {
                let (dtw, classes) = values.split_at_mut(half.codes());
                let dtw = if self.coding.with_dtw { dtw } else { codes };
                let classes = &mut classes[..half.classes()];
                dtw.fill(Dtw::DRAW);
                HalfBytes {
                    row_len: half.row_len,
                    start: chunks_start + layout.start(chunk as u64, side),
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

    /// Where distances to win are not kept: keeps the results of their codes. Each value row gets a mask of the boards
    /// that are won, and a mask of those that are lost.
    pub(super) fn keep_results(&self, fibres: &[FibreMen], codes: &[u8], values: &mut [u8]) {
        if self.coding.with_dtw {
            return;
        }
        for (lane, &FibreMen { chunk, .. }) in fibres.iter().enumerate() {
            for (side, half) in self.layout.halves().iter().enumerate() {
                let codes = &codes[self.layout.first_board(lane as u64, side) as usize..][..half.boards()];
                let start = self.layout.start(chunk as u64, side) as usize + half.codes() + half.classes();
                let theory = &mut values[start..][..half.classes()];
                for (codes, theory) in codes.chunks_exact(half.row_len).zip(theory.chunks_exact_mut(half.row_classes()))
                {
                    for (at, &code) in codes.iter().enumerate() {
                        let lost = at + half.row_len;
                        theory[at / 8] |= u8::from(code > Dtw::DRAW) << (at % 8);
                        theory[lost / 8] |= u8::from(code < Dtw::DRAW) << (lost % 8);
                    }
                }
            }
        }
    }
}
