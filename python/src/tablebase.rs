//! Tables to be asked.

use std::path::PathBuf;

use bolshak::board::{FenError, Position};
use bolshak::probe::{self, Options};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;

use crate::batch::{Arrays, Clocks, Values, in_turns};
use crate::error::{class, open_error, probe_error};
use crate::moves::{Line, Move};
use crate::question::{clock, question, rule as read_rule};
use crate::verdict::{Verdict, category_name};

/// A one-dimensional array of results, and two of distances.
type Answers<'py> = (Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<i16>>, Bound<'py, PyArray1<i16>>);

/// Tables to be asked, by any number of threads at once: other threads of Python run meanwhile.
///
/// path: the directory of the tables, and no others are asked; without one, those of 2 and 3 pieces that are built in.
/// cache_bytes: the bytes that unpacked blocks may take. preload: unpack all tables of categories at once, some 400 MB to
/// six pieces. Both change nothing for the built-in tables. Raises OpenError.
///
/// A position is a FEN of PDN 3.0, as "W:WKa1,c3:Bd4" (squares may be numbers, b8 = 1), a Hub string of 33 characters, or
/// what the attribute fen of a RussianBoard of py-draughts is. A clock is the number of plies since the last capture or move
/// of a man. A rule is "15-moves", "three-kings" or "none".
///
/// All methods that are given a position raise FenError if the text is none, ArgumentError for a wrong clock or rule,
/// TooManyPieces, TableMissing or TableDamaged; all are Errors.
#[pyclass(frozen, module = "bolshak")]
pub struct Tablebase(probe::Tablebase);

#[pymethods]
impl Tablebase {
    #[new]
    #[pyo3(signature = (path = None, cache_bytes = 64 << 20, preload = false))]
    fn new(py: Python<'_>, path: Option<PathBuf>, cache_bytes: i64, preload: bool) -> PyResult<Tablebase> {
        let cache_bytes = u64::try_from(cache_bytes)
            .map_err(|_| class::ArgumentError::new_err(format!("cache_bytes is {cache_bytes}; expected 0 or more")))?;
        let opened = py.detach(|| match path {
            Some(path) => probe::Tablebase::open_with(path, Options { cache_bytes, preload, ..Options::default() }),
            None => Ok(probe::Tablebase::built_in()),
        });
        Ok(Tablebase(opened.map_err(open_error)?))
    }

    /// The most pieces of any table.
    #[getter]
    fn largest(&self) -> u32 {
        self.0.largest()
    }

    /// The length of the draw rule, in plies, that the tables were made for: 30 for Russian draughts.
    #[getter]
    fn draw_plies(&self) -> u8 {
        self.0.draw_plies()
    }

    /// Everything the tables know of a position.
    #[pyo3(signature = (fen, clock = 0, rule = "15-moves"))]
    fn probe(&self, py: Python<'_>, fen: &str, clock: i64, rule: &str) -> PyResult<Verdict> {
        let (position, clock) = question(fen, clock, rule)?;
        Ok(Verdict(py.detach(|| self.0.probe(&position, clock)).map_err(probe_error)?))
    }

