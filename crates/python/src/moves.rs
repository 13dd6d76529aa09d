//! Moves and lines.

use bolshak::board::{Color, Game, squares};
use bolshak::probe::{self, Clock, ClockNote, End, RankedMove};
use bolshak::value::{Category, Theory};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::pickle::{self, Restored};
use crate::verdict::{Verdict, category_name, color_name, theory_name};

/// A legal move, and what the tables know of the position it reaches. Moves can be compared, copied and pickled.
#[pyclass(frozen, eq, from_py_object, module = "bolshak")]
#[derive(Clone, PartialEq, Eq)]
pub struct Move {
    pub(crate) turn: Color,
    pub(crate) text: String,
    pub(crate) fen: String,
    pub(crate) clock: u64,
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) captured: Vec<String>,
    pub(crate) zeroing: bool,
    pub(crate) crowning: bool,
    pub(crate) after_end: bool,
    pub(crate) category: Option<Category>,
    pub(crate) theory: Option<Theory>,
    pub(crate) dtw: Option<u16>,
    pub(crate) reached: Verdict,
}

impl<G: Game> From<&RankedMove<G>> for Move {
    fn from(ranked: &RankedMove<G>) -> Move {
        let mv = &ranked.mv;
        Move {
            turn: ranked.position.turn().other(),
            text: ranked.text.clone(),
            fen: ranked.position.to_string(),
            clock: ranked.clock.plies,
            from: mv.from().to_string(),
            to: mv.to().to_string(),
            captured: squares::<G>(mv.captured()).map(|square| square.to_string()).collect(),
            zeroing: mv.is_zeroing(),
            crowning: mv.is_crowning(),
            after_end: ranked.after_end,
            category: ranked.category(),
            theory: ranked.theory(),
            dtw: ranked.dtw().plies(),
            reached: Verdict::new(ranked.reached, ranked.clock, None),
        }
    }
}

/// Names of squares, turn, text, FEN and so on: the arguments of [`pickle::restore_move`].
type MoveState = (
    &'static str,
    (String, String),
    u64,
    (String, String, Vec<String>),
    (bool, bool, bool),
    (Option<&'static str>, Option<&'static str>, Option<u16>),
    Verdict,
);

#[pymethods]
impl Move {
    /// The move in notation, as "c3-d4" or "c5:e3:g5".
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// The position after the move; the other side is to move there.
    #[getter]
    fn fen(&self) -> &str {
        &self.fen
    }

    /// The clock after the move, in plies.
    #[getter]
    fn clock(&self) -> u64 {
        self.clock
    }

    /// The side that moves: "W" or "B".
    #[getter]
    fn turn(&self) -> &'static str {
        color_name(self.turn)
    }

    /// The square where the piece starts, as "c3".
    #[getter(from_square)]
    fn origin(&self) -> &str {
        &self.from
    }

    /// The square where it ends; for a capture this may be where it starts.
    #[getter(to_square)]
    fn target(&self) -> &str {
        &self.to
    }

    /// The squares of the pieces that it takes.
    #[getter]
    fn captured<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.captured)
    }

    /// Whether it sets the clock to 0: a capture or a move of a man.
    #[getter]
    fn zeroing(&self) -> bool {
        self.zeroing
    }

    /// Whether it makes a king of a man.
    #[getter]
    fn crowning(&self) -> bool {
        self.crowning
    }

    /// The result for the side that moves here, after the move, under the rule asked; None if it is not known.
    #[getter]
    fn category(&self) -> Option<&'static str> {
        self.category.map(category_name)
    }

    /// The result for the side that moves here, after the move, without any draw rule; None if it is not known.
    #[getter]
    fn theory(&self) -> Option<&'static str> {
        self.theory.map(theory_name)
    }

    /// Plies until the game ends without any draw rule, this move counted; None for a draw, or if it is not known.
    #[getter]
    fn dtw(&self) -> Option<u16> {
        self.dtw
    }

    /// The verdict of the position after the move, for the side to move there: what probe says of fen at clock.
    #[getter]
    fn reached(&self) -> Verdict {
        self.reached.clone()
    }

    /// Whether the game was over before the move, drawn by the rule: the move is what it would have been.
    #[getter]
    fn after_end(&self) -> bool {
        self.after_end
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.text)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Restored<'py, MoveState>> {
        let state = (
            self.turn(),
            (self.text.clone(), self.fen.clone()),
            self.clock,
            (self.from.clone(), self.to.clone(), self.captured.clone()),
            (self.zeroing, self.crowning, self.after_end),
            (self.category(), self.theory(), self.dtw),
            self.reached.clone(),
        );
        Ok((pickle::function(py, "_restore_move")?, state))
    }
}

/// Best play by both sides. Lines can be compared, copied and pickled.
#[pyclass(frozen, eq, module = "bolshak")]
#[derive(PartialEq, Eq)]
pub struct Line {
    pub(crate) verdict: Verdict,
    pub(crate) moves: Vec<Move>,
    pub(crate) end: End,
}

impl Line {
    /// A line from a position at a clock, and what is to be said of the clock.
    pub fn new<G: Game>(line: &probe::Line<G>, clock: Clock, note: Option<ClockNote>) -> Line {
        let moves = line.moves.iter().map(|mv| Move::from(&mv.ranked)).collect();
        Line { verdict: Verdict::new(line.verdict, clock, note), moves, end: line.end }
    }

    /// The side that has no legal move at the end.
    fn stuck(&self) -> Option<&'static str> {
        match self.end {
            End::NoMove(color) => Some(color_name(color)),
            End::DrawRule | End::Draw | End::Unknown => None,
        }
    }
}

#[pymethods]
impl Line {
    /// The verdict of the position that was asked.
    #[getter]
    fn verdict(&self) -> Verdict {
        self.verdict.clone()
    }

    /// The moves of both sides; none if the position is a draw in theory.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.moves.clone())
    }

    /// How it ends: "no-move" (the side to move has no legal move: it has lost, or, in poddavki, won), "draw-rule" (the
    /// clock has run out), "draw" (a draw in theory), "unknown" (a table is missing).
    #[getter]
    fn end(&self) -> &'static str {
        match self.end {
            End::NoMove(_) => "no-move",
            End::DrawRule => "draw-rule",
            End::Draw => "draw",
            End::Unknown => "unknown",
        }
    }

    fn __repr__(&self) -> String {
        let moves: Vec<&str> = self.moves.iter().map(|mv| mv.text.as_str()).collect();
        let end = self.stuck().map_or(self.end().into(), |stuck| format!("{stuck} has no move"));
        format!("<Line {}; {end}>", moves.join(" "))
    }

    #[allow(clippy::type_complexity)]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Restored<'py, (Verdict, Vec<Move>, &'static str, Option<&'static str>)>> {
        let state = (self.verdict.clone(), self.moves.clone(), self.end(), self.stuck());
        Ok((pickle::function(py, "_restore_line")?, state))
    }
}
