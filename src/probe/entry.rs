//! Entries: numbered positions with their values.

use crate::board::{Game, Position, Russian};
use crate::index::{Index, Mover};
use crate::value::{Category, Outcome};

use super::resolve::Fresh;
use super::{ProbeError, Tablebase};

/// An entry with its values at clock 0, for its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Entry<G = Russian> {
    /// Its number in its ending with that side to move, as by [`Index::rank`].
    pub number: u64,
    /// Its position, in which the first-named side of the ending is White.
    pub position: Position<G>,
    /// Whether a capture is pending.
    pub capture: bool,
    /// The result under the 15-move rule.
    pub category: Category,
    /// Plies until the game ends, without any draw rule; `None` for a draw in theory.
    pub dtw: Option<u16>,
    /// Plies until the result is banked by a zeroing move; `None` for a draw under the rule.
    pub dtz: Option<u16>,
}

impl<G: Game> Tablebase<G> {
    /// The entry with a number below [`Index::size`]; `index` is that of the ending with `mover` to move. Costs as much as
    /// [`Tablebase::probe`].
    ///
    /// # Errors
    /// [`ProbeError`], if a table that the answer needs is absent, damaged, or cannot be read.
    pub fn entry(&self, index: &Index<G>, mover: Mover, number: u64) -> Result<Entry<G>, ProbeError> {
        let board = index.unrank(number);
        self.entry_of(number, Position::from_board(mover.color(), board), board.must_capture())
    }

    pub(super) fn entry_of(&self, number: u64, position: Position<G>, capture: bool) -> Result<Entry<G>, ProbeError> {
        let Fresh { category, dtw, dtz } = self.fresh(&position.board())?;
        let plies = |outcome: Result<Outcome, _>| outcome.map(plies).map_err(|name| self.absent(name));
        Ok(Entry { number, position, capture, category, dtw: plies(dtw)?, dtz: plies(dtz)? })
    }
}

pub(super) fn plies(outcome: Outcome) -> Option<u16> {
    match outcome {
        Outcome::Win(plies) | Outcome::Loss(plies) => Some(plies),
        Outcome::Draw => None,
    }
}
