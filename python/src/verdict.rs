//! What the tables know of a position.

use bolshak::board::Color;
use bolshak::probe::{self, Distance};
use bolshak::value::{Category, Theory};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// What the tables know of a position.
#[pyclass(frozen, eq, hash, module = "bolshak")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Verdict(pub probe::Verdict);

#[pymethods]
impl Verdict {
    /// The result for the side to move, under the rule at the clock that were asked: "win", "cursed-win" (won in theory,
    /// drawn by the rule), "draw", "blessed-loss" (lost in theory, drawn by the rule) or "loss"; None if it is missing.
    #[getter]
    fn category(&self) -> Option<&'static str> {
        self.0.category.map(category_name)
    }

    /// The result for the side to move without any draw rule: "win", "draw" or "loss"; None if it is missing.
    #[getter]
    fn theory(&self) -> Option<&'static str> {
        self.0.theory.map(|theory| match theory {
            Theory::Loss => "loss",
            Theory::Draw => "draw",
            Theory::Win => "win",
        })
    }

    /// Plies until a side has no legal move, without any draw rule; 0 if the side to move has lost already. None if the
    /// theory is a draw, or if it is missing.
    #[getter]
    fn dtw(&self) -> Option<u16> {
        self.0.dtw.plies()
    }

    /// Plies until a capture, a move of a man or the end of the game banks the result, from clock 0 under the 15-move
    /// rule, whatever the clock and rule asked. None if that result is a draw, be it by the rule, or if it is missing.
    #[getter]
    fn dtz(&self) -> Option<u16> {
        self.0.dtz.plies()
    }

    /// The names of the attributes that are not known, since a table is missing.
    #[getter]
    fn missing<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let probe::Verdict { category, theory, dtw, dtz } = self.0;
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

/// The name of a side.
pub fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "W",
        Color::Black => "B",
    }
}
