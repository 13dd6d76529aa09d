//! The lanes of a block, and the part of its masks that belongs to each.

use crate::board::Game;
use crate::bulk::masks::Mask;
use crate::index::{KingSets, WORD};
use crate::solve::bundle::Half;

use super::block::Block;
use super::moves::LaneMoves;

impl<'b, 'a, G: Game, const W: usize, const L: usize> Block<'b, 'a, G, W, L> {
    /// The columns of a lane that are in one block.
    pub const PART_COLUMNS: usize = if L == W && W > 1 { W * WORD } else { Self::NARROW_LANE };

    /// The columns of a narrow lane: a word has room for two of Russian draughts.
    const NARROW_LANE: usize = KingSets::padded::<G>(1);

    /// The narrow lanes of a word.
    const IN_WORD: usize = WORD / Self::NARROW_LANE;

    /// The bits of a narrow lane at the start of a word.
    const NARROW: u64 = u64::MAX >> (WORD - Self::NARROW_LANE);

    /// The lanes of the block, numbered from its first one.
    #[inline(always)]
    pub fn lanes(&self) -> impl Iterator<Item = (usize, &'b LaneMoves<'b, 'a, G>)> + use<'b, 'a, G, W, L> {
        self.moves.lanes[self.first_lane..].iter().take(W * WORD / Self::PART_COLUMNS).enumerate()
    }

    /// The half in a lane of the block.
    #[inline(always)]
    pub fn half(&self, lane: usize) -> &'b Half<'a, G> {
        self.moves.half(self.first_lane + lane)
    }

    /// The part of a mask that belongs to a lane.
    #[inline(always)]
    pub fn part(mask: &Mask<W>, lane: usize) -> Mask<L> {
        if Self::PART_COLUMNS > WORD {
            std::array::from_fn(|i| mask[i])
        } else {
            [mask[lane / Self::IN_WORD] >> (Self::NARROW_LANE * (lane % Self::IN_WORD)) & Self::NARROW; L]
        }
    }

    /// Adds bits to the part of a mask that belongs to a lane.
    #[inline(always)]
    pub fn join_part(mask: &mut Mask<W>, lane: usize, part: &Mask<L>) {
        if Self::PART_COLUMNS > WORD {
            mask.iter_mut().zip(part).for_each(|(mask, part)| *mask |= part);
        } else {
            mask[lane / Self::IN_WORD] |= part[0] << (Self::NARROW_LANE * (lane % Self::IN_WORD));
        }
    }
}
