//! The answers of a search beyond the tables.

use bolshak::board::{Game, Position};
use bolshak::search::{self, Bounds};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::moves::Move;
use crate::verdict::{Restored, Verdict, restoring, theory};

/// What a search knows of a position. All of it is proved. Answers can be compared, copied and pickled.
#[pyclass(frozen, eq, module = "bolshak")]
#[derive(PartialEq, Eq)]
pub struct Solved {
    /// The answer in the words of probe: category and theory are None where they are not decided, distances are known from
    /// tables alone.
    #[pyo3(get)]
    verdict: Verdict,
    bounds: Bounds,
    /// If the search won or lost it: the most plies until a side has no legal move, without any draw rule. An upper bound from
    /// the proof, not a distance; None if it is not known.
    #[pyo3(get)]
    within: Option<u32>,
    line: Vec<String>,
    moves: Vec<SolvedMove>,
    /// The number of positions that the search visited; 0 if the tables alone were asked.
    #[pyo3(get)]
    positions: u64,
}

impl Solved {
    /// The answer to a position, with its verdict at the clock that was asked.
    pub fn new<G: Game>(position: &Position<G>, solved: &search::Solved<G>, verdict: Verdict) -> Solved {
        let mut after = *position;
        let line = solved.line.iter().map(|mv| {
            let text = after.move_text(mv);
            after = after.after(mv);
            text
        });
        Solved {
            line: line.collect(),
            verdict,
            bounds: solved.bounds,
            within: solved.within,
            moves: solved.moves.iter().map(SolvedMove::from).collect(),
            positions: solved.visited,
        }
    }
}

#[pymethods]
impl Solved {
    /// The result for the side to move, under the rule at the clock that were asked, as in Verdict; None if it is not decided.
    #[getter]
    fn category(&self) -> Option<&'static str> {
        self.verdict.category()
    }

    /// The result for the side to move without any draw rule: "win", "draw" or "loss"; None if it is not decided.
    #[getter]
    fn theory(&self) -> Option<&'static str> {
        self.verdict.theory()
    }

    /// The worst result for the side to move, without any draw rule, that is possible: "loss" if nothing is known.
    #[getter]
    fn at_least(&self) -> &'static str {
        self.bounds.at_least.name()
    }

    /// The best result for the side to move, without any draw rule, that is possible: "win" if nothing is known.
    #[getter]
    fn at_most(&self) -> &'static str {
        self.bounds.at_most.name()
    }

    /// The moves of a longest line of the proof of a win or loss, in notation, up to where the tables take over.
    #[getter]
    fn line<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.line)
    }

    /// The legal moves, best first, those that are not decided by the worst that they can be; none if they were not asked.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.moves.clone())
    }

    fn __repr__(&self) -> String {
        let text = |value: Option<&str>| value.map_or("None".into(), |value| format!("'{value}'"));
        format!(
            "Solved(category={}, theory={}, at_least='{}', at_most='{}', within={})",
            text(self.category()),
            text(self.theory()),
            self.at_least(),
            self.at_most(),
            self.within.map_or("None".into(), |plies| plies.to_string())
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Restored<'py, SolvedState>> {
        let bounds = (self.at_least().into(), self.at_most().into());
        let state = (self.verdict.clone(), bounds, self.within, self.line.clone(), self.moves.clone(), self.positions);
        Ok((restoring(py, "_restore_solved")?, state))
    }
}

/// A legal move, and what a search knows of it, for the side that makes it. Moves can be compared, copied and pickled.
#[pyclass(frozen, eq, from_py_object, module = "bolshak")]
#[derive(Clone, PartialEq, Eq)]
pub struct SolvedMove {
    /// The move and the position that it reaches; what is not decided is None.
    #[pyo3(get, name = "move")]
    mv: Move,
    bounds: Bounds,
    /// If the search found that it wins or loses: the most plies after it until a side has no legal move, without any draw
    /// rule. An upper bound; None if it is not known.
    #[pyo3(get)]
    within: Option<u32>,
}

impl<G: Game> From<&search::SolvedMove<G>> for SolvedMove {
    fn from(solved: &search::SolvedMove<G>) -> SolvedMove {
        SolvedMove { mv: Move::from(&solved.ranked), bounds: solved.bounds, within: solved.within }
    }
}

#[pymethods]
impl SolvedMove {
    /// The result of the move, under the rule asked, as in Move; None if it is not decided.
    #[getter]
    fn category(&self) -> Option<&'static str> {
        self.mv.category()
    }

    /// The result of the move without any draw rule: "win", "draw" or "loss"; None if it is not decided.
    #[getter]
    fn theory(&self) -> Option<&'static str> {
        self.mv.theory()
    }

    /// The worst result of the move, without any draw rule, that is possible: "loss" if nothing is known.
    #[getter]
    fn at_least(&self) -> &'static str {
        self.bounds.at_least.name()
    }

    /// The best result of the move, without any draw rule, that is possible: "win" if nothing is known.
    #[getter]
    fn at_most(&self) -> &'static str {
        self.bounds.at_most.name()
    }

    fn __str__(&self) -> &str {
        &self.mv.text
    }

    fn __repr__(&self) -> String {
        format!("<SolvedMove {}>", self.mv.text)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Restored<'py, (Move, Names, Option<u32>)>> {
        let bounds = (self.at_least().into(), self.at_most().into());
        Ok((restoring(py, "_restore_solved_move")?, (self.mv.clone(), bounds, self.within)))
    }
}

/// The names of bounds: at_least, at_most.
type Names = (String, String);

/// Verdict, bounds, within, line, moves, positions.
type SolvedState = (Verdict, Names, Option<u32>, Vec<String>, Vec<SolvedMove>, u64);

/// The answer of its attributes.
#[pyfunction]
#[pyo3(name = "_restore_solved")]
pub fn restore_solved(
    verdict: Verdict,
    bounds: Names,
    within: Option<u32>,
    line: Vec<String>,
    moves: Vec<SolvedMove>,
    positions: u64,
) -> PyResult<Solved> {
    Ok(Solved { verdict, bounds: restore_bounds(&bounds)?, within, line, moves, positions })
}

/// The move of its attributes.
#[pyfunction]
#[pyo3(name = "_restore_solved_move")]
pub fn restore_solved_move(mv: Move, bounds: Names, within: Option<u32>) -> PyResult<SolvedMove> {
    Ok(SolvedMove { mv, bounds: restore_bounds(&bounds)?, within })
}

fn restore_bounds((at_least, at_most): &Names) -> PyResult<Bounds> {
    let mut bounds = Bounds::OPEN;
    (bounds.at_least, bounds.at_most) = (theory(at_least)?, theory(at_most)?);
    Ok(bounds)
}
