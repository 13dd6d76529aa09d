//! A question about a position.

use crate::lang::Lang;
use bolshak::board::{Fen, Game, Position, Russian};
use bolshak::probe::{Clock, ClockNote};

/// A position, the clock and rule that it is asked at, what became of the draw counter of its FEN, and the language of the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Asked<G = Russian> {
    /// The position.
    pub position: Position<G>,
    /// The clock, and the draw rule.
    pub clock: Clock,
    /// How the FEN's draw counter was used, if that is to be known.
    pub note: Option<ClockNote>,
    /// The language of what the answer says of that.
    pub lang: Lang,
}

impl<G: Game> Asked<G> {
    /// The question about a FEN, at a clock if one is named, see [`Clock::of_fen`]. The rule is that of `rule`, the language English.
    pub fn new(fen: &Fen<G>, clock: Option<Clock>, rule: bolshak::rules::DrawRule) -> Asked<G> {
        let (clock, note) = Clock::of_fen(fen, clock);
        Asked { position: fen.position, clock: clock.under(rule), note, lang: Lang::En }
    }
}
