//! Checking random entries: position by position through the probe, or run by run, from blocks unpacked once for many entries
//! (`blocks.rs`). Both compare the headers with the drawn entries.

mod blocks;

use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use crate::Progress;
use crate::board::{Board, Game, Position};
use crate::index::{Ending, Index, Material, Row, next_subset, unrank_kings};
use crate::probe::Tablebase;
use crate::probe::random::{self, Numbers};
use crate::table::{Metric, Table};
use crate::value::{Outcome, Theory};
use crate::wide::wide;

use super::context::{Event, Tables, side_of};
use super::error::{Fault, VerifyError, mismatch};
use super::headers::{CodeTotals, DECIDED, HeaderSide, Totals, check_beside, check_file};
use super::value::{Value, probed};

use blocks::Blocks;

const TASK: u64 = 256;

/// Checks `count` random entries of an ending, of either colour: probes each position, and every position after its moves. This
/// is a naive twin of [`prove`](crate::verify::prove), and a hundred times slower for each entry. Positions with a capture
/// pending are checked too. Runs on the current rayon pool.
///
/// The headers of the ending are compared with the drawn positions, each other, and the entries of their longest win and loss.
///
/// If the ending has no table of distances to win, the other values are checked. A result that the draw rule changes is then
/// only shown to follow from those after its moves.
///
/// # Errors
/// [`VerifyError`], at the first drawn position that is wrong, or [`VerifyError::Header`].
#[inline(never)]
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
        for position in positions.take(entries as usize) {
            let (value, board) = (check(tables, &position)?, position.board());
            let (_, side) = side_of(Material::of(&board));
            let entry = wdl.numbering(side).rank(&board);
            drawn.lock().unwrap_or_else(PoisonError::into_inner)[side].add(entry, value.category, value.dtw, value.dtz);
        }
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

/// Compares the headers of an ending with the totals of drawn entries, each counted once; with each other; and with the entries
/// of their longest win and loss, whose values must follow from those after their moves.
fn check_headers<G: Game>(tables: Tables<'_, G>, ending: Ending, drawn: &[Totals]) -> Result<(), VerifyError> {
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

/// The entries of an ending to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Runs {
    /// The number of entries, about: whole runs, and at most all.
    pub entries: u64,
    /// The neighbouring entries of a run, at least 1.
    pub length: u64,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The memory for unpacked blocks of all threads, in bytes, approximately; at least 32 MiB a thread. The moves of many
    /// kings lead far apart: a run that needs more blocks than are kept unpacks them repeatedly.
    pub memory: u64,
}

/// The least memory of a thread for unpacked blocks.
const LEAST_BYTES: u64 = 32 << 20;

/// The entries that a thread checks before it asks again whether to stop.
const PART: u64 = 1 << 14;

