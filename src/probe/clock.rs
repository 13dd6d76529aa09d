//! The clock and draw rule of a probe.

use std::fmt;

use crate::board::{Fen, Game, Position};
use crate::rules::{DrawRule, Move, NotThreeKings, three_kings_clock};

/// The plies since the last zeroing move, and the draw rule in force.
///
/// A plain number is a clock under [`DrawRule::FifteenMoves`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Clock {
    /// The plies of both sides. Any number is valid; from the length of the rule on, the game is drawn unless it has ended.
    pub plies: u64,
    /// The rule.
    pub rule: DrawRule,
}

impl Clock {
    /// A clock of `plies` under [`DrawRule::FifteenMoves`].
    pub const fn new(plies: u64) -> Clock {
        Clock { plies, rule: DrawRule::FifteenMoves }
    }

    /// The same clock under another rule.
    #[must_use]
    pub const fn under(self, rule: DrawRule) -> Clock {
        Clock { rule, ..self }
    }

    /// The clock from the number of moves that the stronger side has made since three or more kings met one.
    ///
    /// # Errors
    /// [`NotThreeKings`], if the position does not have that balance.
    ///
    /// ```
    /// use bolshak::{board::Position, probe::Clock};
    /// let position: Position = "B:WKc1,Kd2,Ka3:BKe1".parse()?;
    /// assert_eq!(Clock::three_kings(&position, 3)?.plies, 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn three_kings<G: Game>(position: &Position<G>, moves: u32) -> Result<Clock, NotThreeKings> {
        three_kings_clock(position, moves).map(Clock::new)
    }

    /// The clock for a probe of a FEN: `asked`, else the FEN's draw counter, else 0; and a note on the use of the counter, if any.
    ///
    /// ```
    /// use bolshak::{board::Fen, probe::Clock};
    /// let fen: Fen = "W:WKa5,Ka7:BKg1:H26".parse()?;
    /// let (clock, note) = Clock::of_fen(&fen, None);
    /// assert_eq!(clock.plies, 26);
    /// assert_eq!(note.unwrap().to_string(), "the clock of 26 plies is the draw counter of the FEN (:H26)");
    /// # Ok::<(), bolshak::board::FenError>(())
    /// ```
    pub fn of_fen<G: Game>(fen: &Fen<G>, asked: Option<Clock>) -> (Clock, Option<ClockNote>) {
        let note = match (asked, fen.clock) {
            (None, Some(plies)) => Some(ClockNote::Taken { plies, may_be_long: fen.clock_may_be_long() }),
            (Some(Clock { plies: asked, .. }), Some(plies)) if plies != asked => {
                Some(ClockNote::Overruled { asked, plies })
            }
            _ => None,
        };
        (asked.unwrap_or(Clock::new(fen.clock.unwrap_or(0))), note)
    }

    /// The clock after a move: 0 after a zeroing move, else one more.
    #[must_use]
    pub const fn after<G: Game>(self, mv: &Move<G>) -> Clock {
        let plies = if mv.is_zeroing() { 0 } else { self.plies.saturating_add(1) };
        Clock { plies, ..self }
    }
}

impl From<u64> for Clock {
    fn from(plies: u64) -> Clock {
        Clock::new(plies)
    }
}

/// How the draw counter of a FEN was used. Displayed as a clause for messages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ClockNote {
    /// It is the clock of the probe.
    Taken {
        /// The counter.
        plies: u64,
        /// Whether it may be longer than the clock of the draw rule: see [`Fen::clock_may_be_long`].
        may_be_long: bool,
    },
    /// Another clock was given.
    Overruled {
        /// The clock given.
        asked: u64,
        /// The counter.
        plies: u64,
    },
}

impl fmt::Display for ClockNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ClockNote::Taken { plies, may_be_long } => {
                const DOUBT: &str = "; here it may be too high: with 4 to 7 pieces and kings on both sides, Lidraughts does \
                                     not reset it when a man moves";
                let doubt = if may_be_long { DOUBT } else { "" };
                write!(f, "the clock of {plies} plies is the draw counter of the FEN (:H{plies}){doubt}")
            }
            ClockNote::Overruled { asked, plies } => {
                write!(f, "the clock of {asked} plies was given; the draw counter of the FEN (:H{plies}) is not used")
            }
        }
    }
}
