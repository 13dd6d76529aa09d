//! Fibres in which both sides have kings: exits, then two runs of rounds.

use crate::board::Game;
use crate::index::WORD;
use crate::retrograde::bundle::{Bundle, Half, LaneMoves};
use crate::retrograde::exits::walk::CaptureMemo;
use crate::retrograde::exits::{ExitStripe, Exits, fill};
use crate::retrograde::rounds::{Halves, RoundOutput, RoundState, Stripes, enter, mark_pending, rounds};
use crate::retrograde::storage::coding::LONGEST;
use crate::retrograde::storage::layout::{Kind, Layout};
use crate::retrograde::threads::{Halt, Threads};
use crate::value::{Dtw, Dtz, Measure};

use super::{Chunks, FibreMen, Fibres, Scratch, zero};

/// The bytes that a thread fills or copies at a time, about.
const SHARE: usize = 1 << 24;

struct TwoSided<'w, 'a, G> {
    of: &'w Fibres<'a, G>,
    fibres: &'w [FibreMen],
    halves: Halves<'w, 'a, G>,
}

impl<'a, G: Game> Fibres<'a, G> {
    pub(super) fn two_sided(
        &self,
        fibres: &[FibreMen],
        threads: &Threads,
        scratch: &mut Scratch,
        memo: &mut CaptureMemo<'a>,
        chunks: &mut Chunks<'_>,
    ) -> Result<(), Halt> {
        let halves: Vec<[Half<'a, G>; 2]> = fibres.iter().map(|&fibre| self.halves(fibre)).collect();
        let sides = if self.layout.has_one_half() { 0..1 } else { 0..2 };
        let bundles: Vec<_> = sides.clone().map(|side| Bundle::new(&halves, side, self.layout.ending)).collect();
        let moves: Vec<Vec<_>> =
            sides.map(|side| halves.iter().map(|halves| LaneMoves::new(&halves[side])).collect()).collect();
        let work = TwoSided { of: self, fibres, halves: Halves { bundles: &bundles, threads } };
        work.find_exits(&moves, scratch, memo)?;
        work.find_distances_to_win(scratch, chunks)?;
        work.find_distances_to_zeroing(scratch, chunks.dtz)?;
        work.copy_classes(&scratch.stripes, chunks.values);
        if !self.coding.with_dtw {
            self.keep_results(fibres, &scratch.codes, chunks.values);
        }
        Ok(())
    }
}

impl<'a, G: Game> TwoSided<'_, 'a, G> {
    fn find_exits(
        &self,
        moves: &[Vec<LaneMoves<'_, 'a, G>>],
        Scratch { exits, reached_codes, .. }: &mut Scratch,
        memo: &mut CaptureMemo<'a>,
    ) -> Result<(), Halt> {
        let Halves { bundles, threads } = self.halves;
        for (side, (exits, codes)) in exits.iter_mut().zip(reached_codes.iter_mut()).enumerate() {
            exits.resize_with(bundles.get(side).map_or(0, Bundle::stripes), Exits::default);
            zero(codes, bundles.get(side).map_or(0, |bundle| bundle.stripes() * bundle.stripe_boards()));
        }
        let both = exits.iter_mut().zip(reached_codes.iter_mut()).zip(bundles).enumerate();
        let all = both.flat_map(|(side, ((exits, codes), bundle))| {
            let stripes = exits.iter_mut().zip(codes.chunks_mut(bundle.stripe_boards())).enumerate();
            stripes.map(move |(number, (exits, codes))| (side, number, exits, codes))
        });
        threads.try_each_with(all, memo, CaptureMemo::new, |memo, (side, number, exits, codes)| {
            let others = &self.of.others[side];
            let stripe = ExitStripe { bundle: &bundles[side], moves: &moves[side], others, number };
            fill(exits, codes, &stripe, memo, self.of.stopped)
        })
    }

    fn find_distances_to_win(&self, scratch: &mut Scratch, chunks: &mut Chunks<'_>) -> Result<(), Halt> {
        let Scratch { exits, reached_codes, stripes, far, codes, .. } = scratch;
        let (layout, coding, bundles) = (self.of.layout, self.of.coding, self.halves.bundles);
        let (codes, starts) = if coding.with_dtw {
            let start = |fibre: &FibreMen, side| layout.start(Kind::Values, fibre.chunk as u64, side) as usize;
            let starts = |side| self.fibres.iter().map(|fibre| start(fibre, side)).collect();
            (&mut *chunks.values, [0, 1].map(starts))
        } else {
            codes.resize(self.fibres.len() * layout.chunk(Kind::Zeroing), 0);
            (&mut codes[..], [0, 1].map(|side| first_boards(layout, 0..self.fibres.len(), side)))
        };
        self.fill_halves(codes, &starts, Dtw::DRAW);
        stripes.start(&self.halves, exits, false);
        let mut output = RoundOutput {
            limit: LONGEST,
            code: &|outcome| coding.code(outcome),
            byte_plies: if coding.with_dtw { coding.byte_plies } else { u16::MAX },
            codes,
            starts: &starts,
            first_offset: chunks.start,
            far,
        };
        let last = exits.iter().flatten().map(|exits| exits.last).max().unwrap_or(0);
        rounds(&self.halves, stripes, &mut output, self.of.stopped, last, |(side, number), state, decided, plies| {
            let (bundle, boards) = (&bundles[side], bundles[side].stripe_boards());
            let codes = &reached_codes[side][number * boards..][..boards];
            enter(state, decided, &exits[side][number], codes, bundle, plies);
        })?;
        if self.halves.threads.are_many() {
            // In large fibres, the codes of distances to a zeroing move take the memory of these.
            *reached_codes = Default::default();
        }
        Ok(())
    }

