//! The answer to a position: what is certain of it and of its moves; and a position under way to it.

use crate::board::{Color, Game, Position, Russian};
use crate::probe::{Clock, RankedMove, Verdict, order, range};
use crate::rules::Move;
use crate::value::{Category, Theory};

use super::certificate::Certificate;

/// What is known of a position or of a move, for one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Bounds {
    /// The worst result in theory that is possible.
    pub at_least: Theory,
    /// The best one.
    pub at_most: Theory,
}

impl Bounds {
    /// Nothing is known.
    pub const OPEN: Bounds = Bounds { at_least: Theory::Loss, at_most: Theory::Win };

    pub(super) fn exactly(theory: Theory) -> Bounds {
        Bounds { at_least: theory, at_most: theory }
    }

    /// The result in theory, if it is decided.
    pub fn theory(&self) -> Option<Theory> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }

    /// The same for the other side.
    #[must_use]
    pub fn flip(&self) -> Bounds {
        Bounds { at_least: self.at_most.flip(), at_most: self.at_least.flip() }
    }

    /// The worst and the best category, or the one that is known.
    pub(super) fn range(&self, category: Option<Category>) -> [Category; 2] {
        range(category, [self.at_least, self.at_most])
    }

    /// What both know.
    pub(super) fn and(self, other: Bounds) -> Bounds {
        Bounds { at_least: self.at_least.max(other.at_least), at_most: self.at_most.min(other.at_most) }
    }
}

/// The answer to a position. All that it says is certain: known from the tables, or certified.
#[derive(Clone)]
#[non_exhaustive]
pub struct Solved<G = Russian> {
    /// The result in the words of a probe, for the side to move. What is not decided is `None`; distances are known from tables
    /// alone.
    pub verdict: Verdict,
    /// What is known of the result in theory, for the side to move.
    pub bounds: Bounds,
    /// If it is won or lost by a search: in theory, the most plies to the end. An upper bound; `None` if it is not known.
    pub within: Option<u32>,
    /// The moves of a longest line of the proof, to where the tables take over.
    pub line: Vec<Move<G>>,
    /// The moves, best first; of those that are not decided, what is known. Empty if they were not asked.
    pub moves: Vec<SolvedMove<G>>,
    /// What makes the answer certain where the tables do not know the position: one certificate for a win or a loss, another one if
    /// the draw rule takes it, two for a draw, one for a half of the answer.
    pub certificates: Vec<Certificate<G>>,
    /// The positions that were visited.
    pub visited: u64,
}

/// A move and what is known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SolvedMove<G = Russian> {
    /// The move, with the verdict of the position that it reaches; see [`Solved::verdict`].
    pub ranked: RankedMove<G>,
    /// What is known of its result in theory, for the side that makes it.
    pub bounds: Bounds,
    /// If it wins or loses by a search: in theory, the most plies to the end after it; `None` if it is not known.
    pub within: Option<u32>,
}

/// The category of a position by its moves, if its game is not over: once one of them wins, or all have been decided.
pub(super) fn best_category<G: Game>(moves: &[SolvedMove<G>]) -> Option<Category> {
    let best = moves.iter().filter_map(|mv| mv.ranked.category()).max();
    best.filter(|&best| best == Category::Win || moves.iter().all(|mv| mv.ranked.category().is_some()))
}

impl<G: Game> SolvedMove<G> {
    pub(super) fn most_plies(&self) -> Option<u32> {
        self.ranked.reached.dtw.plies().map(u32::from).or(self.within)
    }

    /// What moves are ordered by, the best first: moves that are known to be worse than the position stand last, the others in
    /// the order of the worst that they can come to.
    pub(super) fn key(&self, least: Category) -> impl Ord {
        let category = self.ranked.category();
        let range = self.bounds.range(category);
        order(range, [least, Category::Win], category.is_some(), [self.most_plies(), None])
    }
}

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

    pub fn proof(&self) -> Option<&Certificate<G>> {
        self.claims.iter().flatten().find(|claim| claim.forced)
    }
}
