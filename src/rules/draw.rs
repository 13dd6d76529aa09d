//! The draw rules and their clock.
//!
//! The clock counts plies since the last zeroing move (a capture or a move of a man). A game whose clock reaches [`DRAW_PLIES`] is
//! drawn, unless the side to move has no legal move, which decides the game. This one clock covers both "three kings against one:
//! 15 moves" and "15 moves by kings alone". Tables do not cover the counts of 5, 30 and 60 moves that official codes add for small
//! endings; [`Claim`](crate::review::Claim) does.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{Board, Game, Position, short};

/// "15 moves", in plies.
pub const DRAW_PLIES: u8 = 30;

/// The lengths of the draw rule, in plies, that tables can have.
pub const DRAW_PLIES_RANGE: RangeInclusive<u8> = 1..=126;

/// The draw rule in force.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum DrawRule {
    /// Three kings against one, and 15 moves by kings alone.
    #[default]
    FifteenMoves,
    /// Three or more kings against a single king only; elsewhere the result is that of theory. Exact if the rule spoils no fresh
    /// position of that balance: see [`Tablebase::three_kings_exact`].
    ///
    /// [`Tablebase::three_kings_exact`]: crate::probe::Tablebase::three_kings_exact
    ThreeKings,
    /// No rule: the result is that of theory at any clock.
    None,
}

impl DrawRule {
    /// All rules.
    pub const ALL: [DrawRule; 3] = [DrawRule::FifteenMoves, DrawRule::ThreeKings, DrawRule::None];

    /// Whether the clock of this rule runs in a position.
    pub fn counts_in<G: Game>(self, board: &Board<G>) -> bool {
        self == DrawRule::FifteenMoves || self == DrawRule::ThreeKings && is_three_kings(board)
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["15-moves", "three-kings", "none"][*self as usize])
    }
}

/// A text that is not the name of a draw rule.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("\"{text}\" is not a draw rule; expected 15-moves, three-kings or none")]
#[non_exhaustive]
pub struct DrawRuleError {
    /// The text, cut after 60 characters.
    pub text: String,
}

impl FromStr for DrawRule {
    type Err = DrawRuleError;

    fn from_str(text: &str) -> Result<DrawRule, DrawRuleError> {
        let found = DrawRule::ALL.into_iter().find(|rule| rule.to_string() == text);
        found.ok_or_else(|| DrawRuleError { text: short(text) })
    }
}

/// Whether three or more kings, and nothing else, stand against a single king, on either side.
pub fn is_three_kings<G: Game>(board: &Board<G>) -> bool {
    let kings = (board.kings.count_ones(), board.enemy_kings.count_ones());
    board.men | board.enemy_men == 0 && matches!(kings, (1, 3..) | (3.., 1))
}

/// A position that is not three or more kings against a single king.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the position is not three or more kings against a single king; give the clock in plies, not in moves")]
pub struct NotThreeKings;

/// The clock, in plies, from the number of moves that the stronger side has made since three or more kings met one: `2 * moves` with
/// the single king to move, `2 * moves + 1` with the stronger side to move. So a win needs the capture of the last king by the
/// stronger side's 15th move, to the letter of the rule, also where a move of the weaker side created the balance, and where the 15th
/// move gives up a king.
///
/// # Errors
/// [`NotThreeKings`], if the position does not have that balance.
pub fn three_kings_clock<G: Game>(position: &Position<G>, moves: u32) -> Result<u64, NotThreeKings> {
    let board = position.board();
    if !is_three_kings(&board) {
        return Err(NotThreeKings);
    }
    let stronger_to_move = board.kings.count_ones() > 1;
    Ok(2 * u64::from(moves) + u64::from(stronger_to_move))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Russian;

    #[test]
    fn the_balance_and_its_clock() {
        let clock = |fen: &str, moves| three_kings_clock::<Russian>(&fen.parse().unwrap(), moves).ok();
        assert_eq!(clock("W:WKc1,Kd2,Ka3:BKe1", 0), Some(1));
        assert_eq!(clock("B:WKc1,Kd2,Ka3:BKe1", 2), Some(4));
        assert_eq!(clock("B:WKc1:BKe1,Kh8,Kg7,Ka1", 14), Some(29));
        for fen in ["W:WKc1,Kd2:BKe1", "W:WKc1,Kd2,a3:BKe1", "W:WKc1,Kd2,Ka3:Be3", "W:WKc1,Kd2,Ka3:BKe1,Kh8"] {
            assert_eq!(clock(fen, 0), None, "{fen}");
        }
    }

    #[test]
    fn rules_are_read_back() {
        for rule in [DrawRule::FifteenMoves, DrawRule::ThreeKings, DrawRule::None] {
            assert_eq!(rule.to_string().parse(), Ok(rule));
        }
        let error = "fifteen".parse::<DrawRule>().unwrap_err();
        assert_eq!(error.to_string(), "\"fifteen\" is not a draw rule; expected 15-moves, three-kings or none");
    }
}
