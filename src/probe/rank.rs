//! Moves from best to worst.

use std::cmp::Reverse;

use crate::board::Position;
use crate::rules::Move;
use crate::value::Category;

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
    /// What is not known comes last. None if the mover has lost.
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
    /// As for [`Tablebase::probe`]; also if the tables know more of the position than of one of its moves, which could
    /// then be the best.
    pub fn best_move(&self, position: &Position, clock: impl Into<Clock>) -> Result<Option<RankedMove>, ProbeError> {
        let clock = clock.into();
        let verdict = self.probe(position, clock)?;
        Ok(self.rank_all(position, clock, &verdict)?.into_iter().next())
    }

    /// [`Tablebase::rank_moves`] for who relies on the order: an error if a move lacks what the verdict has.
    pub(super) fn rank_all(
        &self,
        position: &Position,
        clock: Clock,
        verdict: &Verdict,
    ) -> Result<Vec<RankedMove>, ProbeError> {
        let ranked = self.rank_moves(position, clock)?;
        for RankedMove { position, verdict: reached, .. } in &ranked {
            let lacks =
                |of: fn(&Verdict) -> Distance| of(reached) == Distance::Unknown && of(verdict) != Distance::Unknown;
            let (dtw, dtz) = (lacks(|verdict| verdict.dtw), lacks(|verdict| verdict.dtz));
            if dtw || dtz || reached.category.is_none() && verdict.category.is_some() {
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

/// The place of a move among others, the least first.
fn key(verdict: &Verdict) -> (Reverse<Option<Category>>, u16, u16) {
    let far = |distance: Distance| distance.plies().unwrap_or(u16::MAX);
    let (dtw, dtz) = match verdict.category {
        Some(Category::Win | Category::CursedWin) => (far(verdict.dtw), far(verdict.dtz)),
        Some(Category::Loss | Category::BlessedLoss) => (!far(verdict.dtw), !far(verdict.dtz)),
        Some(Category::Draw) | None => (0, 0),
    };
    (Reverse(verdict.category), dtw, dtz)
}
