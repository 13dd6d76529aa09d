//! A fibre: all placements of the kings over one placement of the men, either side to move.

use rayon::prelude::*;

use crate::board::{Bitboard, Board};
use crate::index::{Index, Placements};
use crate::rules::Move;
use crate::value::{Dtw, Dtz, Measure};

use super::Known;

/// Entries that one task works out before it looks for more.
const CHUNK: usize = 1 << 13;

/// The boards of a fibre with one side to move.
#[derive(Clone, Copy)]
pub(super) struct Half<'a> {
    pub index: &'a Index,
    pub placements: &'a Placements,
    pub men: Bitboard,
    pub enemy_men: Bitboard,
}

impl Half<'_> {
    pub fn size(&self) -> usize {
        self.placements.size()
    }

    pub fn board(&self, rank: usize) -> Board {
        self.placements.board(self.men, self.enemy_men, rank)
    }
}

/// What the moves of one board are, seen from inside its fibre.
#[derive(Clone, Copy)]
pub(super) struct Exits {
    /// The least code of the distance to win that a zeroing move reaches.
    pub dtw: u8,
    /// The least code of the distance to a zeroing move there.
    pub dtz: u8,
    /// The quiet moves of kings, which stay in the fibre.
    pub inside: Inside,
}

/// The moves that stay in a fibre.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Inside {
    /// No legal move at all.
    Stuck,
    /// A capture is pending, so there is none.
    Capture,
    /// That many.
    Quiet(u8),
}

impl Exits {
    /// Looks at every legal move of a board. Where no move zeroes the clock, the codes are the worst there are, the
    /// enemy's quickest wins; that is exact, since then a king's move decides, and none loses faster.
    pub fn of(board: &Board, known: &Known<'_>, moves: &mut Vec<Move>) -> Exits {
        moves.clear();
        board.moves(moves);
        let mut exits = Exits { dtw: Dtw::win(1), dtz: Dtz::win(0), inside: Inside::Stuck };
        let mut quiet = 0;
        for mv in moves.iter() {
            if mv.is_zeroing() {
                let (dtw, dtz) = known.get(&board.after(mv));
                exits.dtw = exits.dtw.min(dtw);
                exits.dtz = exits.dtz.min(dtz);
            } else {
                quiet += 1;
            }
        }
        if let Some(mv) = moves.first() {
            exits.inside = if mv.is_capture() { Inside::Capture } else { Inside::Quiet(quiet) };
        }
        exits
    }

    /// The [`Exits`] of every board of a half.
    pub fn of_half(half: &Half<'_>, known: &Known<'_>) -> Vec<Exits> {
        let range = |start: usize| start..half.size().min(start + CHUNK);
        if half.size() <= CHUNK {
            let mut moves = Vec::new();
            return range(0).map(|rank| Exits::of(&half.board(rank), known, &mut moves)).collect();
        }
        (0..half.size().div_ceil(CHUNK))
            .into_par_iter()
            .flat_map_iter(|chunk| {
                let mut moves = Vec::new();
                range(chunk * CHUNK).map(move |rank| Exits::of(&half.board(rank), known, &mut moves))
            })
            .collect()
    }
}
