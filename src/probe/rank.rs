//! Moves from best to worst.

use std::cmp::Reverse;

use crate::board::Position;
use crate::rules::Move;
use crate::value::{Category, Theory};

use super::{Clock, Distance, ProbeError, Tablebase, Verdict};

/// A legal move and what it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// Its notation.
    pub text: String,
    /// The position it reaches.
    pub position: Position,
    /// The clock there.
    pub clock: Clock,
    /// Results are the mover's after the move; distances are those of the position it reaches.
    pub verdict: Verdict,
}

impl Tablebase {
    /// The legal moves, best first: by the mover's category; among wins (cursed ones too) by the least distance to win
    /// of the position reached, then the least distance to a zeroing move; among losses by the largest; then by text.
    /// A move of which only the theory is known comes where it would at worst: behind the cursed wins, or behind the
    /// losses. Moves of which nothing is known are the last. None if the mover has lost.
    ///
    /// Asks [`Tablebase::probe`] once for each move.
    ///
    /// # Errors
    /// [`ProbeError`], if a table is damaged. Moves of which no table knows anything are ranked last.
    pub fn rank_moves(&self, position: &Position, clock: impl Into<Clock>) -> Result<Vec<RankedMove>, ProbeError> {
        let clock = clock.into();
        let mut moves = position
            .legal_moves()
            .into_iter()
            .map(|mv| {
                let (after, clock) = (position.after(&mv), clock.after(&mv));
                let reached = self.verdict(&after.board(), clock)?;
                let verdict = Verdict {
                    category: reached.category.map(Category::flip),
                    theory: reached.theory.map(|theory| theory.flip()),
                    ..reached
                };
                Ok(RankedMove { mv, text: position.move_text(&mv), position: after, clock, verdict })
            })
            .collect::<Result<Vec<_>, ProbeError>>()?;
        moves.sort_by(|a, b| key(&a.verdict).cmp(&key(&b.verdict)).then_with(|| a.text.cmp(&b.text)));
        Ok(moves)
    }

    /// The first of [`Tablebase::rank_moves`]; `None` if the mover has lost.
    ///
    /// # Errors
    /// As for [`Tablebase::probe`]; also if too little is known of another move, which could be better.
    pub fn best_move(&self, position: &Position, clock: impl Into<Clock>) -> Result<Option<RankedMove>, ProbeError> {
        let clock = clock.into();
        let verdict = self.probe(position, clock)?;
        Ok(self.rank_all(position, clock, &verdict)?.into_iter().next())
    }

    /// [`Tablebase::rank_moves`] for who relies on the first: an error if another could be better, or lacks a distance that
    /// the verdict has.
    pub(super) fn rank_all(
        &self,
        position: &Position,
        clock: Clock,
        verdict: &Verdict,
    ) -> Result<Vec<RankedMove>, ProbeError> {
        let ranked = self.rank_moves(position, clock)?;
        let Some(first) = ranked.first() else { return Ok(ranked) };
        let sure = at_worst(&first.verdict);
        for RankedMove { position, verdict: reached, .. } in &ranked {
            let lacks =
                |of: fn(&Verdict) -> Distance| of(reached) == Distance::Unknown && of(verdict) != Distance::Unknown;
            let (dtw, dtz) = (lacks(|verdict| verdict.dtw), lacks(|verdict| verdict.dtz));
            let is_rival = reached.category.is_none() && position != &first.position;
            if dtw || dtz || is_rival && Some(at_best(reached)) >= sure {
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

/// The least category that a verdict leaves possible; `None` if that is any.
fn at_worst(verdict: &Verdict) -> Option<Category> {
    let worst = |theory| Category::new(theory, theory == Theory::Loss);
    verdict.category.or(verdict.theory.map(worst))
}

/// The greatest category that a verdict leaves possible.
fn at_best(verdict: &Verdict) -> Category {
    let best = |theory| Category::new(theory, theory == Theory::Win);
    verdict.category.unwrap_or(verdict.theory.map_or(Category::Win, best))
}

/// The place of a move among others, the least first.
fn key(verdict: &Verdict) -> (Reverse<Option<Category>>, bool, u16, u16) {
    let far = |distance: Distance| distance.plies().unwrap_or(u16::MAX);
    let category = at_worst(verdict);
    let (dtw, dtz) = match category {
        Some(Category::Win | Category::CursedWin) => (far(verdict.dtw), far(verdict.dtz)),
        Some(Category::Loss | Category::BlessedLoss) => (!far(verdict.dtw), !far(verdict.dtz)),
        Some(Category::Draw) | None => (0, 0),
    };
    (Reverse(category), verdict.category.is_none(), dtw, dtz)
}
