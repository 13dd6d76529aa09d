//! A position under way to its answer.

use crate::board::{Color, Game, Position};
use crate::probe::Clock;
use crate::rules::Move;
use crate::value::{Category, Theory};

use super::answer::Bounds;
use super::certificate::Certificate;

/// The positions that are visited for a question before the other one has its turn; each turn has twice as many.
const FIRST_BUDGET: u64 = 500;

/// A position that is searched, and what has been found of it: a certificate for each question that is answered.
pub(super) struct Task<G> {
    pub position: Position<G>,
    pub clock: Clock,
    /// Whether White can force a win, and Black, in theory.
    pub claims: [Option<Certificate<G>>; 2],
    /// Whether a win in theory is one under the draw rule as well.
    pub under_rule: Option<Certificate<G>>,
    /// A longest line of the proof of a win: its plies and moves; see [`Solver::longest_line`](super::Solver::longest_line).
    pub longest: Option<(Option<u32>, Vec<Move<G>>)>,
    /// The positions that the next turn may visit.
    pub budget: u64,
}

impl<G: Game> Task<G> {
    pub fn new(position: Position<G>, clock: Clock) -> Task<G> {
        Task { position, clock, claims: [None, None], under_rule: None, longest: None, budget: FIRST_BUDGET }
    }

    /// What is known for the side to move.
    pub fn bounds(&self) -> Bounds {
        let of = |color: Color| match self.claims[color as usize].as_ref().map(|claim| claim.forced) {
            Some(true) => Bounds::exactly(Theory::Win),
            Some(false) => Bounds { at_most: Theory::Draw, ..Bounds::OPEN },
            None => Bounds::OPEN,
        };
        let turn = self.position.turn();
        of(turn).and(of(turn.other()).flip())
    }

    pub fn category(&self) -> Option<Category> {
        match self.bounds().theory()? {
            Theory::Draw => Some(Category::Draw),
            theory => self.under_rule.as_ref().map(|claim| Category::new(theory, claim.forced)),
        }
    }

    pub fn is_decided(&self) -> bool {
        self.category().is_some()
    }

    /// What makes the answer certain, without what follows from the rest.
    pub fn certificates(&self) -> Vec<Certificate<G>> {
        match (self.proof(), &self.under_rule) {
            (Some(_), Some(kept)) if kept.forced => vec![kept.clone()],
            (Some(proof), spoilt) => std::iter::once(proof).chain(spoilt).cloned().collect(),
            (None, _) => self.claims.iter().flatten().cloned().collect(),
        }
    }

    /// The proof of a win for either side.
    pub fn proof(&self) -> Option<&Certificate<G>> {
        self.claims.iter().flatten().find(|claim| claim.forced)
    }
}
