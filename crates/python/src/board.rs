//! Legal moves, without tables.

use bolshak::board::{FenError, Game, Position};
use bolshak::in_game;
use pyo3::prelude::*;

use crate::error::class;
use crate::question::game as read_game;
use crate::text::Text;

fn position<G: Game>(fen: &str) -> PyResult<Position<G>> {
    fen.parse().map_err(|error: FenError| class::FenError::new_err(error.to_string()))
}

/// The legal moves of a position in notation, in alphabetical order; a side without one has lost, or, in poddavki, won.
/// Asks no tables. game: "russian", "poddavki" or "draughts-80"; the text is read as a position of it.
///
/// Raises FenError; ArgumentError for an unknown game.
#[pyfunction]
#[pyo3(signature = (fen, game = "russian".into()), text_signature = "(fen, game='russian')")]
pub fn legal_moves(fen: Text, game: Text) -> PyResult<Vec<String>> {
    let mut texts: Vec<String> = in_game!(read_game(&game)?, G => {
        let position = position::<G>(&fen)?;
        position.legal_moves().iter().map(|mv| position.move_text(mv)).collect()
    });
    texts.sort();
    Ok(texts)
}

/// The FEN of the position after a legal move: "c3-d4", or "c5:e3:g5" for a capture, which may be written with x, along
/// any of its paths, or in the short form "c5:g5" where only one move fits. Asks no tables. game: as in legal_moves.
///
/// Raises FenError; MoveError, which names the legal moves; ArgumentError for an unknown game.
#[pyfunction]
#[pyo3(signature = (fen, r#move, game = "russian".into()), text_signature = "(fen, move, game='russian')")]
pub fn play(fen: Text, r#move: Text, game: Text) -> PyResult<String> {
    in_game!(read_game(&game)?, G => {
        let position = position::<G>(&fen)?;
        let mv = position.parse_move(&r#move).map_err(|error| class::MoveError::new_err(error.to_string()))?;
        Ok(position.after(&mv).to_string())
    })
}
