//! Questions as Python asks them: texts, paths, clocks, games and rules; and errors as exceptions of the package.

use std::ffi::CString;
use std::ops::Deref;
use std::path::PathBuf;

use bolshak::board::{Fen, FenError, Game, GameName, GameNameError, Position};
use bolshak::probe::{Clock, ClockNote, ProbeError};
use bolshak::rules::{DrawRule, DrawRuleError};
use bolshak::table::TableError;
use pyo3::exceptions::{PyOverflowError, PyUnicodeEncodeError};
use pyo3::prelude::*;
use pyo3::types::PyString;

/// A text. A lone surrogate, which texts of Python may hold and those of Rust may not, is replaced by U+FFFD: what reads
/// the text then finds it wrong, like any character that has no place there.
pub struct Text(String);

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text(text.into())
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl FromPyObject<'_, '_> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Text> {
        Ok(Text(object.cast::<PyString>()?.to_string_lossy().into_owned()))
    }
}

/// The path of a directory of tables. None can be opened whose name the system has no bytes for.
pub struct Directory(pub PathBuf);

impl FromPyObject<'_, '_> for Directory {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Directory> {
        let py = object.py();
        object.extract().map(Directory).map_err(|error: PyErr| {
            if !error.is_instance_of::<PyUnicodeEncodeError>(py) {
                return error;
            }
            let text = format!("cannot open the tables: no file can have such a name: {}", error.value(py));
            class::OpenError::new_err(text)
        })
    }
}

/// A clock as an argument: a number of plies.
#[derive(Clone, Copy)]
pub struct Plies(pub i64);

impl FromPyObject<'_, '_> for Plies {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Plies> {
        number(object, "clock").map(Plies)
    }
}

/// The integer of an argument. One beyond 64 bits is an error that names the argument; wrong types get the name from PyO3.
pub fn number(object: Borrowed<'_, '_, PyAny>, name: &str) -> PyResult<i64> {
    object.extract().map_err(|error: PyErr| {
        if !error.is_instance_of::<PyOverflowError>(object.py()) {
            return error;
        }
        class::ArgumentError::new_err(format!("{name} does not fit in 64 bits with a sign"))
    })
}

/// The integer of an argument that is not negative.
pub fn count(object: &Bound<'_, PyAny>, name: &str) -> PyResult<u64> {
    let value = number(object.as_borrowed(), name)?;
    u64::try_from(value).map_err(|_| class::ArgumentError::new_err(format!("{name} is {value}; expected 0 or more")))
}

/// The argument `cache_bytes`.
pub fn cache_bytes(object: &Bound<'_, PyAny>) -> PyResult<u64> {
    count(object, "cache_bytes")
}

/// A position of the tables' game, the clock it is asked at, and what is to be said of the clock.
pub struct Question<G> {
    pub position: Position<G>,
    pub clock: Clock,
    pub note: Option<ClockNote>,
}

/// The clock and rule of a call.
pub fn clock_and_rule(clock: Option<Plies>, rule: &str) -> PyResult<(Option<Clock>, DrawRule)> {
    let rule = self::rule(rule)?;
    Ok((clock.map(|Plies(plies)| self::clock(plies, rule)).transpose()?, rule))
}

impl<G: Game> Question<G> {
    /// The question of a FEN. Without a clock the FEN's draw counter counts, or else 0.
    pub fn of(fen: &str, (clock, rule): (Option<Clock>, DrawRule)) -> Result<Question<G>, FenError> {
        let fen: Fen<G> = fen.parse()?;
        let (clock, note) = Clock::of_fen(&fen, clock);
        Ok(Question { position: fen.position, clock: clock.under(rule), note })
    }

    /// Reads a FEN, a clock and a rule.
    pub fn new(fen: &str, clock: Option<Plies>, rule: &str) -> PyResult<Question<G>> {
        let question = Question::of(fen, clock_and_rule(clock, rule)?);
        question.map_err(|error| class::FenError::new_err(error.to_string()))
    }

    /// [`Question::new`] for an answer that has no place for the note: a warning has it.
    pub fn with_warning(py: Python<'_>, fen: &str, clock: Option<Plies>, rule: &str) -> PyResult<Question<G>> {
        let question = Question::new(fen, clock, rule)?;
        if let Some(note) = question.note {
            let text = CString::new(note.to_string()).unwrap_or_default();
            PyErr::warn(py, &py.get_type::<class::ClockWarning>(), &text, 1)?;
        }
        Ok(question)
    }
}

/// A clock of a number of plies.
pub fn clock(plies: i64, rule: DrawRule) -> PyResult<Clock> {
    let plies = u64::try_from(plies).map_err(|_| {
        class::ArgumentError::new_err(format!("clock is {plies}; expected a number of plies from 0 on"))
    })?;
    Ok(Clock::new(plies).under(rule))
}

/// Reads the name of a game.
pub fn game(text: &str) -> PyResult<GameName> {
    text.parse().map_err(|error: GameNameError| class::ArgumentError::new_err(format!("game: {error}")))
}

/// Reads a rule.
pub fn rule(text: &str) -> PyResult<DrawRule> {
    text.parse().map_err(|error: DrawRuleError| class::ArgumentError::new_err(format!("rule: {error}")))
}

/// The classes of `bolshak/_errors.py`.
pub mod class {
    use pyo3::import_exception;

    import_exception!(bolshak._errors, ArgumentError);
    import_exception!(bolshak._errors, ClockWarning);
    import_exception!(bolshak._errors, Error);
    import_exception!(bolshak._errors, FenError);
    import_exception!(bolshak._errors, MoveError);
    import_exception!(bolshak._errors, OpenError);
    import_exception!(bolshak._errors, PositionError);
    import_exception!(bolshak._errors, TableDamaged);
    import_exception!(bolshak._errors, TableMissing);
    import_exception!(bolshak._errors, TableUnreadable);
    import_exception!(bolshak._errors, TablebaseClosed);
    import_exception!(bolshak._errors, TooManyPieces);
}

/// What a failed question raises.
pub fn probe_error(error: ProbeError) -> PyErr {
    raised(&error, with_causes(&error))
}

/// What a failed question among many raises; it names the position, from 0.
pub fn probe_error_at(at: usize, error: ProbeError) -> PyErr {
    raised(&error, format!("position {at}: {}", with_causes(&error)))
}

fn raised(error: &ProbeError, text: String) -> PyErr {
    match error {
        ProbeError::TooManyPieces { .. } => class::TooManyPieces::new_err(text),
        ProbeError::Missing { .. } => class::TableMissing::new_err(text),
        ProbeError::Table(TableError::Read { .. }) => class::TableUnreadable::new_err(text),
        ProbeError::Table(_) => class::TableDamaged::new_err(text),
        _ => class::Error::new_err(text),
    }
}

/// The message of an error, with those of its causes.
pub fn with_causes(error: &dyn std::error::Error) -> String {
    let chain = std::iter::successors(Some(error), |&error| error.source());
    chain.map(|error| error.to_string()).collect::<Vec<_>>().join(": ")
}
