//! The statistics of an ending, and positions that are found in it.
//!
//! A new field of [`EndingSide`] also goes into `api/openapi.json` (a test of the service compares them); into `stats/mod.rs` of the
//! program (`total` and `COLUMNS`: CSV has all fields); into `statistics_in_json` of `tests/it/cli.rs`; and into
//! `docs/guide-researcher.md`. A field of `stats` alone goes into its `Row`.

#[cfg(feature = "generate")]
use std::ops::ControlFlow;

use serde::Serialize;

use bolshak::board::{Game, Position};
use bolshak::find::{FoundPosition, Zugzwang};
use bolshak::index::{Ending, Mover};
use bolshak::probe::{EndingStats, Entry, LongestOf};
use bolshak::value::{Category, Theory};
#[cfg(feature = "generate")]
use bolshak::{
    Progress,
    verify::{Entries, EntryBlock, Event, ListedStats, VerifyError},
};

use super::game_name;

/// An ending with one side to move, as the service answers it; `stats --json` adds the share of draws, and distances. Counts of
/// theory and under the draw rule at clock 0; distances in plies, 0 if there is none, absent without their table.
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
    /// The greatest distance of a win to a zeroing move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_dtz_win: Option<u16>,
    /// The greatest distance of a loss to a zeroing move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_dtz_loss: Option<u16>,
    /// A longest win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_win_fen: Option<Option<String>>,
    /// A longest loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_loss_fen: Option<Option<String>>,
}

/// A longest win or loss, if there is one: plies, and a position if one is known.
type Longest<G> = Option<(u16, Option<Position<G>>)>;

impl EndingSide {
    /// `longest`: the longest win and loss of `dtw`, then of `dtz`; `None` if unknown.
    fn new<G: Game>(
        (ending, mover): (Ending, Mover),
        counts: &[u64; 5],
        longest: [[Option<Longest<G>>; 2]; 2],
    ) -> EndingSide {
        let [loss, blessed_loss, draw, cursed_win, win] = *counts;
        let plies = |of: Longest<G>| of.map_or(0, |(plies, _)| plies);
        let [[max_win, max_loss], [max_dtz_win, max_dtz_loss]] = longest.map(|of| of.map(|of| of.map(plies)));
        // Unknown, none, or the FEN.
        let fen = |of: Longest<G>| of.map_or(Some(None), |(_, position)| position.map(|known| Some(known.to_string())));
        let [max_win_fen, max_loss_fen] = longest[0].map(|of| of.and_then(fen));
        EndingSide {
            ending: ending.to_string(),
            side: if mover == Mover::First { "first" } else { "second" },
            entries: counts.iter().sum(),
            win: win + cursed_win,
            draw,
            loss: loss + blessed_loss,
            max_win,
            max_loss,
            rule_win: win,
            rule_loss: loss,
            max_dtz_win,
            max_dtz_loss,
            max_win_fen,
            max_loss_fen,
        }
    }
}

impl<G: Game> From<&EndingStats<G>> for EndingSide {
    fn from(stats: &EndingStats<G>) -> EndingSide {
        let known = |(plies, position)| (plies, Some(position));
        let of = |metric: Option<LongestOf<G>>| {
            metric.map_or([None; 2], |longest| [longest.win, longest.loss].map(|of| Some(of.map(known))))
        };
        EndingSide::new((stats.ending, stats.mover), &stats.counts, [of(stats.dtw), of(stats.dtz)])
    }
}

#[cfg(feature = "generate")]
impl<G: Game> From<&ListedStats<G>> for EndingSide {
    fn from(stats: &ListedStats<G>) -> EndingSide {
        EndingSide::new((stats.ending, stats.mover), &stats.counts, [stats.dtw, stats.dtz])
    }
}

/// How many entries have each distance in plies: `dtw` of wins and of losses, then `dtz` of wins and of losses, by results in theory.
#[derive(Clone, Default)]
pub struct DistanceCounts(pub [Vec<u64>; 4]);

impl DistanceCounts {
    /// Counts an entry.
    pub fn count<G>(&mut self, entry: &Entry<G>) {
        let of = usize::from(entry.category.theory() == Theory::Loss);
        for (counts, plies) in [(of, entry.dtw), (of + 2, entry.dtz)] {
            let (counts, Some(plies)) = (&mut self.0[counts], plies.map(usize::from)) else { continue };
            if counts.len() <= plies {
                counts.resize(plies + 1, 0);
            }
            counts[plies] += 1;
        }
    }

    /// Counts the entries of an ending with one side to move, without those with a capture pending if `quiet`. Returns their
    /// number, too; `None` if `progress` stops it. Reads all tables of the ending, on the current rayon pool.
    ///
    /// # Errors
    /// [`VerifyError`], if a table is missing, damaged or unreadable.
    #[cfg(feature = "generate")]
    pub fn of_side<G: Game>(
        all: &mut Entries<'_, G>,
        (ending, mover): (Ending, Mover),
        quiet: bool,
        progress: &dyn Progress<Event>,
    ) -> Result<Option<(DistanceCounts, u64)>, VerifyError> {
        let (mut sum, mut counted) = (DistanceCounts::default(), 0);
        let read = |block: &EntryBlock<'_, G>| {
            let (mut counts, mut entries) = (DistanceCounts::default(), 0_u64);
            block.each_reporting(quiet, progress, |entry| {
                entries += 1;
                counts.count(entry);
                Ok::<(), VerifyError>(())
            })?;
            Ok::<_, VerifyError>((counts, entries))
        };
        let walked = all.walk(ending, mover, read, |(counts, entries)| {
            sum.add(&counts);
            counted += entries;
            Ok(if progress.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        Ok(walked.is_continue().then_some((sum, counted)))
    }

    /// Adds the counts of other entries.
    pub fn add(&mut self, other: &DistanceCounts) {
        for (counts, more) in self.0.iter_mut().zip(&other.0) {
            counts.resize(counts.len().max(more.len()), 0);
            counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
        }
    }

    /// For each of the four, the distances that some entries have, and how many.
    pub fn pairs(&self) -> [Vec<(u16, u64)>; 4] {
        let pairs = |counts: &Vec<u64>| (0..).zip(counts.iter().copied()).filter(|&(_, count)| count > 0).collect();
        self.0.each_ref().map(pairs)
    }
}

/// The positions of an ending with one side to move, without those with a capture pending, by their results in theory and
/// distances to win.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct Histogram {
    pub counted: u64,
    pub draws: u64,
    /// Of the wins, plies and positions, in order of plies; and so of the losses.
    pub wins: Vec<(u16, u64)>,
    pub losses: Vec<(u16, u64)>,
}

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
    pub fn new<G: Game>(ending: Ending, found: &FoundPosition<G>) -> Hit {
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
