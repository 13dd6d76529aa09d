//! Legal moves, without tables.

use bolshak::board::Position;
use pyo3::prelude::*;

use crate::error::class;
use crate::text::Text;

fn position(fen: &str) -> PyResult<Position> {
    fen.parse().map_err(|error: bolshak::board::FenError| class::FenError::new_err(error.to_string()))
}

/// The legal moves of a position in notation, in alphabetical order; a side without one has lost, or, in poddavki, won.
/// Asks no tables.
///
/// Raises FenError.
#[pyfunction]
pub fn legal_moves(fen: Text) -> PyResult<Vec<String>> {
    let position = position(&fen)?;
    let mut texts: Vec<String> = position.legal_moves().iter().map(|mv| position.move_text(mv)).collect();
    texts.sort();
    Ok(texts)
}

/// The FEN of the position after a legal move: "c3-d4", or "c5:e3:g5" for a capture, which may be written with x, along
/// any of its paths, or in the short form "c5:g5" where only one move fits. Asks no tables.
///
/// Raises FenError; MoveError, which names the legal moves.
#[pyfunction]
pub fn play(fen: Text, r#move: Text) -> PyResult<String> {
    let position = position(&fen)?;
    let mv = position.parse_move(&r#move).map_err(|error| class::MoveError::new_err(error.to_string()))?;
    Ok(position.after(&mv).to_string())
}
