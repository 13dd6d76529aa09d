//! Every entry of an ending against its successors.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use crate::Progress;
use crate::board::{Bitboard, Board, Game, Position, RANKS, Square, squares};
use crate::index::{Ending, next_subset, unrank_kings};
use crate::value::{Dtw, Outcome};
use crate::verify::event::Event;
use crate::verify::far::far_outcome;
use crate::verify::mismatch::{Fault, Wrong};
use crate::verify::tables::Tables;
use crate::wide::wide;

use super::circles;
use super::expected::{Limits, expected, is_possible};
use super::finder::Finder;
use super::known::{Known, Side};
use super::tally::Tally;

/// About how many entries a task has.
const TASK: u64 = 1 << 16;

/// Checks all entries of a known ending, and counts them by side; `None` if `progress` stops it. Where several entries are
/// wrong, the error is always the first of the first side.
pub(super) fn check<G: Game>(
    tables: Tables<'_, G>,
    known: &Known<G>,
    ending: Ending,
    progress: &dyn Progress<Event>,
) -> Result<Option<Vec<Tally>>, Wrong> {
    let stopped = AtomicBool::new(false);
    let check_side = |(number, side): (usize, &Side<G>)| {
        let wrong = |(entry, fault)| Wrong { side: number, entry, fault };
        let turn = ending.movers()[number].color();
        let far = |board: &Board<G>| far_outcome(tables, &Position::from_board(turn, *board));
        let far: Option<&Far<'_, G>> = if tables.with_dtw() { Some(&far) } else { None };
        let limits = Limits { draw_plies: tables.draw_plies(), byte_plies: tables.byte_plies() };
        let tally = in_tasks(side, |rows| {
            let mut tally = Tally::default();
            if progress.is_stopped() {
                stopped.store(true, Ordering::Relaxed);
                return Ok(tally);
            }
            check_rows(known, side, rows, limits, far, &mut tally)?;
            progress.report(&Event::Checked { entries: (rows.end - rows.start) * side.index.row_size() });
            Ok(tally)
        });
        let tally = tally.map_err(wrong)?;
        // A board has this symmetry if it has as many files as ranks.
        if ending.men() == 0 && 2 * G::PER_RANK == RANKS {
            in_tasks(side, |rows| check_reflections(side, rows).map(|()| Tally::default())).map_err(wrong)?;
        }
        Ok(tally)
    };
    let tallies = known.sides(ending).iter().enumerate().map(check_side).collect::<Result<Vec<_>, _>>()?;
    if !stopped.load(Ordering::Relaxed) && !tables.with_dtw() {
        circles::check(known, ending)?;
    }
    Ok((!stopped.into_inner()).then_some(tallies))
}

/// Checks all rows of a side in parallel, and adds up their counts; or finds the first wrong entry.
fn in_tasks<G: Game>(
    side: &Side<G>,
    task: impl Fn(&Range<u64>) -> Result<Tally, (u64, Fault)> + Sync,
) -> Result<Tally, (u64, Fault)> {
    let (rows, row) = (side.index.rows(), side.index.row_size());
    let step = (TASK / row).max(1);
    let first_wrong = AtomicU64::new(u64::MAX);
    let tasks = (0..rows.div_ceil(step)).into_par_iter().map(|number| {
        let rows = number * step..rows.min((number + 1) * step);
        if rows.start * row > first_wrong.load(Ordering::Relaxed) {
            return Ok(Tally::default());
        }
        task(&rows).inspect_err(|&(entry, _)| {
            first_wrong.fetch_min(entry, Ordering::Relaxed);
        })
    });
    tasks.reduce(
        || Ok(Tally::default()),
        |one, other| match (one, other) {
            (Ok(one), Ok(other)) => Ok(one.merge(&other)),
            (Err(one), Err(other)) => Err(if one.0 < other.0 { one } else { other }),
            (Err(wrong), _) | (_, Err(wrong)) => Err(wrong),
        },
    )
}

/// Compares the values of some rows of kings alone with those of the boards reflected in the diagonal from a1 to h8.
fn check_reflections<G: Game>(side: &Side<G>, rows: &Range<u64>) -> Result<(), (u64, Fault)> {
    let row = side.index.row_size();
    for entry in rows.start * row..rows.end * row {
        let twin = side.index.rank(&reflected(&side.index.unrank(entry)));
        if side.codes[twin as usize] != side.codes[entry as usize] {
            return Err((entry, Fault::Reflection));
        }
    }
    Ok(())
}

/// The outcome of a board whose distance to win does not fit into a code; `None` if its value is wrong.
type Far<'f, G> = dyn Fn(&Board<G>) -> Option<Outcome> + Sync + 'f;

wide! {
    /// Checks and counts the entries of some rows. The error is the number of a wrong entry, and its fault.
    fn check_rows<G: Game>(
        known: &Known<G>,
        side: &Side<G>,
        rows: &Range<u64>,
        limits: Limits,
        far: Option<&Far<'_, G>>,
        tally: &mut Tally,
    ) -> Result<(), (u64, Fault)> {
        let count = u32::from(side.index.material().mover.kings);
        let mut finder = Finder::new(known);
        let mut entry = rows.start * side.index.row_size();
        for row in side.index.rows_from(rows.start).take((rows.end - rows.start) as usize) {
            let free = row.empty();
            let mut kings = unrank_kings(0, count, free);
            for _ in 0..side.index.row_size() {
                let board = Board { kings, ..row };
                let codes = side.codes[entry as usize];
                // The value of a board with a capture was made from those of the boards after its captures.
                if !board.must_capture() && codes != expected(&mut finder, &board, limits) {
                    return Err((entry, Fault::Value));
                }
                if !is_possible::<G>(codes, limits.draw_plies) {
                    return Err((entry, Fault::Invariant));
                }
                tally.add(codes);
                if let Some(far) = far
                    && Dtw::is_far(codes.dtw)
                {
                    let outcome = far(&board).ok_or((entry, Fault::Value))?;
                    tally.add_far(entry, outcome);
                }
                entry += 1;
                kings = next_subset(kings, free);
            }
        }
        Ok(())
    }
}

/// The board reflected in the diagonal from a1 to h8: files become ranks.
fn reflected<G: Game>(board: &Board<G>) -> Board<G> {
    let reflect = |set: Bitboard| {
        squares::<G>(set)
            .fold(0, |turned, square| turned | Square::<G>::at(square.rank(), square.file()).map_or(0, Square::bit))
    };
    Board { kings: reflect(board.kings), enemy_kings: reflect(board.enemy_kings), ..*board }
}