/// Checks random runs of neighbouring entries of an ending: the stored value of each is compared with those after its moves, by
/// the plain move generator, board by board. The entries of each side to move are cut into runs; the drawn runs are spread over
/// all of them, one at random of each part of equal size. The same seed gives the same runs. Returns the number of entries in
/// these runs, and of those with a value in the tables: the others have a capture pending.
///
/// Headers, and values without distances to win, are checked as by [`sample`](crate::verify::sample()). Runs on the current
/// rayon pool, with about 10 MB a thread besides the blocks.
///
/// # Errors
/// [`VerifyError`], as soon as a thread finds a wrong entry or header; [`VerifyError::Stopped`] only if none has.
#[inline(never)]
pub fn sample_runs<G: Game>(
    tablebase: &Tablebase<G>,
    ending: Ending,
    runs: Runs,
    progress: &dyn Progress<Event>,
) -> Result<(u64, u64), VerifyError> {
    let tables = Tables::new(tablebase, &[ending]);
    tables.of(ending)?;
    let length = runs.length.max(1);
    let indices: Vec<Index<G>> = ending.movers().iter().map(|&mover| Index::new(ending.material(mover))).collect();
    let of_sides: Vec<u64> = indices.iter().map(|index| index.size().div_ceil(length)).collect();
    let all: u64 = of_sides.iter().sum();
    let drawn = runs.entries.div_ceil(length).min(all);
    let seen = Mutex::new(vec![Totals::default(); ending.movers().len()]);
    let (entries, is_stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    let check = |blocks: &mut Blocks<'_, G>, number: u64| -> Result<(), VerifyError> {
        let mut run = drawn_of(all, drawn, number, runs.seed);
        let mut side = 0;
        while run >= of_sides[side] {
            run -= of_sides[side];
            side += 1;
        }
        let index = &indices[side];
        let (first, end) = (run * length, index.size().min(run.saturating_add(1).saturating_mul(length)));
        for first in (first..end).step_by(PART as usize) {
            if progress.is_stopped() {
                is_stopped.store(true, Relaxed);
                return Ok(());
            }
            let part = first..end.min(first + PART);
            let count = part.end - part.start;
            let turn = ending.movers()[side].color();
            let wrong = |board, fault| mismatch(tables, &Position::from_board(turn, board), fault);
            let totals = check_run(index, part, blocks, &wrong)?;
            seen.lock().unwrap_or_else(PoisonError::into_inner)[side].merge(&totals);
            entries.fetch_add(count, Relaxed);
            progress.report(&Event::Checked { entries: count });
        }
        Ok(())
    };
    let most_bytes = (runs.memory / rayon::current_num_threads() as u64).max(LEAST_BYTES);
    let blocks = || Blocks::new(tables, usize::try_from(most_bytes).unwrap_or(usize::MAX));
    let checked = (0..drawn).into_par_iter().map_init(blocks, |blocks, number| check(blocks, number));
    checked.find_any(Result::is_err).unwrap_or(Ok(()))?;
    if is_stopped.into_inner() {
        return Err(VerifyError::Stopped);
    }
    let totals = seen.into_inner().unwrap_or_else(PoisonError::into_inner);
    check_headers(tables, ending, &totals)?;
    Ok((entries.into_inner(), totals.iter().flat_map(|totals| totals.counts).sum()))
}

/// The number of a drawn run among all: a random one of its part of them.
fn drawn_of(all: u64, drawn: u64, number: u64, seed: u64) -> u64 {
    let start = |number: u64| (u128::from(all) * u128::from(number) / u128::from(drawn)) as u64;
    let (first, end) = (start(number), start(number + 1));
    first + Numbers::after(seed, number).below((end - first).max(1))
}

wide! {
    /// Checks a run of entries. Returns the totals of those without a capture pending; `wrong` makes the error of a board.
    fn check_run<'t, G: Game>(
        index: &Index<G>,
        entries: Range<u64>,
        blocks: &mut Blocks<'t, G>,
        wrong: &dyn Fn(Board<G>, Fault) -> VerifyError,
    ) -> Result<Totals, VerifyError> {
        let tables = blocks.tables;
        let (row_size, count) = (index.row_size(), u32::from(index.material().mover.kings));
        let mut totals = CodeTotals::NONE;
        let mut next = entries.start;
        for row_board in index.rows_from(entries.start / row_size) {
            if next >= entries.end {
                break;
            }
            let (row, free) = (Row::new(&row_board), row_board.empty());
            let mut kings = unrank_kings(next % row_size, count, free);
            let of_row = (row_size - next % row_size).min(entries.end - next);
            for entry in next..next + of_row {
                let board = Board { kings, ..row_board };
                kings = next_subset(kings, free);
                if !row.surely_quiet(board.kings) && board.must_capture() {
                    continue;
                }
                let codes = blocks.quiet(&board, &row, [true; 2])?;
                if codes != blocks.after_moves(&board, [true; 2])? {
                    return Err(wrong(board, Fault::Value));
                }
                totals.add(tables, entry, &board, codes).map_err(|fault| wrong(board, fault))?;
            }
            next += of_row;
        }
        Ok(totals.totals::<G>(tables.with_dtw))
    }
}
