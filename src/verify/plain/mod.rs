//! The plain check, the naive twin of the fast one: entry by entry, with the plain move generator.
//!
//! It shares only the definitions in codes with `fast/`. `known.rs` reads, keeps and finds the values of endings, including
//! those of positions with a capture pending, which tables lack. Here each entry is compared with the values after its moves.

mod known;

use std::collections::HashSet;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use crate::Progress;
use crate::board::{Board, Game, bits};
use crate::index::{Ending, Material, next_subset, unrank_kings};
use crate::rules::{SOUTH_EAST, SOUTH_WEST, slide, step};
use crate::table::EntryCodes;
use crate::value::Dtw;
use crate::wide::wide;

use super::codes::{BestMoves, has_diagonal, is_changed, is_grounded, on_circles, reflected};
use super::context::{Event, Tables, side_of};
use super::error::{Fault, VerifyError, Wrong, first};
use super::headers::{CodeTotals, Totals};
use known::{Finder, KnownSide, read};

pub(super) use known::Known;

/// Reads an ending into the known ones. If `check`, compares entries, and returns the totals of each side, or the first wrong
/// one.
pub(super) fn go_through<G: Game>(
    tables: Tables<'_, G>,
    known: &mut Known<G>,
    ending: Ending,
    check: bool,
    progress: &dyn Progress<Event>,
) -> Result<Vec<Totals>, VerifyError> {
    known.settle();
    read(known, tables, ending, progress)?;
    let mut wrong = None;
    for (number, stored) in tables.stored(ending)?.into_iter().enumerate() {
        wrong = first([wrong, follow(tables, known, ending, number, stored, progress)?]);
    }
    let mut all = Vec::new();
    for (number, side) in known.sides(ending).iter().enumerate().filter(|_| check) {
        let of_side = Mutex::new(Totals::default());
        let found = in_tasks(side, |rows| {
            if progress.is_stopped() {
                return Err(VerifyError::Stopped);
            }
            let (totals, wrong) = check_rows(tables, known, (number, side), &rows);
            of_side.lock().unwrap_or_else(PoisonError::into_inner).merge(&totals);
            progress.report(&Event::Checked { entries: (rows.end - rows.start) * side.index.row_size() });
            Ok(wrong)
        })?;
        wrong = first([wrong, found]);
        if ending.men() == 0 && has_diagonal::<G>() {
            wrong = first([wrong, in_tasks(side, |rows| Ok(check_reflections((number, side), rows)))?]);
        }
        all.push(of_side.into_inner().unwrap_or_else(PoisonError::into_inner));
    }
    if check && !tables.with_dtw && wrong.is_none() {
        wrong = check_circles(known, ending);
    }
    wrong.map_or(Ok(all), |wrong| Err(wrong.error(tables, ending)))
}

/// Makes the distances of a side to move that the tables omit, from those after its moves. `stored` tells whether they have
/// those to a zeroing move, and to win. Returns the first entry whose result does not follow.
fn follow<G: Game>(
    tables: Tables<'_, G>,
    known: &mut Known<G>,
    ending: Ending,
    number: usize,
    [has_dtz, has_dtw]: [bool; 2],
    progress: &dyn Progress<Event>,
) -> Result<Option<Wrong>, VerifyError> {
    if has_dtz && has_dtw {
        return Ok(None);
    }
    let side = &known.sides(ending)[number];
    let mut made = vec![EntryCodes::without_move::<G>(); side.codes.len()];
    let step = ((TASK / side.index.row_size()).max(1) * side.index.row_size()) as usize;
    let tasks = made.par_chunks_mut(step).zip(side.codes.par_chunks(step)).enumerate();
    let wrong = tasks.map(|(task, (made, codes))| {
        if progress.is_stopped() {
            return Err(VerifyError::Stopped);
        }
        let (mut finder, first_entry, row_size) = (Finder::new(known), (task * step) as u64, side.index.row_size());
        let (mut numbers, mut made, mut wrong) = (first_entry.., made.iter_mut().zip(codes), None);
        for row in side.index.rows_from(first_entry / row_size).take(codes.len() / row_size as usize) {
            let free = row.empty();
            let mut kings = unrank_kings(0, u32::from(side.index.material().mover.kings), free);
            for (entry, (made, &codes)) in numbers.by_ref().zip(made.by_ref()).take(row_size as usize) {
                let board = Board { kings, ..row };
                kings = next_subset(kings, free);
                *made = codes;
                if board.must_capture() {
                    continue;
                }
                let expected = expected(tables, &mut finder, &board);
                for (has, code, expected) in
                    [(has_dtz, &mut made.dtz, expected.dtz), (has_dtw, &mut made.dtw, expected.dtw)]
                {
                    if !has && Dtw::theory(*code) != Dtw::theory(expected) {
                        wrong = first([wrong, Some(Wrong { fault: Fault::Value, side: number, entry })]);
                    }
                    *code = if has { *code } else { expected };
                }
            }
        }
        Ok(wrong)
    });
    let wrong = wrong.try_reduce(|| None, |a, b| Ok(first([a, b])))?;
    known.put(ending, number, made);
    Ok(wrong)
}

const TASK: u64 = 1 << 16;

