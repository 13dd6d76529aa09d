//! The plain check, the naive twin of the fast one: entry by entry, with the plain move generator.
//!
//! It shares nothing with `fast/` but the definitions in codes. `known.rs` reads the values of an ending, with those of positions with
//! a capture pending, which tables lack; it keeps and finds them. Here each entry is compared with what its moves lead to.

mod known;

use std::collections::HashSet;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use crate::Progress;
use crate::board::{Board, Game, Position, bits};
use crate::index::{Ending, Material, next_subset, unrank_kings};
use crate::rules::{SOUTH_EAST, SOUTH_WEST, slide, step};
use crate::table::EntryCodes;
use crate::value::Outcome;
use crate::wide::wide;

use super::codes::{BestMoves, Limits, has_diagonal, is_changed, is_grounded, is_possible, on_circles, reflected};
use super::context::{Event, Tables};
use super::error::VerifyError;
use super::headers::{CodeTotals, Totals};
use super::value::{Fault, Wrong, far_outcome};
use known::{Finder, Known, KnownSide, read};

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
        check_all(tables, &self.known, ending, progress).transpose().ok_or(VerifyError::Stopped)
    }

    /// Drops all endings but those that are wanted.
    pub fn keep(&mut self, wanted: impl Fn(Ending) -> bool) {
        self.known.keep(wanted);
    }
}

/// About how many entries a task has.
const TASK: u64 = 1 << 16;

/// Checks all entries of a known ending, and counts them by side; `None` if `progress` stops it. Where several entries are
/// wrong, the error is always the first of the first side.
fn check_all<G: Game>(
    tables: Tables<'_, G>,
    known: &Known<G>,
    ending: Ending,
    progress: &dyn Progress<Event>,
) -> Result<Option<Vec<Totals>>, Wrong> {
    let stopped = AtomicBool::new(false);
    let check_side = |(number, side): (usize, &KnownSide<G>)| {
        let wrong = |(entry, fault)| Wrong { side: number, entry, fault };
        let turn = ending.movers()[number].color();
        let far = |board: &Board<G>| far_outcome(tables, &Position::from_board(turn, *board));
        let far: Option<&Far<'_, G>> = if tables.with_dtw { Some(&far) } else { None };
        let limits = Limits::new(tables);
        let totals = in_tasks(side, |rows| {
            if progress.is_stopped() {
                stopped.store(true, Ordering::Relaxed);
                return Ok(Totals::default());
            }
            let totals = check_rows(known, side, rows, limits, far)?;
            progress.report(&Event::Checked { entries: (rows.end - rows.start) * side.index.row_size() });
            Ok(totals)
        });
        let totals = totals.map_err(wrong)?;
        if ending.men() == 0 && has_diagonal::<G>() {
            in_tasks(side, |rows| check_reflections(side, rows).map(|()| Totals::default())).map_err(wrong)?;
        }
        Ok(totals)
    };
    let totals = known.sides(ending).iter().enumerate().map(check_side).collect::<Result<Vec<_>, _>>()?;
    if !stopped.load(Ordering::Relaxed) && !tables.with_dtw {
        check_circles(known, ending)?;
    }
    Ok((!stopped.into_inner()).then_some(totals))
}

/// Checks all rows of a side in parallel, and adds up their counts; or finds the first wrong entry.
fn in_tasks<G: Game>(
    side: &KnownSide<G>,
    task: impl Fn(&Range<u64>) -> Result<Totals, (u64, Fault)> + Sync,
) -> Result<Totals, (u64, Fault)> {
    let (rows, row) = (side.index.rows(), side.index.row_size());
    let step = (TASK / row).max(1);
    let first_wrong = AtomicU64::new(u64::MAX);
    let tasks = (0..rows.div_ceil(step)).into_par_iter().map(|number| {
        let rows = number * step..rows.min((number + 1) * step);
        if rows.start * row > first_wrong.load(Ordering::Relaxed) {
            return Ok(Totals::default());
        }
        task(&rows).inspect_err(|&(entry, _)| {
            first_wrong.fetch_min(entry, Ordering::Relaxed);
        })
    });
    tasks.reduce(
        || Ok(Totals::default()),
        |one, other| match (one, other) {
            (Ok(mut one), Ok(other)) => {
                one.merge(&other);
                Ok(one)
            }
            (Err(one), Err(other)) => Err(if one.0 < other.0 { one } else { other }),
            (Err(wrong), _) | (_, Err(wrong)) => Err(wrong),
        },
    )
}

