//! A found position.

use serde::Serialize;

use bolshak::board::{Game, Position};
use bolshak::find::{Found, Zugzwang};
use bolshak::index::Ending;
use bolshak::value::Category;

use super::game_name;

/// A found position. The fields have the names that answers use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Hit {
    /// The position.
    pub fen: String,
    /// The game; `None` for Russian draughts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<&'static str>,
    /// Its ending.
    pub ending: String,
    /// The number of the entry in its ending, for its side to move.
    pub entry: u64,
    /// Whether a capture is pending.
    pub capture: bool,
    /// The result at clock 0 under the 15-move rule.
    pub category: &'static str,
    /// The result without any draw rule.
    pub theory: &'static str,
    /// Plies to the end; `None` for a draw in theory.
    pub dtw: Option<u16>,
    /// Plies to a zeroing move; `None` for a draw under the rule.
    pub dtz: Option<u16>,
    /// The only move, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#move: Option<String>,
    /// The kind of mutual zugzwang, if one was asked for: `full` or `half`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zugzwang: Option<&'static str>,
}

impl Hit {
    /// A position that was found in an ending.
    pub fn new<G: Game>(ending: Ending, found: &Found<G>) -> Hit {
        let entry = &found.entry;
        Hit {
            fen: entry.position.to_string(),
            game: game_name::<G>(),
            ending: ending.to_string(),
            entry: entry.number,
            capture: entry.capture,
            category: entry.category.name(),
            theory: entry.category.theory().name(),
            dtw: entry.dtw,
            dtz: entry.dtz,
            r#move: found.only_move.map(|mv| entry.position.move_text(&mv)),
            zugzwang: found.zugzwang.map(|kind| match kind {
                Zugzwang::Full => "full",
                Zugzwang::Half => "half",
            }),
        }
    }

    /// The position in a line with tabs of `find`; `None` if the text is not such a line.
    pub fn position_of<G: Game>(line: &str) -> Option<&str> {
        let mut fields = line.split('\t');
        let (position, category) = (fields.next()?, fields.next()?);
        let is_distance = |field: &str| field == "-" || field.parse::<u16>().is_ok();
        let is_written = Category::ALL.iter().any(|known| known.name() == category)
            && fields.next().is_some_and(is_distance)
            && fields.next().is_some_and(is_distance);
        let mut more: Vec<&str> = fields.collect();
        more.pop_if(|last| ["full", "half"].contains(last));
        let is_move = |text: &str| position.parse().is_ok_and(|read: Position<G>| read.parse_move(text).is_ok());
        let is_rest = match more[..] {
            [] => true,
            [only_move] => is_move(only_move),
            _ => false,
        };
        (is_written && is_rest).then_some(position)
    }
}
