//! The conditions that positions must meet.

use bolshak::find::{Filter, OnlyMove, PliesRange, Zugzwang};
use bolshak::value::Category;
use clap::ValueEnum;

use crate::shared::one_of::one_of;

/// What a position must be, all of it.
#[derive(clap::Args)]
pub struct Conditions {
    /// The result at clock 0; may be repeated, for any of several
    #[arg(long, value_name = "RESULT", value_parser = one_of(Category::ALL))]
    result: Vec<Category>,

    /// The draw rule changes the result: cursed wins and blessed losses
    #[arg(long)]
    cursed: bool,

    /// Plies to the end of the game: 20..30 (both included), 20.., ..30, or 25
    #[arg(long, value_name = "MIN..MAX")]
    dtw: Option<PliesRange>,

    /// Plies to a capture, a move of a man or the end under the 15-move rule
    #[arg(long, value_name = "MIN..MAX")]
    dtz: Option<PliesRange>,

    /// No capture is pending; with --mutual-zugzwang, with neither side to move
    #[arg(long)]
    pub quiet: bool,

    /// There are two or more legal moves, and exactly one keeps the win, or the draw (cursed wins and blessed losses are draws here)
    #[arg(long, value_name = "KEEPS", num_args = 0..=1, require_equals = true, default_missing_value = "win")]
    only_move: Option<Keeps>,

    /// Each side gets less when it is to move than when the other side is: both lose (full), or one loses and the other
    /// only draws (half). Listed with each side to move
    #[arg(long, value_name = "KIND", num_args = 0..=1, require_equals = true, default_missing_value = "any")]
    mutual_zugzwang: Option<Kind>,
}

/// What an only move keeps.
#[derive(Clone, Copy, ValueEnum)]
enum Keeps {
    /// The win
    Win,
    /// The draw
    Draw,
}

/// Kinds of mutual zugzwang.
#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// The side to move loses, whichever it is
    Full,
    /// One side to move loses, the other draws
    Half,
    /// Either
    Any,
}

impl Conditions {
    /// The filter. Where the options name no results, `results` are wanted; any result, if that is empty too.
    pub fn filter(&self, results: &[Category]) -> Filter {
        let categories = if self.result.is_empty() { results.to_vec() } else { self.result.clone() };
        Filter {
            categories,
            cursed: self.cursed,
            dtw: self.dtw,
            dtz: self.dtz,
            quiet: self.quiet,
            only_move: self.only_move.map(|keeps| match keeps {
                Keeps::Win => OnlyMove::Win,
                Keeps::Draw => OnlyMove::Draw,
            }),
            zugzwang: match self.mutual_zugzwang {
                None => Vec::new(),
                Some(Kind::Full) => vec![Zugzwang::Full],
                Some(Kind::Half) => vec![Zugzwang::Half],
                Some(Kind::Any) => vec![Zugzwang::Full, Zugzwang::Half],
            },
        }
    }
}
