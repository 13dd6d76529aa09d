//! Verdicts, moves and lines, their parts, and how results are copied and pickled: as their attributes. Moves without tables, too.

use bolshak::board::{Color, FenError, Game, Position, squares};
use bolshak::in_game;
use bolshak::probe::{self, Clock, ClockNote, Distance, End, Over, RankedMove};
use bolshak::value::{Category, Theory};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::question::{Text, class, game as read_game};
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

/// A result as the name of its class and its attributes; [`restore`] makes it from them.
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
    /// The result for the side to move, under the draw rule at the given clock: "win", "cursed-win" (won in theory,
    /// drawn by the rule), "draw", "blessed-loss" (lost in theory, drawn by the rule) or "loss"; None if it is not
    /// known.
    pub category: Option<Name>,
    /// The result for the side to move without any draw rule: "win", "draw" or "loss"; None if it is not known.
    pub theory: Option<Name>,
    /// Plies until a side has no legal move, without any draw rule; 0 if the side to move has none. None if the theory
    /// is a draw, or if it is not known.
    pub dtw: Option<u16>,
    /// Plies until a capture, a move of a man or the end of the game secures the result under the 15-move rule, from
    /// clock 0, whatever the clock and rule of the probe. None if that result is a draw, including a draw by the rule,
    /// or if it is not known.
    pub dtz: Option<u16>,
    /// Whether the game is over at that clock: "no-move" (the side to move has no legal move: it has lost, or, in
    /// poddavki, won), "draw-rule" (the clock has run out); None if it goes on.
    pub over: Option<Name>,
    /// The clock that the category is for, in plies.
    pub clock: u64,
    /// How the draw counter of the FEN (":H26") was used: it is the clock, or another clock was given. None if there is
    /// nothing to say.
    pub note: Option<String>,
    /// The names of the attributes that are not known because a table is missing.
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

fn position<G: Game>(fen: &str) -> PyResult<Position<G>> {
    fen.parse().map_err(|error: FenError| class::FenError::new_err(error.to_string()))
}

/// The legal moves of a position in notation, in alphabetical order; a side without one has lost, or, in poddavki, won.
/// Needs no tables. game: "russian", "poddavki" or "draughts-80"; the text is read as a position of that game.
///
/// Raises FenError; ArgumentError for an unknown game.
#[pyfunction]
#[pyo3(signature = (fen, game = "russian".into()), text_signature = "(fen, game='russian')")]
pub fn legal_moves(fen: Text, game: Text) -> PyResult<Vec<String>> {
    let mut texts: Vec<String> = in_game!(read_game(&game)?, G => {
        let position = position::<G>(&fen)?;
        position.legal_moves().iter().map(|mv| position.move_text(mv)).collect()
    });
    texts.sort();
    Ok(texts)
}

