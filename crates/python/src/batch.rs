//! Many positions at once.

use bolshak::board::{Bitboard, Color, Game, Position};
use bolshak::probe::{Clock, Distance, ProbeError, Verdict};
use bolshak::rules::DrawRule;
use bolshak::value::Category;
use numpy::{Element, PyArray1, PyArrayMethods as _, PyReadonlyArray1, PyUntypedArrayMethods as _};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::error::{class, probe_error_at};
use crate::question::{clock, number};

/// What stands for a category that is not known.
const UNKNOWN: u8 = 255;
/// What stands for the distance of a draw.
const NO_DISTANCE: i16 = -1;
/// What stands for a distance that is not known.
const UNKNOWN_DISTANCE: i16 = -2;

/// A clock for all positions, or one for each.
pub enum Clocks<'py> {
    /// The same for all.
    One(i64),
    /// One for each.
    Each(PyReadonlyArray1<'py, u32>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Clocks<'py> {
    type Error = PyErr;

    fn extract(clock: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match number(clock, "clock") {
            Ok(plies) => return Ok(Clocks::One(plies)),
            Err(error) if error.is_instance_of::<class::ArgumentError>(clock.py()) => return Err(error),
            Err(_) => {}
        }
        let wrong = |_| PyTypeError::new_err("expected a number, or a one-dimensional array of uint32");
        Ok(Clocks::Each(clock.extract().map_err(wrong)?))
    }
}

/// A side to move of all positions, or one for each.
pub enum Turns<'py> {
    /// The same for all.
    One(i64),
    /// One for each.
    Each(PyReadonlyArray1<'py, u8>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Turns<'py> {
    type Error = PyErr;

    fn extract(turn: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(number) = turn.extract::<i64>() {
            return Ok(Turns::One(number));
        }
        let wrong = |_| PyTypeError::new_err("expected 0 or 1, or a one-dimensional array of uint8");
        Ok(Turns::Each(turn.extract().map_err(wrong)?))
    }
}

/// A set of squares for each position.
pub enum Sets<'py> {
    /// Of 64 bits, for every game.
    Wide(PyReadonlyArray1<'py, u64>),
    /// Of 32 bits, enough for boards of eight files.
    Narrow(PyReadonlyArray1<'py, u32>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Sets<'py> {
    type Error = PyErr;

    fn extract(sets: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(sets) = sets.extract() {
            return Ok(Sets::Wide(sets));
        }
        let wrong = |_| PyTypeError::new_err("expected a one-dimensional array of uint64 or uint32");
        Ok(Sets::Narrow(sets.extract().map_err(wrong)?))
    }
}

impl Sets<'_> {
    fn elements(&self) -> PyResult<Vec<Bitboard>> {
        match self {
            Sets::Wide(sets) => elements(sets),
            Sets::Narrow(sets) => Ok(elements(sets)?.into_iter().map(Bitboard::from).collect()),
        }
    }
}

/// Positions and clocks as arrays.
pub struct Arrays<'py> {
    /// White's men and kings, Black's men and kings.
    pub boards: [Sets<'py>; 4],
    /// 0 for White, 1 for Black.
    pub turn: Turns<'py>,
    /// The clocks.
    pub clock: Clocks<'py>,
}

const NAMES: [&str; 6] = ["white_men", "white_kings", "black_men", "black_kings", "turn", "clock"];

impl Arrays<'_> {
    /// Copies them, checked, as positions of a game: while other threads of Python run, they could change the arrays.
    pub fn questions<G: Game>(&self, rule: DrawRule) -> PyResult<Vec<(Position<G>, Clock)>> {
        let [white_men, white_kings, black_men, black_kings] = self.boards.each_ref().map(Sets::elements);
        let boards = [white_men?, white_kings?, black_men?, black_kings?];
        let count = boards[0].len();
        let turns = match &self.turn {
            Turns::One(turn) => vec![*turn; count],
            Turns::Each(array) => elements(array)?.into_iter().map(i64::from).collect(),
        };
        let clocks = match &self.clock {
            Clocks::One(_) => None,
            Clocks::Each(array) => Some(elements(array)?),
        };
        let lengths = boards.iter().map(Vec::len).chain([turns.len()]).chain(clocks.iter().map(Vec::len));
        if let Some((name, other)) = NAMES.into_iter().zip(lengths).find(|(_, length)| *length != count) {
            let text = format!("{name} has {other} elements and white_men has {count}; expected as many in each");
            return Err(class::ArgumentError::new_err(text));
        }
        let one = match self.clock {
            Clocks::One(plies) => clock(plies, rule)?,
            Clocks::Each(_) => Clock::default(),
        };
        let question = |at: usize| {
            let wrong = |text: String| class::PositionError::new_err(format!("position {at}: {text}"));
            let turn = match turns[at] {
                0 => Color::White,
                1 => Color::Black,
                other => return Err(wrong(format!("turn is {other}; expected 0 for White or 1 for Black"))),
            };
            let [white_men, white_kings, black_men, black_kings] = boards.each_ref().map(|board| board[at]);
            let position = Position::new(turn, white_men, white_kings, black_men, black_kings)
                .map_err(|error| wrong(error.to_string()))?;
            let clock = clocks.as_ref().map_or(one, |clocks| Clock::new(clocks[at].into()).under(rule));
            Ok((position, clock))
        };
        (0..count).map(question).collect()
    }
}

/// The elements of an array. One that does not lie as Rust wants it, such as a field of packed records, NumPy copies.
fn elements<T: Element + Copy>(array: &PyReadonlyArray1<'_, T>) -> PyResult<Vec<T>> {
    if array.is_contiguous() && array.data().is_aligned() {
        return Ok(array.to_vec()?);
    }
    Ok(array.call_method0("copy")?.extract::<PyReadonlyArray1<'_, T>>()?.to_vec()?)
}

/// A one-dimensional array of results, and two of distances.
pub type Answers<'py> = (Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<i16>>, Bound<'py, PyArray1<i16>>);

/// The numbers that stand for a verdict.
pub struct VerdictNumbers {
    pub category: u8,
    pub dtw: i16,
    pub dtz: i16,
}

impl VerdictNumbers {
    /// Those of an answer; a missing table makes an unknown one.
    pub fn of(answer: Result<Verdict, ProbeError>) -> Result<VerdictNumbers, ProbeError> {
        let plies = |distance| match distance {
            Distance::Plies(plies) => i16::try_from(plies).unwrap_or(i16::MAX),
            Distance::Draw => NO_DISTANCE,
            Distance::Unknown => UNKNOWN_DISTANCE,
        };
        let known = |verdict: Verdict| VerdictNumbers {
            category: verdict.category.map_or(UNKNOWN, |category| category as u8),
            dtw: plies(verdict.dtw),
            dtz: plies(verdict.dtz),
        };
        let unknown = VerdictNumbers { category: UNKNOWN, dtw: UNKNOWN_DISTANCE, dtz: UNKNOWN_DISTANCE };
        or_unknown(answer.map(known), unknown)
    }

    /// Arrays of category, dtw and dtz.
    pub fn arrays<'py>(py: Python<'py>, values: &[VerdictNumbers]) -> Answers<'py> {
        let array = |get: fn(&VerdictNumbers) -> i16| PyArray1::from_iter(py, values.iter().map(get));
        let categories = PyArray1::from_iter(py, values.iter().map(|values| values.category));
        (categories, array(|values| values.dtw), array(|values| values.dtz))
    }

    /// That of a category; a missing table makes an unknown one.
    pub fn category(answer: Result<Category, ProbeError>) -> Result<u8, ProbeError> {
        or_unknown(answer.map(|category| category as u8), UNKNOWN)
    }
}

fn or_unknown<T>(answer: Result<T, ProbeError>, unknown: T) -> Result<T, ProbeError> {
    match answer {
        Err(ProbeError::Missing { .. } | ProbeError::TooManyPieces { .. }) => Ok(unknown),
        answer => answer,
    }
}

/// Asks questions in order while other threads of Python run, and now and then looks for Ctrl-C. The first one without an
/// answer raises its error, which says which one it is.
pub fn in_turns<Q: Sync, A: Send>(
    py: Python<'_>,
    questions: &[Q],
    ask: impl Fn(&Q) -> Result<A, ProbeError> + Sync,
) -> PyResult<Vec<A>> {
    /// Questions between two looks: some 10 ms.
    const TURN: usize = 1 << 15;
    let mut answers = Vec::with_capacity(questions.len());
    for turn in questions.chunks(TURN) {
        py.check_signals()?;
        let asked = answers.len();
        let one = |(at, question)| ask(question).map_err(|error| (asked + at, error));
        let more = py.detach(|| turn.iter().enumerate().map(one).collect::<Result<Vec<A>, _>>());
        answers.extend(more.map_err(|(at, error)| probe_error_at(at, error))?);
    }
    Ok(answers)
}
