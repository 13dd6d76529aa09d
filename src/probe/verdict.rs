//! Everything the tables know of a position.

use crate::board::{Board, Game, Position};
use crate::value::{Category, Outcome, Theory};

use super::resolve::Fresh;
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
    /// The plies; `None` for a draw, or if not known.
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

/// How a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Over {
    /// The side to move has no legal move: it has lost, or, in poddavki, won.
    NoMove,
    /// The clock has run out: the game is drawn.
    DrawRule,
}

impl Over {
    /// Its name in all interfaces.
    pub const fn name(self) -> &'static str {
        match self {
            Over::NoMove => "no-move",
            Over::DrawRule => "draw-rule",
        }
    }
}

/// The values of a position for its side to move, as far as the tables have them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
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
    /// Whether the game is over at the clock of the question, and how. If so, `category` is the result of the game, and the
    /// other values are those that the position would have if the game went on.
    pub over: Option<Over>,
}

impl Verdict {
    /// The verdict of a position about which nothing is known.
    pub const UNKNOWN: Verdict =
        Verdict { category: None, theory: None, dtw: Distance::Unknown, dtz: Distance::Unknown, over: None };
}

impl<G: Game> Tablebase<G> {
    /// Everything the tables know of a position at a clock.
    ///
    /// Pending captures are played out. It has an answer where [`Tablebase::probe_wdl`] has one: one capture that wins is
    /// enough, even if others lead to tables that are missing; `dtw` is then unknown. Costs two reads of a block, some 30 us
    /// if none is in memory; more where captures are played out.
    ///
    /// # Errors
    /// [`ProbeError`], if the table of categories that the answer needs is missing, or any table that was asked is damaged or
    /// cannot be read. This includes tables of distances, and those of captures that do not affect the category.
    pub fn probe(&self, position: &Position<G>, clock: impl Into<Clock>) -> Result<Verdict, ProbeError> {
        let fresh = self.fresh(&position.board())?;
        Ok(self.at_clock(&position.board(), clock.into(), &fresh))
    }

    /// [`Tablebase::probe`], but a missing table gives a verdict in which nothing is known.
    pub(super) fn verdict(&self, board: &Board<G>, clock: Clock) -> Result<Verdict, ProbeError> {
        match self.fresh(board) {
            Ok(fresh) => Ok(self.at_clock(board, clock, &fresh)),
            Err(ProbeError::Missing { .. } | ProbeError::TooManyPieces { .. }) => {
                Ok(Verdict { over: self.over(board, clock), ..Verdict::UNKNOWN })
            }
            Err(error) => Err(error),
        }
    }

    /// The verdict at a clock, from the values at clock 0.
    fn at_clock(&self, board: &Board<G>, clock: Clock, fresh: &Fresh) -> Verdict {
        let theory = fresh.category.theory();
        let distance = |outcome: Result<Outcome, _>| outcome.map_or(Distance::Unknown, Distance::of);
        Verdict {
            category: self.category(board, clock, fresh),
            theory: Some(theory),
            dtw: distance(fresh.dtw),
            dtz: distance(fresh.dtz),
            over: self.over(board, clock),
        }
    }

    /// Whether the game is over.
    pub(super) fn over(&self, board: &Board<G>, clock: Clock) -> Option<Over> {
        if board.is_stuck() {
            return Some(Over::NoMove);
        }
        let has_run_out = clock.plies >= self.draw_plies().into() && clock.rule.counts_in(board);
        has_run_out.then_some(Over::DrawRule)
    }

    /// The category at a clock; `None` if it depends on a distance that is not known.
    fn category(&self, board: &Board<G>, clock: Clock, fresh: &Fresh) -> Option<Category> {
        let theory = fresh.category.theory();
        let limit = u64::from(self.draw_plies());
        if !clock.rule.counts_in(board) {
            return Some(Category::new(theory, true));
        }
        let kept = match (fresh.category, fresh.dtz) {
            (Category::CursedWin | Category::BlessedLoss | Category::Draw, _) => false,
            (_, Ok(Outcome::Loss(0) | Outcome::Win(0))) => true,
            (_, Ok(Outcome::Win(plies) | Outcome::Loss(plies))) => {
                u64::from(plies).saturating_add(clock.plies) <= limit
            }
            // Without the distance, the category is known at clock 0 and where the clock has run out.
            _ if clock.plies == 0 => true,
            _ if clock.plies >= limit => false,
            _ => return None,
        };
        Some(Category::new(theory, kept))
    }
}
