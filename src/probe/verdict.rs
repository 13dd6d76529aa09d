//! Everything the tables know of a position.

use crate::board::{Board, Position};
use crate::value::{Category, Outcome, Theory};

use super::{Clock, ProbeError, Tablebase};

/// A distance as far as the tables know it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Distance {
    /// That many plies.
    Plies(u16),
    /// None: the result it belongs to is a draw.
    Draw,
    /// Not known: its table is absent.
    Unknown,
}

impl Distance {
    /// The plies, `None` for a draw or if not known.
    pub const fn plies(self) -> Option<u16> {
        match self {
            Distance::Plies(plies) => Some(plies),
            Distance::Draw | Distance::Unknown => None,
        }
    }

    const fn of(outcome: Outcome) -> Distance {
        match outcome {
            Outcome::Win(plies) | Outcome::Loss(plies) => Distance::Plies(plies),
            Outcome::Draw => Distance::Draw,
        }
    }
}

/// What the tables say of a position, for its side to move. What they lack is not known, and `None`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Verdict {
    /// The result under the draw rule at the clock of the question.
    pub category: Option<Category>,
    /// The result without any draw rule.
    pub theory: Option<Theory>,
    /// Plies until the game ends, without any draw rule.
    pub dtw: Distance,
    /// Plies until the result is banked by a zeroing move, from clock 0 under the 15-move rule, whatever the clock and
    /// rule of the question.
    pub dtz: Distance,
}

impl Verdict {
    /// A side without a legal move.
    const LOST: Verdict = Verdict {
        category: Some(Category::Loss),
        theory: Some(Theory::Loss),
        dtw: Distance::Plies(0),
        dtz: Distance::Plies(0),
    };

    const UNKNOWN: Verdict = Verdict { category: None, theory: None, dtw: Distance::Unknown, dtz: Distance::Unknown };
}

impl Tablebase {
    /// Everything the tables know of a position at a clock.
    ///
    /// Where a capture is pending the captures are played out, so any legal position has an answer whose captures lead
    /// to tables. Costs two reads of a block, some 30 us if none is at hand; more where captures are played out.
    ///
    /// # Errors
    /// [`ProbeError`], if no table knows anything of the position, or one that should is damaged.
    pub fn probe(&self, position: &Position, clock: impl Into<Clock>) -> Result<Verdict, ProbeError> {
        let board = position.board();
        let verdict = self.verdict(&board, clock.into())?;
        if verdict == Verdict::UNKNOWN {
            self.fresh_category(&board)?;
        }
        Ok(verdict)
    }

    /// [`Tablebase::probe`] that takes not knowing anything for an answer.
    pub(super) fn verdict(&self, board: &Board, clock: Clock) -> Result<Verdict, ProbeError> {
        let dtw = if_there(self.dtw(board))?;
        let dtz = if_there(self.dtz(board))?;
        if dtw == Some(Outcome::Loss(0)) || dtz == Some(Outcome::Loss(0)) {
            return Ok(Verdict::LOST);
        }
        // The table of categories knows nothing more than both distances.
        let fresh = match (dtw, dtz) {
            (Some(dtw), Some(dtz)) => Some(Category::new(theory(dtw), dtz != Outcome::Draw)),
            _ => if_there(self.fresh_category(board))?,
        };
        let theory = dtw.map(theory).or(fresh.map(Category::theory));
        Ok(Verdict {
            category: self.category(board, clock, theory, fresh, dtz),
            theory,
            dtw: dtw.map_or(Distance::Unknown, Distance::of),
            dtz: dtz.map_or(Distance::Unknown, Distance::of),
        })
    }

    /// The category at a clock, of a board with a legal move, from what is known at clock 0.
    fn category(
        &self,
        board: &Board,
        clock: Clock,
        theory: Option<Theory>,
        fresh: Option<Category>,
        dtz: Option<Outcome>,
    ) -> Option<Category> {
        let theory = theory?;
        let limit = u64::from(self.draw_plies());
        if !clock.rule.counts_in(board) {
            return Some(Category::new(theory, true));
        }
        let kept = match dtz {
            Some(Outcome::Draw) => false,
            Some(Outcome::Win(plies) | Outcome::Loss(plies)) => u64::from(plies).saturating_add(clock.plies) <= limit,
            // Without the distance only the ends are known.
            None if clock.plies >= limit => false,
            None => match fresh? {
                Category::CursedWin | Category::BlessedLoss | Category::Draw => false,
                Category::Win | Category::Loss if clock.plies == 0 => true,
                Category::Win | Category::Loss => return None,
            },
        };
        Some(Category::new(theory, kept))
    }
}

/// A value, `None` if a table that it needs is not there.
fn if_there<V>(value: Result<V, ProbeError>) -> Result<Option<V>, ProbeError> {
    match value {
        Ok(value) => Ok(Some(value)),
        Err(ProbeError::Missing { .. } | ProbeError::TooManyPieces { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

fn theory(dtw: Outcome) -> Theory {
    match dtw {
        Outcome::Win(_) => Theory::Win,
        Outcome::Draw => Theory::Draw,
        Outcome::Loss(_) => Theory::Loss,
    }
}