    /// The category of a position, sooner than by probe.
    #[pyo3(signature = (fen, clock = 0, rule = "15-moves"))]
    fn probe_wdl(&self, py: Python<'_>, fen: &str, clock: i64, rule: &str) -> PyResult<&'static str> {
        let (position, clock) = question(fen, clock, rule)?;
        Ok(category_name(py.detach(|| self.0.probe_wdl(&position, clock)).map_err(probe_error)?))
    }

    /// The verdicts of positions, in order. The first one without an answer raises its error, which says which one it is.
    #[pyo3(signature = (fens, clock = 0, rule = "15-moves"))]
    fn probe_many(&self, py: Python<'_>, fens: Vec<String>, clock: i64, rule: &str) -> PyResult<Vec<Verdict>> {
        let clock = self::clock(clock, read_rule(rule)?)?;
        let mut positions = Vec::with_capacity(fens.len());
        for (number, fen) in fens.iter().enumerate() {
            let error = |error: FenError| class::FenError::new_err(format!("position {number}: {error}"));
            positions.push(fen.parse().map_err(error)?);
        }
        in_turns(py, &positions, |position: &Position| self.0.probe(position, clock).map(Verdict))
    }

    /// The best move; None if the side to move has lost. Raises TableMissing if a move that the tables do not know could
    /// be better.
    #[pyo3(signature = (fen, clock = 0, rule = "15-moves"))]
    fn best_move(&self, py: Python<'_>, fen: &str, clock: i64, rule: &str) -> PyResult<Option<Move>> {
        let (position, clock) = question(fen, clock, rule)?;
        let best = py.detach(|| self.0.best_move(&position, clock)).map_err(probe_error)?;
        Ok(best.map(|ranked| Move::new(position.turn(), ranked)))
    }

    /// The legal moves, best first: by result; wins, cursed ones too, by the least dtw, then the least dtz; losses by the
    /// largest; then by text. A move of which the theory alone is known, as a table is missing, comes where it would at
    /// worst: behind the cursed wins, or the losses. Moves of which nothing is known are last. None if the side to move has
    /// lost.
    #[pyo3(signature = (fen, clock = 0, rule = "15-moves"))]
    fn moves(&self, py: Python<'_>, fen: &str, clock: i64, rule: &str) -> PyResult<Vec<Move>> {
        let (position, clock) = question(fen, clock, rule)?;
        let ranked = py.detach(|| self.0.rank_moves(&position, clock)).map_err(probe_error)?;
        Ok(ranked.into_iter().map(|ranked| Move::new(position.turn(), ranked)).collect())
    }

    /// Best play by both sides to the end; without moves if the position is a draw in theory.
    #[pyo3(signature = (fen, clock = 0, rule = "15-moves"))]
    fn line(&self, py: Python<'_>, fen: &str, clock: i64, rule: &str) -> PyResult<Line> {
        let (position, clock) = question(fen, clock, rule)?;
        Ok(Line(py.detach(|| self.0.line(&position, clock)).map_err(probe_error)?))
    }

    /// The values of many positions at once: arrays of category, dtw and dtz.
    ///
    /// The boards are arrays of uint32, bit 0 is a1, bit 31 is h8 (a1, c1, e1, g1, b2, ...); turn is one of uint8, 0 where
    /// White is to move and 1 where Black is; clock is a number, or an array of uint32.
    ///
    /// category is an array of uint8, the place in CATEGORIES, or UNKNOWN (255); dtw and dtz are of int16, NO_DISTANCE (-1)
    /// for a draw, or UNKNOWN_DISTANCE (-2). What is not known needs a table that is missing.
    ///
    /// Raises PositionError, which says where; ArgumentError; TableDamaged.
    #[pyo3(signature = (white_men, white_kings, black_men, black_kings, turn, clock = Clocks::One(0), rule = "15-moves"))]
    #[allow(clippy::too_many_arguments)]
    fn probe_arrays<'py>(
        &self,
        py: Python<'py>,
        white_men: PyReadonlyArray1<'py, u32>,
        white_kings: PyReadonlyArray1<'py, u32>,
        black_men: PyReadonlyArray1<'py, u32>,
        black_kings: PyReadonlyArray1<'py, u32>,
        turn: PyReadonlyArray1<'py, u8>,
        clock: Clocks<'py>,
        rule: &str,
    ) -> PyResult<Answers<'py>> {
        let boards = [white_men, white_kings, black_men, black_kings];
        let questions = Arrays { boards, turn, clock }.questions(read_rule(rule)?)?;
        let values = in_turns(py, &questions, |(position, clock)| Values::of(self.0.probe(position, *clock)))?;
        let array = |get: fn(&Values) -> i16| PyArray1::from_iter(py, values.iter().map(get));
        let categories = PyArray1::from_iter(py, values.iter().map(|values| values.category));
        Ok((categories, array(|values| values.dtw), array(|values| values.dtz)))
    }

    /// The categories alone of many positions at once, sooner than by probe_arrays, with its arguments and errors.
    #[pyo3(signature = (white_men, white_kings, black_men, black_kings, turn, clock = Clocks::One(0), rule = "15-moves"))]
    #[allow(clippy::too_many_arguments)]
    fn probe_wdl_arrays<'py>(
        &self,
        py: Python<'py>,
        white_men: PyReadonlyArray1<'py, u32>,
        white_kings: PyReadonlyArray1<'py, u32>,
        black_men: PyReadonlyArray1<'py, u32>,
        black_kings: PyReadonlyArray1<'py, u32>,
        turn: PyReadonlyArray1<'py, u8>,
        clock: Clocks<'py>,
        rule: &str,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let boards = [white_men, white_kings, black_men, black_kings];
        let questions = Arrays { boards, turn, clock }.questions(read_rule(rule)?)?;
        let ask = |(position, clock): &_| Values::category(self.0.probe_wdl(position, *clock));
        Ok(PyArray1::from_vec(py, in_turns(py, &questions, ask)?))
    }

    fn __repr__(&self) -> String {
        format!("<Tablebase of {} endings, to {} pieces>", self.0.endings().len(), self.0.largest())
    }
}