/// Compares the values of some rows of kings alone with those of the reflected boards.
fn check_reflections<G: Game>(side: &KnownSide<G>, rows: &Range<u64>) -> Result<(), (u64, Fault)> {
    let row = side.index.row_size();
    for entry in rows.start * row..rows.end * row {
        let board = side.index.unrank(entry);
        let [kings, enemy_kings] = [board.kings, board.enemy_kings].map(reflected::<G>);
        let twin = side.index.rank(&Board { kings, enemy_kings, ..board });
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
        side: &KnownSide<G>,
        rows: &Range<u64>,
        limits: Limits,
        far: Option<&Far<'_, G>>,
    ) -> Result<Totals, (u64, Fault)> {
        let count = u32::from(side.index.material().mover.kings);
        let (mut finder, mut totals) = (Finder::new(known), CodeTotals::NONE);
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
                totals.add(entry, codes, far.map(|far| || far(&board))).ok_or((entry, Fault::Value))?;
                entry += 1;
                kings = next_subset(kings, free);
            }
        }
        Ok(totals.totals::<G>(far.is_some()))
    }
}

/// The value of a board without a capture by the definitions, from those of the boards after its moves.
#[inline(always)]
fn expected<G: Game>(finder: &mut Finder<'_, G>, board: &Board<G>, limits: Limits) -> EntryCodes {
    // The boards after its moves are those that the other side sees. On them the enemy's pieces move, and its men down.
    let seen = board.flip();
    let occupied = seen.occupied();
    let mut best = BestMoves::NONE;
    let kings = finder.kings(&seen);
    for from in bits(seen.enemy_kings) {
        let targets = (0..4).fold(0, |targets, direction| targets | slide::<G>(direction, from, occupied));
        for to in bits(targets) {
            best.add_quiet(kings.codes::<G>(seen.kings, seen.enemy_kings ^ 1 << from | 1 << to), limits);
        }
    }
    for from in bits(seen.enemy_men) {
        for direction in [SOUTH_EAST, SOUTH_WEST] {
            let to = step::<G>(direction, from).map_or(0, |to| 1 << to);
            if to & !occupied != 0 {
                let crowned = to & G::FIRST_RANK;
                let enemy_men = seen.enemy_men ^ 1 << from | to ^ crowned;
                let after = Board { enemy_men, enemy_kings: seen.enemy_kings | crowned, ..seen };
                best.add_zeroing(finder.codes(&after));
            }
        }
    }
    best.before::<G>(limits).unwrap_or(EntryCodes::without_move::<G>())
}

/// An entry: its side to move, by its place in [`Ending::movers`], and its number.
type Entry = (usize, u64);

/// Finds the first entry of a known ending whose result in theory rests on circles alone. The values of all entries follow from those
/// of their successors.
fn check_circles<G: Game>(known: &Known<G>, ending: Ending) -> Result<(), Wrong> {
    let mut entries: Vec<Entry> = Vec::new();
    for (number, side) in known.sides(ending).iter().enumerate() {
        let exceptions = (0..).zip(&side.codes).filter(|(_, codes)| is_changed(**codes)).map(|(entry, _)| entry);
        entries
            .extend(exceptions.filter(|&entry| !side.index.unrank(entry).must_capture()).map(|entry| (number, entry)));
    }
    let mut finder = Finder::new(known);
    let entries = on_circles(entries, |entry, open| rests_on_others(known, ending, entry, open, &mut finder));
    let first = entries.into_iter().min();
    first.map_or(Ok(()), |(side, entry)| Err(Wrong { side, entry, fault: Fault::Circle }))
}

/// Whether an entry without a capture [is grounded](is_grounded).
fn rests_on_others<G: Game>(
    known: &Known<G>,
    ending: Ending,
    (number, entry): Entry,
    open: &HashSet<Entry>,
    finder: &mut Finder<'_, G>,
) -> bool {
    let side = &known.sides(ending)[number];
    let board = side.index.unrank(entry);
    let mut moves = Vec::new();
    board.moves(&mut moves);
    let children = moves.iter().map(|mv| {
        let after = board.after(mv);
        let material = Material::of(&after);
        let (of, mover) = material.ending();
        let place = ending.movers().iter().position(|&other| other == mover).filter(|_| of == ending);
        let is_open = place.is_some_and(|place| open.contains(&(place, known.sides(ending)[place].index.rank(&after))));
        (finder.codes(&after).dtw, is_open)
    });
    is_grounded(side.codes[entry as usize].dtw, children)
}
