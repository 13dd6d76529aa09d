//! Verdicts, the parts of results, and how results are copied and pickled: as their attributes.

use bolshak::probe::{self, Clock, ClockNote, Distance, Over};
use bolshak::value::{Category, Theory};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::moves::{Line, Move};
use crate::question::class;
use crate::solve::{Solved, SolvedMove};

/// The name of a result, a side, an end or an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, IntoPyObject)]
pub struct Name(pub &'static str);

const NAMES: &str = "win cursed-win draw blessed-loss loss no-move draw-rule unknown W B category theory dtw dtz";

impl FromPyObject<'_, '_> for Name {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Name> {
        let text: String = object.extract()?;
        let wrong = || class::ArgumentError::new_err(format!("{text} is not a value of a pickled result"));
        NAMES.split(' ').find(|name| *name == text).map(Name).ok_or_else(wrong)
    }
}

/// What Python has as a tuple.
#[derive(Clone, PartialEq, Eq, Hash, FromPyObject)]
pub struct Tuple<T>(pub Vec<T>);

impl<'py, T: IntoPyObject<'py>> IntoPyObject<'py> for Tuple<T> {
    type Target = PyTuple;
    type Output = Bound<'py, PyTuple>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0)
    }
}

/// What `__reduce__` returns: a function of the module, and its arguments.
pub type Reduced<'py> = (Bound<'py, PyAny>, (String, Bound<'py, PyAny>));

/// A result as the name of its class and its attributes, of which [`restore`] makes it.
pub fn reduce<'py>(result: &Bound<'py, PyAny>) -> PyResult<Reduced<'py>> {
    let py = result.py();
    let attributes = PyDict::new(py);
    for name in result.dir()? {
        if !name.to_string().starts_with("__") {
            attributes.set_item(&name, result.getattr(name.cast()?)?)?;
        }
    }
    let attributes = py.import("types")?.getattr("SimpleNamespace")?.call((), Some(&attributes))?;
    let restore = py.import("bolshak._bolshak")?.getattr("_restore")?;
    Ok((restore, (result.get_type().name()?.to_string(), attributes)))
}

/// The result of a class with these attributes.
#[pyfunction]
#[pyo3(name = "_restore")]
pub fn restore<'py>(class: &str, attributes: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = attributes.py();
    match class {
        "Verdict" => attributes.extract::<Verdict>()?.into_bound_py_any(py),
        "Move" => attributes.extract::<Move>()?.into_bound_py_any(py),
        "Line" => attributes.extract::<Line>()?.into_bound_py_any(py),
        "SolvedMove" => attributes.extract::<SolvedMove>()?.into_bound_py_any(py),
        _ => attributes.extract::<Solved>()?.into_bound_py_any(py),
    }
}

/// What the tables know of a position. Verdicts can be compared, hashed, copied and pickled.
#[pyclass(frozen, eq, hash, get_all, module = "bolshak")]
#[derive(Clone, PartialEq, Eq, Hash, FromPyObject)]
pub struct Verdict {
    /// The result for the side to move, under the rule at the clock that were asked: "win", "cursed-win" (won in theory,
    /// drawn by the rule), "draw", "blessed-loss" (lost in theory, drawn by the rule) or "loss"; None if it is not known.
    pub category: Option<Name>,
    /// The result for the side to move without any draw rule: "win", "draw" or "loss"; None if it is not known.
    pub theory: Option<Name>,
    /// Plies until a side has no legal move, without any draw rule; 0 if the side to move has none. None if the theory
    /// is a draw, or if it is not known.
    pub dtw: Option<u16>,
    /// Plies until a capture, a move of a man or the end of the game banks the result, from clock 0 under the 15-move
    /// rule, whatever the clock and rule asked. None if that result is a draw, be it by the rule, or if it is not known.
    pub dtz: Option<u16>,
    /// Whether the game is over at that clock: "no-move" (the side to move has no legal move: it has lost, or, in
    /// poddavki, won), "draw-rule" (the clock has run out); None if it goes on.
    pub over: Option<Name>,
    /// The clock that the category is for, in plies.
    pub clock: u64,
    /// What became of the draw counter of the FEN (":H26"): it is the clock, or another clock was asked. None if there is
    /// nothing to say.
    pub note: Option<String>,
    /// The names of the attributes that are not known, since a table is missing.
    pub missing: Tuple<Name>,
}

impl Verdict {
    /// A verdict at a clock, and what is to be said of the clock.
    pub fn new(verdict: probe::Verdict, clock: Clock, note: Option<ClockNote>) -> Verdict {
        let probe::Verdict { category, theory, dtw, dtz, over, .. } = verdict;
        let fields = [
            ("category", category.is_none()),
            ("theory", theory.is_none()),
            ("dtw", dtw == Distance::Unknown),
            ("dtz", dtz == Distance::Unknown),
        ];
        let missing = fields.into_iter().filter(|(_, is_missing)| *is_missing).map(|(name, _)| Name(name));
        Verdict {
            category: category.map(Category::name).map(Name),
            theory: theory.map(Theory::name).map(Name),
            dtw: dtw.plies(),
            dtz: dtz.plies(),
            over: over.map(Over::name).map(Name),
            clock: clock.plies,
            note: note.map(|note| note.to_string()),
            missing: Tuple(missing.collect()),
        }
    }
}

#[pymethods]
impl Verdict {
    fn __repr__(&self) -> String {
        let plies = |value: Option<u16>| value.map_or("None".into(), |value| value.to_string());
        format!(
            "Verdict(category={}, theory={}, dtw={}, dtz={})",
            quoted(self.category),
            quoted(self.theory),
            plies(self.dtw),
            plies(self.dtz)
        )
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduce(this)
    }
}

/// A name as Python shows it.
pub fn quoted(name: Option<Name>) -> String {
    name.map_or("None".into(), |Name(name)| format!("'{name}'"))
}
