//! What the headers of an ending say, compared with the entries that were drawn.

use std::sync::{Mutex, PoisonError};

use crate::board::{Game, Position};
use crate::index::Ending;
use crate::table::{Metric, Table};
use crate::value::{Outcome, Theory};
use crate::verify::error::VerifyError;
use crate::verify::headers::{DECIDED, check_beside, check_file, extreme, wrong_entry};
use crate::verify::tables::Tables;
use crate::verify::totals::Totals;

use super::position::check;

/// The totals of the entries that were drawn, for each side to move; from several threads.
pub(super) struct Drawn(Mutex<Vec<Totals>>);

impl Drawn {
    /// Those of no entries.
    pub fn new(ending: Ending) -> Drawn {
        Drawn(Mutex::new(vec![Totals::default(); ending.movers().len()]))
    }

    /// Adds the totals of some entries, side by side.
    pub fn add(&self, totals: &[Totals]) {
        let mut drawn = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        drawn.iter_mut().zip(totals).for_each(|(sum, more)| sum.merge(more));
    }

    /// The sums.
    pub fn totals(self) -> Vec<Totals> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Checks what the headers of an ending say, as far as that shows: with the totals of entries that were drawn, each counted once;
/// with each other; and with the entries that they name as the longest win and loss, which follow from those after their moves.
pub(super) fn check_headers<G: Game>(
    tables: Tables<'_, G>,
    ending: Ending,
    drawn: &[Totals],
) -> Result<(), VerifyError> {
    let all = tables.of(ending)?;
    for table in &all {
        let header = table.header();
        for (side, totals) in drawn.iter().enumerate() {
            totals.check_drawn(header, side)?;
        }
        check_file(table)??;
        check_beside(header, all[0].header())?;
        for (side, theory) in (0..drawn.len()).flat_map(|side| DECIDED.map(|theory| (side, theory))) {
            check_longest(tables, table, side, theory)?;
        }
    }
    Ok(())
}

/// Looks up the entry of the longest win or loss.
fn check_longest<G: Game>(
    tables: Tables<'_, G>,
    table: &Table<G>,
    side: usize,
    theory: Theory,
) -> Result<(), VerifyError> {
    let header = table.header();
    let Some(says) = extreme(header.sides[side].longest, theory) else { return Ok(()) };
    let index = table.numbering(side);
    let Some(entry) = says.entry.filter(|&entry| entry < index.size()) else { return Ok(()) };
    let position = Position::from_board(header.ending.movers()[side].color(), index.unrank(entry));
    let value = check(tables, &position)?;
    let found = match header.metric {
        Metric::Wdl => return Ok(()),
        Metric::Dtw => value.dtw.unwrap_or(Outcome::Draw),
        Metric::Dtz => value.dtz,
    };
    let claimed = if theory == Theory::Win { Outcome::Win(says.plies) } else { Outcome::Loss(says.plies) };
    if found == claimed { Ok(()) } else { Err(wrong_entry(header, side, theory, says, found).into()) }
}
