//! A way to check entries.

use crate::Progress;
use crate::index::Ending;

use super::error::VerifyError;
use super::event::Event;
use super::mismatch::Wrong;
use super::tables::Tables;
use super::totals::Totals;

/// A way to check entries, with the values in memory that it needs.
pub(super) trait Way<G> {
    /// Reads an ending, all whose successors were gone through and are kept, and compares its entries if it is to `check`.
    /// Returns the totals of each side to move, without meaning if it was not to check, or the first wrong entry of the first
    /// side that has one.
    ///
    /// # Errors
    /// [`VerifyError::Probe`], if a table is absent, damaged, or cannot be read; [`VerifyError::Stopped`].
    fn go_through(
        &mut self,
        tables: Tables<'_, G>,
        ending: Ending,
        check: bool,
        progress: &dyn Progress<Event>,
    ) -> Result<Result<Vec<Totals>, Wrong>, VerifyError>;

    /// Whether the memory is enough to go through an ending.
    ///
    /// # Errors
    /// [`VerifyError::Memory`], if it is not.
    fn fits(&self, tables: Tables<'_, G>, ending: Ending) -> Result<(), VerifyError>;

    /// Drops all endings but those that are wanted.
    fn keep(&mut self, wanted: &dyn Fn(Ending) -> bool);
}
