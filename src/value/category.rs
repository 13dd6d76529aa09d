//! Results in theory and under the draw rule, and their sum over several games.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;

use crate::board::Color;

/// The result when no move-count rule exists, for the side to move. Ordered from worst to best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theory {
    /// Every defence loses.
    Loss,
    /// Neither side can win.
    Draw,
    /// Some attack wins.
    Win,
}

impl Theory {
    /// The same result for the other side.
    #[must_use]
    pub const fn flip(self) -> Theory {
        [Theory::Win, Theory::Draw, Theory::Loss][self as usize]
    }

    /// Its name, as it is written everywhere.
    pub const fn name(self) -> &'static str {
        ["loss", "draw", "win"][self as usize]
    }
}

impl fmt::Display for Theory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The result under a draw rule at some clock, for the side to move. Ordered from worst to best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Category {
    /// Lost, under the rule too.
    Loss,
    /// Lost in theory, drawn under the rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won in theory, only drawn under the rule.
    CursedWin,
    /// Won, under the rule too.
    Win,
}

impl Category {
    /// All five, from worst to best; a category's place is its number.
    pub const ALL: [Category; 5] =
        [Category::Loss, Category::BlessedLoss, Category::Draw, Category::CursedWin, Category::Win];

    /// The category of a result in theory and whether the rule keeps it (a draw is a draw either way).
    pub const fn new(theory: Theory, kept: bool) -> Category {
        match (theory, kept) {
            (Theory::Loss, true) => Category::Loss,
            (Theory::Loss, false) => Category::BlessedLoss,
            (Theory::Draw, _) => Category::Draw,
            (Theory::Win, false) => Category::CursedWin,
            (Theory::Win, true) => Category::Win,
        }
    }

    /// The same result for the other side.
    #[must_use]
    pub const fn flip(self) -> Category {
        Category::ALL[4 - self as usize]
    }

    /// The result in theory.
    pub const fn theory(self) -> Theory {
        [Theory::Loss, Theory::Loss, Theory::Draw, Theory::Win, Theory::Win][self as usize]
    }

    /// The result of the game under the rule: what the rule spoils is a draw.
    pub const fn under_rule(self) -> Theory {
        [Theory::Loss, Theory::Draw, Theory::Draw, Theory::Draw, Theory::Win][self as usize]
    }

    /// Its name, as it is written everywhere.
    pub const fn name(self) -> &'static str {
        ["loss", "blessed-loss", "draw", "cursed-win", "win"][self as usize]
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The points of both sides: 1 for a win, ½ for a draw, be it by the rule. The sum of games that do not touch is their
/// result together, when each is played perfectly.
///
/// ```
/// use bolshak::{board::Color, value::{Category, Score}};
/// let won = Score::of(Color::Black, Category::Loss); // Black is to move and has lost
/// let drawn = Score::of(Color::White, Category::CursedWin);
/// let sum = won + drawn;
/// assert_eq!(sum.to_string(), "1½ to ½");
/// assert_eq!((sum.points(Color::White), sum.points(Color::Black)), (1.5, 0.5));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Score {
    /// Half points of White and of Black.
    halves: [u32; 2],
}

impl Score {
    /// The points of one game, from the result for its side to move.
    pub const fn of(turn: Color, category: Category) -> Score {
        let own = category.under_rule() as u32;
        match turn {
            Color::White => Score { halves: [own, 2 - own] },
            Color::Black => Score { halves: [2 - own, own] },
        }
    }

    /// The points of a side.
    pub fn points(self, color: Color) -> f64 {
        f64::from(self.halves[color as usize]) / 2.0
    }

    /// The points of a side as text, such as `1½`.
    pub fn text(self, color: Color) -> String {
        let halves = self.halves[color as usize];
        match (halves / 2, halves % 2) {
            (whole, 0) => whole.to_string(),
            (0, _) => "½".into(),
            (whole, _) => format!("{whole}½"),
        }
    }
}

impl Add for Score {
    type Output = Score;

    fn add(self, other: Score) -> Score {
        Score { halves: [0, 1].map(|side| self.halves[side].saturating_add(other.halves[side])) }
    }
}

impl Sum for Score {
    fn sum<I: Iterator<Item = Score>>(scores: I) -> Score {
        scores.fold(Score::default(), Add::add)
    }
}

/// White's points and Black's: "2 to 0", "1½ to ½".
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.text(Color::White), self.text(Color::Black))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_results() {
        use Category::{BlessedLoss, CursedWin, Draw, Loss, Win};
        let mut pairs = vec![(Win, Loss, "2 to 0"), (Loss, Win, "0 to 2"), (Win, Win, "1 to 1")];
        for drawn in [BlessedLoss, CursedWin, Draw] {
            pairs.extend([(Win, drawn, "1½ to ½"), (drawn, Win, "½ to 1½"), (drawn, Draw, "1 to 1")]);
        }
        for (white, black, sum) in pairs {
            let scores = [Score::of(Color::White, white), Score::of(Color::Black, black)];
            assert_eq!(scores.into_iter().sum::<Score>().to_string(), sum);
        }
        assert_eq!(Score::default().to_string(), "0 to 0");
        for category in Category::ALL {
            assert_eq!(Score::of(Color::White, category), Score::of(Color::Black, category.flip()));
        }
    }
}
