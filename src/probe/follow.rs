//! The values of any board, including distances that tables do not store: those of boards with a pending capture, and of a side to
//! move that a table leaves out. These follow from the values after the moves; most of those are stored. For the category alone,
//! `resolve.rs` is faster.

use crate::board::{Board, Game};
use crate::index::{Material, Row};
use crate::rules::Move;
use crate::table::{Metric, TableName};
use crate::value::{Category, Outcome, Theory};

use super::lookup::{Plies, Reach, StoredBoard, stored};
use super::resolve::{fresh_category, has_capture};
use super::{ProbeError, Tablebase};

/// The values with a *fresh* clock, which is 0: the category, and each distance or the missing table that it needs.
#[derive(Clone, Copy)]
pub(crate) struct Fresh {
    pub category: Category,
    pub dtw: Result<Outcome, TableName>,
    pub dtz: Result<Outcome, TableName>,
}

impl Fresh {
    pub const fn without_move<G: Game>() -> Fresh {
        let outcome = Outcome::without_move::<G>();
        Fresh { category: Category::new(outcome.theory(), true), dtw: Ok(outcome), dtz: Ok(outcome) }
    }
}

/// The values of a board at clock 0. One winning capture determines the category, even if tables are missing for others. A capture
/// zeroes the clock, so with one pending the distance to a zeroing move is 1.
#[inline(never)]
pub(crate) fn fresh<G: Game>(tablebase: &Tablebase<G>, board: &Board<G>) -> Result<Fresh, ProbeError> {
    if board.is_stuck() {
        return Ok(Fresh::without_move::<G>());
    }
    let row = Row::new(board);
    let (category, mut to_win, mut to_zeroing, mut followed) = if has_capture(board, &row) {
        let mut followed = Followed::new(tablebase, board);
        (followed.category()?, None, Some(Ok(1)), Some(followed))
    } else {
        let found = stored(tablebase, board, &row)?;
        (found.category, found.distance(Metric::Dtw)?, found.distance(Metric::Dtz)?, None)
    };
    let theory = category.theory();
    let banked = if matches!(category, Category::Win | Category::Loss) { theory } else { Theory::Draw };
    if theory != Theory::Draw && (to_win.is_none() || to_zeroing.is_none()) {
        let is_won = theory == Theory::Win;
        let followed = match &mut followed {
            Some(followed) => followed,
            None => followed.insert(Followed::new(tablebase, board)),
        };
        if to_win.is_none() {
            to_win = Some(followed.dtw(is_won, 0, u16::MAX)?);
        }
        if to_zeroing.is_none() {
            to_zeroing = Some(followed.dtz(is_won)?);
        }
    }
    let outcome = |theory, plies: Option<Plies>| plies.unwrap_or(Ok(0)).map(|plies| Outcome::new(theory, plies));
    Ok(Fresh { category, dtw: outcome(theory, to_win), dtz: outcome(banked, to_zeroing) })
}

/// The boards after the moves of a board, looked up when needed.
pub(super) struct Followed<'t, G> {
    tablebase: &'t Tablebase<G>,
    all: Vec<After<'t, G>>,
    absent: Option<TableName>,
}

struct After<'t, G> {
    board: Board<G>,
    is_zeroing: bool,
    place: Place<'t, G>,
    category: Option<Category>,
}

enum Place<'t, G> {
    NotAsked,
    Stored(StoredBoard<'t, G>),
    /// A capture is pending.
    AfterMoves,
    /// The side to move has no legal move; there is no table.
    Over,
    /// The table is missing.
    Nowhere,
}

impl<'t, G: Game> Followed<'t, G> {
    /// The moves of a board that has a legal move.
    pub fn new(tablebase: &'t Tablebase<G>, board: &Board<G>) -> Followed<'t, G> {
        let mut moves = Vec::new();
        board.moves(&mut moves);
        let after = |mv: &Move<G>| After {
            board: board.after(mv),
            is_zeroing: mv.is_zeroing(),
            place: Place::NotAsked,
            category: None,
        };
        Followed { tablebase, all: moves.iter().map(after).collect(), absent: None }
    }

    fn look_up(&mut self, number: usize) -> Result<&After<'t, G>, ProbeError> {
        let After { board, place, category, .. } = &mut self.all[number];
        if let Place::NotAsked = place {
            let row = Row::new(board);
            *place = if board.own() == 0 {
                *category = Some(Fresh::without_move::<G>().category);
                Place::Over
            } else if has_capture(board, &row) {
                Place::AfterMoves
            } else {
                match stored(self.tablebase, board, &row) {
                    Ok(found) => {
                        *category = Some(found.category);
                        Place::Stored(found)
                    }
                    Err(_) if board.is_stuck() => {
                        *category = Some(Fresh::without_move::<G>().category);
                        Place::Over
                    }
                    Err(error) => {
                        self.absent = Some(name(error, board)?);
                        Place::Nowhere
                    }
                }
            };
        }
        Ok(&self.all[number])
    }

