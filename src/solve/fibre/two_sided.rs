//! Fibres in which both sides have kings: exits, then two runs of rounds.

use crate::board::Game;
use crate::index::WORD;
use crate::solve::bundle::{Bundle, BundleMoves, Half};
use crate::solve::exits::walk::CaptureMemo;
use crate::solve::exits::{Exits, Stripe, fill};
use crate::solve::rounds::{Halves, RoundOutput, RoundState, enter, mark_pending, rounds};
use crate::solve::storage::coding::LONGEST;
use crate::solve::threads::{Halt, Threads};
use crate::value::{Dtw, Dtz, Measure};

use super::{Chunks, FibreMen, Fibres, Scratch, zero};

/// The bytes that a thread fills or copies at a time, about.
const PIECE: usize = 1 << 24;

impl<'a, G: Game> Fibres<'a, G> {
    /// Solves a bundle of fibres in which both sides have kings.
    pub(super) fn two_sided(
        &self,
        fibres: &[FibreMen],
        threads: &Threads,
        scratch: &mut Scratch,
        memo: &mut CaptureMemo<'a>,
        chunks: &mut Chunks<'_>,
    ) -> Result<(), Halt> {
        let (layout, coding) = (self.layout, self.coding);
        let halves: Vec<[Half<'a, G>; 2]> = fibres.iter().map(|&fibre| self.halves(fibre)).collect();
        let sides = if layout.has_one_half() { 0..1 } else { 0..2 };
        let bundles: Vec<Bundle<'_, G>> = sides.clone().map(|side| Bundle::new(&halves, side, self.lanes())).collect();
        let moves: Vec<_> = sides.map(|side| BundleMoves::new(halves.iter().map(|halves| &halves[side]))).collect();
        let Scratch { exits, exit_codes, stripes, far, codes, .. } = scratch;
        for (side, (exits, codes)) in exits.iter_mut().zip(exit_codes.iter_mut()).enumerate() {
            exits.resize_with(bundles.get(side).map_or(0, Bundle::stripes), Exits::default);
            zero(codes, bundles.get(side).map_or(0, |bundle| bundle.stripes() * bundle.stripe_boards()));
        }
        let both = exits.iter_mut().zip(exit_codes.iter_mut()).zip(&bundles).enumerate();
        let all = both.flat_map(|(side, ((exits, codes), bundle))| {
            let stripes = exits.iter_mut().zip(codes.chunks_mut(bundle.stripe_boards())).enumerate();
            stripes.map(move |(number, (exits, codes))| (side, number, exits, codes))
        });
        threads.try_each_with(all, memo, CaptureMemo::new, |memo, (side, number, exits, codes)| {
            let stripe = Stripe { bundle: &bundles[side], moves: &moves[side], others: &self.others[side], number };
            fill(exits, codes, &stripe, memo, self.stopped)
        })?;
        let halves = Halves { bundles: &bundles, threads };
        let numbers = fibres.iter().map(|fibre| fibre.chunk as u64);
        let dtz_starts = [0, 1].map(|side| layout.first_boards(numbers.clone(), side));
        let (codes, dtw_starts) = if coding.with_dtw {
            let starts = |side| numbers.clone().map(|chunk| layout.start(chunk, side) as usize).collect();
            (&mut *chunks.values, [0, 1].map(starts))
        } else {
            codes.resize(fibres.len() * layout.chunk_boards(), 0);
            (&mut codes[..], [0, 1].map(|side| layout.first_boards(0..fibres.len() as u64, side)))
        };
        self.fill_halves(threads, codes, &dtw_starts, Dtw::DRAW);
        stripes.start(&halves, exits, false);
        let mut output = RoundOutput {
            limit: LONGEST,
            code: &|outcome| coding.code(outcome),
            byte_plies: if coding.with_dtw { coding.byte_plies } else { u16::MAX },
            codes,
            starts: &dtw_starts,
            first_offset: chunks.start,
            far,
        };
        let last = exits.iter().flatten().map(|exits| exits.last).max().unwrap_or(0);
        rounds(&halves, stripes, &mut output, self.stopped, last, |(side, number), state, decided, plies| {
            let (bundle, boards) = (&bundles[side], bundles[side].stripe_boards());
            let codes = &exit_codes[side][number * boards..][..boards];
            enter(state, decided, &exits[side][number], codes, bundle, plies);
        })?;
        if threads.are_many() {
            // In large fibres, the codes of distances to a zeroing move take the memory of these.
            *exit_codes = Default::default();
        }
        self.fill_halves(threads, chunks.dtz, &dtz_starts, Dtz::DRAW);
        stripes.start(&halves, exits, true);
        // Boards that need more rounds than the draw rule has plies are draws under it.
        let limit = u16::from(coding.draw_plies);
        let code = |outcome| Dtz::encode(outcome).expect("no round is beyond the draw rule");
        let mut output = RoundOutput {
            limit,
            code: &code,
            byte_plies: limit,
            codes: &mut *chunks.dtz,
            starts: &dtz_starts,
            first_offset: 0,
            far,
        };
        let within = rounds(&halves, stripes, &mut output, self.stopped, 1, |(side, number), state, decided, plies| {
            let (words, exits) = (bundles[side].mask_words(), &exits[side][number]);
            match plies {
                0 => state.enter_stuck::<G>(decided, exits, words),
                1 => state.enter_zeroing(decided, exits, words),
                _ => {}
            }
        });
        match within {
            // Too long: the boards that are left stay draws, as their codes say from the start.
            Ok(()) | Err(Halt::TooLong) => {}
            Err(Halt::Stopped) => return Err(Halt::Stopped),
        }
        mark_pending(&halves, stripes, exits, &dtz_starts, chunks.dtz);
        for (side, half) in layout.halves().iter().enumerate().take(bundles.len()) {
            let other = halves.other(side);
            for (lane, &FibreMen { chunk, .. }) in fibres.iter().enumerate() {
                let start = layout.start(chunk as u64, side) as usize + half.codes();
                let rows = PIECE.div_ceil(half.row_classes());
                let classes = chunks.values[start..][..half.classes()].chunks_mut(rows * half.row_classes());
                threads.each(classes.enumerate(), |(piece, classes)| {
                    copy_classes(&bundles[other], lane, piece * rows, &stripes.states[other], classes);
                });
            }
        }
        self.keep_results(fibres, &scratch.codes, chunks.values);
        Ok(())
    }

    fn fill_halves(&self, threads: &Threads, codes: &mut [u8], starts: &[Vec<usize>; 2], code: u8) {
        for (half, starts) in self.layout.halves().iter().zip(starts) {
            for &start in starts {
                threads.each(codes[start..][..half.boards()].chunks_mut(PIECE), |codes| codes.fill(code));
            }
        }
    }
}

/// Copies some classes of one half of a fibre from the planes of the other half, where its wins and losses are the
/// enemy's.
fn copy_classes<G: Game>(
    other: &Bundle<'_, G>,
    lane: usize,
    first_row: usize,
    published: &[RoundState],
    classes: &mut [u8],
) {
    let (first, bytes, words) = (lane * other.lane_width, other.lane_width / 8, other.mask_words());
    for (row, classes) in (first_row..).zip(classes.chunks_exact_mut(2 * bytes)) {
        let (to_won, to_lost) = classes.split_at_mut(bytes);
        for (at, (won, lost)) in (first / WORD..).zip(to_won.chunks_mut(8).zip(to_lost.chunks_mut(8))) {
            let (state, at) = (&published[at / words], row * words + at % words);
            for (bytes, enemy) in [lost, won].into_iter().zip(&state.enemy) {
                bytes.copy_from_slice(&(enemy[at] >> (first % WORD)).to_le_bytes()[..bytes.len()]);
            }
        }
    }
}