    /// Runs rounds for the distance to a zeroing move, and marks pending captures among its codes.
    fn find_distances_to_zeroing(&self, scratch: &mut Scratch, codes: &mut [u8]) -> Result<(), Halt> {
        let Scratch { exits, stripes, far, .. } = scratch;
        let numbers = self.fibres.iter().map(|fibre| fibre.chunk);
        let starts = [0, 1].map(|side| first_boards(self.of.layout, numbers.clone(), side));
        self.fill_halves(codes, &starts, Dtz::DRAW);
        stripes.start(&self.halves, exits, true);
        // Boards that need more rounds than the draw rule has plies are draws under it.
        let limit = u16::from(self.of.coding.draw_plies);
        let code = &|outcome| Dtz::encode(outcome).expect("no round is beyond the draw rule");
        let (byte_plies, first_offset) = (limit, 0);
        let mut out = RoundOutput { limit, code, byte_plies, codes: &mut *codes, starts: &starts, first_offset, far };
        let halves = &self.halves;
        let within = rounds(halves, stripes, &mut out, self.of.stopped, 1, |(side, number), state, decided, plies| {
            let (words, exits) = (halves.bundles[side].mask_words(), &exits[side][number]);
            match plies {
                0 => state.enter_stuck::<G>(decided, exits, words),
                1 => state.enter_zeroing(decided, exits, words),
                _ => {}
            }
        });
        match within {
            // Too long: the boards left are draws, as their codes say.
            Ok(()) | Err(Halt::TooLong) => {}
            Err(Halt::Stopped) => return Err(Halt::Stopped),
        }
        mark_pending(halves, stripes, exits, &starts, codes);
        Ok(())
    }

    fn copy_classes(&self, stripes: &Stripes, values: &mut [u8]) {
        for (side, half) in self.of.layout.halves.iter().enumerate().take(self.halves.bundles.len()) {
            let other = self.halves.other(side);
            for (lane, fibre) in self.fibres.iter().enumerate() {
                let start = self.of.layout.start(Kind::Values, fibre.chunk as u64, side) as usize + half.codes();
                let rows = SHARE.div_ceil(half.row_classes());
                let classes = values[start..][..half.classes()].chunks_mut(rows * half.row_classes());
                self.halves.threads.each(classes.enumerate(), |(share, classes)| {
                    copy_rows(&self.halves.bundles[other], lane, share * rows, &stripes.states[other], classes);
                });
            }
        }
    }

    fn fill_halves(&self, codes: &mut [u8], starts: &[Vec<usize>; 2], code: u8) {
        for (half, starts) in self.of.layout.halves.iter().zip(starts) {
            for &start in starts {
                let shares = codes[start..][..half.boards()].chunks_mut(SHARE);
                self.halves.threads.each(shares, |codes| codes.fill(code));
            }
        }
    }
}

/// By chunk, the number of codes before those of a half.
fn first_boards<G: Game>(layout: &Layout<G>, chunks: impl Iterator<Item = usize>, half: usize) -> Vec<usize> {
    chunks.map(|chunk| layout.start(Kind::Zeroing, chunk as u64, half) as usize).collect()
}

/// Copies some rows of classes of a half from the planes of the other half, where its wins and losses are the enemy's.
fn copy_rows<G: Game>(other: &Bundle<'_, G>, lane: usize, first_row: usize, states: &[RoundState], classes: &mut [u8]) {
    let (first, bytes, words) = (lane * other.lane_width, other.lane_width / 8, other.mask_words());
    for (row, classes) in (first_row..).zip(classes.chunks_exact_mut(2 * bytes)) {
        let (to_won, to_lost) = classes.split_at_mut(bytes);
        for (at, (won, lost)) in (first / WORD..).zip(to_won.chunks_mut(8).zip(to_lost.chunks_mut(8))) {
            let (state, at) = (&states[at / words], row * words + at % words);
            for (bytes, enemy) in [lost, won].into_iter().zip(&state.enemy) {
                bytes.copy_from_slice(&(enemy[at] >> (first % WORD)).to_le_bytes()[..bytes.len()]);
            }
        }
    }
}
