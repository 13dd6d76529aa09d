//! A game that was read and judged.

use bolshak::pdn::{self, Played};
use bolshak::review::Reviewed;

/// A game that was read and judged.
pub struct Judged<'a, G> {
    pub game: &'a pdn::Game,
    pub played: Played<G>,
    pub reviewed: Reviewed<G>,
    /// Why no move is judged, if none is.
    pub unknown: Option<anyhow::Error>,
    /// The tables that are missing for positions of the game, if some of its moves are judged.
    pub missing: Vec<anyhow::Error>,
}
