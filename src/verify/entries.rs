//! Every entry of an ending against its successors.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use crate::Progress;
use crate::board::{Bitboard, Board, FIRST_RANK, Position, squares};
use crate::index::{Ending, next_subset, unrank_kings};
use crate::probe::Tablebase;
use crate::rules::{SOUTH_EAST, SOUTH_WEST, slide, step};
use crate::table::EntryCodes;
use crate::value::{Dtw, Dtz, Measure, Outcome};
use crate::wide::wide;

use super::event::Event;
use super::known::{Finder, Known, Side, dtw_through, zeroed};
use super::mismatch::Fault;
use super::tally::Tally;
use super::value::Value;

/// An entry that is wrong: its side, by its place in [`Ending::movers`], its number and what is wrong with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wrong {
    pub side: usize,
    pub entry: u64,
    pub fault: Fault,
}

/// The entries of a task, about.
const TASK: u64 = 1 << 16;

/// Checks all entries of a known ending, and counts them by side; `None` if `progress` stops it. Of several wrong entries
/// the answer is always the first of the first side.
pub(super) fn check(
    tablebase: &Tablebase,
    known: &Known,
    ending: Ending,
    progress: &dyn Progress<Event>,
) -> Result<Option<Vec<Tally>>, Wrong> {
    let stopped = AtomicBool::new(false);
    let check_side = |(number, side): (usize, &Side)| {
        let wrong = |(entry, fault)| Wrong { side: number, entry, fault };
        let turn = ending.movers()[number].color();
        let far = |board: &Board| far_outcome(tablebase, &Position::from_board(turn, *board));
        let rules = Rules { draw_plies: tablebase.draw_plies(), byte_plies: tablebase.byte_plies(), far: &far };
        let tally = in_tasks(side, |rows| {
            let mut tally = Tally::default();
            if progress.is_stopped() {
                stopped.store(true, Ordering::Relaxed);
                return Ok(tally);
            }
            check_rows(known, side, rows, &rules, &mut tally)?;
            progress.report(&Event::Checked { entries: (rows.end - rows.start) * side.index.row_size() });
            Ok(tally)
        });
        let tally = tally.map_err(wrong)?;
        if ending.men() == 0 {
            in_tasks(side, |rows| check_reflections(side, rows).map(|()| Tally::default())).map_err(wrong)?;
        }
        Ok(tally)
    };
    let tallies = known.sides(ending).iter().enumerate().map(check_side).collect::<Result<Vec<_>, _>>()?;
    Ok((!stopped.into_inner()).then_some(tallies))
}

/// Does something with all rows of a side in parallel, and adds up; or finds the first wrong entry.
fn in_tasks(
    side: &Side,
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
fn check_reflections(side: &Side, rows: &Range<u64>) -> Result<(), (u64, Fault)> {
    let row = side.index.row_size();
    for entry in rows.start * row..rows.end * row {
        let twin = side.index.rank(&reflected(&side.index.unrank(entry)));
        if side.codes[twin as usize] != side.codes[entry as usize] {
            return Err((entry, Fault::Reflection));
        }
    }
    Ok(())
}

/// What values go by.
struct Rules<'r> {
    draw_plies: u8,
    /// The longest distance to win that codes hold.
    byte_plies: u16,
    /// The outcome of a board whose distance does not fit into a code, if everything about it is right.
    far: &'r (dyn Fn(&Board) -> Option<Outcome> + Sync),
}

/// The distance to win that the tables hold of a position, if its value is the one that its successors make it: all by
/// the probe, position by position.
#[cold]
fn far_outcome(tablebase: &Tablebase, position: &Position) -> Option<Outcome> {
    // What cannot be read now counts as wrong; the error comes when it is read again to be shown.
    let successors = Value::successors(tablebase, position).ok()?;
    let stored = Value::stored(tablebase, position).ok()?;
    (stored == Value::expected(&successors, tablebase.draw_plies())).then_some(stored.dtw)
}

