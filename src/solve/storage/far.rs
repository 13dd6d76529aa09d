//! Distances to win that no code holds. They are rare, and kept in a list apart.

use crate::board::{Board, Game};
use crate::rules::Move;
use crate::value::{Dtw, Measure, Outcome};

/// A distance to win that no code holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FarDistance {
    /// How many bytes of the ending's chunks come before its code.
    pub offset: u64,
    /// The distance.
    pub plies: u16,
}

/// The longest distance that tables hold.
pub(in crate::solve) const LONGEST: u16 = 511;

/// The far distances of one ending, in the order of their offsets.
#[derive(Clone, Copy, Debug, Default)]
pub struct Far<'a>(&'a [FarDistance]);

impl<'a> Far<'a> {
    /// Takes distances at ascending offsets.
    pub(in crate::solve) const fn new(distances: &'a [FarDistance]) -> Far<'a> {
        Far(distances)
    }

    /// The outcome of a code at an offset.
    pub(in crate::solve) fn outcome<G: Game>(&self, code: u8, offset: u64) -> Outcome {
        if !Dtw::is_far(code) {
            return Dtw::decode::<G>(code);
        }
        // Only where values were changed on purpose, checksums included, has a far code no distance.
        let Ok(found) = self.0.binary_search_by_key(&offset, |far| far.offset) else { return Outcome::Draw };
        let plies = self.0[found].plies;
        if code == Dtw::FAR_LOSS { Outcome::Loss(plies) } else { Outcome::Win(plies) }
    }
}

/// The outcome of a board by its best move. `after` gives the outcome of the board that a move leads to, or `None` to
/// leave the move out. It takes one move at a time: few boards need it.
#[cold]
pub(in crate::solve) fn best<G: Game>(
    board: &Board<G>,
    after: impl Fn(&Move<G>, &Board<G>) -> Option<Outcome>,
) -> Outcome {
    let mut moves = Vec::new();
    board.moves(&mut moves);
    let outcomes = moves.iter().filter_map(|mv| after(mv, &board.after(mv)));
    outcomes.map(|outcome| Dtw::through(outcome, false)).max().unwrap_or(Outcome::without_move::<G>())
}
