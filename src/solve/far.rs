//! Distances to win that a byte does not hold: rare, and kept apart.

use crate::board::Board;
use crate::rules::Move;
use crate::value::{Dtw, Measure, Outcome};

/// A distance by its place: how many bytes of chunks come before its code.
pub type Place = (u64, u16);

/// The longest distance that tables hold.
pub(super) const LONGEST: u16 = 511;

/// The distances beyond a byte of one ending, in the order of their places.
#[derive(Clone, Copy, Debug, Default)]
pub struct Far<'a>(&'a [Place]);

impl<'a> Far<'a> {
    /// Of places in ascending order.
    pub(super) const fn new(places: &'a [Place]) -> Far<'a> {
        Far(places)
    }

    /// The outcome of a code at a place.
    pub(super) fn outcome(&self, code: u8, place: u64) -> Outcome {
        if !Dtw::is_far(code) {
            return Dtw::decode(code);
        }
        let found = self.0.binary_search_by_key(&place, |&(place, _)| place);
        let (_, plies) = self.0[found.expect("every far code has its distance")];
        if code == Dtw::FAR_LOSS { Outcome::Loss(plies) } else { Outcome::Win(plies) }
    }
}

/// What the best of a board's moves is worth, of those that `after` knows the outcome after: one by one, as few boards
/// need it.
#[cold]
pub(super) fn best(board: &Board, after: impl Fn(&Move, &Board) -> Option<Outcome>) -> Outcome {
    let mut moves = Vec::new();
    board.moves(&mut moves);
    let outcomes = moves.iter().filter_map(|mv| after(mv, &board.after(mv)));
    outcomes.map(|outcome| Dtw::through(outcome, false)).max().unwrap_or(Outcome::Loss(0))
}
