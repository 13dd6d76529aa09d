//! Fibres in which both sides have kings: round by round.

use crate::index::WORD;
use crate::value::{Dtw, Dtz, Measure, Outcome};
use crate::wide::wide;

use super::boards::{fill, mark_pending};
use super::bundle::Bundle;
use super::far::{LONGEST, Place};
use super::fibre::{Chunks, Fibres, Numbered, Scratch};
use super::half::Half;
use super::halt::Halt;
use super::rounds::{Codes, State};
use super::walk::Memo;

impl<'a> Fibres<'a> {
    /// Fibres side by side, in which both sides have kings.
    pub(super) fn two_sided(
        &self,
        fibres: &[Numbered],
        scratch: &mut Scratch,
        memo: &mut Memo<'a>,
        chunks: &mut Chunks<'_>,
    ) -> Result<(), Halt> {
        let (layout, coding) = (self.layout, self.coding);
        let halves: Vec<[Half<'a>; 2]> = fibres.iter().map(|&(_, men)| self.halves(men)).collect();
        let bundles = [0, 1].map(|side| Bundle::new(&halves, side, self.lanes()));
        let Scratch { boards, states, far, codes } = scratch;
        for (side, (bundle, boards)) in bundles.iter().zip(boards.iter_mut()).enumerate() {
            fill(boards, bundle, &halves, side, memo, self.stopped)?;
        }
        let numbers = fibres.iter().map(|&(chunk, _)| chunk as u64);
        let dtz_starts = [0, 1].map(|side| layout.dtz_starts(numbers.clone(), side));
        let (codes, dtw_starts) = if coding.with_dtw {
            let starts = |side| numbers.clone().map(|chunk| layout.start(chunk, side) as usize).collect();
            (&mut *chunks.values, [0, 1].map(starts))
        } else {
            codes.resize(fibres.len() * layout.dtz_chunk(), 0);
            (&mut codes[..], [0, 1].map(|side| layout.dtz_starts(0..fibres.len() as u64, side)))
        };
        for (side, half) in layout.halves().iter().enumerate() {
            dtw_starts[side].iter().for_each(|&start| codes[start..][..half.places()].fill(Dtw::DRAW));
            dtz_starts[side].iter().for_each(|&start| chunks.dtz[start..][..half.places()].fill(Dtz::DRAW));
        }
        for ((bundle, boards), state) in bundles.iter().zip(boards.iter()).zip(states.iter_mut()) {
            state.start(boards, boards.prompt.iter().copied(), bundle.kings.sets().len());
        }
        let mut measure = Measured {
            limit: LONGEST,
            code: &|outcome| coding.code(outcome),
            byte_plies: if coding.with_dtw { coding.byte_plies } else { u16::MAX },
            codes,
            starts: &dtw_starts,
            far,
        };
        rounds(&bundles, states, &mut measure, self.stopped, |side, state, plies| {
            let events = boards[side].events.get(usize::from(plies));
            let cells = events.map_or(&[][..], Vec::as_slice);
            state.enter(&boards[side], bundles[side].words, plies % 2 == 1, cells);
            usize::from(plies) < boards[side].last
        })?;
        for ((bundle, boards), state) in bundles.iter().zip(boards.iter()).zip(states.iter_mut()) {
            state.start(boards, boards.holds.iter().map(|holds| !holds), bundle.kings.sets().len());
        }
        // Beyond the draw rule there is no distance: such boards are draws under it.
        let limit = u16::from(coding.draw_plies);
        let code = |outcome| Dtz::encode(outcome).expect("no round is beyond the draw rule");
        let mut measure =
            Measured { limit, code: &code, byte_plies: limit, codes: &mut *chunks.dtz, starts: &dtz_starts, far };
        let within = rounds(&bundles, states, &mut measure, self.stopped, |side, state, plies| {
            let (words, boards) = (bundles[side].words, &boards[side]);
            match plies {
                0 => state.enter(boards, words, false, &boards.events[0]),
                1 => state.enter_zeroing(boards, words),
                _ => {}
            }
            plies == 0
        });
        if let Err(Halt::Stopped) = within {
            return Err(Halt::Stopped);
        }
        for (side, half) in layout.halves().iter().enumerate() {
            mark_pending(&boards[side], &bundles[side], &dtz_starts[side], chunks.dtz);
            for (lane, &(chunk, _)) in fibres.iter().enumerate() {
                let start = layout.start(chunk as u64, side) as usize + half.codes();
                let classes = &mut chunks.values[start..][..half.classes()];
                copy_classes(&bundles[1 - side], lane, &states[1 - side], classes);
            }
        }
        self.keep_results(fibres, &scratch.codes, chunks.values);
        Ok(())
    }
}

/// Copies the classes of one fibre out of what its other half was told.
fn copy_classes(other: &Bundle<'_>, lane: usize, told: &State, classes: &mut [u8]) {
    let (first, bytes) = (lane * other.width, other.width / 8);
    let rows = classes.chunks_exact_mut(2 * bytes);
    let told = told.won.chunks_exact(other.words).zip(told.lost.chunks_exact(other.words));
    for (classes, (won, lost)) in rows.zip(told) {
        let (to_won, to_lost) = classes.split_at_mut(bytes);
        for (bytes, plane) in [(to_won, won), (to_lost, lost)] {
            for (bytes, word) in bytes.chunks_mut(8).zip(&plane[first / WORD..]) {
                bytes.copy_from_slice(&(word >> (first % WORD)).to_le_bytes()[..bytes.len()]);
            }
        }
    }
}

/// What rounds measure.
struct Measured<'m> {
    /// The last round.
    limit: u16,
    code: &'m dyn Fn(Outcome) -> u8,
    /// Distances beyond this go to `far`, by the places of their codes.
    byte_plies: u16,
    codes: &'m mut [u8],
    /// By side to move, where the codes of each fibre begin.
    starts: &'m [Vec<usize>; 2],
    far: &'m mut Vec<Place>,
}

