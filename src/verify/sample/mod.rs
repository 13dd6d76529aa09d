//! Checking random entries: position by position through the probe, here; or run by run (`runs.rs`), from blocks unpacked once
//! (`blocks.rs`). Both compare the headers with the drawn entries.

mod blocks;
mod runs;

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use crate::Progress;
use crate::board::{Game, Position};
use crate::index::{Ending, Material};
use crate::probe::{Tablebase, random};
use crate::table::{Metric, Table};
use crate::value::{Outcome, Theory};

use super::context::{Event, Tables, side_of};
use super::error::{Fault, VerifyError, mismatch};
use super::headers::{DECIDED, HeaderSide, Totals, check_beside, check_file};
use super::value::{Value, probed};

pub use runs::{Runs, sample_runs};

/// The positions of a task.
const TASK: u64 = 256;

/// Checks `count` random entries of an ending, of either colour: probes each position, and every position after its moves. This
/// is a naive twin of [`prove`](crate::verify::prove), and a hundred times slower for each entry. Positions with a capture
/// pending are checked too. Runs on the current rayon pool.
///
/// The headers of the ending are compared with the drawn positions, with each other, and with the entries of their longest win
/// and loss.
///
/// If the ending has no table of distances to win, the other values are checked. A result that the draw rule changes is then
/// only shown to follow from those after its moves.
///
/// # Errors
/// [`VerifyError`], at the first drawn position that is wrong, or [`VerifyError::Header`].
pub fn sample<G: Game>(
    tablebase: &Tablebase<G>,
    ending: Ending,
    count: u64,
    seed: u64,
    progress: &dyn Progress<Event>,
) -> Result<(), VerifyError> {
    let tables = Tables::new(tablebase, &[ending]);
    // Without this, an ending whose tables are missing could pass.
    tables.of(ending)?;
    let wdl = tables.tablebase.table_of(ending, Metric::Wdl)?;
    let drawn = Mutex::new(vec![Totals::default(); ending.movers().len()]);
    let of_task = |positions: &mut random::Positions<G>, task: u64| {
        if progress.is_stopped() {
            return Err(VerifyError::Stopped);
        }
        positions.go_to(task * TASK);
        let entries = TASK.min(count - task * TASK);
        let mut totals = vec![Totals::default(); ending.movers().len()];
        for position in positions.take(entries as usize) {
            let (value, board) = (check(tables, &position)?, position.board());
            let (_, side) = side_of(Material::of(&board));
            totals[side].add(wdl.numbering(side).rank(&board), value.category, value.dtw, value.dtz);
        }
        add(&drawn, &totals);
        progress.report(&Event::Checked { entries });
        Ok(())
    };
    let positions = || random::Positions::new(&[ending], seed);
    let wrong = (0..count.div_ceil(TASK)).into_par_iter().map_init(positions, of_task);
    wrong.find_first(Result::is_err).unwrap_or(Ok(()))?;
    let mut totals = drawn.into_inner().unwrap_or_else(PoisonError::into_inner);
    // A position may be drawn twice.
    totals.iter_mut().flat_map(|totals| &mut totals.counts).for_each(|count| *count = (*count).min(1));
    check_headers(tables, ending, &totals)
}

/// Adds the totals of some entries, side by side, from any thread.
fn add(sum: &Mutex<Vec<Totals>>, totals: &[Totals]) {
    let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
    sum.iter_mut().zip(totals).for_each(|(sum, more)| sum.merge(more));
}

/// Compares the headers of an ending with the totals of drawn entries, each counted once; with each other; and with the entries
/// of their longest win and loss, whose values must follow from those after their moves.
pub(super) fn check_headers<G: Game>(
    tables: Tables<'_, G>,
    ending: Ending,
    drawn: &[Totals],
) -> Result<(), VerifyError> {
    let all = tables.of(ending)?;
    for table in &all {
        let header = table.header();
        for (side, totals) in HeaderSide::all(header).zip(drawn) {
            totals.check_drawn(side)?;
        }
        check_file(table)??;
        check_beside(header, all[0].header())?;
        for (side, theory) in HeaderSide::all(header).flat_map(|side| DECIDED.map(|theory| (side, theory))) {
            check_longest(tables, table, side, theory)?;
        }
    }
    Ok(())
}

/// Looks up the entry of the longest win or loss.
fn check_longest<G: Game>(
    tables: Tables<'_, G>,
    table: &Table<G>,
    side: HeaderSide<'_>,
    theory: Theory,
) -> Result<(), VerifyError> {
    let header = side.header;
    let Some(says) = side.longest(theory) else { return Ok(()) };
    let index = table.numbering(side.number);
    let Some(entry) = says.entry.filter(|&entry| entry < index.size()) else { return Ok(()) };
    let position = Position::from_board(header.ending.movers()[side.number].color(), index.unrank(entry));
    let value = check(tables, &position)?;
    let found = match header.metric {
        Metric::Wdl => return Ok(()),
        Metric::Dtw => value.dtw.unwrap_or(Outcome::Draw),
        Metric::Dtz => value.dtz,
    };
    let claimed = if theory == Theory::Win { Outcome::Win(says.plies) } else { Outcome::Loss(says.plies) };
    if found == claimed { Ok(()) } else { Err(side.wrong_entry(theory, found).into()) }
}

/// The value of a position in the tables, if it agrees with the definitions.
fn check<G: Game>(tables: Tables<'_, G>, position: &Position<G>) -> Result<Value, VerifyError> {
    let (_, stored, expected) = probed(tables, position)?;
    if stored == expected { Ok(expected) } else { Err(mismatch(tables, position, Fault::Value)) }
}
