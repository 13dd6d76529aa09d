//! The best moves of a half whose enemy has no kings, board by board.

use crate::board::Bitboard;
use crate::bulk::masks::set;
use crate::index::{KingSets, WORD};
use crate::solve::storage::Class;
use crate::value::{Dtw, Dtz, Measure};

/// Where there is no move: the greatest code.
pub(in crate::solve) const NONE: u8 = u8::MAX;

/// A capture after which the enemy has won. It is less than [`NONE`], to tell that there is a capture.
pub(in crate::solve) const LOST: u8 = u8::MAX - 1;

/// The least codes that moves lead to, by the number of the mover's set of kings.
#[derive(Default)]
pub(in crate::solve) struct LeastCodes {
    /// The codes of distances to win.
    pub dtw: Vec<u8>,
    /// The codes of distances to a zeroing move. After a zeroing move the distance counts as 0.
    pub dtz: Vec<u8>,
}

impl LeastCodes {
    fn clear(&mut self, boards: usize) {
        for codes in [&mut self.dtw, &mut self.dtz] {
            codes.clear();
            codes.resize(boards, NONE);
        }
    }

    /// Adds a move of one board.
    #[inline(always)]
    pub fn add(&mut self, board: usize, dtw: u8, dtz: u8) {
        self.dtw[board] = self.dtw[board].min(dtw);
        self.dtz[board] = self.dtz[board].min(dtz);
    }
}

/// The best moves of a half. Where there is a capture, quiet moves are found all the same, and do not count.
#[derive(Default)]
pub(in crate::solve) struct BestMoves {
    pub(in crate::solve) quiet: LeastCodes,
    pub(in crate::solve) captures: LeastCodes,
}

impl BestMoves {
    /// Forgets all moves, for a number of boards.
    pub fn clear(&mut self, boards: usize) {
        self.quiet.clear(boards);
        self.captures.clear(boards);
    }

    /// Takes the captures of the boards that have some, instead of their quiet moves. Sets of kings that share a square with the
    /// men become draws.
    #[inline(always)]
    pub fn decide(&mut self, kings: &KingSets, men: Bitboard) {
        let BestMoves { quiet, captures } = self;
        for (board, dtw) in quiet.dtw.iter_mut().enumerate() {
            *dtw = if captures.dtz[board] == NONE { *dtw } else { captures.dtw[board] };
        }
        for (dtz, &captures) in quiet.dtz.iter_mut().zip(&captures.dtz) {
            *dtz = match captures {
                NONE => *dtz,
                LOST => NONE,
                _ => captures,
            };
        }
        for word in 0..kings.words() {
            let boards = word * WORD..(word + 1) * WORD;
            let shared = !kings.apart(men, word);
            set(&mut quiet.dtw[boards.clone()], Dtw::DRAW, shared);
            set(&mut quiet.dtz[boards], Dtz::DRAW, shared);
        }
    }
}

/// The code for `dtz` after a zeroing move. `lost` is that of a move after which the enemy has won.
#[inline(always)]
pub(in crate::solve) fn after_zeroing(class: Class, lost: u8) -> u8 {
    match class {
        Class { lost: true, .. } => 0,
        Class { won: true, .. } => lost,
        _ => Dtz::DRAW,
    }
}

const _: () = assert!(Dtz::DRAW < LOST && Dtw::DRAW < NONE);
