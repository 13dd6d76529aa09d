//! The search beyond the tables: its limits, and how Ctrl-C stops it.

use std::fmt::Display;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use bolshak::Progress;
use bolshak::board::Game;
use bolshak::probe::Tablebase;
use bolshak::search::{Event, Limits, Solver};
use pyo3::exceptions::{PyMemoryError, PyOverflowError};
use pyo3::prelude::*;

use crate::error::{class, probe_error};
use crate::question::{Question, count};
use crate::solved::Solved;
use crate::verdict::Verdict;

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

impl Signals {
    /// The time between two looks.
    const PAUSE: Duration = Duration::from_millis(20);
}

impl Progress<Event> for Signals {
    fn is_stopped(&self) -> bool {
        let now = Instant::now();
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        if now < *next {
            return false;
        }
        *next = now + Signals::PAUSE;
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
