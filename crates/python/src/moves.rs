//! Legal moves without tables, ranked moves, and lines.

use bolshak::board::{Color, FenError, Game, Position, squares};
use bolshak::in_game;
use bolshak::probe::{self, Clock, ClockNote, End, RankedMove};
use bolshak::value::{Category, Theory};
use pyo3::prelude::*;

use crate::question::{Text, class, game as read_game};
use crate::result::{Name, Reduced, Tuple, Verdict, reduce};

fn position<G: Game>(fen: &str) -> PyResult<Position<G>> {
    fen.parse().map_err(|error: FenError| class::FenError::new_err(error.to_string()))
}

/// The legal moves of a position in notation, in alphabetical order; a side without one has lost, or, in poddavki, won.
/// Asks no tables. game: "russian", "poddavki" or "draughts-80"; the text is read as a position of it.
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
/// any of its paths, or in the short form "c5:g5" where only one move fits. Asks no tables. game: as in legal_moves.
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
    /// Whether the game was over before the move, drawn by the rule: the move is what it would have been.
    after_end: bool,
    /// The result for the side that moves here, after the move, under the rule asked; None if it is not known.
    pub category: Option<Name>,
    /// The result for the side that moves here, after the move, without any draw rule; None if it is not known.
    pub theory: Option<Name>,
    /// Plies until the game ends without any draw rule, this move counted; None for a draw, or if it is not known.
    dtw: Option<u16>,
    /// The verdict of the position after the move, for the side to move there: what probe says of fen at clock.
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
    /// The verdict of the position that was asked.
    verdict: Verdict,
    /// The moves of both sides; none if the position is a draw in theory.
    moves: Tuple<Move>,
    /// How it ends: "no-move" (the side to move has no legal move: it has lost, or, in poddavki, won), "draw-rule" (the
    /// clock has run out), "draw" (a draw in theory), "unknown" (a table is missing).
    end: Name,
    /// The side that has no legal move at the end.
    _stuck: Option<Name>,
}

impl Line {
    /// A line from a position at a clock, and what is to be said of the clock.
    pub fn new<G: Game>(line: &probe::Line<G>, clock: Clock, note: Option<ClockNote>) -> Line {
        let (end, stuck) = match line.end {
            End::NoMove(color) => ("no-move", Some(color_name(color))),
            End::DrawRule => ("draw-rule", None),
            End::Draw => ("draw", None),
            End::Unknown => ("unknown", None),
        };
        let moves = line.moves.iter().map(|mv| Move::from(&mv.ranked)).collect();
        Line { verdict: Verdict::new(line.verdict, clock, note), moves: Tuple(moves), end: Name(end), _stuck: stuck }
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
