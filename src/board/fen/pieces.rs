//! The pieces of a position while its text is read.

use crate::board::{Bitboard, Color, Position, PositionError, Square};

use super::error::FenError;

/// The four sets of pieces while a text is read.
#[derive(Default)]
pub struct Pieces {
    men: [Bitboard; 2],
    kings: [Bitboard; 2],
}

impl Pieces {
    pub fn put(&mut self, color: Color, king: bool, square: Square) -> Result<(), FenError> {
        let all = self.men[0] | self.men[1] | self.kings[0] | self.kings[1];
        if all & square.bit() != 0 {
            return Err(PositionError::Shared { square }.into());
        }
        let sets = if king { &mut self.kings } else { &mut self.men };
        sets[color as usize] |= square.bit();
        Ok(())
    }

    pub fn into_position(self, turn: Color) -> Result<Position, FenError> {
        let Pieces { men, kings } = self;
        Ok(Position::new(turn, men[0], kings[0], men[1], kings[1])?)
    }
}
