//! What the zeroing moves of one board come to.

use crate::solve::storage::Class;

/// What the zeroing moves of a board lead to.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve) struct Exit {
    /// The least code of the distance to win there.
    pub code: u8,
    /// Whether some move wins under the draw rule.
    pub wins: bool,
    /// Whether some move does not lose under it.
    pub holds: bool,
}

impl Exit {
    /// No zeroing move. The code is the worst, the enemy's quickest win. This is exact: a king's move decides such a board,
    /// and no king's move loses faster.
    pub const NONE: Exit = Exit { code: 255, wins: false, holds: false };

    /// Adds a move, by the value that it leads to.
    #[inline(always)]
    pub fn add(&mut self, (code, class): (u8, Class)) {
        self.code = self.code.min(code);
        self.wins |= class.lost;
        self.holds |= !class.won;
    }
}
