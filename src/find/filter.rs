//! The conditions of a search.

use crate::board::{Game, Position, Russian};
use crate::probe::{EndingStats, Entry, ProbeError, Tablebase};
use crate::rules::Move;
use crate::value::Category;

use super::zugzwang::passed;
use super::{OnlyMove, PliesRange, Zugzwang, mutual_zugzwang, only_move};

/// Conditions that a position must all meet. The default has none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Its category at clock 0 is one of these; any, if there are none.
    pub categories: Vec<Category>,
    /// The draw rule changes its result: a cursed win or a blessed loss.
    pub cursed: bool,
    /// It has a distance to win in this range.
    pub dtw: Option<PliesRange>,
    /// It has a distance to a zeroing move in this range.
    pub dtz: Option<PliesRange>,
    /// No capture is pending; of a mutual zugzwang, with neither side to move.
    pub quiet: bool,
    /// Exactly one move keeps this result.
    pub only_move: Option<OnlyMove>,
    /// It is a mutual zugzwang, of one of these kinds; any position, if there are none.
    pub zugzwang: Vec<Zugzwang>,
}

/// A position that was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found<G = Russian> {
    /// Its entry and values.
    pub entry: Entry<G>,
    /// The only move, if one was asked for.
    pub only_move: Option<Move<G>>,
    /// The kind of mutual zugzwang, if one was asked for.
    pub zugzwang: Option<Zugzwang>,
}

impl Filter {
    /// Whether a position of that category can meet the conditions.
    pub fn takes(&self, category: Category) -> bool {
        (self.categories.is_empty() || self.categories.contains(&category))
            && (!self.cursed || matches!(category, Category::CursedWin | Category::BlessedLoss))
            && self.only_move.is_none_or(|only| only.is_of(category))
            && (self.zugzwang.is_empty() || Zugzwang::can_be_of(category))
    }

    /// Whether an ending with one side to move can have such positions, by its statistics.
    pub fn can_be_in<G: Game>(&self, stats: &EndingStats<G>) -> bool {
        let longest = |of: &Option<crate::probe::LongestOf<G>>| {
            of.map_or(u16::MAX, |of| [of.win, of.loss].into_iter().flatten().map(|(plies, _)| plies).max().unwrap_or(0))
        };
        Category::ALL.into_iter().any(|category| self.takes(category) && stats.count(category) > 0)
            && self.dtw.is_none_or(|range| range.least() <= longest(&stats.dtw))
            && self.dtz.is_none_or(|range| range.least() <= longest(&stats.dtz))
    }

    /// Whether an entry meets the conditions that its own values decide. Takes some nanoseconds.
    pub fn passes<G: Game>(&self, entry: &Entry<G>) -> bool {
        let within = |range: Option<PliesRange>, plies: Option<u16>| {
            range.is_none_or(|range| plies.is_some_and(|plies| range.contains(plies)))
        };
        self.takes(entry.category)
            && within(self.dtw, entry.dtw)
            && within(self.dtz, entry.dtz)
            && !(self.quiet && entry.capture)
    }

    /// The entry as a position that was found; `None` if it does not meet the conditions. Other positions are probed only if
    /// the entry [passes](Filter::passes).
    ///
    /// # Errors
    /// [`ProbeError`], if a table that the answer needs is absent, damaged, or cannot be read.
    pub fn find<G: Game>(&self, tablebase: &Tablebase<G>, entry: &Entry<G>) -> Result<Option<Found<G>>, ProbeError> {
        if !self.passes(entry) {
            return Ok(None);
        }
        let mut found = Found { entry: *entry, only_move: None, zugzwang: None };
        let position = &entry.position;
        if !self.zugzwang.is_empty() {
            if self.quiet && passed(position).is_some_and(|passed: Position<G>| passed.board().must_capture()) {
                return Ok(None);
            }
            found.zugzwang = mutual_zugzwang(tablebase, position)?.filter(|kind| self.zugzwang.contains(kind));
            if found.zugzwang.is_none() {
                return Ok(None);
            }
        }
        if self.only_move.is_some() {
            found.only_move = only_move(tablebase, position)?;
            if found.only_move.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(found))
    }
}
