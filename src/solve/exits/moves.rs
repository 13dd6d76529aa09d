//! The moves of the men of each lane of a bundle, listed once for all rows.

use std::ops::Range;

use crate::board::Game;
use crate::solve::bundle::{Advance, Half, Jump, squares};
use crate::solve::storage::KnownHalf;

/// The moves of the men of each lane, and the values that a king's capture of one piece leads to.
#[derive(Default)]
pub(in crate::solve) struct BundleMoves<'h, 'a, G> {
    pub lanes: Vec<LaneMoves<'h, 'a, G>>,
    pub advances: Vec<Advance<'a>>,
    pub jumps: Vec<Jump<'a>>,
    /// The values after a king has captured one man, with the square of that man.
    pub takes_man: Vec<(u32, KnownHalf<'a>)>,
}

/// The half of one lane, and its parts of the lists.
pub(in crate::solve) struct LaneMoves<'h, 'a, G> {
    pub half: &'h Half<'a, G>,
    pub advances: Range<usize>,
    pub jumps: Range<usize>,
    pub takes_man: Range<usize>,
    /// The values after a king has captured one king.
    pub takes_king: Option<KnownHalf<'a>>,
}

impl<'h, 'a, G: Game> BundleMoves<'h, 'a, G> {
    /// Lists the moves of halves with the same numbers of pieces.
    pub fn new(halves: impl Iterator<Item = &'h Half<'a, G>>) -> BundleMoves<'h, 'a, G> {
        let mut moves = BundleMoves::default();
        halves.for_each(|half| moves.push(half));
        moves
    }

    fn push(&mut self, half: &'h Half<'a, G>) {
        let starts = (self.advances.len(), self.jumps.len(), self.takes_man.len());
        half.advances(|advance| self.advances.push(advance));
        half.jumps(|jump| self.jumps.push(jump));
        let has_kings = half.kings.count() > 0;
        if has_kings {
            self.takes_man.extend(squares(half.enemy_men).map(|over| (over, half.king_takes_man(over))));
        }
        self.lanes.push(LaneMoves {
            half,
            advances: starts.0..self.advances.len(),
            jumps: starts.1..self.jumps.len(),
            takes_man: starts.2..self.takes_man.len(),
            takes_king: (has_kings && half.enemy.count() > 0).then(|| half.king_takes_king()),
        });
    }

    /// The half of a lane.
    #[inline(always)]
    pub fn half(&self, lane: usize) -> &'h Half<'a, G> {
        self.lanes[lane].half
    }
}
