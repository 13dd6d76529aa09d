//! What the tables know of a position; and results as copies and pickles have them: the values of their attributes, and the
//! function that makes a result of these.

use bolshak::board::Color;
use bolshak::probe::{self, Clock, ClockNote, Distance, Over};
use bolshak::value::{Category, Theory};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::class;
use crate::moves::{Line, Move};

/// What the tables know of a position. Verdicts can be compared, hashed, copied and pickled.
#[pyclass(frozen, eq, hash, from_py_object, module = "bolshak")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Verdict {
    pub(crate) verdict: probe::Verdict,
    /// The clock that the category is for, in plies.
    #[pyo3(get)]
    pub(crate) clock: u64,
    /// What became of the draw counter of the FEN (":H26"): it is the clock, or another clock was asked. None if there is
    /// nothing to say.
    #[pyo3(get)]
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
    pub(crate) fn category(&self) -> Option<&'static str> {
        self.verdict.category.map(Category::name)
    }

    /// The result for the side to move without any draw rule: "win", "draw" or "loss"; None if it is not known.
    #[getter]
    pub(crate) fn theory(&self) -> Option<&'static str> {
        self.verdict.theory.map(Theory::name)
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

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Restored<'py, VerdictState>> {
        let plies = |distance| match distance {
            Distance::Plies(plies) => plies.into(),
            Distance::Draw => NO_DISTANCE,
            Distance::Unknown => UNKNOWN_DISTANCE,
        };
        let (dtw, dtz) = (plies(self.verdict.dtw), plies(self.verdict.dtz));
        let state = (self.category(), self.theory(), dtw, dtz, self.over(), self.clock, self.note.clone());
        Ok((restoring(py, "_restore_verdict")?, state))
    }
}

/// The name of a side.
pub fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "W",
        Color::Black => "B",
    }
}

/// What `__reduce__` returns: a function of the module, and its arguments.
pub type Restored<'py, State> = (Bound<'py, PyAny>, State);

/// Category, theory, dtw, dtz, over, clock, note.
pub type VerdictState =
    (Option<&'static str>, Option<&'static str>, i32, i32, Option<&'static str>, u64, Option<String>);

/// The distance of a draw.
const NO_DISTANCE: i32 = -1;
/// A distance that is not known.
const UNKNOWN_DISTANCE: i32 = -2;

/// A function of the extension module.
pub fn restoring<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("bolshak._bolshak")?.getattr(name)
}

/// The verdict of its attributes.
#[pyfunction]
#[pyo3(name = "_restore_verdict")]
pub fn restore_verdict(
    category: Option<&str>,
    theory: Option<&str>,
    dtw: i32,
    dtz: i32,
    over: Option<&str>,
    clock: u64,
    note: Option<String>,
) -> PyResult<Verdict> {
    let mut verdict = probe::Verdict::UNKNOWN;
    verdict.category = named(category, &Category::ALL, Category::name)?;
    verdict.theory = named(theory, &THEORIES, Theory::name)?;
    verdict.dtw = distance(dtw)?;
    verdict.dtz = distance(dtz)?;
    verdict.over = named(over, &[Over::NoMove, Over::DrawRule], Over::name)?;
    Ok(Verdict { verdict, clock, note })
}

/// The move of its attributes; `results` are category, theory and dtw.
#[pyfunction]
#[pyo3(name = "_restore_move")]
pub fn restore_move(
    turn: &str,
    texts: (String, String),
    clock: u64,
    squares: (String, String, Vec<String>),
    flags: (bool, bool, bool),
    results: (Option<String>, Option<String>, Option<u16>),
    reached: Verdict,
) -> PyResult<Move> {
    let (text, fen) = texts;
    let (from, to, captured) = squares;
    let (zeroing, crowning, after_end) = flags;
    let (category, theory, dtw) = results;
    Ok(Move {
        turn: color(turn)?,
        text,
        fen,
        clock,
        from,
        to,
        captured,
        zeroing,
        crowning,
        after_end,
        category: named(category.as_deref(), &Category::ALL, Category::name)?,
        theory: named(theory.as_deref(), &THEORIES, Theory::name)?,
        dtw,
        reached,
    })
}

/// The line of its attributes.
#[pyfunction]
#[pyo3(name = "_restore_line")]
pub fn restore_line(verdict: Verdict, moves: Vec<Move>, end: &str, stuck: Option<&str>) -> PyResult<Line> {
    let end = match (end, stuck) {
        ("no-move", Some(stuck)) => probe::End::NoMove(color(stuck)?),
        ("draw-rule", None) => probe::End::DrawRule,
        ("draw", None) => probe::End::Draw,
        ("unknown", None) => probe::End::Unknown,
        _ => return Err(wrong(end)),
    };
    Ok(Line { verdict, moves, end })
}

const THEORIES: [Theory; 3] = [Theory::Loss, Theory::Draw, Theory::Win];

fn named<T: Copy>(text: Option<&str>, all: &[T], name: impl Fn(T) -> &'static str) -> PyResult<Option<T>> {
    let Some(text) = text else { return Ok(None) };
    all.iter().copied().find(|&value| name(value) == text).map(Some).ok_or_else(|| wrong(text))
}

fn color(text: &str) -> PyResult<Color> {
    named(Some(text), &[Color::White, Color::Black], color_name)?.ok_or_else(|| wrong(text))
}

/// The result of its name, in a pickle.
pub fn theory(text: &str) -> PyResult<Theory> {
    named(Some(text), &THEORIES, Theory::name)?.ok_or_else(|| wrong(text))
}

fn distance(plies: i32) -> PyResult<Distance> {
    match plies {
        NO_DISTANCE => Ok(Distance::Draw),
        UNKNOWN_DISTANCE => Ok(Distance::Unknown),
        _ => u16::try_from(plies).map(Distance::Plies).map_err(|_| wrong(&plies.to_string())),
    }
}

fn wrong(value: &str) -> PyErr {
    class::ArgumentError::new_err(format!("{value} is not a value of a pickled result"))
}