wide! {
    /// Checks and counts the entries of some rows; of a wrong one, its number and what is wrong.
    fn check_rows(
        known: &Known,
        side: &Side,
        rows: &Range<u64>,
        rules: &Rules<'_>,
        tally: &mut Tally,
    ) -> Result<(), (u64, Fault)> {
        let count = u32::from(side.index.material().mover.kings);
        let mut finder = Finder::new(known);
        let mut entry = rows.start * side.index.row_size();
        for row in side.index.rows_from(rows.start).take((rows.end - rows.start) as usize) {
            let free = !row.occupied();
            let mut kings = unrank_kings(0, count, free);
            for _ in 0..side.index.row_size() {
                let board = Board { kings, ..row };
                let codes = side.codes[entry as usize];
                // What a capture leads to has made the value of a board with one.
                if !board.must_capture() && codes != expected(&mut finder, &board, rules) {
                    return Err((entry, Fault::Value));
                }
                if !is_possible(codes, rules.draw_plies) {
                    return Err((entry, Fault::Invariant));
                }
                tally.add(codes);
                if Dtw::is_far(codes.dtw) {
                    let outcome = (rules.far)(&board).ok_or((entry, Fault::Value))?;
                    tally.add_far(entry, outcome);
                }
                entry += 1;
                kings = next_subset(kings, free);
            }
        }
        Ok(())
    }
}

/// The value of a board without a capture by the definitions, from those of the boards after its moves.
#[inline(always)]
fn expected(finder: &mut Finder<'_>, board: &Board, rules: &Rules<'_>) -> EntryCodes {
    // The boards after its moves are those that the other side sees: what moves are the enemy's pieces, and down.
    let seen = board.flip();
    let occupied = seen.occupied();
    // The best codes are the least: those that men's moves lead to, which zero the clock, and kings'.
    let (mut dtw, mut zeroing, mut quiet) = (u8::MAX, u8::MAX, u8::MAX);
    let mut stuck = true;
    let kings = finder.kings(&seen);
    for from in squares(seen.enemy_kings) {
        let from = from.index() as u32;
        let targets = (0..4).fold(0, |targets, direction| targets | slide(direction, from, occupied));
        for to in squares(targets) {
            let codes = kings.codes(seen.kings, seen.enemy_kings ^ 1 << from | to.bit());
            stuck = false;
            dtw = dtw.min(codes.dtw);
            quiet = quiet.min(unless_too_late(codes.dtz, rules.draw_plies));
        }
    }
    for from in squares(seen.enemy_men) {
        for direction in [SOUTH_EAST, SOUTH_WEST] {
            let to = step(direction, from.index() as u32).map_or(0, |to| 1 << to);
            if to & !occupied != 0 {
                let crowned = to & FIRST_RANK;
                let enemy_men = seen.enemy_men ^ from.bit() | to ^ crowned;
                let codes = finder.codes(&Board { enemy_men, enemy_kings: seen.enemy_kings | crowned, ..seen });
                stuck = false;
                dtw = dtw.min(codes.dtw);
                zeroing = zeroing.min(codes.dtz);
            }
        }
    }
    if stuck {
        return EntryCodes::LOST;
    }
    // Where there is no such move, the code of none counts as a loss in 1, and nothing is worse.
    EntryCodes { dtw: dtw_through(dtw, rules.byte_plies), dtz: zeroed(zeroing).max(dtz_through(quiet)) }
}

/// The code of a distance that a king's move leads to: where it is as long as the rule, the game is drawn before the
/// winner can zero the clock.
#[inline(always)]
fn unless_too_late(code: u8, draw_plies: u8) -> u8 {
    if code == draw_plies || code == u8::MAX - draw_plies { Dtz::DRAW } else { code }
}

/// The code of a distance to a zeroing move before a king's move, from that after it.
#[inline(always)]
fn dtz_through(child: u8) -> u8 {
    match child {
        ..Dtz::DRAW => u8::MAX - 1 - child,
        Dtz::DRAW => child,
        _ => u8::MAX - child + 1,
    }
}

/// Whether the two distances can be those of one position.
#[inline(always)]
fn is_possible(codes: EntryCodes, draw_plies: u8) -> bool {
    match codes.dtz {
        zeroing @ ..Dtz::DRAW => {
            codes.dtw < Dtw::DRAW && zeroing <= draw_plies && u16::from(zeroing) <= 2 * u16::from(codes.dtw)
        }
        Dtz::DRAW => true,
        zeroing => {
            let (zeroing, half) = (u8::MAX - zeroing, u8::MAX - codes.dtw);
            codes.dtw > Dtw::DRAW && zeroing <= draw_plies && u16::from(zeroing) <= 2 * u16::from(half) + 1
        }
    }
}

/// The board reflected in the diagonal from a1 to h8: files become ranks.
fn reflected(board: &Board) -> Board {
    let reflect = |set: Bitboard| {
        squares(set).fold(0, |turned, square| {
            let (rank, half_file) = (square.index() / 4, square.index() % 4);
            let file = 2 * half_file + rank % 2;
            turned | 1 << (4 * file + rank / 2)
        })
    };
    Board { men: 0, kings: reflect(board.kings), enemy_men: 0, enemy_kings: reflect(board.enemy_kings) }
}
