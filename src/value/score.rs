//! The points of games that are played at the same time.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;

use crate::board::Color;

use super::{Category, Theory};

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
        let own = match category.under_rule() {
            Theory::Win => 2,
            Theory::Draw => 1,
            Theory::Loss => 0,
        };
        match turn {
            Color::White => Score { halves: [own, 2 - own] },
            Color::Black => Score { halves: [2 - own, own] },
        }
    }

    /// The points of a side.
    pub fn points(self, color: Color) -> f64 {
        f64::from(self.halves[color as usize]) / 2.0
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
        let [white, black] = self.halves.map(|halves| match (halves / 2, halves % 2) {
            (whole, 0) => whole.to_string(),
            (0, _) => "½".into(),
            (whole, _) => format!("{whole}½"),
        });
        write!(f, "{white} to {black}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_results() {
        let name = |white: Category, black: Category| {
            [Score::of(Color::White, white), Score::of(Color::Black, black)].into_iter().sum::<Score>().to_string()
        };
        use Category::{BlessedLoss, CursedWin, Draw, Loss, Win};
        assert_eq!(name(Win, Loss), "2 to 0");
        assert_eq!(name(Loss, Win), "0 to 2");
        assert_eq!(name(Win, Win), "1 to 1");
        for drawn in [BlessedLoss, CursedWin, Draw] {
            assert_eq!(name(Win, drawn), "1½ to ½");
            assert_eq!(name(drawn, Win), "½ to 1½");
            assert_eq!(name(drawn, Draw), "1 to 1");
        }
        assert_eq!(Score::default().to_string(), "0 to 0");
    }

    #[test]
    fn turning_the_board_swaps_the_points() {
        for category in Category::ALL {
            assert_eq!(Score::of(Color::White, category), Score::of(Color::Black, category.flip()));
        }
    }
}
