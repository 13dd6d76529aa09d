//! Captures by kings, found once for several rows.
//!
//! What a king captures over a piece in a direction does not depend on its own square, as long as the way to that piece
//! is free and the other kings stand still. So such a capture is followed from the square before the piece, and counts
//! in the rows of all squares on the way.

use crate::board::Game;
use crate::index::{KingSets, OneMore};
use crate::rules::{ray, step};
use crate::solve::bundle::masks::{Mask, and, any, join, take_lower};
use crate::solve::bundle::squares;

use super::block::Block;
use super::exit::Exit;
use super::king_captures::KingPath;

/// The most rows for which captures are shared: those of four kings on eight files. They take 25 MB.
pub(super) const SHARED_ROWS: usize = 1 << 16;

/// The bytes that it takes to share the captures of a half with a number of rows, in [blocks](Block) of eight words.
pub(in crate::solve) fn shared_bytes(rows: usize) -> usize {
    if rows <= SHARED_ROWS { rows * size_of::<Found<8>>() } else { 0 }
}

/// What captures come to on the boards of a block: see [`Block`].
#[derive(Clone)]
pub(in crate::solve) struct Found<const W: usize> {
    pub captures: Mask<W>,
    pub codes: [[u8; 64]; W],
    pub wins: Mask<W>,
    pub holds: Mask<W>,
}

impl<const W: usize> Found<W> {
    /// No captures.
    pub const NONE: Found<W> =
        Found { captures: [0; W], codes: [[Exit::NONE.code; 64]; W], wins: [0; W], holds: [0; W] };

    /// Adds what others have on the boards of a mask, on all of which they have a capture.
    #[inline(always)]
    fn add(&mut self, other: &Found<W>, mask: &Mask<W>) {
        join(&mut self.captures, mask);
        join(&mut self.wins, &and(&other.wins, mask));
        join(&mut self.holds, &and(&other.holds, mask));
        take_lower(self.codes.as_flattened_mut(), other.codes.as_flattened(), mask);
    }
}

impl<G: Game, const W: usize, const L: usize> Block<'_, '_, G, W, L> {
    /// Finds the captures by kings of all rows in one block of columns, the one that begins with a word. `others` are
    /// the sets of one king less; `rows` gets what is found, by row.
    #[inline(always)]
    pub fn share_captures(&mut self, others: &KingSets, first_word: usize, rows: &mut [Found<W>]) {
        rows.fill(Found::NONE);
        self.place(first_word);
        for &set in others.sets() {
            let fixed = set | self.bundle.men;
            let apart = squares(set).fold(*self.bundle.fit(first_word), |apart, square| and(&apart, self.free(square)));
            if set & self.bundle.men != 0 || !any(&apart) {
                continue;
            }
            let others = OneMore::new(set);
            for over in squares(G::BOARD & !set) {
                let enemies = and(&apart, self.bundle.enemies(over, first_word));
                if !any(&enemies) {
                    continue;
                }
                for direction in 0..4 {
                    let before = step::<G>(3 - direction, over).filter(|before| fixed >> before & 1 == 0);
                    let Some(before) = before else { continue };
                    let mask = and(&enemies, self.free(before));
                    if any(&mask) {
                        (self.kings, self.found) = (set | 1 << before, Found::NONE);
                        self.first_piece(KingPath { from: before, direction, over, captured: 1 << over }, &mask);
                        let mut open = self.found.captures;
                        for from in ray::<G>(3 - direction, over).take_while(|from| fixed >> from & 1 == 0) {
                            open = and(&open, self.free(from));
                            if !any(&open) {
                                break;
                            }
                            rows[others.number(from)].add(&self.found, &open);
                        }
                    }
                }
            }
        }
    }
}
