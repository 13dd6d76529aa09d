//! Fibres in which both sides have kings: exits, then two runs of rounds.

use crate::board::Game;
use crate::index::WORD;
use crate::solve::bundle::{Bundle, Half};
use crate::solve::exits::walk::CaptureMemo;
use crate::solve::exits::{fill, mark_pending};
use crate::solve::halt::Halt;
use crate::solve::rounds::{RoundOutput, RoundState, rounds};
use crate::solve::storage::far::LONGEST;
use crate::value::{Dtw, Dtz, Measure, Outcome};

use super::{Chunks, FibreMen, Fibres, Scratch};

impl<'a, G: Game> Fibres<'a, G> {
    /// Solves a bundle of fibres in which both sides have kings.
    pub(super) fn two_sided(
        &self,
        fibres: &[FibreMen],
        scratch: &mut Scratch,
        memo: &mut CaptureMemo<'a>,
        chunks: &mut Chunks<'_>,
    ) -> Result<(), Halt> {
        let (layout, coding) = (self.layout, self.coding);
        let halves: Vec<[Half<'a, G>; 2]> = fibres.iter().map(|&fibre| self.halves(fibre)).collect();
        let bundles = [0, 1].map(|side| Bundle::new(&halves, side, self.lanes()));
        let Scratch { exits, states, far, codes, .. } = scratch;
        for (side, (bundle, exits)) in bundles.iter().zip(exits.iter_mut()).enumerate() {
            fill(exits, bundle, &halves, side, &self.others[side], memo, self.stopped)?;
        }
        let numbers = fibres.iter().map(|fibre| fibre.chunk as u64);
        let dtz_starts = [0, 1].map(|side| layout.first_boards(numbers.clone(), side));
        let (codes, dtw_starts) = if coding.with_dtw {
            let starts = |side| numbers.clone().map(|chunk| layout.start(chunk, side) as usize).collect();
            (&mut *chunks.values, [0, 1].map(starts))
        } else {
            codes.resize(fibres.len() * layout.chunk_boards(), 0);
            (&mut codes[..], [0, 1].map(|side| layout.first_boards(0..fibres.len() as u64, side)))
        };
        for (side, half) in layout.halves().iter().enumerate() {
            dtw_starts[side].iter().for_each(|&start| codes[start..][..half.boards()].fill(Dtw::DRAW));
            dtz_starts[side].iter().for_each(|&start| chunks.dtz[start..][..half.boards()].fill(Dtz::DRAW));
        }
        for ((bundle, exits), state) in bundles.iter().zip(exits.iter()).zip(states.iter_mut()) {
            state.start(exits, exits.ready.iter().copied(), bundle.kings.sets().len());
        }
        let mut output = RoundOutput {
            limit: LONGEST,
            code: &|outcome| coding.code(outcome),
            byte_plies: if coding.with_dtw { coding.byte_plies } else { u16::MAX },
            codes,
            starts: &dtw_starts,
            first_offset: chunks.start,
            far,
        };
        rounds(&bundles, states, &mut output, self.stopped, |side, state, plies| {
            let due = exits[side].due.get(usize::from(plies));
            let cells = due.map_or(&[][..], Vec::as_slice);
            let won = matches!(Outcome::decided_in::<G>(plies), Outcome::Win(_));
            state.enter(&exits[side], bundles[side].words, won, cells);
            usize::from(plies) < exits[side].last
        })?;
        for ((bundle, exits), state) in bundles.iter().zip(exits.iter()).zip(states.iter_mut()) {
            state.start(exits, exits.holds.iter().map(|holds| !holds), bundle.kings.sets().len());
        }
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
        let within = rounds(&bundles, states, &mut output, self.stopped, |side, state, plies| {
            let (words, exits) = (bundles[side].words, &exits[side]);
            match plies {
                0 => state.enter(exits, words, G::NO_MOVE_WINS, &exits.due[0]),
                1 => state.enter_zeroing(exits, words),
                _ => {}
            }
            plies == 0
        });
        match within {
            // Too long: the boards that are left stay draws, as their codes say from the start.
            Ok(()) | Err(Halt::TooLong) => {}
            Err(Halt::Stopped) => return Err(Halt::Stopped),
        }
        for (side, half) in layout.halves().iter().enumerate() {
            mark_pending(&exits[side], &bundles[side], &dtz_starts[side], chunks.dtz);
            for (lane, &FibreMen { chunk, .. }) in fibres.iter().enumerate() {
                let start = layout.start(chunk as u64, side) as usize + half.codes();
                let classes = &mut chunks.values[start..][..half.classes()];
                copy_classes(&bundles[1 - side], lane, &states[1 - side], classes);
            }
        }
        self.keep_results(fibres, &scratch.codes, chunks.values);
        Ok(())
    }
}

/// Copies the classes of one half of a fibre from the planes of the other half, where its wins and losses are the
/// enemy's.
fn copy_classes<G: Game>(other: &Bundle<'_, G>, lane: usize, published: &RoundState, classes: &mut [u8]) {
    let (first, bytes) = (lane * other.lane_width, other.lane_width / 8);
    let rows = classes.chunks_exact_mut(2 * bytes);
    let planes = published.enemy_won.chunks_exact(other.words).zip(published.enemy_lost.chunks_exact(other.words));
    for (classes, (won, lost)) in rows.zip(planes) {
        let (to_won, to_lost) = classes.split_at_mut(bytes);
        for (bytes, plane) in [(to_won, won), (to_lost, lost)] {
            for (bytes, word) in bytes.chunks_mut(8).zip(&plane[first / WORD..]) {
                bytes.copy_from_slice(&(word >> (first % WORD)).to_le_bytes()[..bytes.len()]);
            }
        }
    }
}
