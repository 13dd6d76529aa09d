//! The state of the draw rule in a question.

use crate::board::Position;
use crate::rules::{DrawRule, Move, NotThreeKings, three_kings_clock};

/// The plies since the last zeroing move, and the draw rule in force.
///
/// A plain number is a clock under [`DrawRule::FifteenMoves`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Clock {
    /// Plies, both sides counted. Any number; from the rule's length on the game is drawn, unless it has ended.
    pub plies: u64,
    /// The rule.
    pub rule: DrawRule,
}

impl Clock {
    /// That many plies under [`DrawRule::FifteenMoves`].
    pub const fn new(plies: u64) -> Clock {
        Clock { plies, rule: DrawRule::FifteenMoves }
    }

    /// The same clock under another rule.
    #[must_use]
    pub const fn under(self, rule: DrawRule) -> Clock {
        Clock { rule, ..self }
    }

    /// The clock of a caller who counts the moves that the stronger side has made since three or more kings met one.
    ///
    /// # Errors
    /// [`NotThreeKings`], if the position is not of that balance.
    ///
    /// ```
    /// use bolshak::{board::Position, probe::Clock};
    /// let position: Position = "B:WKc1,Kd2,Ka3:BKe1".parse()?;
    /// assert_eq!(Clock::three_kings(&position, 3)?.plies, 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn three_kings(position: &Position, moves: u32) -> Result<Clock, NotThreeKings> {
        three_kings_clock(position, moves).map(Clock::new)
    }

    /// The clock after a move: 0 if it zeroes, else one more.
    #[must_use]
    pub const fn after(self, mv: &Move) -> Clock {
        let plies = if mv.is_zeroing() { 0 } else { self.plies.saturating_add(1) };
        Clock { plies, ..self }
    }
}

impl From<u64> for Clock {
    fn from(plies: u64) -> Clock {
        Clock::new(plies)
    }
}
