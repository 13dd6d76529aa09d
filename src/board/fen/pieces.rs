//! The pieces of a position while its text is read.

use std::marker::PhantomData;

use crate::board::{Bitboard, Color, Game, Position, PositionError, Square};

use super::error::FenError;

/// The four sets of pieces while a text is read.
#[derive(Default)]
pub struct Pieces<G> {
    men: [Bitboard; 2],
    kings: [Bitboard; 2],
    game: PhantomData<G>,
}

impl<G: Game> Pieces<G> {
    pub fn put(&mut self, color: Color, king: bool, square: Square<G>) -> Result<(), FenError> {
        let all = self.men[0] | self.men[1] | self.kings[0] | self.kings[1];
        if all & square.bit() != 0 {
            return Err(PositionError::Shared { square: square.to_string() }.into());
        }
        let sets = if king { &mut self.kings } else { &mut self.men };
        sets[color as usize] |= square.bit();
        Ok(())
    }

    /// Takes a piece off its square.
    pub fn remove(&mut self, square: Square<G>) {
        self.men.iter_mut().chain(&mut self.kings).for_each(|set| *set &= !square.bit());
    }

    pub fn into_position(self, turn: Color) -> Result<Position<G>, FenError> {
        let Pieces { men, kings, .. } = self;
        Ok(Position::new(turn, men[0], kings[0], men[1], kings[1])?)
    }
}
