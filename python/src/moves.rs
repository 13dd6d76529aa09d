//! Moves and lines.

use bolshak::board::{Color, squares};
use bolshak::probe::{self, End, RankedMove};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::verdict::{Verdict, color_name};

/// A legal move and what it is worth.
#[pyclass(frozen, eq, module = "bolshak")]
#[derive(Clone, PartialEq, Eq)]
pub struct Move {
    turn: Color,
    ranked: RankedMove,
}

impl Move {
    /// A move of a side.
    pub fn new(turn: Color, ranked: RankedMove) -> Move {
        Move { turn, ranked }
    }
}

#[pymethods]
impl Move {
    /// The move in notation, as "c3-d4" or "c5:e3:g5".
    #[getter]
    fn text(&self) -> &str {
        &self.ranked.text
    }

    /// The position after the move; the other side is to move there.
    #[getter]
    fn fen(&self) -> String {
        self.ranked.position.to_string()
    }

    /// The clock after the move, in plies.
    #[getter]
    fn clock(&self) -> u64 {
        self.ranked.clock.plies
    }

    /// The side that moves: "W" or "B".
    #[getter]
    fn turn(&self) -> &'static str {
        color_name(self.turn)
    }

    /// The square where the piece starts, as "c3".
    #[getter(from_square)]
    fn origin(&self) -> String {
        self.ranked.mv.from.to_string()
    }

    /// The square where it ends; for a capture this may be where it starts.
    #[getter(to_square)]
    fn target(&self) -> String {
        self.ranked.mv.to.to_string()
    }

    /// The squares of the pieces that it takes.
    #[getter]
    fn captured<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let names: Vec<String> = squares(self.ranked.mv.captured).map(|square| square.to_string()).collect();
        PyTuple::new(py, names)
    }

    /// Whether it sets the clock to 0: a capture or a move of a man.
    #[getter]
    fn zeroing(&self) -> bool {
        self.ranked.mv.is_zeroing()
    }

    /// Whether it makes a king of a man.
    #[getter]
    fn crowning(&self) -> bool {
        self.ranked.mv.crowned
    }

    /// The results are those of the side that moves here, at the clock after the move; the distances are counted from the
    /// position after the move.
    #[getter]
    fn verdict(&self) -> Verdict {
        Verdict(self.ranked.verdict)
    }

    fn __str__(&self) -> &str {
        &self.ranked.text
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.ranked.text)
    }
}

/// Best play by both sides.
#[pyclass(frozen, module = "bolshak")]
pub struct Line(pub probe::Line);

#[pymethods]
impl Line {
    /// The verdict of the position that was asked.
    #[getter]
    fn verdict(&self) -> Verdict {
        Verdict(self.0.verdict)
    }

    /// The moves of both sides; none if the position is a draw in theory.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.moves.iter().map(|mv| Move::new(mv.turn, mv.ranked.clone())).collect::<Vec<_>>())
    }

    /// How it ends: "lost" (the side to move has no legal move), "draw-rule" (the clock has run out), "draw" (a draw in
    /// theory), "unknown" (a table is missing).
    #[getter]
    fn end(&self) -> &'static str {
        match self.0.end {
            End::Lost(_) => "lost",
            End::DrawRule => "draw-rule",
            End::Draw => "draw",
            End::Unknown => "unknown",
        }
    }

    fn __repr__(&self) -> String {
        let moves: Vec<&str> = self.0.moves.iter().map(|mv| mv.ranked.text.as_str()).collect();
        let end = match self.0.end {
            End::Lost(color) => format!("{} has lost", color_name(color)),
            _ => self.end().into(),
        };
        format!("<Line {}; {end}>", moves.join(" "))
    }
}
