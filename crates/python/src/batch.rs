//! Many positions at once.

use bolshak::board::{Bitboard, Color, Game, Position};
use bolshak::probe::{Clock, Distance, ProbeError, Verdict};
use bolshak::rules::DrawRule;
use bolshak::value::Category;
use numpy::{Element, PyArray1, PyArrayMethods as _, PyReadonlyArray1, PyUntypedArrayMethods as _};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::question::{class, clock, number, probe_error_at};

/// What stands for a category that is not known.
const UNKNOWN: u8 = 255;
/// What stands for the distance of a draw.
const NO_DISTANCE: i16 = -1;
/// What stands for a distance that is not known.
const UNKNOWN_DISTANCE: i16 = -2;

/// A number for all positions, or one for each.
pub enum Numbers {
    /// The same for all.
    One(i64),
    /// One for each.
    Each(Vec<i64>),
}

impl Numbers {
    /// As many numbers as there are positions, if there is one for all.
    fn of(self, count: usize) -> Vec<i64> {
        match self {
            Numbers::One(number) => vec![number; count],
            Numbers::Each(numbers) => numbers,
        }
    }
}

/// The argument `clock`.
pub fn clocks(object: &Bound<'_, PyAny>) -> PyResult<Numbers> {
    match number(object.as_borrowed(), "clock") {
        Ok(plies) => return Ok(Numbers::One(plies)),
        Err(error) if error.is_instance_of::<class::ArgumentError>(object.py()) => return Err(error),
        Err(_) => {}
    }
    let clocks = elements::<u32>(object, "expected a number, or a one-dimensional array of uint32")?;
    Ok(Numbers::Each(clocks.into_iter().map(i64::from).collect()))
}

/// The argument `turn`.
pub fn turns(object: &Bound<'_, PyAny>) -> PyResult<Numbers> {
    if let Ok(number) = object.extract() {
        return Ok(Numbers::One(number));
    }
    let turns = elements::<u8>(object, "expected 0 or 1, or a one-dimensional array of uint8")?;
    Ok(Numbers::Each(turns.into_iter().map(i64::from).collect()))
}

/// An argument with a set of squares for each position: of 64 bits, or of 32 bits, enough for boards of eight files.
pub fn sets(object: &Bound<'_, PyAny>) -> PyResult<Vec<Bitboard>> {
    const WRONG: &str = "expected a one-dimensional array of uint64 or uint32";
    if object.extract::<PyReadonlyArray1<'_, u64>>().is_ok() {
        return elements(object, WRONG);
    }
    Ok(elements::<u32>(object, WRONG)?.into_iter().map(Bitboard::from).collect())
}

const NAMES: [&str; 6] = ["white_men", "white_kings", "black_men", "black_kings", "turn", "clock"];

/// Positions of a game and their clocks, of white's men and kings, black's men and kings, 0 or 1 for the side to move, and plies.
pub fn questions<G: Game>(
    boards: [Vec<Bitboard>; 4],
    turn: Numbers,
    plies: Numbers,
    rule: DrawRule,
) -> PyResult<Vec<(Position<G>, Clock)>> {
    let count = boards[0].len();
    if let Numbers::One(plies) = plies {
        clock(plies, rule)?;
    }
    let (turns, clocks) = (turn.of(count), plies.of(count));
    let lengths = boards.iter().map(Vec::len).chain([turns.len(), clocks.len()]);
    if let Some((name, other)) = NAMES.into_iter().zip(lengths).find(|(_, length)| *length != count) {
        let text = format!("{name} has {other} elements and white_men has {count}; expected as many in each");
        return Err(class::ArgumentError::new_err(text));
    }
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
        Ok((position, clock(clocks[at], rule)?))
    };
    (0..count).map(question).collect()
}

/// The elements of an array: a copy, since other threads of Python could change it. One that does not lie as Rust wants it, such as
/// a field of packed records, NumPy copies.
fn elements<T: Element + Copy>(object: &Bound<'_, PyAny>, wrong: &'static str) -> PyResult<Vec<T>> {
    let array: PyReadonlyArray1<'_, T> = object.extract().map_err(|_| PyTypeError::new_err(wrong))?;
    if array.is_contiguous() && array.data().is_aligned() {
        return Ok(array.to_vec()?);
    }
    Ok(array.call_method0("copy")?.extract::<PyReadonlyArray1<'_, T>>()?.to_vec()?)
}

/// A one-dimensional array of results, and two of distances.
pub type Answers<'py> = (Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<i16>>, Bound<'py, PyArray1<i16>>);

/// The numbers of a verdict, of category, dtw and dtz; a missing table makes unknown ones.
pub fn numbers(answer: Result<Verdict, ProbeError>) -> Result<(u8, i16, i16), ProbeError> {
    let plies = |distance| match distance {
        Distance::Plies(plies) => i16::try_from(plies).unwrap_or(i16::MAX),
        Distance::Draw => NO_DISTANCE,
        Distance::Unknown => UNKNOWN_DISTANCE,
    };
    let category = |verdict: &Verdict| verdict.category.map_or(UNKNOWN, |category| category as u8);
    let known = answer.map(|verdict| (category(&verdict), plies(verdict.dtw), plies(verdict.dtz)));
    or_unknown(known, (UNKNOWN, UNKNOWN_DISTANCE, UNKNOWN_DISTANCE))
}

/// Arrays of category, dtw and dtz.
pub fn arrays<'py>(py: Python<'py>, values: &[(u8, i16, i16)]) -> Answers<'py> {
    let array = |get: fn(&(u8, i16, i16)) -> i16| PyArray1::from_iter(py, values.iter().map(get));
    (PyArray1::from_iter(py, values.iter().map(|values| values.0)), array(|values| values.1), array(|values| values.2))
}

/// The number of a category; a missing table makes an unknown one.
pub fn category_number(answer: Result<Category, ProbeError>) -> Result<u8, ProbeError> {
    or_unknown(answer.map(|category| category as u8), UNKNOWN)
}

fn or_unknown<T>(answer: Result<T, ProbeError>, unknown: T) -> Result<T, ProbeError> {
    match answer {
        Err(ProbeError::Missing { .. } | ProbeError::TooManyPieces { .. }) => Ok(unknown),
        answer => answer,
    }
}

/// Asks questions in order while other threads of Python run, and now and then looks for Ctrl-C. The first position
/// without an answer raises its error, which names the position.
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
