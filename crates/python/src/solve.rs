//! The search beyond the tables: its limits, how Ctrl-C stops it, and its answers.

use std::fmt::Display;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use bolshak::Progress;
use bolshak::board::{Game, Position};
use bolshak::probe::Tablebase;
use bolshak::search::{self, Event, Limits, Solver};
use pyo3::exceptions::{PyMemoryError, PyOverflowError};
use pyo3::prelude::*;

use crate::question::{Question, class, count, probe_error};
use crate::result::{Move, Name, Reduced, Tuple, Verdict, quoted, reduce};

/// The seconds of an answer if a call names neither them nor positions, and the most that it can name: some 30 years.
const SECONDS: f64 = 10.0;
const MOST_SECONDS: f64 = 1e9;

/// The argument `seconds`.
pub fn seconds(object: &Bound<'_, PyAny>) -> PyResult<Option<Duration>> {
    if object.is_none() {
        return Ok(None);
    }
    let wrong = |value: &dyn Display| {
        class::ArgumentError::new_err(format!("seconds is {value}; expected a number from 0 to {MOST_SECONDS}"))
    };
    let seconds: f64 = object.extract().map_err(|error: PyErr| {
        if error.is_instance_of::<PyOverflowError>(object.py()) { wrong(&"too large a number") } else { error }
    })?;
    if (0.0..=MOST_SECONDS).contains(&seconds) {
        Ok(Some(Duration::from_secs_f64(seconds)))
    } else {
        Err(wrong(&seconds))
    }
}

/// The argument `positions`.
pub fn positions(object: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    if object.is_none() { Ok(None) } else { count(object, "positions").map(Some) }
}

/// The argument `memory`.
pub fn memory(object: &Bound<'_, PyAny>) -> PyResult<u64> {
    count(object, "memory")
}

/// The limits of a call.
pub fn limits(time: Option<Duration>, positions: Option<u64>, memory: u64) -> Limits {
    let mut limits = Limits::NONE.memory(usize::try_from(memory).unwrap_or(usize::MAX));
    limits.positions = positions;
    limits.time = time.or(positions.is_none().then(|| Duration::from_secs_f64(SECONDS)));
    limits
}

/// Looks for signals now and then, as Python does in the thread that runs `main`; what one raises stops the search.
struct Signals {
    next: Mutex<Instant>,
    raised: Mutex<Option<PyErr>>,
}

/// The time between two looks.
const PAUSE: Duration = Duration::from_millis(20);

impl Progress<Event> for Signals {
    fn is_stopped(&self) -> bool {
        let now = Instant::now();
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        if now < *next {
            return false;
        }
        *next = now + PAUSE;
        // Where Python is about to end, there is nobody to answer.
        match Python::try_attach(|py| py.check_signals()) {
            Some(Ok(())) => false,
            Some(Err(error)) => {
                *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                true
            }
            None => true,
        }
    }
}

/// Solves a position while other threads of Python run.
pub fn solve<G: Game>(
    py: Python<'_>,
    tables: &Tablebase<G>,
    question: Question<G>,
    moves: bool,
    limits: Limits,
) -> PyResult<Solved> {
    let Question { position, clock, note } = question;
    let signals = Signals { next: Mutex::new(Instant::now()), raised: Mutex::default() };
    let solved = py.detach(|| {
        let solver = Solver::try_new(tables, limits).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        solver.solve(&position, clock, moves, &signals).map_err(probe_error)
    });
    if let Some(error) = signals.raised.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let solved = solved?;
    Ok(Solved::new(&position, &solved, Verdict::new(solved.verdict, clock, note)))
}

/// What a search knows of a position. All of it is proved. Answers can be compared, copied and pickled.
#[pyclass(frozen, eq, get_all, module = "bolshak")]
#[derive(PartialEq, Eq, FromPyObject)]
pub struct Solved {
    /// The answer as probe gives it. category and theory are None if they are undecided; distances come from the tables
    /// alone.
    verdict: Verdict,
    /// The result for the side to move, under the draw rule at the given clock, as in Verdict; None if it is not
    /// decided.
    category: Option<Name>,
    /// The result for the side to move without any draw rule: "win", "draw" or "loss"; None if it is not decided.
    theory: Option<Name>,
    /// The worst possible result for the side to move, without any draw rule: "loss" if nothing is known.
    at_least: Name,
    /// The best possible result for the side to move, without any draw rule: "win" if nothing is known.
    at_most: Name,
    /// If the search proved a win or a loss: the most plies until a side has no legal move, without any draw rule. An
    /// upper bound from the proof, not a distance; None if it is not known.
    within: Option<u32>,
    /// The moves of a longest line of the proof of a win or loss, in notation, up to where the tables take over.
    line: Tuple<String>,
    /// The legal moves, best first; undecided moves are ranked by the worst result that they can have. Empty if they
    /// were not asked for.
    moves: Tuple<SolvedMove>,
    /// The number of positions that the search visited; 0 if only the tables were probed.
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
            line: Tuple(line.collect()),
            category: verdict.category,
            theory: verdict.theory,
            verdict,
            at_least: Name(solved.bounds.at_least.name()),
            at_most: Name(solved.bounds.at_most.name()),
            within: solved.within,
            moves: Tuple(solved.moves.iter().map(SolvedMove::from).collect()),
            positions: solved.visited,
        }
    }
}

#[pymethods]
impl Solved {
    fn __repr__(&self) -> String {
        format!(
            "Solved(category={}, theory={}, at_least='{}', at_most='{}', within={})",
            quoted(self.category),
            quoted(self.theory),
            self.at_least.0,
            self.at_most.0,
            self.within.map_or("None".into(), |plies| plies.to_string())
        )
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduce(this)
    }
}

/// A legal move, and what a search knows of it, for the side that makes it. Moves can be compared, copied and pickled.
#[pyclass(frozen, eq, get_all, module = "bolshak")]
#[derive(Clone, PartialEq, Eq, FromPyObject)]
pub struct SolvedMove {
    /// The move and the position that it reaches; what is not decided is None.
    r#move: Move,
    /// The result of the move, under the given rule, as in Move; None if it is not decided.
    category: Option<Name>,
    /// The result of the move without any draw rule: "win", "draw" or "loss"; None if it is not decided.
    theory: Option<Name>,
    /// The worst possible result of the move, without any draw rule: "loss" if nothing is known.
    at_least: Name,
    /// The best possible result of the move, without any draw rule: "win" if nothing is known.
    at_most: Name,
    /// If the search proved that the move wins or loses: the most plies after it until a side has no legal move,
    /// without any draw rule. An upper bound; None if it is not known.
    within: Option<u32>,
}

impl<G: Game> From<&search::SolvedMove<G>> for SolvedMove {
    fn from(solved: &search::SolvedMove<G>) -> SolvedMove {
        let mv = Move::from(&solved.ranked);
        SolvedMove {
            category: mv.category,
            theory: mv.theory,
            r#move: mv,
            at_least: Name(solved.bounds.at_least.name()),
            at_most: Name(solved.bounds.at_most.name()),
            within: solved.within,
        }
    }
}

#[pymethods]
impl SolvedMove {
    fn __str__(&self) -> &str {
        &self.r#move.text
    }

    fn __repr__(&self) -> String {
        format!("<SolvedMove {}>", self.r#move.text)
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduce(this)
    }
}
