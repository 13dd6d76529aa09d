//! The answer to a position, and the state of its search.

use crate::board::{Color, Game, Position, Russian};
use crate::probe::{Clock, RankedMove, Verdict, order, range};
use crate::rules::Move;
use crate::value::{Category, Theory};

use super::certificate::Certificate;

/// Bounds of the result in theory of a position or a move, for one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Bounds {
    /// The worst possible result.
    pub at_least: Theory,
    /// The best possible result.
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

    /// The bounds for the other side.
    #[must_use]
    pub fn flip(&self) -> Bounds {
        Bounds { at_least: self.at_most.flip(), at_most: self.at_least.flip() }
    }

    /// The worst and the best possible category, or the known one.
    pub(super) fn range(&self, category: Option<Category>) -> [Category; 2] {
        range(category, [self.at_least, self.at_most])
    }

    pub(super) fn and(self, other: Bounds) -> Bounds {
        Bounds { at_least: self.at_least.max(other.at_least), at_most: self.at_most.min(other.at_most) }
    }
}

/// The answer to a position. Everything in it is certain: from the tables, or certified.
#[derive(Clone)]
#[non_exhaustive]
pub struct Solved<G = Russian> {
    /// The values for the side to move. Undecided results are `None`; distances come only from tables.
    pub verdict: Verdict,
    /// The bounds of the result in theory, for the side to move.
    pub bounds: Bounds,
    /// If a search found a win or loss: an upper bound of the plies to the end in theory; `None` if unknown.
    pub within: Option<u32>,
    /// The moves of a longest line of the proof that `within` is of, up to the tables. Where a draw rule counts, they keep the win.
    pub line: Vec<Move<G>>,
    /// The moves, best first, with what is known of undecided ones. Empty if not requested.
    pub moves: Vec<SolvedMove<G>>,
    /// The proof of an answer that is not from the tables: one certificate for a win or a loss, another if the draw rule spoils it,
    /// two for a draw, one for half an answer.
    pub certificates: Vec<Certificate<G>>,
    /// The number of visited positions.
    pub visited: u64,
}

/// A move with its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SolvedMove<G = Russian> {
    /// The move, with the verdict of the position after it; see [`Solved::verdict`].
    pub ranked: RankedMove<G>,
    /// The bounds of its result in theory, for the mover.
    pub bounds: Bounds,
    /// If a search found that it wins or loses: an upper bound of the plies to the end after it in theory; `None` if unknown.
    pub within: Option<u32>,
    /// The moves of the line of that bound.
    pub(super) line: Vec<Move<G>>,
}

/// The category of a position from its moves, if the game is not over: known once a move wins, or all are decided.
pub(super) fn best_category<G: Game>(moves: &[SolvedMove<G>]) -> Option<Category> {
    let best = moves.iter().filter_map(|mv| mv.ranked.category()).max();
    best.filter(|&best| best == Category::Win || moves.iter().all(|mv| mv.ranked.category().is_some()))
}

impl<G: Game> SolvedMove<G> {
    pub(super) fn most_plies(&self) -> Option<u32> {
        self.ranked.reached.dtw.plies().map(u32::from).or(self.within)
    }

    /// The sort key, best moves first: moves known to be worse than the position are last, the others in the order of their worst
    /// possible result.
    pub(super) fn key(&self, least: Category) -> impl Ord {
        let category = self.ranked.category();
        let range = self.bounds.range(category);
        order(
            range,
            [least, Category::Win],
            category.is_some(),
            [self.most_plies(), self.ranked.reached.dtz.plies().map(u32::from)],
        )
    }
}

/// The positions visited for a question before the other question's turn; doubled each turn.
const FIRST_BUDGET: u64 = 500;

/// A position in search, with a certificate for each answered question.
pub(super) struct Task<G> {
    pub position: Position<G>,
    pub clock: Clock,
    /// The result in theory by the tables, for the side to move.
    pub known: Option<Theory>,
    /// Whether White can force a win in theory, and whether Black can.
    pub claims: [Option<Certificate<G>>; 2],
    /// Whether a win in theory is also a win under the draw rule.
    pub under_rule: Option<Certificate<G>>,
    /// A longest line of the proof of a win: its plies and moves; see [`Solver::longest_line`](super::Solver::longest_line).
    pub longest: Option<(Option<u32>, Vec<Move<G>>)>,
    /// The number of positions that the next turn may visit.
    pub budget: u64,
}

impl<G: Game> Task<G> {
    pub fn new(position: Position<G>, clock: Clock, known: Option<Theory>) -> Task<G> {
        Task { position, clock, known, claims: [None, None], under_rule: None, longest: None, budget: FIRST_BUDGET }
    }

    /// The side that wins in theory, if one is known to.
    pub fn winner(&self) -> Option<Color> {
        let turn = self.position.turn();
        match self.bounds().theory()? {
            Theory::Win => Some(turn),
            Theory::Draw => None,
            Theory::Loss => Some(turn.other()),
        }
    }

    pub fn bounds(&self) -> Bounds {
        if let Some(theory) = self.known {
            return Bounds::exactly(theory);
        }
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

    /// The certificates that the answer needs.
    pub fn certificates(&self) -> Vec<Certificate<G>> {
        match (self.proof(), &self.under_rule) {
            (Some(_), Some(kept)) if kept.forced => vec![kept.clone()],
            (Some(proof), spoilt) => std::iter::once(proof).chain(spoilt).cloned().collect(),
            (None, under_rule) => self.claims.iter().flatten().chain(under_rule).cloned().collect(),
        }
    }

    pub fn proof(&self) -> Option<&Certificate<G>> {
        self.claims.iter().flatten().find(|claim| claim.forced)
    }
}
