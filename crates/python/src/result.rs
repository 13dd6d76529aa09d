//! Parts of results, and how results are copied and pickled: as their attributes.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::error::class;
use crate::moves::{Line, Move};
use crate::solved::{Solved, SolvedMove};
use crate::verdict::Verdict;

/// The name of a result, a side, an end or an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, IntoPyObject)]
pub struct Name(pub &'static str);

const NAMES: [&str; 14] = [
    "win",
    "cursed-win",
    "draw",
    "blessed-loss",
    "loss",
    "no-move",
    "draw-rule",
    "unknown",
    "W",
    "B",
    "category",
    "theory",
    "dtw",
    "dtz",
];

impl FromPyObject<'_, '_> for Name {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Name> {
        let text: String = object.extract()?;
        let wrong = || class::ArgumentError::new_err(format!("{text} is not a value of a pickled result"));
        NAMES.into_iter().find(|name| *name == text).map(Name).ok_or_else(wrong)
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