    /// The category after a move; `None` if its table is missing.
    fn category_after(&mut self, number: usize) -> Result<Option<Category>, ProbeError> {
        self.look_up(number)?;
        let After { board, place: Place::AfterMoves, category: category @ None, .. } = &mut self.all[number] else {
            return Ok(self.all[number].category);
        };
        match fresh_category(self.tablebase, board, Reach::Files) {
            Ok(found) => *category = Some(found),
            Err(error) => self.absent = Some(name(error, board)?),
        }
        Ok(*category)
    }

    /// The category of the board. One winning move determines it, even if tables are missing for others. Stops at the first quiet
    /// board with more pieces than the tables have: on a crowded board, where captures follow captures, going on takes long and
    /// finds nothing.
    pub fn category(&mut self) -> Result<Category, ProbeError> {
        let mut best = Category::Loss;
        for number in 0..self.all.len() {
            best = self.category_after(number)?.map_or(best, |after| best.max(after.flip()));
            if best == Category::Win {
                return Ok(best);
            }
            if self.absent.is_some_and(|name| self.tablebase.is_too_large(name)) {
                break;
            }
        }
        self.absent.map_or(Ok(best), |name| Err(self.tablebase.absent(name)))
    }

    /// The distance to win of the board, which is won or lost in theory: exact if between `low` and `high`, else a bound on the same
    /// side of them.
    pub fn dtw(&mut self, is_won: bool, low: u16, high: u16) -> Result<Plies, ProbeError> {
        let (wanted, mut best) = if is_won { (Theory::Loss, high) } else { (Theory::Win, low) };
        let better = |best: u16, after: u16| {
            let plies = after.saturating_add(1);
            if is_won { best.min(plies) } else { best.max(plies) }
        };
        let is_done = |best| if is_won { best <= low.max(1) } else { best >= high };
        let mut open = Vec::new();
        // Stored distances first: they bound the rest.
        for number in 0..self.all.len() {
            let After { board, place, category, .. } = self.look_up(number)?;
            if category.is_some_and(|category| category.theory() != wanted) {
                continue;
            }
            let plies = match place {
                Place::Over => Some(Ok(0)),
                Place::Stored(found) => match found.distance(Metric::Dtw)? {
                    None if board.is_stuck() => Some(Ok(0)),
                    plies => plies,
                },
                Place::NotAsked | Place::AfterMoves => None,
                Place::Nowhere => continue,
            };
            match plies {
                Some(Ok(plies)) => best = better(best, plies),
                Some(Err(name)) => self.absent = Some(name),
                None => open.push(number),
            }
            if is_done(best) {
                return Ok(Ok(best));
            }
        }
        for number in open {
            // After any move of the loser, the winner wins.
            if is_won && self.category_after(number)?.map(Category::theory) != Some(Theory::Loss) {
                continue;
            }
            let (low, high) = if is_won { (low, best) } else { (best, high) };
            // Not 0, or the search would be done.
            debug_assert!(high > 0);
            let mut after = Followed::new(self.tablebase, &self.all[number].board);
            match after.dtw(!is_won, low.saturating_sub(1), high - 1)? {
                Ok(plies) => best = better(best, plies),
                Err(name) => self.absent = Some(name),
            }
            if is_done(best) {
                return Ok(Ok(best));
            }
        }
        Ok(self.absent.map_or(Ok(best), Err))
    }

    /// The distance to a zeroing move of the board, which has no capture, and is won or lost under the rule. Looks one move ahead: a
    /// man's move is zeroing itself; after a king's move the distance is stored, or the next ply is a capture. 0 if no move fits the
    /// result, as in contradictory tables.
    pub fn dtz(&mut self, is_won: bool) -> Result<Plies, ProbeError> {
        let mut best = None;
        for number in 0..self.all.len() {
            if is_won && self.category_after(number)? != Some(Category::Loss) {
                continue;
            }
            let plies = match self.look_up(number)? {
                After { is_zeroing: true, .. } => 1,
                After { place: Place::Over, .. } => 1,
                After { place: Place::Stored(found), .. } => match found.distance(Metric::Dtz)? {
                    Some(Ok(plies)) => plies.saturating_add(1),
                    Some(Err(name)) => return Ok(Err(name)),
                    None => return Ok(Err(found.name(Metric::Dtz))),
                },
                _ => 2,
            };
            // Longer ones are too late for the rule.
            if plies <= self.tablebase.draw_plies().into() {
                best = Some(best.map_or(plies, |best: u16| if is_won { best.min(plies) } else { best.max(plies) }));
            }
            if is_won && best == Some(1) {
                return Ok(Ok(1));
            }
        }
        Ok(self.absent.map_or(Ok(best.unwrap_or(0)), Err))
    }
}

/// The missing table of an error; any other error stays one.
fn name<G: Game>(error: ProbeError, board: &Board<G>) -> Result<TableName, ProbeError> {
    match error {
        ProbeError::Missing { ending, metric } => Ok(TableName { ending, metric }),
        ProbeError::TooManyPieces { .. } => {
            Ok(TableName { ending: Material::of(board).ending().0, metric: Metric::Wdl })
        }
        error => Err(error),
    }
}
