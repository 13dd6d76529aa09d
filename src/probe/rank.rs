//! Moves from best to worst.

use std::cmp::Reverse;

use crate::board::{Game, Position, Russian};
use crate::rules::Move;
use crate::value::{Category, Theory};

use super::{Clock, Distance, ProbeError, Tablebase, Verdict};

/// A legal move, and what the tables know of the position it reaches.
///
/// [`RankedMove::reached`] has that position's values, which are those of its side to move, the mover's opponent. What
/// they mean for the mover is [`RankedMove::category`], [`RankedMove::theory`] and [`RankedMove::dtw`].
///
/// ```
/// use bolshak::{board::Position, probe::{Distance, Tablebase}, value::Category};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let tablebase = Tablebase::built_in();
/// let position: Position = "W:WKg1:Bb8,e5".parse()?;
/// let best = tablebase.best_move(&position, 0)?.expect("a legal move");
/// assert_eq!(best.category(), Some(Category::Win));
/// assert_eq!(best.dtw(), Distance::Plies(13)); // this move and the twelve after it
/// assert_eq!(best.reached, tablebase.probe(&best.position, best.clock)?);
/// assert_eq!((best.reached.category, best.reached.dtw), (Some(Category::Loss), Distance::Plies(12)));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RankedMove<G = Russian> {
    /// The move.
    pub mv: Move<G>,
    /// Its notation.
    pub text: String,
    /// The position it reaches.
    pub position: Position<G>,
    /// The clock there.
    pub clock: Clock,
    /// What [`Tablebase::probe`] says of `position` at `clock`, for the side to move there; where it has no answer,
    /// everything is unknown.
    pub reached: Verdict,
    /// Whether the game was over before the move, drawn by the rule: the move is what it would have been.
    pub after_end: bool,
}

impl<G: Game> RankedMove<G> {
    /// The mover's result after the move, under the draw rule at `clock`; `None` if it is not known.
    pub fn category(&self) -> Option<Category> {
        self.reached.category.map(Category::flip)
    }

    /// The mover's result after the move, without any draw rule; `None` if it is not known.
    pub fn theory(&self) -> Option<Theory> {
        self.reached.theory.map(Theory::flip)
    }

    /// Plies until the game ends without any draw rule, this move counted: one more than [`RankedMove::reached`] has.
    pub fn dtw(&self) -> Distance {
        match self.reached.dtw {
            Distance::Plies(plies) => Distance::Plies(plies.saturating_add(1)),
            other => other,
        }
    }
}

impl<G: Game> Tablebase<G> {
    /// The legal moves, best first: by the mover's category; among wins (cursed ones too) by the least distance to win
    /// of the position reached, then the least distance to a zeroing move; among losses by the largest; then by text.
    /// A move whose theory alone is known is ranked by the worst that it can be: behind the cursed wins, or behind the
    /// losses. Moves without any known value are last. Empty if there is no legal move.
    ///
    /// Where the clock has run out the game is over, and each move is marked as [`RankedMove::after_end`].
    ///
    /// Asks [`Tablebase::probe`] once for each move.
    ///
    /// # Errors
    /// [`ProbeError`], if a table is damaged or cannot be read. A missing table is no error here.
    pub fn rank_moves(
        &self,
        position: &Position<G>,
        clock: impl Into<Clock>,
    ) -> Result<Vec<RankedMove<G>>, ProbeError> {
        let clock = clock.into();
        let after_end = self.over(&position.board(), clock).is_some();
        let mut moves = position
            .legal_moves()
            .into_iter()
            .map(|mv| {
                let (after, clock) = (position.after(&mv), clock.after(&mv));
                let reached = self.verdict(&after.board(), clock)?;
                Ok(RankedMove { mv, text: position.move_text(&mv), position: after, clock, reached, after_end })
            })
            .collect::<Result<Vec<_>, ProbeError>>()?;
        moves.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.text.cmp(&b.text)));
        Ok(moves)
    }

    /// The first of [`Tablebase::rank_moves`]; `None` if there is no legal move.
    ///
    /// # Errors
    /// As for [`Tablebase::probe`]; and if another move could be better, because a table for it is missing.
    pub fn best_move(
        &self,
        position: &Position<G>,
        clock: impl Into<Clock>,
    ) -> Result<Option<RankedMove<G>>, ProbeError> {
        let clock = clock.into();
        let verdict = self.probe(position, clock)?;
        Ok(self.rank_all(position, clock, &verdict)?.into_iter().next())
    }

    /// [`Tablebase::rank_moves`], of which the first is certainly the best: it is an error if another could be better, or
    /// lacks a distance that the verdict has.
    pub(super) fn rank_all(
        &self,
        position: &Position<G>,
        clock: Clock,
        verdict: &Verdict,
    ) -> Result<Vec<RankedMove<G>>, ProbeError> {
        let ranked = self.rank_moves(position, clock)?;
        let Some(first) = ranked.first() else { return Ok(ranked) };
        let sure = at_worst(first);
        for rival in &ranked {
            let RankedMove { position, reached, .. } = rival;
            let lacks =
                |of: fn(&Verdict) -> Distance| of(reached) == Distance::Unknown && of(verdict) != Distance::Unknown;
            let (dtw, dtz) = (lacks(|verdict| verdict.dtw), lacks(|verdict| verdict.dtz));
            let is_rival = reached.category.is_none() && position != &first.position;
            if dtw || dtz || is_rival && Some(at_best(rival)) >= sure {
                let fresh = self.fresh(&position.board())?;
                let absent = fresh.dtw.err().filter(|_| dtw).or(fresh.dtz.err());
                if let Some(name) = absent {
                    return Err(self.absent(name));
                }
            }
        }
        Ok(ranked)
    }
}

/// The worst category that the mover can have; `None` if nothing is known.
fn at_worst<G: Game>(ranked: &RankedMove<G>) -> Option<Category> {
    let worst = |theory| Category::new(theory, theory == Theory::Loss);
    ranked.category().or(ranked.theory().map(worst))
}

/// The best category that the mover can have.
fn at_best<G: Game>(ranked: &RankedMove<G>) -> Category {
    let best = |theory| Category::new(theory, theory == Theory::Win);
    ranked.category().unwrap_or(ranked.theory().map_or(Category::Win, best))
}

/// The key that moves are sorted by, the least first.
fn key<G: Game>(ranked: &RankedMove<G>) -> (Reverse<Option<Category>>, bool, u16, u16) {
    let far = |distance: Distance| distance.plies().unwrap_or(u16::MAX);
    let Verdict { dtw, dtz, .. } = ranked.reached;
    let category = at_worst(ranked);
    let (dtw, dtz) = match category {
        Some(Category::Win | Category::CursedWin) => (far(dtw), far(dtz)),
        Some(Category::Loss | Category::BlessedLoss) => (!far(dtw), !far(dtz)),
        Some(Category::Draw) | None => (0, 0),
    };
    (Reverse(category), ranked.category().is_none(), dtw, dtz)
}
