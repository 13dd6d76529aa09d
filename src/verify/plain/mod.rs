//! The plain check, the naive twin of the fast one: entry by entry, with the plain move generator.

mod circles;
mod entries;
mod expected;
mod finder;
mod known;
mod read;
mod tally;

use crate::Progress;
use crate::board::Game;
use crate::index::Ending;

use super::error::VerifyError;
use super::event::Event;
use super::mismatch::Wrong;
use super::tables::Tables;
use super::totals::Totals;
use super::way::Way;
pub(super) use expected::is_possible;
use known::Known;

/// Checks entry by entry.
pub(super) struct Plain<G> {
    known: Known<G>,
    last: Option<Ending>,
}

impl<G: Game> Plain<G> {
    pub fn new() -> Plain<G> {
        Plain { known: Known::default(), last: None }
    }
}

impl<G: Game> Way<G> for Plain<G> {
    fn go_through(
        &mut self,
        tables: Tables<'_, G>,
        ending: Ending,
        check: bool,
        progress: &dyn Progress<Event>,
    ) -> Result<Result<Vec<Totals>, Wrong>, VerifyError> {
        if let Some(last) = self.last.replace(ending) {
            self.known.settle(last);
        }
        read::read(&mut self.known, tables, ending, progress)?;
        if !check {
            return Ok(Ok(Vec::new()));
        }
        match entries::check(tables, &self.known, ending, progress) {
            Ok(None) => Err(VerifyError::Stopped),
            Ok(Some(tallies)) => {
                let sides = tallies.iter().zip(self.known.sides(ending));
                Ok(Ok(sides.map(|(tally, side)| tally.totals::<G>(&side.codes)).collect()))
            }
            Err(wrong) => Ok(Err(wrong)),
        }
    }

    fn fits(&self, _: Tables<'_, G>, _: Ending) -> Result<(), VerifyError> {
        Ok(())
    }

    fn keep(&mut self, wanted: &dyn Fn(Ending) -> bool) {
        self.known.keep(wanted);
    }
}
