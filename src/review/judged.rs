//! A move with its judgement.

use crate::board::{Position, Russian};
use crate::pdn::Place;
use crate::probe::{Clock, RankedMove, Verdict};
use crate::value::{Category, Theory};

use super::mistake::Mistake;

/// A move of a game, and what the tables say of it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct JudgedMove<G = Russian> {
    /// Its number among all moves of the game, those before the tables too, from 0.
    pub index: usize,
    /// Its number in the game, which both sides' moves share.
    pub number: u32,
    /// Its notation.
    pub text: String,
    /// Where it stands in the file.
    pub place: Place,
    /// The position before it.
    pub position: Position<G>,
    /// The clock there.
    pub clock: Clock,
    /// What the tables say of that position, for its side to move.
    pub before: Verdict,
    /// The position after it.
    pub reached: Position<G>,
    /// The clock there.
    pub reached_clock: Clock,
    /// What the tables say of that position, for **its** side to move; [`Verdict::UNKNOWN`] if nothing.
    pub after: Verdict,
    /// The moves that are known to keep the category, best first; empty if none is known to.
    pub best: Vec<RankedMove<G>>,
    /// What it gave away; `None` if nothing, or if that is not known.
    pub mistake: Option<Mistake>,
}

impl<G: crate::board::Game> JudgedMove<G> {
    /// The mover's result after the move, under the draw rule.
    pub fn category(&self) -> Option<Category> {
        self.after.category.map(Category::flip)
    }

    /// Whether it kept the result of the game, as the rule decides it; `None` if that is not known.
    pub fn kept(&self) -> Option<bool> {
        Some(self.category()?.under_rule() >= self.before.category?.under_rule())
    }

    /// Whether it kept the result in theory; `None` if that is not known.
    pub fn kept_in_theory(&self) -> Option<bool> {
        Some(self.after.theory.map(Theory::flip)? >= self.before.theory?)
    }

    /// "3. c3-d4" or "3... d6-c5".
    pub fn name(&self) -> String {
        format!("{}{} {}", self.number, self.position.turn().dots(), self.text)
    }
}
