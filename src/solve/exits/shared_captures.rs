//! Captures by kings, found once for several rows.
//!
//! What a king captures over a piece in a direction does not depend on its own square, as long as the way to that piece
//! is free and the other kings stand still. So such a capture is followed from the square before the piece, and counts
//! in the rows of all squares on the way.

use crate::board::Game;
use crate::bulk::masks::{and, any};
use crate::index::{KingSets, OneMore, WORD};
use crate::rules::{ray, step};
use crate::solve::bundle::squares;

use super::block::Block;
use super::found::Found;
use super::king_captures::KingPath;

/// The bytes that it takes to share the captures of a half by its numbers of rows and of columns, padding included.
pub(in crate::solve) fn shared_bytes(rows: usize, columns: usize) -> usize {
    if columns > WORD { rows * size_of::<Found<8>>() } else { 0 }
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
