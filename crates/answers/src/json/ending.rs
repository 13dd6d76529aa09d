//! The statistics of an ending.

use serde::Serialize;

use bolshak::board::{Game, Position};
use bolshak::index::Mover;
use bolshak::probe::EndingStats;
use bolshak::value::Category;

/// What `stats --json` prints of an ending with one side to move. Counts of theory and under the draw rule at clock 0;
/// distances in plies, 0 if there is none, absent without their table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EndingSide {
    /// The ending.
    pub ending: String,
    /// The side to move: `first` or `second`.
    pub side: &'static str,
    /// The number of entries.
    pub entries: u64,
    /// Wins in theory.
    pub win: u64,
    /// Draws in theory.
    pub draw: u64,
    /// Losses in theory.
    pub loss: u64,
    /// The longest win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_win: Option<u16>,
    /// The longest loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_loss: Option<u16>,
    /// Wins under the draw rule.
    pub rule_win: u64,
    /// Losses under the draw rule.
    pub rule_loss: u64,
    /// The longest way of a win to a zeroing move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_dtz_win: Option<u16>,
    /// The longest way of a loss to a zeroing move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_dtz_loss: Option<u16>,
    /// A longest win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_win_fen: Option<Option<String>>,
    /// A longest loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_loss_fen: Option<Option<String>>,
}

impl<G: Game> From<&EndingStats<G>> for EndingSide {
    fn from(stats: &EndingStats<G>) -> EndingSide {
        let plies = |extreme: Option<(u16, Position<G>)>| extreme.map_or(0, |(plies, _)| plies);
        let fen = |extreme: Option<(u16, Position<G>)>| extreme.map(|(_, position)| position.to_string());
        let (rule_win, rule_loss) = (stats.count(Category::Win), stats.count(Category::Loss));
        EndingSide {
            ending: stats.ending.to_string(),
            side: if stats.mover == Mover::First { "first" } else { "second" },
            entries: stats.entries,
            win: rule_win + stats.count(Category::CursedWin),
            draw: stats.count(Category::Draw),
            loss: rule_loss + stats.count(Category::BlessedLoss),
            max_win: stats.dtw.map(|longest| plies(longest.win)),
            max_loss: stats.dtw.map(|longest| plies(longest.loss)),
            rule_win,
            rule_loss,
            max_dtz_win: stats.dtz.map(|longest| plies(longest.win)),
            max_dtz_loss: stats.dtz.map(|longest| plies(longest.loss)),
            max_win_fen: stats.dtw.map(|longest| fen(longest.win)),
            max_loss_fen: stats.dtw.map(|longest| fen(longest.loss)),
        }
    }
}