/// Goes round by round. `enter` adds, for a side to move, the boards that zeroing moves decide after so many plies;
/// whether there are more to come.
fn rounds(
    bundles: &[Bundle<'_>; 2],
    states: &mut [State; 2],
    measure: &mut Measured<'_>,
    stopped: &dyn Fn() -> bool,
    mut enter: impl FnMut(usize, &mut State, u16) -> bool,
) -> Result<(), Halt> {
    // Rounds over more boards than this take long enough to ask.
    let large = bundles[0].boards() > 1 << 16;
    let limit = measure.limit;
    for plies in 0..=limit + 1 {
        if large && stopped() {
            return Err(Halt::Stopped);
        }
        let mut more = false;
        for (side, state) in states.iter_mut().enumerate() {
            if state.has_news() {
                step(state, &bundles[side]);
            }
            more |= enter(side, state, plies);
        }
        if plies > limit && states.iter().any(State::has_decided) {
            return Err(Halt::TooLong);
        }
        let mut told = false;
        for (side, bundle) in bundles.iter().enumerate() {
            let [a, b] = &mut *states;
            let (this, other) = if side == 0 { (a, b) } else { (b, a) };
            if this.has_rows() {
                let far = (plies > measure.byte_plies).then(Vec::new);
                let mut out = Codes { codes: measure.codes, starts: &measure.starts[side], far };
                told |= publish(this, bundle, plies, measure.code, other, &mut out);
                measure.far.extend(out.far.into_iter().flatten().map(|place| (place as u64, plies)));
            }
        }
        if !told && !more {
            return Ok(());
        }
    }
    Err(Halt::TooLong)
}

wide! {
    /// Finds the boards of a side to move that king's moves decide in this round.
    fn step(state: &mut State, bundle: &Bundle<'_>) -> () {
        if bundle.words == 1 {
            state.losses::<1>(bundle);
            state.wins::<1>(bundle);
        } else {
            state.losses::<8>(bundle);
            state.wins::<8>(bundle);
        }
    }
}

wide! {
    /// Tells the other half of what was decided, and writes the codes of wins and losses; whether there was anything.
    fn publish(
        state: &mut State,
        bundle: &Bundle<'_>,
        plies: u16,
        code: &dyn Fn(Outcome) -> u8,
        other: &mut State,
        out: &mut Codes<'_>,
    ) -> bool {
        state.publish(bundle, plies, code, other, out)
    }
}
