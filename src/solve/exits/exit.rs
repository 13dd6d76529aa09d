//! The exit of one board.

use crate::solve::storage::Class;

/// What the zeroing moves of a board come to.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve) struct Exit {
    /// The least code of a distance to win that they lead to.
    pub code: u8,
    /// Whether some zeroing move wins under the draw rule.
    pub wins: bool,
    /// Whether some zeroing move does not lose under it.
    pub holds: bool,
}

impl Exit {
    /// No zeroing move. Its code is the worst there is: the enemy's quickest win, in 1, or in 0 where the side without a
    /// move has won. A zeroing move may lead to a board with that code too. The two cases need not be told apart:
    /// - Where a king can move, no king's move loses sooner. So such a zeroing move never delays the loss, and it makes no
    ///   difference whether there is one.
    /// - Where no king can move, a board is stuck, or has a zeroing move whose code this is. Stuck boards have a plane
    ///   of their own.
    pub const NONE: Exit = Exit { code: 255, wins: false, holds: false };

    /// Adds a zeroing move by the value that it leads to.
    #[inline(always)]
    pub fn add(&mut self, (code, class): (u8, Class)) {
        self.code = self.code.min(code);
        self.wins |= class.lost;
        self.holds |= !class.won;
    }
}
