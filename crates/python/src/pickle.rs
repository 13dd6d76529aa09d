//! Results as copies and pickles have them: the values of their attributes, and the function that makes a result of these.

use bolshak::board::Color;
use bolshak::probe::{self, Distance, Over};
use bolshak::value::{Category, Theory};
use pyo3::prelude::*;

use crate::error::class;
use crate::moves::{Line, Move};
use crate::verdict::{Verdict, category_name, color_name, theory_name};

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
pub fn function<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("bolshak._bolshak")?.getattr(name)
}

/// The attributes of a verdict.
pub fn verdict_state(verdict: &Verdict) -> VerdictState {
    let plies = |distance| match distance {
        Distance::Plies(plies) => plies.into(),
        Distance::Draw => NO_DISTANCE,
        Distance::Unknown => UNKNOWN_DISTANCE,
    };
    let probe::Verdict { category, theory, dtw, dtz, over, .. } = verdict.verdict;
    (
        category.map(category_name),
        theory.map(theory_name),
        plies(dtw),
        plies(dtz),
        over.map(Over::name),
        verdict.clock,
        verdict.note.clone(),
    )
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
    verdict.category = named(category, &CATEGORIES, category_name)?;
    verdict.theory = named(theory, &THEORIES, theory_name)?;
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
        category: named(category.as_deref(), &CATEGORIES, category_name)?,
        theory: named(theory.as_deref(), &THEORIES, theory_name)?,
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

const CATEGORIES: [Category; 5] =
    [Category::Loss, Category::BlessedLoss, Category::Draw, Category::CursedWin, Category::Win];
const THEORIES: [Theory; 3] = [Theory::Loss, Theory::Draw, Theory::Win];

/// The value that has a name.
fn named<T: Copy>(text: Option<&str>, all: &[T], name: impl Fn(T) -> &'static str) -> PyResult<Option<T>> {
    let Some(text) = text else { return Ok(None) };
    all.iter().copied().find(|&value| name(value) == text).map(Some).ok_or_else(|| wrong(text))
}

fn color(text: &str) -> PyResult<Color> {
    named(Some(text), &[Color::White, Color::Black], color_name)?.ok_or_else(|| wrong(text))
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
