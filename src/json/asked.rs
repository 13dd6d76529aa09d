//! A question about a position.

use crate::board::{Fen, Game, Position, Russian};
use crate::probe::{Clock, ClockNote};

/// A position, the clock and rule that it is asked at, and what became of the draw counter of its FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Asked<G = Russian> {
    /// The position.
    pub position: Position<G>,
    /// The clock, and the draw rule.
    pub clock: Clock,
    /// How the FEN's draw counter was used, if that is to be known.
    pub note: Option<ClockNote>,
}

impl<G: Game> Asked<G> {
    /// The question about a FEN, at a clock if one is named, see [`Clock::of_fen`]. The rule is that of `rule`.
    pub fn new(fen: &Fen<G>, clock: Option<Clock>, rule: crate::rules::DrawRule) -> Asked<G> {
        let (clock, note) = Clock::of_fen(fen, clock);
        Asked { position: fen.position, clock: clock.under(rule), note }
    }
}
