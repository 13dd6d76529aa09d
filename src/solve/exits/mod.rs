//! Exits: what the zeroing moves of a bundle's boards come to, found for many boards at once.
//!
//! [`fill()`] goes through the rows of a stripe block by block, and gathers the values that each board's captures and advances
//! lead to.

mod block;
mod captures;
mod planes;
pub(super) mod walk;

use crate::board::Game;
use crate::index::{KingSets, WORD};
use crate::value::{Dtw, Measure};
use crate::wide::wide;

use super::bundle::{Bundle, LaneMoves, Shape};
use super::threads::Halt;

pub(super) use captures::shared_bytes;
pub(super) use planes::{Exits, due_bytes};
pub(super) use walk::Exit;

use block::{Block, FoundExits};
use walk::CaptureMemo;

/// A stripe whose exits are wanted.
pub(in crate::solve) struct ExitStripe<'s, 'a, G> {
    pub bundle: &'s Bundle<'a, G>,
    pub moves: &'s [LaneMoves<'s, 'a, G>],
    /// The sets of one king less than the mover has.
    pub others: &'s KingSets,
    pub number: usize,
}

impl Exits {
    /// Fills in the exits of a stripe, block by block. For `W` and `L` see [`Block`].
    #[inline(always)]
    fn fill_blocks<'a, G: Game, const W: usize, const L: usize>(
        &mut self,
        codes: &mut [u8],
        stripe: &ExitStripe<'_, 'a, G>,
        memo: &mut CaptureMemo<'a>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(), Halt> {
        let &ExitStripe { bundle, moves, others, number } = stripe;
        let sets = bundle.kings.sets();
        let first_word = number * W;
        let mut block = Block::<G, W, L>::new(bundle, moves, memo, first_word);
        // Sharing gains nothing where a row has one word.
        let mut captures = Vec::new();
        if W > 1 && bundle.kings.count() > 0 {
            captures.resize(sets.len(), FoundExits::NONE);
            block.share_captures(others, &mut captures);
        }
        let mut far = Vec::new();
        for (row, &kings) in sets.iter().enumerate() {
            // Asks once in 4096 words.
            if ((row + 1) * W).is_multiple_of(4096) && stopped() {
                return Err(Halt::Stopped);
            }
            if kings & bundle.men == 0 && block.start(kings) {
                let stuck = block.work(captures.get(row));
                self.store::<G, W>((row, sets.len()), (&block.valid, stuck, &block.found), codes, &mut far);
            }
        }
        for cell in far {
            let (row, in_mask) = (cell as usize / (W * WORD), cell as usize % (W * WORD));
            let column = first_word * WORD + in_mask;
            let half = moves[column / bundle.lane_width].half;
            self.enter_far(cell, half.far_exit(half.kings.sets()[row], half.enemy.sets()[column % bundle.lane_width]))?;
        }
        Ok(())
    }
}

wide! {
    pub(in crate::solve) fn fill<'a, G: Game>(
        exits: &mut Exits,
        codes: &mut [u8],
        stripe: &ExitStripe<'_, 'a, G>,
        memo: &mut CaptureMemo<'a>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(), Halt> {
        exits.clear(stripe.bundle.rows() * stripe.bundle.mask_words());
        codes.fill(Dtw::DRAW);
        match stripe.bundle.shape() {
            Shape::Word => exits.fill_blocks::<G, 1, 1>(codes, stripe, memo, stopped),
            Shape::NarrowLanes => exits.fill_blocks::<G, 8, 1>(codes, stripe, memo, stopped),
            Shape::WideLanes => exits.fill_blocks::<G, 8, 8>(codes, stripe, memo, stopped),
        }
    }
}
