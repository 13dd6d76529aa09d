//! The conditions of a search.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{Game, Position, Russian};
use crate::probe::{EndingStats, Entry, LongestOf, ProbeError, Tablebase};
use crate::rules::Move;
use crate::value::Category;

use super::zugzwang::passed;
use super::{OnlyMove, Zugzwang, mutual_zugzwang, only_move};

/// Conditions that a position must meet, all of them. The default has none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Its category at clock 0 is one of these; any if empty.
    pub categories: Vec<Category>,
    /// The draw rule changes its result: a cursed win or a blessed loss.
    pub cursed: bool,
    /// It has a distance to win in this range.
    pub dtw: Option<PliesRange>,
    /// It has a distance to a zeroing move in this range.
    pub dtz: Option<PliesRange>,
    /// No capture is pending; for a mutual zugzwang, with either side to move.
    pub quiet: bool,
    /// Exactly one move keeps this result.
    pub only_move: Option<OnlyMove>,
    /// It is a mutual zugzwang of one of these kinds; any position if empty.
    pub zugzwang: Vec<Zugzwang>,
}

/// A found position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FoundPosition<G = Russian> {
    /// Its entry and values.
    pub entry: Entry<G>,
    /// The only move, if the filter requires one.
    pub only_move: Option<Move<G>>,
    /// The kind of mutual zugzwang, if the filter requires one.
    pub zugzwang: Option<Zugzwang>,
}

impl Filter {
    /// Whether a position of a category can meet the conditions.
    pub fn takes(&self, category: Category) -> bool {
        (self.categories.is_empty() || self.categories.contains(&category))
            && (!self.cursed || matches!(category, Category::CursedWin | Category::BlessedLoss))
            && self.only_move.is_none_or(|only| only.is_of(category))
            && (self.zugzwang.is_empty() || Zugzwang::can_be_of(category))
    }

    /// Whether an ending with one side to move can have positions that meet the conditions, by its statistics.
    pub fn can_be_in<G: Game>(&self, stats: &EndingStats<G>) -> bool {
        let longest = |of: &Option<LongestOf<G>>| {
            of.map_or(u16::MAX, |of| [of.win, of.loss].into_iter().flatten().map(|(plies, _)| plies).max().unwrap_or(0))
        };
        Category::ALL.into_iter().any(|category| self.takes(category) && stats.count(category) > 0)
            && self.dtw.is_none_or(|range| range.least <= longest(&stats.dtw))
            && self.dtz.is_none_or(|range| range.least <= longest(&stats.dtz))
    }

    /// Whether an entry meets the conditions on its own values. Costs a few nanoseconds.
    pub fn passes<G: Game>(&self, entry: &Entry<G>) -> bool {
        let within = |range: Option<PliesRange>, plies: Option<u16>| {
            range.is_none_or(|range| plies.is_some_and(|plies| range.contains(plies)))
        };
        self.takes(entry.category)
            && within(self.dtw, entry.dtw)
            && within(self.dtz, entry.dtz)
            && !(self.quiet && entry.capture)
    }

    /// The entry as a found position; `None` if it does not meet the conditions. Probes other positions only if the entry
    /// [passes](Filter::passes).
    ///
    /// # Errors
    /// [`ProbeError`], if a table that the answer needs is missing, damaged or unreadable.
    #[inline(never)]
    pub fn find<G: Game>(
        &self,
        tablebase: &Tablebase<G>,
        entry: &Entry<G>,
    ) -> Result<Option<FoundPosition<G>>, ProbeError> {
        if !self.passes(entry) {
            return Ok(None);
        }
        let mut found = FoundPosition { entry: *entry, only_move: None, zugzwang: None };
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

/// A range of plies, both ends included: `20..30`, `20..`, `..30`, or `25`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PliesRange {
    least: u16,
    most: u16,
}

impl PliesRange {
    /// Any number.
    pub const ALL: PliesRange = PliesRange { least: 0, most: u16::MAX };

    /// Whether a number is in it.
    pub const fn contains(&self, plies: u16) -> bool {
        self.least <= plies && plies <= self.most
    }
}

impl fmt::Display for PliesRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.most) {
            (least, most) if least == most => write!(f, "{least}"),
            (least, u16::MAX) => write!(f, "{least}.."),
            (least, most) => write!(f, "{least}..{most}"),
        }
    }
}

/// A text that is not a range.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PliesRangeError {
    /// It has another form, or a number above 65,535.
    #[error("expected plies up to 65535 as in 20..30, 20.., ..30 or 25; both ends are included")]
    Form,
    /// It ends before it begins.
    #[error("the first number is greater than the second; expected the lesser first, as in 20..30")]
    Reversed,
}

impl FromStr for PliesRange {
    type Err = PliesRangeError;

    fn from_str(text: &str) -> Result<PliesRange, PliesRangeError> {
        let number = |text: &str, absent| match text {
            "" => Ok(absent),
            _ if text.starts_with('+') => Err(PliesRangeError::Form),
            _ => text.parse().map_err(|_| PliesRangeError::Form),
        };
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        let range = PliesRange { least: number(least, 0)?, most: number(most, u16::MAX)? };
        match text {
            "" | ".." => Err(PliesRangeError::Form),
            _ if range.least > range.most => Err(PliesRangeError::Reversed),
            _ => Ok(range),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        for (text, least, most) in [("20..30", 20, 30), ("20..", 20, u16::MAX), ("..30", 0, 30), ("7", 7, 7)] {
            let range: PliesRange = text.parse().unwrap();
            assert_eq!((range.least, range.most), (least, most));
            assert!(range.contains(least) && range.contains(most) && !range.contains(least.wrapping_sub(1)));
            assert_eq!(range.to_string().parse(), Ok(range));
        }
        for text in ["", "..", "...", "3..2", "a", "1..b", "-1..3", "1.5", "70000", "+1", "1...5", " 1"] {
            assert!(text.parse::<PliesRange>().is_err(), "{text}");
        }
    }
}
