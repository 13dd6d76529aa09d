//! Legal moves without tables, ranked moves, and lines.

use bolshak::board::{Color, FenError, Game, Position, squares};
use bolshak::in_game;
use bolshak::probe::{self, Clock, ClockNote, End, RankedMove};
use bolshak::value::{Category, Theory};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::class;
use crate::question::{Text, game as read_game};
use crate::verdict::{Restored, Verdict, color_name, restoring};

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

/// A legal move, and what the tables know of the position it reaches. Moves can be compared, copied and pickled.
#[pyclass(frozen, eq, from_py_object, module = "bolshak")]
#[derive(Clone, PartialEq, Eq)]
pub struct Move {
    pub(crate) turn: Color,
    /// The move in notation, as "c3-d4" or "c5:e3:g5".
    #[pyo3(get)]
    pub(crate) text: String,
    /// The position after the move; the other side is to move there.
    #[pyo3(get)]
    pub(crate) fen: String,
    /// The clock after the move, in plies.
    #[pyo3(get)]
    pub(crate) clock: u64,
    /// The square where the piece starts, as "c3".
    #[pyo3(get, name = "from_square")]
    pub(crate) from: String,
    /// The square where it ends; for a capture this may be where it starts.
    #[pyo3(get, name = "to_square")]
    pub(crate) to: String,
    pub(crate) captured: Vec<String>,
    /// Whether it sets the clock to 0: a capture or a move of a man.
    #[pyo3(get)]
    pub(crate) zeroing: bool,
    /// Whether it makes a king of a man.
    #[pyo3(get)]
    pub(crate) crowning: bool,
    /// Whether the game was over before the move, drawn by the rule: the move is what it would have been.
    #[pyo3(get)]
    pub(crate) after_end: bool,
    pub(crate) category: Option<Category>,
    pub(crate) theory: Option<Theory>,
    /// Plies until the game ends without any draw rule, this move counted; None for a draw, or if it is not known.
    #[pyo3(get)]
    pub(crate) dtw: Option<u16>,
    /// The verdict of the position after the move, for the side to move there: what probe says of fen at clock.
    #[pyo3(get)]
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

/// Names of squares, turn, text, FEN and so on: the arguments of `_restore_move`.
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
    /// The side that moves: "W" or "B".
    #[getter]
    fn turn(&self) -> &'static str {
        color_name(self.turn)
    }

    /// The squares of the pieces that it takes.
    #[getter]
    fn captured<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.captured)
    }

    /// The result for the side that moves here, after the move, under the rule asked; None if it is not known.
    #[getter]
    pub(crate) fn category(&self) -> Option<&'static str> {
        self.category.map(Category::name)
    }

    /// The result for the side that moves here, after the move, without any draw rule; None if it is not known.
    #[getter]
    pub(crate) fn theory(&self) -> Option<&'static str> {
        self.theory.map(Theory::name)
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
        Ok((restoring(py, "_restore_move")?, state))
    }
}

/// Best play by both sides. Lines can be compared, copied and pickled.
#[pyclass(frozen, eq, module = "bolshak")]
#[derive(PartialEq, Eq)]
pub struct Line {
    /// The verdict of the position that was asked.
    #[pyo3(get)]
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
        Ok((restoring(py, "_restore_line")?, state))
    }
}
