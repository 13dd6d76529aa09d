//! Every entry of an ending against its successors.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use crate::Progress;
use crate::board::{Bitboard, Board, Game, Position, RANKS, Square, bits, squares};
use crate::index::{Ending, Material, next_subset, unrank_kings};
use crate::rules::{SOUTH_EAST, SOUTH_WEST, slide, step};
use crate::table::EntryCodes;
use crate::value::{Dtw, Measure, Outcome};
use crate::verify::context::{Event, Tables};
use crate::verify::error::{Fault, Wrong};
use crate::verify::headers::Totals;
use crate::verify::value::{dtw_through, dtz_through, far_outcome, is_changed, is_possible, unless_too_late, zeroed};
use crate::wide::wide;

use super::known::{Finder, Known, KnownSide};

/// About how many entries a task has.
const TASK: u64 = 1 << 16;

/// Checks all entries of a known ending, and counts them by side; `None` if `progress` stops it. Where several entries are
/// wrong, the error is always the first of the first side.
pub(super) fn check<G: Game>(
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
        let limits = Limits { draw_plies: tables.draw_plies(), byte_plies: tables.byte_plies() };
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
        // A board has this symmetry if it has as many files as ranks.
        if ending.men() == 0 && 2 * G::PER_RANK == RANKS {
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

/// Compares the values of some rows of kings alone with those of the boards reflected in the diagonal from a1 to h8.
fn check_reflections<G: Game>(side: &KnownSide<G>, rows: &Range<u64>) -> Result<(), (u64, Fault)> {
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
        side: &KnownSide<G>,
        rows: &Range<u64>,
        limits: Limits,
        far: Option<&Far<'_, G>>,
    ) -> Result<Totals, (u64, Fault)> {
        let count = u32::from(side.index.material().mover.kings);
        let (mut finder, mut totals) = (Finder::new(known), Totals::default());
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
                totals.add_codes::<G>(entry, codes, far.map(|far| || far(&board))).ok_or((entry, Fault::Value))?;
                entry += 1;
                kings = next_subset(kings, free);
            }
        }
        Ok(totals)
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

/// What distances are bounded by.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// The length of the draw rule.
    draw_plies: u8,
    /// The longest distance to win that codes hold.
    byte_plies: u16,
}

/// The value of a board without a capture by the definitions, from those of the boards after its moves.
#[inline(always)]
fn expected<G: Game>(finder: &mut Finder<'_, G>, board: &Board<G>, limits: Limits) -> EntryCodes {
    // The boards after its moves are those that the other side sees. On them the enemy's pieces move, and its men down.
    let seen = board.flip();
    let occupied = seen.occupied();
    // The best codes are the least. `zeroing` is after moves of men, which zero the clock, `quiet` after moves of kings.
    let (mut dtw, mut zeroing, mut quiet) = (u8::MAX, u8::MAX, u8::MAX);
    let mut stuck = true;
    let kings = finder.kings(&seen);
    for from in bits(seen.enemy_kings) {
        let targets = (0..4).fold(0, |targets, direction| targets | slide::<G>(direction, from, occupied));
        for to in bits(targets) {
            let codes = kings.codes::<G>(seen.kings, seen.enemy_kings ^ 1 << from | 1 << to);
            stuck = false;
            dtw = dtw.min(codes.dtw);
            quiet = quiet.min(unless_too_late(codes.dtz, limits.draw_plies));
        }
    }
    for from in bits(seen.enemy_men) {
        for direction in [SOUTH_EAST, SOUTH_WEST] {
            let to = step::<G>(direction, from).map_or(0, |to| 1 << to);
            if to & !occupied != 0 {
                let crowned = to & G::FIRST_RANK;
                let enemy_men = seen.enemy_men ^ 1 << from | to ^ crowned;
                let codes = finder.codes(&Board { enemy_men, enemy_kings: seen.enemy_kings | crowned, ..seen });
                stuck = false;
                dtw = dtw.min(codes.dtw);
                zeroing = zeroing.min(codes.dtz);
            }
        }
    }
    if stuck {
        return EntryCodes::without_move::<G>();
    }
    // Without a move of a king, `quiet` is 255 and comes out as a loss in 1; likewise without a move of a man. No other code
    // is worse.
    EntryCodes { dtw: dtw_through::<G>(dtw, limits.byte_plies), dtz: zeroed(zeroing).max(dtz_through(quiet)) }
}

/// An entry: its side to move, by its place in [`Ending::movers`], and its number.
type Entry = (usize, u64);

/// Finds the first entry of a known ending whose result in theory rests on circles alone: such entries follow from each other, but
/// play never gets from them to the end of the game. The values of all entries follow from those of their successors.
fn check_circles<G: Game>(known: &Known<G>, ending: Ending) -> Result<(), Wrong> {
    let mut entries: Vec<Entry> = Vec::new();
    for (number, side) in known.sides(ending).iter().enumerate() {
        let exceptions = (0..).zip(&side.codes).filter(|(_, codes)| is_changed(**codes)).map(|(entry, _)| entry);
        entries
            .extend(exceptions.filter(|&entry| !side.index.unrank(entry).must_capture()).map(|entry| (number, entry)));
    }
    // Those that are not known to lead to the end of the game.
    let mut open: HashSet<Entry> = entries.iter().copied().collect();
    let mut finder = Finder::new(known);
    loop {
        let before = entries.len();
        entries.retain(|&entry| {
            let is_open = !is_grounded(known, ending, entry, &open, &mut finder);
            if !is_open {
                open.remove(&entry);
            }
            is_open
        });
        if entries.len() == before {
            break;
        }
    }
    let first = entries.iter().min();
    first.map_or(Ok(()), |&(side, entry)| Err(Wrong { side, entry, fault: Fault::Circle }))
}

/// Whether an entry without a capture has a move to a loss that is not open, or only moves to wins that are not.
fn is_grounded<G: Game>(
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
    let mut children = moves.iter().map(|mv| {
        let after = board.after(mv);
        let material = Material::of(&after);
        let (of, mover) = material.ending();
        let place = ending.movers().iter().position(|&other| other == mover).filter(|_| of == ending);
        let is_open = place.is_some_and(|place| open.contains(&(place, known.sides(ending)[place].index.rank(&after))));
        (finder.codes(&after).dtw, is_open)
    });
    if side.codes[entry as usize].dtw > Dtw::DRAW {
        children.any(|(dtw, is_open)| dtw < Dtw::DRAW && !is_open)
    } else {
        children.all(|(dtw, is_open)| dtw > Dtw::DRAW && !is_open)
    }
}
