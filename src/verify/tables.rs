//! The tables that are checked: of all metrics, or without distances to win.

use std::ops::Range;

use crate::board::Game;
use crate::index::Ending;
use crate::probe::{ProbeError, Tablebase};
use crate::table::{Metric, Table, Unpacked};

/// Whether a check of some endings checks distances to win too: unless none of these endings has a table of them.
pub fn with_dtw<G: Game>(tablebase: &Tablebase<G>, endings: &[Ending]) -> bool {
    endings.is_empty() || endings.iter().any(|&ending| tablebase.has_table(ending, Metric::Dtw))
}

/// A tablebase, and whether its distances to win are checked too.
pub(super) struct Tables<'t, G> {
    pub tablebase: &'t Tablebase<G>,
    with_dtw: bool,
}

impl<G> Clone for Tables<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Tables<'_, G> {}

impl<'t, G: Game> Tables<'t, G> {
    /// The tables for a check of some endings, as [`with_dtw`].
    pub fn new(tablebase: &'t Tablebase<G>, endings: &[Ending]) -> Tables<'t, G> {
        Tables { tablebase, with_dtw: with_dtw(tablebase, endings) }
    }

    /// Whether distances to win are checked.
    pub fn with_dtw(&self) -> bool {
        self.with_dtw
    }

    /// The tables of an ending; the first that is absent is an error.
    pub fn of(&self, ending: Ending) -> Result<Vec<&'t Table<G>>, ProbeError> {
        let metrics = Metric::ALL.into_iter().filter(|&metric| self.with_dtw || metric != Metric::Dtw);
        metrics.map(|metric| self.tablebase.table_of(ending, metric)).collect()
    }

    /// The table of categories of an ending.
    pub fn wdl(&self, ending: Ending) -> Result<&'t Table<G>, ProbeError> {
        self.tablebase.table_of(ending, Metric::Wdl)
    }

    /// The length of the draw rule.
    pub fn draw_plies(&self) -> u8 {
        self.tablebase.draw_plies()
    }

    /// The longest distance to win that codes hold. Without such distances none: codes tell the result alone.
    pub fn byte_plies(&self) -> u16 {
        if self.with_dtw { self.tablebase.byte_plies() } else { 0 }
    }

    /// For each side to move of an ending, the blocks of its tables and the number of rows in a block.
    pub fn blocks(&self, ending: Ending) -> Result<Vec<(Range<u64>, u64)>, ProbeError> {
        self.tablebase.blocks(ending)
    }

    /// Reads a block of all metrics that are checked.
    pub fn unpack(&self, ending: Ending, block: u64) -> Result<Unpacked<'t, G>, ProbeError> {
        self.tablebase.unpack(ending, self.with_dtw, block)
    }
}
