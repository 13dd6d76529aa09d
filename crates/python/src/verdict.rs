//! What the tables know of a position.

use bolshak::board::Color;
use bolshak::probe::{self, Clock, ClockNote, Distance, Over};
use bolshak::value::{Category, Theory};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::pickle::{self, Restored};

/// What the tables know of a position. Verdicts can be compared, hashed, copied and pickled.
#[pyclass(frozen, eq, hash, from_py_object, module = "bolshak")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Verdict {
    pub(crate) verdict: probe::Verdict,
    pub(crate) clock: u64,
    pub(crate) note: Option<String>,
}

impl Verdict {
    /// A verdict at a clock, and what is to be said of the clock.
    pub fn new(verdict: probe::Verdict, clock: Clock, note: Option<ClockNote>) -> Verdict {
        Verdict { verdict, clock: clock.plies, note: note.map(|note| note.to_string()) }
    }
}

#[pymethods]
impl Verdict {
    /// The result for the side to move, under the rule at the clock that were asked: "win", "cursed-win" (won in theory,
    /// drawn by the rule), "draw", "blessed-loss" (lost in theory, drawn by the rule) or "loss"; None if it is not known.
    #[getter]
    fn category(&self) -> Option<&'static str> {
        self.verdict.category.map(category_name)
    }

    /// The result for the side to move without any draw rule: "win", "draw" or "loss"; None if it is not known.
    #[getter]
    fn theory(&self) -> Option<&'static str> {
        self.verdict.theory.map(theory_name)
    }

    /// Plies until a side has no legal move, without any draw rule; 0 if the side to move has none. None if the theory
    /// is a draw, or if it is not known.
    #[getter]
    fn dtw(&self) -> Option<u16> {
        self.verdict.dtw.plies()
    }

    /// Plies until a capture, a move of a man or the end of the game banks the result, from clock 0 under the 15-move
    /// rule, whatever the clock and rule asked. None if that result is a draw, be it by the rule, or if it is not known.
    #[getter]
    fn dtz(&self) -> Option<u16> {
        self.verdict.dtz.plies()
    }

    /// The clock that the category is for, in plies.
    #[getter]
    fn clock(&self) -> u64 {
        self.clock
    }

    /// What became of the draw counter of the FEN (":H26"): it is the clock, or another clock was asked. None if there is
    /// nothing to say.
    #[getter]
    fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// Whether the game is over at that clock: "no-move" (the side to move has no legal move: it has lost, or, in
    /// poddavki, won), "draw-rule" (the clock has run out); None if it goes on.
    #[getter]
    fn over(&self) -> Option<&'static str> {
        self.verdict.over.map(Over::name)
    }

    /// The names of the attributes that are not known, since a table is missing.
    #[getter]
    fn missing<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let probe::Verdict { category, theory, dtw, dtz, .. } = self.verdict;
        let fields = [
            ("category", category.is_none()),
            ("theory", theory.is_none()),
            ("dtw", dtw == Distance::Unknown),
            ("dtz", dtz == Distance::Unknown),
        ];
        let names: Vec<&str> = fields.into_iter().filter(|(_, is_missing)| *is_missing).map(|(name, _)| name).collect();
        PyTuple::new(py, names)
    }

    fn __repr__(&self) -> String {
        let text = |value: Option<&str>| value.map_or("None".into(), |value| format!("'{value}'"));
        let plies = |value: Option<u16>| value.map_or("None".into(), |value| value.to_string());
        format!(
            "Verdict(category={}, theory={}, dtw={}, dtz={})",
            text(self.category()),
            text(self.theory()),
            plies(self.dtw()),
            plies(self.dtz())
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Restored<'py, pickle::VerdictState>> {
        Ok((pickle::function(py, "_restore_verdict")?, pickle::verdict_state(self)))
    }
}

/// The name of a category.
pub fn category_name(category: Category) -> &'static str {
    match category {
        Category::Loss => "loss",
        Category::BlessedLoss => "blessed-loss",
        Category::Draw => "draw",
        Category::CursedWin => "cursed-win",
        Category::Win => "win",
    }
}

/// The name of a result without any draw rule.
pub fn theory_name(theory: Theory) -> &'static str {
    match theory {
        Theory::Loss => "loss",
        Theory::Draw => "draw",
        Theory::Win => "win",
    }
}

/// The name of a side.
pub fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "W",
        Color::Black => "B",
    }
}