/// The FEN of the position after a legal move: "c3-d4", or "c5:e3:g5" for a capture, which may be written with x, along
/// any of its paths, or in the short form "c5:g5" where only one move fits. Needs no tables. game: as in legal_moves.
///
/// Raises FenError; MoveError, which names the legal moves; ArgumentError for an unknown game.
#[pyfunction]
#[pyo3(signature = (fen, r#move, game = "russian".into()), text_signature = "(fen, move, game='russian')")]
pub fn play(fen: Text, r#move: Text, game: Text) -> PyResult<String> {
    in_game!(read_game(&game)?, G => {
        let position = position::<G>(&fen)?;
        let mv = position.parse_move(&r#move).map_err(|error| class::MoveError::new_err(error.to_string()))?;
        Ok(position.after(&mv).to_string())
    })
}

/// A legal move, and what the tables know of the position it reaches. Moves can be compared, copied and pickled.
#[pyclass(frozen, eq, get_all, module = "bolshak")]
#[derive(Clone, PartialEq, Eq, FromPyObject)]
pub struct Move {
    /// The side that moves: "W" or "B".
    turn: Name,
    /// The move in notation, as "c3-d4" or "c5:e3:g5".
    pub text: String,
    /// The position after the move; the other side is to move there.
    fen: String,
    /// The clock after the move, in plies.
    clock: u64,
    /// The square where the piece starts, as "c3".
    from_square: String,
    /// The square where it ends; for a capture this may be where it starts.
    to_square: String,
    /// The squares of the pieces that it takes.
    captured: Tuple<String>,
    /// Whether it sets the clock to 0: a capture or a move of a man.
    zeroing: bool,
    /// Whether it makes a king of a man.
    crowning: bool,
    /// Whether the game was over before the move, drawn by the rule: this is a move that it would have had.
    after_end: bool,
    /// The result for the side that moves here, after the move, under the given rule; None if it is not known.
    pub category: Option<Name>,
    /// The result for the side that moves here, after the move, without any draw rule; None if it is not known.
    pub theory: Option<Name>,
    /// Plies until a side has no legal move, without any draw rule, counting this move; None for a draw, or if it is
    /// not known.
    dtw: Option<u16>,
    /// The verdict of the position after the move, for the side to move there: the answer of probe for fen at clock.
    reached: Verdict,
}

impl<G: Game> From<&RankedMove<G>> for Move {
    fn from(ranked: &RankedMove<G>) -> Move {
        let mv = &ranked.mv;
        Move {
            turn: color_name(ranked.position.turn().other()),
            text: ranked.text.clone(),
            fen: ranked.position.to_string(),
            clock: ranked.clock.plies,
            from_square: mv.from().to_string(),
            to_square: mv.to().to_string(),
            captured: Tuple(squares::<G>(mv.captured()).map(|square| square.to_string()).collect()),
            zeroing: mv.is_zeroing(),
            crowning: mv.is_crowning(),
            after_end: ranked.after_end,
            category: ranked.category().map(Category::name).map(Name),
            theory: ranked.theory().map(Theory::name).map(Name),
            dtw: ranked.dtw().plies(),
            reached: Verdict::new(ranked.reached, ranked.clock, None),
        }
    }
}

/// The name of a side.
fn color_name(color: Color) -> Name {
    Name(if color == Color::White { "W" } else { "B" })
}

#[pymethods]
impl Move {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.text)
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduce(this)
    }
}

/// Best play by both sides. Lines can be compared, copied and pickled.
#[pyclass(frozen, eq, get_all, module = "bolshak")]
#[derive(PartialEq, Eq, FromPyObject)]
pub struct Line {
    /// The verdict of the position at the start of the line.
    verdict: Verdict,
    /// The moves of both sides; none if the position is a draw in theory.
    moves: Tuple<Move>,
    /// How it ends: "no-move" (the side to move has no legal move: it has lost, or, in poddavki, won), "draw-rule" (the
    /// clock has run out), "draw" (a draw in theory), "unknown" (a table is missing, or the next move would repeat a position).
    end: Name,
    /// The side that has no legal move at the end.
    _stuck: Option<Name>,
}

impl Line {
    /// A line from a position at a clock, and what is to be said of the clock.
    pub fn new<G: Game>(line: &probe::Line<G>, clock: Clock, note: Option<ClockNote>) -> Line {
        let stuck = if let End::NoMove(color) = line.end { Some(color_name(color)) } else { None };
        let moves = line.moves.iter().map(|mv| Move::from(&mv.ranked)).collect();
        Line {
            verdict: Verdict::new(line.verdict, clock, note),
            moves: Tuple(moves),
            end: Name(line.end.name()),
            _stuck: stuck,
        }
    }
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        let moves: Vec<&str> = self.moves.0.iter().map(|mv| mv.text.as_str()).collect();
        let end = self._stuck.map_or(self.end.0.into(), |Name(stuck)| format!("{stuck} has no move"));
        format!("<Line {}; {end}>", moves.join(" "))
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduce(this)
    }
}
