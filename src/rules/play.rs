//! Moves that are checked.

use crate::board::{Game, Position};

use super::{Move, MoveError};

impl<G: Game> Position<G> {
    /// The position after a move.
    ///
    /// # Errors
    /// [`MoveError::Illegal`], if the move is none of [`Position::legal_moves`].
    ///
    /// ```
    /// use bolshak::board::Position;
    /// let position = Position::START;
    /// let first = position.parse_move("c3-d4")?;
    /// let after = position.play(&first)?;
    /// assert_eq!(after.legal_moves().len(), 7);
    /// assert!(after.play(&first).is_err(), "it is Black's turn");
    /// # Ok::<(), bolshak::rules::MoveError>(())
    /// ```
    pub fn play(&self, mv: &Move<G>) -> Result<Position<G>, MoveError> {
        if self.legal_moves().contains(mv) { Ok(self.after(mv)) } else { Err(self.illegal(self.move_text(mv))) }
    }
}
