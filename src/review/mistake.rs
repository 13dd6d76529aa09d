//! What a move gave away.

use std::fmt;

use crate::value::{Category, Theory};

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
        match self {
            Mistake::WinToDraw => "win-to-draw",
            Mistake::WinToLoss => "win-to-loss",
            Mistake::DrawToLoss => "draw-to-loss",
            Mistake::WinToCursed => "win-to-cursed-win",
        }
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
