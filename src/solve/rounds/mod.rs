//! Rounds: the distances of a bundle, backwards from the ends of the game, many boards at once.

mod publish;
mod retreat;
mod row_set;
mod state;

use crate::board::Game;
use crate::value::Outcome;
use crate::wide::wide;

use super::bundle::{Bundle, Shape};
use super::halt::Halt;
use super::storage::far::FarDistance;

pub(super) use publish::CodeSink;
pub(super) use state::RoundState;

/// Where rounds write the distances that they find.
pub(super) struct RoundOutput<'m> {
    /// The last round that may decide boards.
    pub limit: u16,
    /// The code of an outcome.
    pub code: &'m dyn Fn(Outcome) -> u8,
    /// Distances beyond this go to `far` too.
    pub byte_plies: u16,
    pub codes: &'m mut [u8],
    /// By side to move, the place in `codes` of each lane's first code.
    pub starts: &'m [Vec<usize>; 2],
    /// The offset of a far distance whose code is the first in `codes`.
    pub first_offset: u64,
    pub far: &'m mut Vec<FarDistance>,
}

/// Goes round by round. `enter` adds, for a side to move, the boards that their exits decide in that round, and returns
/// whether later rounds have more.
///
/// A board that is decided in the round after the last one ends the run with [`Halt::TooLong`]. What the last round has
/// decided is complete by then, in the codes and in the planes of the [states](RoundState).
pub(super) fn rounds<G: Game>(
    bundles: &[Bundle<'_, G>; 2],
    states: &mut [RoundState; 2],
    output: &mut RoundOutput<'_>,
    stopped: &dyn Fn() -> bool,
    mut enter: impl FnMut(usize, &mut RoundState, u16) -> bool,
) -> Result<(), Halt> {
    // With fewer boards than this in a lane, all rounds together are short: `solve` asks before each task, which is
    // enough.
    let large = bundles[0].lane_boards() > 1 << 16;
    let limit = output.limit;
    for plies in 0..=limit + 1 {
        if large && stopped() {
            return Err(Halt::Stopped);
        }
        let mut more = false;
        for (side, state) in states.iter_mut().enumerate() {
            if state.has_new() {
                decide(state, &bundles[side]);
            }
            more |= enter(side, state, plies);
        }
        if plies > limit && states.iter().any(RoundState::has_decided) {
            return Err(Halt::TooLong);
        }
        let mut published = false;
        for (side, bundle) in bundles.iter().enumerate() {
            let [a, b] = &mut *states;
            let (this, other) = if side == 0 { (a, b) } else { (b, a) };
            if this.has_rows() {
                let far = (plies > output.byte_plies).then(Vec::new);
                let mut out = CodeSink { codes: output.codes, starts: &output.starts[side], far };
                published |= publish(this, bundle, plies, output.code, other, &mut out);
                let offsets = out.far.into_iter().flatten().map(|place| output.first_offset + place as u64);
                output.far.extend(offsets.map(|offset| FarDistance { offset, plies }));
            }
        }
        if !published && !more {
            return Ok(());
        }
    }
    Err(Halt::TooLong)
}

wide! {
    /// Finds the boards of a half that kings' moves decide in this round.
    fn decide<G: Game>(state: &mut RoundState, bundle: &Bundle<'_, G>) -> () {
        match bundle.shape() {
            Shape::Word => {
                state.losses::<G, 1>(bundle);
                state.wins::<G, 1>(bundle);
            }
            Shape::NarrowLanes | Shape::WideLanes => {
                state.losses::<G, 8>(bundle);
                state.wins::<G, 8>(bundle);
            }
        }
    }
}

wide! {
    /// Publishes what was decided to the other half, and writes its codes. Returns whether there was anything.
    fn publish<G: Game>(
        state: &mut RoundState,
        bundle: &Bundle<'_, G>,
        plies: u16,
        code: &dyn Fn(Outcome) -> u8,
        other: &mut RoundState,
        out: &mut CodeSink<'_>,
    ) -> bool {
        state.publish(bundle, plies, code, other, out)
    }
}
