//! Random positions, each through the probe.

use rayon::prelude::*;

use crate::Progress;
use crate::board::Game;
use crate::index::{Ending, Material};
use crate::probe::{Tablebase, random};
use crate::verify::error::VerifyError;
use crate::verify::event::Event;
use crate::verify::tables::Tables;
use crate::verify::totals::Totals;

use super::headers::{Drawn, check_headers};
use super::position::check;

/// The positions of a task.
const TASK: u64 = 256;

/// Checks `count` random entries of an ending, of either colour: probes each position, and every position after its moves. This
/// is a naive twin of [`prove`](crate::verify::prove), and a hundred times slower for each entry. Positions with a capture pending
/// are checked too. Runs on the current rayon pool.
///
/// The headers of the ending are compared with the positions drawn, with each other, and with the entries that they name as the
/// longest win and loss.
///
/// If the ending has no table of distances to win, the other values are checked. A result that the draw rule changes is then only
/// shown to follow from those after its moves.
///
/// # Errors
/// [`VerifyError`], at the first position drawn that is wrong, or [`VerifyError::Header`].
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
    let (wdl, drawn) = (tables.wdl(ending)?, Drawn::new(ending));
    let of_task = |positions: &mut random::Positions<G>, task: u64| {
        if progress.is_stopped() {
            return Err(VerifyError::Stopped);
        }
        positions.go_to(task * TASK);
        let entries = TASK.min(count - task * TASK);
        let mut totals = vec![Totals::default(); ending.movers().len()];
        for position in positions.take(entries as usize) {
            let (value, board) = (check(tables, &position)?, position.board());
            let (_, mover) = Material::of(&board).ending();
            let side = ending.movers().iter().position(|&other| other == mover).unwrap_or(0);
            totals[side].add(wdl.numbering(side).rank(&board), value.category, value.dtw, value.dtz);
        }
        drawn.add(&totals);
        progress.report(&Event::Checked { entries });
        Ok(())
    };
    let positions = || random::Positions::new(&[ending], seed);
    let wrong = (0..count.div_ceil(TASK)).into_par_iter().map_init(positions, of_task);
    wrong.find_first(Result::is_err).unwrap_or(Ok(()))?;
    let mut totals = drawn.totals();
    // A position may be drawn twice.
    totals.iter_mut().flat_map(|totals| &mut totals.counts).for_each(|count| *count = (*count).min(1));
    check_headers(tables, ending, &totals)
}
