//! Which code stands for which distance.

use crate::value::{Dtw, Dtz, Measure, Outcome};

/// The code of the distance to a zeroing move of a board with a capture pending. Tables do not store such boards; their
/// distance is 1, unless their class is a draw.
pub const PENDING: u8 = Dtz::UNUSED;

/// How values are coded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coding {
    /// The length of the draw rule in plies, at most 126.
    pub draw_plies: u8,
    /// The longest distance to win that is kept in a byte, at most [`Dtw::MAX`](crate::value::Dtw); longer ones are
    /// kept apart.
    pub byte_plies: u16,
    /// Whether there are distances to win at all; else codes hold results only.
    pub with_dtw: bool,
}

impl Coding {
    /// The code of a distance to win.
    #[inline]
    pub(in crate::solve) fn code(&self, outcome: Outcome) -> u8 {
        match outcome {
            _ if self.with_dtw => Dtw::code(outcome, self.byte_plies),
            Outcome::Loss(_) => Dtw::loss(0),
            Outcome::Draw => Dtw::DRAW,
            Outcome::Win(_) => Dtw::win(1),
        }
    }
}
