//! Results in theory and under the draw rule, scores of several games, and results with distances.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::Add;

use crate::board::{Color, Game};

/// The result without any move-count rule, for the side to move. Ordered from worst to best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theory {
    /// Lost against best play.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// Won against any defence.
    Win,
}

impl Theory {
    /// The same result for the other side.
    #[must_use]
    pub const fn flip(self) -> Theory {
        [Theory::Win, Theory::Draw, Theory::Loss][self as usize]
    }

    /// The name in texts and files.
    pub const fn name(self) -> &'static str {
        ["loss", "draw", "win"][self as usize]
    }
}

impl fmt::Display for Theory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The result under a draw rule at a clock, for the side to move. Ordered from worst to best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Category {
    /// Lost, also under the rule.
    Loss,
    /// Lost in theory, drawn under the rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won in theory, drawn under the rule.
    CursedWin,
    /// Won, also under the rule.
    Win,
}

impl Category {
    /// All five, from worst to best, in the order of their numbers.
    pub const ALL: [Category; 5] =
        [Category::Loss, Category::BlessedLoss, Category::Draw, Category::CursedWin, Category::Win];

    /// The category from the result in theory and whether the rule keeps it; a draw is a draw either way.
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

    /// The result of the game under the rule: a draw if the rule spoils it.
    pub const fn under_rule(self) -> Theory {
        [Theory::Loss, Theory::Draw, Theory::Draw, Theory::Draw, Theory::Win][self as usize]
    }

    /// The name in texts and files.
    pub const fn name(self) -> &'static str {
        ["loss", "blessed-loss", "draw", "cursed-win", "win"][self as usize]
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The points of both sides: 1 for a win, ½ for a draw, also by the rule. The sum over independent games is their total result
/// with perfect play.
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
    /// The half points of White and of Black.
    halves: [u32; 2],
}

impl Score {
    /// The points of one game from the result for its side to move.
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

/// A result with its distance in plies, for the side to move. Ordered from worst to best: a quick loss, a slow one, a
/// draw, a slow win, a quick one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Lost in this number of plies.
    Loss(u16),
    /// Drawn.
    Draw,
    /// Won in this number of plies.
    Win(u16),
}

impl Outcome {
    /// A result with its distance; a draw has none.
    #[inline(always)]
    pub(crate) const fn new(theory: Theory, plies: u16) -> Outcome {
        match theory {
            Theory::Loss => Outcome::Loss(plies),
            Theory::Draw => Outcome::Draw,
            Theory::Win => Outcome::Win(plies),
        }
    }

    /// The outcome for the mover of a move to a position with this outcome, if the move adds a ply to the distance.
    #[cfg(feature = "generate")]
    pub(crate) const fn before(self) -> Outcome {
        match self {
            Outcome::Loss(plies) => Outcome::Win(plies + 1),
            Outcome::Draw => Outcome::Draw,
            Outcome::Win(plies) => Outcome::Loss(plies + 1),
        }
    }

    /// The outcome for a side without a legal move.
    #[inline(always)]
    pub const fn without_move<G: Game>() -> Outcome {
        if G::NO_MOVE_WINS { Outcome::Win(0) } else { Outcome::Loss(0) }
    }

    /// The win or loss with a distance to win of `plies`: sides move in turn, so the distance determines the winner.
    #[inline(always)]
    pub const fn decided_in<G: Game>(plies: u16) -> Outcome {
        if (plies % 2 == 1) != G::NO_MOVE_WINS { Outcome::Win(plies) } else { Outcome::Loss(plies) }
    }

    /// The distance in plies; `None` for a draw.
    #[inline(always)]
    pub const fn plies(self) -> Option<u16> {
        match self {
            Outcome::Loss(plies) | Outcome::Win(plies) => Some(plies),
            Outcome::Draw => None,
        }
    }

    /// The result without its distance.
    pub const fn theory(self) -> Theory {
        match self {
            Outcome::Loss(_) => Theory::Loss,
            Outcome::Draw => Theory::Draw,
            Outcome::Win(_) => Theory::Win,
        }
    }
}

impl Ord for Outcome {
    fn cmp(&self, other: &Outcome) -> Ordering {
        let key = |outcome: &Outcome| match *outcome {
            Outcome::Loss(plies) => (-1, i32::from(plies)),
            Outcome::Draw => (0, 0),
            Outcome::Win(plies) => (1, -i32::from(plies)),
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Outcome {
    fn partial_cmp(&self, other: &Outcome) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The longest win and the longest loss of a measure, in plies, with the first entry of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Longest {
    /// The longest win: plies and entry.
    pub win: Option<(u16, u64)>,
    /// The longest loss: plies and entry.
    pub loss: Option<(u16, u64)>,
}

impl Longest {
    /// Adds an entry.
    #[inline]
    pub fn add(&mut self, outcome: Outcome, entry: u64) {
        match outcome {
            Outcome::Win(plies) => self.win = longer(self.win, Some((plies, entry))),
            Outcome::Loss(plies) => self.loss = longer(self.loss, Some((plies, entry))),
            Outcome::Draw => {}
        }
    }

    /// Both together.
    #[must_use]
    pub fn merge(self, other: Longest) -> Longest {
        Longest { win: longer(self.win, other.win), loss: longer(self.loss, other.loss) }
    }
}

/// The longer; of equals, the earlier entry.
fn longer(a: Option<(u16, u64)>, b: Option<(u16, u64)>) -> Option<(u16, u64)> {
    match (a, b) {
        (Some(a), Some(b)) if b.0 > a.0 || b.0 == a.0 && b.1 < a.1 => Some(b),
        (None, b) => b,
        (a, _) => a,
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
