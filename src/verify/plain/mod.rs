//! The plain check, the naive twin of the fast one: entry by entry, with the plain move generator.
//!
//! It shares nothing with `fast/` but the definitions in codes. `known.rs` reads the values of an ending, with those of positions with
//! a capture pending, which tables lack; it keeps and finds them. `entries.rs` compares each entry with what its moves lead to.

mod entries;
mod known;

use crate::Progress;
use crate::board::Game;
use crate::index::Ending;

use super::context::{Event, Tables};
use super::error::VerifyError;
use super::headers::Totals;
use super::value::Wrong;
use known::{Known, read};

/// Checks entry by entry.
#[derive(Default)]
pub(super) struct Plain<G> {
    known: Known<G>,
    last: Option<Ending>,
}

impl<G: Game> Plain<G> {
    /// Reads an ending, and compares its entries if it is to `check`.
    pub fn go_through(
        &mut self,
        tables: Tables<'_, G>,
        ending: Ending,
        check: bool,
        progress: &dyn Progress<Event>,
    ) -> Result<Result<Vec<Totals>, Wrong>, VerifyError> {
        if let Some(last) = self.last.replace(ending) {
            self.known.settle(last);
        }
        read(&mut self.known, tables, ending, progress)?;
        if !check {
            return Ok(Ok(Vec::new()));
        }
        entries::check(tables, &self.known, ending, progress).transpose().ok_or(VerifyError::Stopped)
    }

    /// Drops all endings but those that are wanted.
    pub fn keep(&mut self, wanted: impl Fn(Ending) -> bool) {
        self.known.keep(wanted);
    }
}
