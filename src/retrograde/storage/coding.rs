//! The codes of distances, and the distances that no code holds.
//!
//! The special bytes; the others are those of `Dtw` and `Dtz`.
//!
//! | byte | name | where | meaning |
//! |---|---|---|---|
//! | 126, 128 | `Dtw::FAR_LOSS`, `Dtw::FAR_WIN` | distances to win | beyond a byte; the distance is a `FarDistance` |
//! | 127 | `DRAW` | everywhere | a draw; in work also: not decided, padding |
//! | 128 | `PENDING` | distances to a zeroing move | a capture is pending |
//! | 254 | `LOST` | `BestMoves`, codes for `dtz` | the only moves are captures that lose |
//! | 255 | `NO_MOVE` | `Exit`, `FoundExits`, `ReachedCodes` | no move; or, in codes of `Dtw`, the enemy's quickest win |

use crate::board::{Board, Game};
use crate::rules::Move;
use crate::value::{Dtw, Dtz, Measure, Outcome};

/// The code of the distance to a zeroing move of a board with a capture pending. Tables do not store such boards; their
/// distance is 1, unless their class is a draw.
pub const PENDING: u8 = Dtz::UNUSED;

/// The least code that moves lead to, if there is no move: the greatest code.
pub(in crate::retrograde) const NO_MOVE: u8 = u8::MAX;

/// A capture after which the enemy has won: less than [`NO_MOVE`], as there is a capture.
pub(in crate::retrograde) const LOST: u8 = u8::MAX - 1;

const _: () = assert!(Dtz::DRAW < LOST && Dtw::DRAW < NO_MOVE);

/// How values are coded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coding {
    /// The length of the draw rule in plies, at most 126.
    pub draw_plies: u8,
    /// The longest distance to win kept in a byte, at most [`Dtw::MAX`](crate::value::Dtw); longer ones are kept apart.
    pub byte_plies: u16,
    /// Whether there are distances to win; else codes hold only results.
    pub with_dtw: bool,
}

impl Coding {
    #[inline]
    pub(in crate::retrograde) fn code(&self, outcome: Outcome) -> u8 {
        match outcome {
            _ if self.with_dtw => Dtw::code(outcome, self.byte_plies),
            Outcome::Loss(_) => Dtw::loss(0),
            Outcome::Draw => Dtw::DRAW,
            Outcome::Win(_) => Dtw::win(1),
        }
    }
}

/// A distance to win that no code holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FarDistance {
    /// The bytes of the ending's chunks before its code.
    pub offset: u64,
    pub plies: u16,
}

/// The longest distance that tables hold.
pub(crate) const LONGEST: u16 = 511;

/// The outcome of a code at an offset. `far` has the far distances of the ending, in the order of their offsets.
pub(in crate::retrograde) fn outcome_at<G: Game>(far: &[FarDistance], code: u8, offset: u64) -> Outcome {
    if !Dtw::is_far(code) {
        return Dtw::decode::<G>(code);
    }
    // Only forged values, checksums included, have a far code without a distance.
    let Ok(found) = far.binary_search_by_key(&offset, |far| far.offset) else { return Outcome::Draw };
    let plies = far[found].plies;
    if code == Dtw::FAR_LOSS { Outcome::Loss(plies) } else { Outcome::Win(plies) }
}

/// The outcome of a board by its best move. `after` gives that after a move, or `None` to omit it. Slow: few boards need it.
#[cold]
pub(in crate::retrograde) fn best_outcome<G: Game>(
    board: &Board<G>,
    after: impl Fn(&Move<G>, &Board<G>) -> Option<Outcome>,
) -> Outcome {
    let mut moves = Vec::new();
    board.moves(&mut moves);
    let outcomes = moves.iter().filter_map(|mv| after(mv, &board.after(mv)));
    outcomes.map(Outcome::before).max().unwrap_or(Outcome::without_move::<G>())
}

/// The code of a board, by the least code that its moves lead to.
pub(in crate::retrograde) struct Through {
    pub dtw: [u8; 256],
    /// Boards with a distance beyond the draw rule are draws under it.
    pub dtz: [u8; 256],
}

impl Through {
    pub fn new<G: Game>(coding: Coding) -> Through {
        let within = |outcome| match outcome {
            Outcome::Win(plies) | Outcome::Loss(plies) if plies > u16::from(coding.draw_plies) => Outcome::Draw,
            within => within,
        };
        let dtz = |code| Dtz::encode(within(Dtz::decode::<G>(code).before()));
        Through {
            dtw: std::array::from_fn(|code| coding.code(before::<G>(code as u8))),
            dtz: std::array::from_fn(|code| dtz(code as u8).expect("the draw rule is no longer than codes hold")),
        }
    }
}

/// The outcome of a board by the code of the distance to win that its best move leads to.
pub(in crate::retrograde) fn before<G: Game>(code: u8) -> Outcome {
    Dtw::decode::<G>(code).before()
}
