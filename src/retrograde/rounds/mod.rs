//! Rounds: the distances of a bundle, backwards from the ends of the game, many boards at once.

mod publish;
mod state;

use crate::board::Game;
use crate::bulk::masks::{Mask, and, and_not, any, equal, join, mask, mask_mut};
use crate::index::WORD;
use crate::value::{Dtw, Measure, Outcome};
use crate::wide::wide;

use super::bundle::rows::in_word;
use super::bundle::{Bundle, Shape};
use super::exits::Exits;
use super::storage::coding::{FarDistance, PENDING};
use super::threads::Halt;

pub(super) use state::{Decided, Halves, RoundState, Stripes};

use publish::RoundCodes;

/// Marks the boards with a capture pending among codes of distances to a zeroing move, after the rounds. `starts` has, by side
/// to move, the place in `codes` of each lane's first code.
pub(super) fn mark_pending<G: Game>(
    halves: &Halves<'_, '_, G>,
    stripes: &mut Stripes,
    exits: &mut [Vec<Exits>; 2],
    starts: &[Vec<usize>; 2],
    codes: &mut [u8],
) {
    // They are published like boards that a round has decided.
    for (side, exits) in exits.iter_mut().enumerate() {
        for (exits, decided) in exits.iter_mut().zip(&mut stripes.decided[side]) {
            std::mem::swap(&mut decided.planes[1].words, &mut exits.captures);
            let rows = halves.bundles[side].rows();
            decided.turned_rows[1].clear(rows);
            (0..rows).for_each(|row| decided.turned_rows[1].insert(row));
        }
    }
    let some = [0, 1].map(|side| side < halves.bundles.len());
    stripes.publish(halves, some, true, &mut RoundCodes { codes, starts, code: PENDING, far: None });
}

pub(super) struct RoundOutput<'m> {
    /// The last round that may decide boards.
    pub limit: u16,
    pub code: &'m dyn Fn(Outcome) -> u8,
    /// Longer distances go to `far` too.
    pub byte_plies: u16,
    pub codes: &'m mut [u8],
    /// By side to move, the place in `codes` of each lane's first code.
    pub starts: &'m [Vec<usize>; 2],
    /// The offset of a far distance whose code is the first in `codes`.
    pub first_offset: u64,
    pub far: &'m mut Vec<FarDistance>,
}

/// Runs rounds. `enter` adds the boards of a stripe, by side and number, that exits decide in a round; `last` is the last such
/// round.
///
/// A board decided in the round after the last one ends the run with [`Halt::TooLong`]. The codes and the planes of the
/// [states](RoundState) are then complete up to the last round.
pub(super) fn rounds<G: Game>(
    halves: &Halves<'_, '_, G>,
    stripes: &mut Stripes,
    output: &mut RoundOutput<'_>,
    stopped: &dyn Fn() -> bool,
    last: usize,
    enter: impl Fn((usize, usize), &mut RoundState, &mut Decided, u16) + Sync,
) -> Result<(), Halt> {
    // With fewer boards in a lane, all rounds together are short: `solve` asks before each task, which is enough.
    let large = halves.bundles[0].rows() * halves.bundles[0].lane_width > 1 << 16;
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
        if !stripes.decided.iter().flatten().any(|decided| decided.has(true) || decided.has(false)) {
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
            let (code, far) = ((output.code)(outcome), (plies > output.byte_plies).then(Vec::new));
            let mut to_write = RoundCodes { codes: output.codes, starts: output.starts, code, far };
            stripes.publish(halves, some, won, &mut to_write);
            let far = to_write.far.into_iter().flatten();
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

wide! {
    /// Enters the boards of a stripe that their exits, with these codes, decide in a round.
    pub(in crate::retrograde) fn enter<G: Game>(
        state: &mut RoundState,
        decided: &mut Decided,
        exits: &Exits,
        codes: &[u8],
        bundle: &Bundle<'_, G>,
        plies: u16,
    ) -> () {
        match (plies, bundle.mask_words()) {
            (0, _) => state.enter_stuck::<G>(decided, exits, bundle.mask_words()),
            (_, 1) => state.enter_due::<G, 1>(decided, exits, codes, bundle.rows(), plies),
            _ => state.enter_due::<G, 8>(decided, exits, codes, bundle.rows(), plies),
        }
    }
}

impl RoundState {
    pub fn enter_stuck<G: Game>(&mut self, decided: &mut Decided, exits: &Exits, mask_words: usize) {
        let plane = &mut decided.planes[usize::from(G::NO_MOVE_WINS)];
        for (at, &stuck) in exits.stuck.iter().enumerate() {
            if stuck != 0 {
                plane.words[at] |= stuck;
                plane.rows.insert(at / mask_words);
            }
        }
    }

    /// Enters the boards that their exits decide in a later round: they are won, or ready, and lost if cornered too. Boards
    /// that are not mobile are decided by their exits alone.
    #[inline(always)]
    fn enter_due<G: Game, const W: usize>(
        &mut self,
        decided: &mut Decided,
        exits: &Exits,
        codes: &[u8],
        rows: usize,
        plies: u16,
    ) {
        let won = matches!(Outcome::decided_in::<G>(plies), Outcome::Win(_));
        // What the best zeroing move leads to, if a code holds it.
        if let Some(code) = Dtw::encode(Outcome::decided_in::<G>(plies - 1)) {
            for row in exits.due_rows(plies, rows).iter().copied().enumerate().flat_map(in_word) {
                let codes = &codes[row * W * WORD..].as_chunks::<WORD>().0[..W];
                let mut due: Mask<W> = [0; W];
                due.iter_mut().zip(codes).for_each(|(due, codes)| *due = equal(codes, code));
                self.enter_row::<W>(decided, exits, row, won, &due);
            }
        }
        for &(_, cell) in exits.far.iter().filter(|(round, _)| *round == plies) {
            let (at, mut due) = (cell as usize / WORD, [0; W]);
            due[at % W] = 1 << (cell as usize % WORD);
            self.enter_row::<W>(decided, exits, at / W, won, &due);
        }
    }

    #[inline(always)]
    fn enter_row<const W: usize>(&mut self, decided: &mut Decided, of: &Exits, row: usize, won: bool, due: &Mask<W>) {
        let at = row * W;
        let mobile = and(due, mask(&of.mobile, at));
        let mut found = and(due, mask(&self.live, at));
        if !won {
            join(mask_mut(&mut self.ready, at), &mobile);
            found = and(&found, mask(&self.cornered, at));
        }
        join(&mut found, &and_not(due, &mobile));
        if any(&found) {
            let left = and_not(mask(&self.live, at), &found);
            *mask_mut(&mut self.live, at) = left;
            decided.planes[usize::from(won)].add(row, &found);
        }
    }

    /// Enters the boards that their exits decide under the draw rule, all in round 1.
    pub fn enter_zeroing(&mut self, decided: &mut Decided, exits: &Exits, mask_words: usize) {
        for at in 0..self.live.len() {
            let open = self.live[at] | exits.captures[at];
            let won = open & exits.wins[at];
            let lost = open & (exits.captures[at] | exits.kings_stuck[at]) & !exits.wins[at] & !exits.holds[at];
            for (boards, plane) in [lost, won].into_iter().zip(&mut decided.planes) {
                if boards != 0 {
                    self.live[at] &= !boards;
                    plane.words[at] |= boards;
                    plane.rows.insert(at / mask_words);
                }
            }
        }
    }
}
