//! Best play by both sides.

use std::collections::HashSet;

use crate::board::{Color, Game, Position, Russian};
use crate::value::Theory;

use super::{Clock, Over, ProbeError, RankedMove, Tablebase, Verdict};

/// A move of a [`Line`], and the side that made it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LineMove<G = Russian> {
    /// The side that moves.
    pub turn: Color,
    /// The move and what it is worth to that side.
    pub ranked: RankedMove<G>,
}

/// How a [`Line`] ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// That side is to move and has no legal move: it has lost, or, in poddavki, won.
    NoMove(Color),
    /// The clock has run out.
    DrawRule,
    /// The position is a draw in theory: there is no line to show.
    Draw,
    /// The tables do not know a move that goes on, or only one that repeats a position.
    Unknown,
}

/// Best play by both sides from a position to the end.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Line<G = Russian> {
    /// The position's verdict.
    pub verdict: Verdict,
    /// The moves.
    pub moves: Vec<LineMove<G>>,
    /// The end.
    pub end: End,
}

impl<G: Game> Tablebase<G> {
    /// Best play by both sides: each move is the first of [`Tablebase::rank_moves`]. A win takes exactly its distance to win,
    /// unless the draw rule would come before. No position repeats: where the draw rule makes a detour necessary, the winner
    /// passes over moves after which the loser's best reply would repeat one.
    ///
    /// A draw in theory has no line; the moves that keep it are those ranked as draws.
    ///
    /// # Errors
    /// [`ProbeError`], as for [`Tablebase::best_move`].
    pub fn line(&self, position: &Position<G>, clock: impl Into<Clock>) -> Result<Line<G>, ProbeError> {
        let (mut position, mut clock) = (*position, clock.into());
        let verdict = self.probe(&position, clock)?;
        let mut line = Line { verdict, moves: Vec::new(), end: End::Unknown };
        if verdict.theory == Some(Theory::Draw) {
            line.end = End::Draw;
            return Ok(line);
        }
        let mut seen = HashSet::from([position]);
        loop {
            let ranked = self.rank_all(&position, clock, &verdict)?;
            if let Some(over) = self.over(&position.board(), clock) {
                line.end = match over {
                    Over::NoMove => End::NoMove(position.turn()),
                    Over::DrawRule => End::DrawRule,
                };
                return Ok(line);
            }
            let Some(ranked) = self.next_move(ranked, &seen)? else { return Ok(line) };
            let turn = position.turn();
            (position, clock) = (ranked.position, ranked.clock);
            seen.insert(position);
            line.moves.push(LineMove { turn, ranked });
        }
    }

    /// The best of some ranked moves that repeats no position; `None` if its theory is not known.
    fn next_move(
        &self,
        ranked: Vec<RankedMove<G>>,
        seen: &HashSet<Position<G>>,
    ) -> Result<Option<RankedMove<G>>, ProbeError> {
        let result = |mv: &RankedMove<G>| (mv.category(), mv.theory());
        let best = result(&ranked[0]);
        let winning = match best.1 {
            Some(Theory::Win) => true,
            Some(Theory::Loss) => false,
            Some(Theory::Draw) | None => return Ok(None),
        };
        let fresh = |mv: &RankedMove<G>| !seen.contains(&mv.position);
        let mut choices = ranked.into_iter().filter(|mv| result(mv) == best && fresh(mv));
        let first = choices.next();
        if !winning {
            return Ok(first);
        }
        for mv in first.iter().cloned().chain(choices) {
            if self.rank_moves(&mv.position, mv.clock)?.first().is_none_or(fresh) {
                return Ok(Some(mv));
            }
        }
        Ok(first)
    }
}
