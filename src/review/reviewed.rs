//! A game with the judgement of its moves.

use std::fmt;

use crate::board::{Color, Game, Position, Russian};
use crate::index::Ending;
use crate::pdn::{Place, Stated};
use crate::probe::{Clock, ClockNote, RankedMove, Verdict};
use crate::value::{Category, Theory};

use super::counts::Claim;

/// What is known of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Reviewed<G = Russian> {
    /// The moves from positions whose result is known, in their order. After the end of the game by the rule none follows.
    pub moves: Vec<JudgedMove<G>>,
    /// The first position whose result is known, after how many moves it came, its clock, and what is known of it.
    pub first: Option<(usize, Position<G>, Clock, Verdict)>,
    /// After how many moves the draw rule ended the game, if it did.
    pub drawn_after: Option<usize>,
    /// After how many moves a position stood for the third time with the same side to move, if one did.
    pub repetition: Option<usize>,
    /// The further official counts that ran out, and after how many moves.
    pub claims: Vec<(usize, Claim)>,
    /// Endings of positions of the game whose tables are missing, each once.
    pub missing: Vec<Ending>,
    /// The positions whose result a search proved: after how many moves each came. Their distances are not known.
    pub proved: Vec<usize>,
    /// The positions that a search tried and did not decide: after how many moves each came.
    pub undecided: Vec<usize>,
    /// How the FEN's draw counter was used, if that is to be known.
    pub note: Option<ClockNote>,
}

/// Whether a stated result is that of best play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Agreement {
    /// It is.
    Agrees,
    /// It is not.
    Differs,
    /// No result is stated, or the result of no position of the game is known.
    Open,
}

impl<G: Game> Reviewed<G> {
    /// Who wins with best play from the first position whose result is known, under the rule: none in a draw.
    ///
    /// The outer `None` stands for a game of which no result is known.
    pub fn winner(&self) -> Option<Option<Color>> {
        let (_, position, _, verdict) = self.first.as_ref()?;
        Some(match verdict.category?.under_rule() {
            Theory::Win => Some(position.turn()),
            Theory::Loss => Some(position.turn().other()),
            Theory::Draw => None,
        })
    }

    /// Whether a stated result is that of best play from the first position whose result is known.
    pub fn agreement(&self, stated: Stated) -> Agreement {
        let Some(winner) = self.winner() else { return Agreement::Open };
        let agrees = match stated {
            Stated::White => winner == Some(Color::White),
            Stated::Black => winner == Some(Color::Black),
            Stated::Draw => winner.is_none(),
            Stated::Neither | Stated::Open => return Agreement::Open,
        };
        if agrees { Agreement::Agrees } else { Agreement::Differs }
    }
}

/// A move of a game, and what is known of it.
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
    /// What is known of that position, for its side to move.
    pub before: Verdict,
    /// The position after it.
    pub reached: Position<G>,
    /// The clock there.
    pub reached_clock: Clock,
    /// What is known of that position, for **its** side to move; [`Verdict::UNKNOWN`] if nothing.
    pub after: Verdict,
    /// The moves that are known to keep the category, best first; empty if none is known to. A search looks for them only where
    /// the move is a mistake.
    pub best: Vec<RankedMove<G>>,
    /// What it gave away; `None` if nothing, or if that is not known.
    pub mistake: Option<Mistake>,
}

impl<G: Game> JudgedMove<G> {
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

/// What a move gave away of the result under the draw rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Mistake {
    /// A win became a draw.
    WinToDraw,
    /// A win became a loss.
    WinToLoss,
    /// A draw became a loss; also one that the rule alone had kept.
    DrawToLoss,
    /// A win became one that the rule spoils: it is still won in theory.
    WinToCursed,
}

impl Mistake {
    /// All of them.
    pub const ALL: [Mistake; 4] = [Mistake::WinToDraw, Mistake::WinToLoss, Mistake::DrawToLoss, Mistake::WinToCursed];

    /// The mistake of a move, from the mover's results before and after it; `None` if it kept the result.
    ///
    /// ```
    /// use bolshak::{review::Mistake, value::Category::*};
    /// assert_eq!(Mistake::of(Win, CursedWin), Some(Mistake::WinToCursed));
    /// assert_eq!(Mistake::of(CursedWin, Draw), None, "a draw by the rule before it, and a draw after it");
    /// ```
    pub fn of(before: Category, after: Category) -> Option<Mistake> {
        match (before.under_rule(), after.under_rule(), after) {
            (Theory::Win, Theory::Draw, Category::CursedWin) => Some(Mistake::WinToCursed),
            (Theory::Win, Theory::Draw, _) => Some(Mistake::WinToDraw),
            (Theory::Win, Theory::Loss, _) => Some(Mistake::WinToLoss),
            (Theory::Draw, Theory::Loss, _) => Some(Mistake::DrawToLoss),
            _ => None,
        }
    }

    /// Its name in all interfaces.
    pub const fn name(self) -> &'static str {
        ["win-to-draw", "win-to-loss", "draw-to-loss", "win-to-cursed-win"][self as usize]
    }

    /// The mistake in words: "throws the win away: a draw".
    pub const fn words(self) -> &'static str {
        match self {
            Mistake::WinToDraw => "throws the win away: a draw",
            Mistake::WinToLoss => "throws the win away: a loss",
            Mistake::DrawToLoss => "throws the draw away: a loss",
            Mistake::WinToCursed => "lets the rule spoil the win: a draw",
        }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_is_a_worse_result_of_the_game() {
        let points = |category| match category {
            Category::Win => 2,
            Category::Loss => 0,
            _ => 1,
        };
        for before in Category::ALL {
            for after in Category::ALL {
                assert_eq!(Mistake::of(before, after).is_some(), points(after) < points(before), "{before} {after}");
            }
        }
    }
}
