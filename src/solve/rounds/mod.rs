//! Rounds: the distances of a bundle, backwards from the ends of the game, many boards at once.

mod enter;
mod publish;
mod retreat;
mod state;

use crate::board::Game;
use crate::solve::bundle::{Bundle, Shape};
use crate::solve::exits::Exits;
use crate::solve::storage::coding::{FarDistance, PENDING};
use crate::solve::threads::Halt;
use crate::value::Outcome;
use crate::wide::wide;

pub(super) use enter::enter;
use publish::Codes;
pub(super) use state::{Decided, Halves, RoundState, Stripes};

/// Marks the boards with a capture pending among codes of distances to a zeroing move, once rounds are over. `starts` has, by
/// side to move, the place in `codes` of each lane's first code.
pub(super) fn mark_pending<G: Game>(
    halves: &Halves<'_, '_, G>,
    stripes: &mut Stripes,
    exits: &mut [Vec<Exits>; 2],
    starts: &[Vec<usize>; 2],
    codes: &mut [u8],
) {
    // They are published as if a round had decided them.
    for (side, exits) in exits.iter_mut().enumerate() {
        for (exits, decided) in exits.iter_mut().zip(&mut stripes.decided[side]) {
            decided.replace_wins(&mut exits.captures, halves.bundles[side].rows());
        }
    }
    let some = [0, 1].map(|side| side < halves.bundles.len());
    stripes.publish(halves, some, true, Codes { codes, starts, code: PENDING, far: false });
}

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

/// Goes round by round. `enter` adds, for a side to move and the number of a stripe, the boards that their exits decide in that
/// round; `last` is the last round that has some.
///
/// A board that is decided in the round after the last one ends the run with [`Halt::TooLong`]. What the last round has
/// decided is complete by then, in the codes and in the planes of the [states](RoundState).
pub(super) fn rounds<G: Game>(
    halves: &Halves<'_, '_, G>,
    stripes: &mut Stripes,
    output: &mut RoundOutput<'_>,
    stopped: &dyn Fn() -> bool,
    last: usize,
    enter: impl Fn((usize, usize), &mut RoundState, &mut Decided, u16) + Sync,
) -> Result<(), Halt> {
    // With fewer boards than this in a lane, all rounds together are short: `solve` asks before each task, which is
    // enough.
    let large = halves.bundles[0].lane_boards() > 1 << 16;
    for plies in 0..=output.limit + 1 {
        if large && stopped() {
            return Err(Halt::Stopped);
        }
        halves.threads.each(stripes.each(), |(side, number, state, decided)| {
            let bundle = &halves.bundles[side];
            decide(state, bundle, number, decided);
            enter((side, number), state, decided, plies);
            decided.turn_rows(bundle.kings.turned());
        });
        if !stripes.decided.iter().flatten().any(Decided::has_some) {
            if usize::from(plies) < last {
                continue;
            }
            return Ok(());
        }
        if plies > output.limit {
            return Err(Halt::TooLong);
        }
        for (won, outcome) in [(true, Outcome::Win(plies)), (false, Outcome::Loss(plies))] {
            let some = stripes.decided.each_ref().map(|decided| decided.iter().any(|decided| decided.has(won)));
            let codes = Codes {
                codes: output.codes,
                starts: output.starts,
                code: (output.code)(outcome),
                far: plies > output.byte_plies,
            };
            let far = stripes.publish(halves, some, won, codes).into_iter();
            output.far.extend(far.map(|place| FarDistance { offset: output.first_offset + place as u64, plies }));
        }
    }
    Err(Halt::TooLong)
}

wide! {
    /// Finds the boards of a stripe that kings' moves decide in this round.
    fn decide<G: Game>(state: &mut RoundState, bundle: &Bundle<'_, G>, number: usize, decided: &mut Decided) -> () {
        match bundle.shape() {
            Shape::Word => state.decide::<G, 1>(bundle, number, decided),
            Shape::NarrowLanes | Shape::WideLanes => state.decide::<G, 8>(bundle, number, decided),
        }
    }
}