/// Runs tasks for all rows of a side in parallel. Returns the first of the wrong entries that they find.
fn in_tasks<G: Game>(
    side: &KnownSide<G>,
    task: impl Fn(Range<u64>) -> Result<Option<Wrong>, VerifyError> + Sync,
) -> Result<Option<Wrong>, VerifyError> {
    let (rows, step) = (side.index.rows(), (TASK / side.index.row_size()).max(1));
    let tasks = (0..rows.div_ceil(step)).into_par_iter();
    let done = tasks.map(|number| task(number * step..rows.min((number + 1) * step)));
    done.try_reduce(|| None, |a, b| Ok(first([a, b])))
}

/// Compares the values of some rows of kings alone with those of the reflected boards.
fn check_reflections<G: Game>((number, side): (usize, &KnownSide<G>), rows: Range<u64>) -> Option<Wrong> {
    let row = side.index.row_size();
    let differs = |&entry: &u64| {
        let board = side.index.unrank(entry);
        let [kings, enemy_kings] = [board.kings, board.enemy_kings].map(reflected::<G>);
        let twin = side.index.rank(&Board { kings, enemy_kings, ..board });
        side.codes[twin as usize] != side.codes[entry as usize]
    };
    let entry = (rows.start * row..rows.end * row).find(differs)?;
    Some(Wrong { fault: Fault::Reflection, side: number, entry })
}

wide! {
    /// Checks and counts the entries of some rows. Returns the first wrong one.
    fn check_rows<'t, G: Game>(
        tables: Tables<'t, G>,
        known: &Known<G>,
        of: (usize, &KnownSide<G>),
        rows: &Range<u64>,
    ) -> (Totals, Option<Wrong>) {
        let (number, side) = of;
        let count = u32::from(side.index.material().mover.kings);
        let (mut finder, mut totals, mut wrong) = (Finder::new(known), CodeTotals::NONE, None);
        let mut entry = rows.start * side.index.row_size();
        for row in side.index.rows_from(rows.start).take((rows.end - rows.start) as usize) {
            let free = row.empty();
            let mut kings = unrank_kings(0, count, free);
            for _ in 0..side.index.row_size() {
                let board = Board { kings, ..row };
                let codes = side.codes[entry as usize];
                // The value of a board with a capture was made from those after its captures.
                let is_wrong = !board.must_capture() && codes != expected(tables, &mut finder, &board);
                let fault = if is_wrong { Some(Fault::Value) } else { None };
                if let Some(fault) = fault.or(totals.add(tables, entry, &board, codes).err()) {
                    wrong = first([wrong, Some(Wrong { fault, side: number, entry })]);
                }
                entry += 1;
                kings = next_subset(kings, free);
            }
        }
        (totals.totals::<G>(tables.with_dtw), wrong)
    }
}

/// The value of a board without a capture by the definitions, from those of the boards after its moves.
#[inline(always)]
fn expected<G: Game>(tables: Tables<'_, G>, finder: &mut Finder<'_, G>, board: &Board<G>) -> EntryCodes {
    // The other side sees the boards after its moves: there the enemy's pieces move, and its men down.
    let seen = board.flip();
    let occupied = seen.occupied();
    let mut best = BestMoves::NONE;
    let values = finder.values(&seen);
    for from in bits(seen.enemy_kings) {
        let targets = (0..4).fold(0, |targets, direction| targets | slide::<G>(direction, from, occupied));
        for to in bits(targets) {
            let enemy_kings = seen.enemy_kings ^ 1 << from | 1 << to;
            best.add_quiet(values.codes(seen.kings, enemy_kings), tables.draw_plies);
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
    best.before::<G>(tables.byte_plies).unwrap_or(EntryCodes::without_move::<G>())
}

/// An entry: the place of its side to move in [`Ending::movers`], and its number.
type Entry = (usize, u64);

/// Finds the first entry of an ending whose result in theory rests on circles alone. All values must follow from successors.
fn check_circles<G: Game>(known: &Known<G>, ending: Ending) -> Option<Wrong> {
    let mut entries: Vec<Entry> = Vec::new();
    for (number, side) in known.sides(ending).iter().enumerate() {
        let exceptions = (0..).zip(&side.codes).filter(|(_, codes)| is_changed(**codes)).map(|(entry, _)| entry);
        entries.extend(exceptions.filter(|&at| !side.index.unrank(at).must_capture()).map(|at| (number, at)));
    }
    let mut finder = Finder::new(known);
    let entries = on_circles(entries, |entry, open| rests_on_others(known, ending, entry, open, &mut finder));
    entries.into_iter().min().map(|(side, entry)| Wrong { fault: Fault::Circle, side, entry })
}

fn rests_on_others<G: Game>(
    known: &Known<G>,
    ending: Ending,
    (number, entry): Entry,
    open: &HashSet<Entry>,
    finder: &mut Finder<'_, G>,
) -> bool {
    let sides = known.sides(ending);
    let board = sides[number].index.unrank(entry);
    let mut moves = Vec::new();
    board.moves(&mut moves);
    let children = moves.iter().map(|mv| {
        let after = board.after(mv);
        let (of, place) = side_of(Material::of(&after));
        let is_open = of == ending && open.contains(&(place, sides[place].index.rank(&after)));
        (finder.codes(&after).dtw, is_open)
    });
    is_grounded(sides[number].codes[entry as usize].dtw, children)
}
