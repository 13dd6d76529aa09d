//! Results in theory and under the draw rule.

use std::fmt;

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
        match self {
            Theory::Loss => Theory::Win,
            Theory::Draw => Theory::Draw,
            Theory::Win => Theory::Loss,
        }
    }

    /// Its name, as it is written everywhere.
    pub const fn name(self) -> &'static str {
        match self {
            Theory::Loss => "loss",
            Theory::Draw => "draw",
            Theory::Win => "win",
        }
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
        match self {
            Category::Loss => Category::Win,
            Category::BlessedLoss => Category::CursedWin,
            Category::Draw => Category::Draw,
            Category::CursedWin => Category::BlessedLoss,
            Category::Win => Category::Loss,
        }
    }

    /// The result in theory.
    pub const fn theory(self) -> Theory {
        match self {
            Category::Loss | Category::BlessedLoss => Theory::Loss,
            Category::Draw => Theory::Draw,
            Category::CursedWin | Category::Win => Theory::Win,
        }
    }

    /// The result of the game under the rule: what the rule spoils is a draw.
    ///
    /// ```
    /// use bolshak::value::{Category, Theory};
    /// assert_eq!(Category::CursedWin.under_rule(), Theory::Draw);
    /// assert_eq!(Category::CursedWin.theory(), Theory::Win);
    /// ```
    pub const fn under_rule(self) -> Theory {
        match self {
            Category::Loss => Theory::Loss,
            Category::BlessedLoss | Category::Draw | Category::CursedWin => Theory::Draw,
            Category::Win => Theory::Win,
        }
    }

    /// Its name, as it is written everywhere.
    pub const fn name(self) -> &'static str {
        match self {
            Category::Loss => "loss",
            Category::BlessedLoss => "blessed-loss",
            Category::Draw => "draw",
            Category::CursedWin => "cursed-win",
            Category::Win => "win",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
