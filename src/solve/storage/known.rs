//! Values that are final, by material.

use crate::board::{Bitboard, Board, Game};
use crate::index::{Ending, KingSets, Material, Mover};
use crate::value::Outcome;

use super::known_half::KnownHalf;
use super::solved::Solved;

/// In place of the number of an ending: its values are not there.
const ABSENT: u8 = u8::MAX;

/// The values of several endings of a game: what an ending's moves lead to.
#[derive(Clone)]
pub(in crate::solve) struct Known<'a, G> {
    /// By [`Material::slot`], the number of the ending in `endings`.
    slots: Box<[u8]>,
    endings: Vec<Solved<'a, G>>,
}

impl<'a, G: Game> Known<'a, G> {
    /// Holds no values yet.
    pub fn new() -> Known<'a, G> {
        Known { slots: vec![ABSENT; Material::SLOTS].into(), endings: Vec::new() }
    }

    /// Adds the values of an ending.
    pub fn add(&mut self, solved: Solved<'a, G>) {
        let ending = solved.layout.ending();
        for &mover in ending.movers() {
            self.slots[ending.material(mover).slot()] = self.endings.len() as u8;
        }
        self.endings.push(solved);
    }

    /// The values of an ending.
    ///
    /// # Panics
    /// If they are not there.
    pub(in crate::solve) fn of(&self, ending: Ending) -> &Solved<'a, G> {
        &self.endings[usize::from(self.slots[ending.material(Mover::First).slot()])]
    }

    /// The values of the half with a material and men.
    ///
    /// # Panics
    /// If the values of the material are not there.
    #[inline(always)]
    pub(in crate::solve) fn half(&self, material: Material, men: Bitboard, enemy_men: Bitboard) -> KnownHalf<'a> {
        if material.mover.pieces() == 0 {
            return KnownHalf::without_pieces::<G>();
        }
        let solved = &self.endings[usize::from(self.slots[material.slot()])];
        let (_, mover) = material.ending();
        let (chunk, half) = solved.layout.locate(mover, men, enemy_men);
        solved.known_half(chunk, half)
    }

    /// The code of the distance to win, and the class, of a board.
    ///
    /// # Panics
    /// If the values of its material are not there.
    #[cfg(test)]
    pub fn get(&self, board: &Board<G>) -> (u8, super::Class) {
        let half = self.half(Material::of(board), board.men, board.enemy_men);
        half.value_row(KingSets::number(board.enemy_kings)).get(KingSets::number(board.kings))
    }

    /// The outcome of a board in theory, also where no code holds its distance.
    ///
    /// # Panics
    /// If the values of its material are not there.
    pub(in crate::solve) fn outcome(&self, board: &Board<G>) -> Outcome {
        let material = Material::of(board);
        if material.mover.pieces() == 0 {
            return Outcome::without_move::<G>();
        }
        let solved = self.endings[usize::from(self.slots[material.slot()])];
        let layout = solved.layout;
        let (_, mover) = material.ending();
        let (chunk, half) = layout.locate(mover, board.men, board.enemy_men);
        let at = KingSets::number(board.enemy_kings) * layout.halves()[half].row_len + KingSets::number(board.kings);
        solved.far.outcome::<G>(solved.half(chunk, half)[at], layout.start(chunk, half) + at as u64)
    }
}

impl<G: Game> Default for Known<'_, G> {
    fn default() -> Self {
        Known::new()
    }
}
