//! A block of entries of an ending, from the tables or from values that were made.

use std::ops::Range;

use crate::Progress;
use crate::board::{Board, Color, Game, Position, Russian};
use crate::bulk::Caches;
use crate::index::{Index, Row, next_subset, unrank_kings};
use crate::probe::{Entry, Tablebase, has_capture};
use crate::table::{Categories, EntryCodes, Table, Unpacked, wdl_category};
use crate::value::{Category, Dtw, Dtz, Measure, Outcome};

use super::context::Event;
use super::error::VerifyError;
use super::fast::{EndingValues, ValueHalf};

/// Consecutive entries: at most 65,536, or one longer row (all placements of one side's kings over one of all other pieces).
pub struct EntryBlock<'e, G = Russian> {
    pub(super) tablebase: &'e Tablebase<G>,
    pub(super) index: &'e Index<G>,
    pub(super) rows: Range<u64>,
    pub(super) turn: Color,
    pub(super) wanted: [bool; 2],
    pub(super) source: Source<'e, G>,
}

pub(super) enum Source<'e, G> {
    /// A block of results of a side to move, by its place among the sides.
    Results(&'e Table<G>, usize, Categories),
    Tables(Unpacked<'e, G>),
    Made(&'e EndingValues<G>, &'e Caches<'e>),
}

/// The fewest entries that a thread reads between two reports.
const REPORTED: u64 = 1024;

impl<G: Game> EntryBlock<'_, G> {
    /// The numbers of its entries.
    pub fn numbers(&self) -> Range<u64> {
        let size = self.index.row_size();
        self.rows.start * size..self.rows.end * size
    }

    /// Calls `visit` with each entry in order; with `quiet_only`, only with those without a capture pending, which takes a
    /// fraction of the time where captures have to be played out.
    ///
    /// # Errors
    /// Those of `visit`, and [`VerifyError`], if a table that a capture leads to is absent, damaged, or cannot be read.
    pub fn each<E: From<VerifyError>>(
        &self,
        quiet_only: bool,
        mut visit: impl FnMut(&Entry<G>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut visited = Ok(());
        self.each_until(quiet_only, &mut |entry| {
            visited = visit(entry);
            visited.is_ok()
        })?;
        visited
    }

    /// [`EntryBlock::each`] until `visit` is false.
    #[inline(never)]
    fn each_until(&self, quiet_only: bool, visit: &mut dyn FnMut(&Entry<G>) -> bool) -> Result<(), VerifyError> {
        let (index, material) = (self.index, self.index.material());
        let (count, of_men) = (u32::from(material.mover.kings), index.rows() / index.men().size());
        let [dtw, dtz] = self.wanted;
        let mut numbers = self.numbers();
        let mut half: Option<(u64, ValueHalf<'_>)> = None;
        for (number, row_board) in self.rows.clone().zip(index.rows_from(self.rows.start)) {
            let row = Row::new(&row_board);
            let (free, row_of_block) = (row_board.empty(), (number - self.rows.start) as usize);
            if let Source::Made(values, caches) = &self.source
                && half.as_ref().is_none_or(|(rank, _)| *rank != number / of_men)
            {
                half = Some((number / of_men, values.whole_half(material, number / of_men, caches)));
            }
            let mut kings = unrank_kings(0, count, free);
            for number in numbers.by_ref().take(index.row_size() as usize) {
                let board = Board { kings, ..row_board };
                kings = next_subset(kings, free);
                let capture = has_capture(&board, &row);
                if capture && quiet_only {
                    continue;
                }
                let position = Position::from_board(self.turn, board);
                let entry = if let Source::Results(wdl, side, categories) = &self.source {
                    let value = || categories.value(categories.place(row_of_block, row.rank(board.kings).unwrap_or(0)));
                    let category = match capture {
                        true => self.tablebase.probe_wdl(&position, 0)?,
                        false => match wdl_category(value()) {
                            Some(category) => category,
                            None => wdl.exception(*side, number)?,
                        },
                    };
                    Entry { number, position, capture, category, dtw: None, dtz: None }
                } else {
                    let codes = match (&self.source, &half) {
                        (_, Some((_, half))) => Some(half.codes(&board)),
                        (Source::Tables(unpacked), _) if !capture => {
                            Some(unpacked.stored(&board, &row, row_of_block)?)
                        }
                        _ => None,
                    };
                    // Results alone have the codes of far distances, too.
                    let entry = match codes.filter(|codes| !(dtw && Dtw::is_far(codes.dtw))) {
                        Some(codes) => entry(number, position, capture, codes),
                        None => self.tablebase.entry_of(number, position, capture)?,
                    };
                    Entry { dtw: entry.dtw.filter(|_| dtw), dtz: entry.dtz.filter(|_| dtz), ..entry }
                };
                if !visit(&entry) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// [`EntryBlock::each`], which reports the entries that are read as [`Event::Read`], about a thousand at a time.
    ///
    /// # Errors
    /// Those of [`EntryBlock::each`].
    pub fn each_reporting<E: From<VerifyError>>(
        &self,
        quiet_only: bool,
        progress: &dyn Progress<Event>,
        mut visit: impl FnMut(&Entry<G>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut numbers = self.numbers();
        self.each(quiet_only, |entry| {
            let entries = entry.number - numbers.start;
            if entries >= REPORTED {
                progress.report(&Event::Read { entries });
                numbers.start = entry.number;
            }
            visit(entry)
        })?;
        progress.report(&Event::Read { entries: numbers.end - numbers.start });
        Ok(())
    }
}

/// The entry of some codes. Its distance to win is without meaning where that is far.
#[inline(always)]
fn entry<G: Game>(number: u64, position: Position<G>, capture: bool, codes: EntryCodes) -> Entry<G> {
    let (dtw, dtz) = (Dtw::decode::<G>(codes.dtw), Dtz::decode::<G>(codes.dtz));
    let category = Category::new(dtw.theory(), dtz != Outcome::Draw);
    Entry { number, position, capture, category, dtw: dtw.plies(), dtz: dtz.plies() }
}
