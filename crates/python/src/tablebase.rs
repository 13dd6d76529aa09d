//! Tables to be asked.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use bolshak::board::{Bitboard, FenError};
use bolshak::probe::{AnyTablebase, Options};
use bolshak::value::Category;
use bolshak::with_tables;
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::batch::{Answers, Numbers, arrays, category_number, clocks, in_turns, numbers, questions, sets, turns};
use crate::question::{
    Directory, Plies, Question, Text, cache_bytes, class, clock_and_rule, game as read_game, probe_error,
    rule as read_rule, with_causes,
};
use crate::result::{Line, Move, Verdict};
use crate::solve::{Solved, limits, memory, positions, seconds, solve};

/// Open tables. Any number of threads may probe them at once; other Python threads run during a probe.
///
/// path: the directory of the tables; without it, the built-in tables of 2 and 3 pieces are used. cache_bytes: the
/// bytes that unpacked blocks may take. preload: whether all tables of categories are unpacked at once, about 400 MB to
/// six pieces. Both change nothing for the built-in tables. game: "russian", "poddavki" (losing draughts: a side
/// without a legal move has won) or "draughts-80" (Russian draughts on ten files); None means the game of the tables.
/// The built-in tables are for Russian draughts. mapped: whether unpacked tables are mapped; None: only in a 64-bit
/// process. Raises OpenError, also for tables of another game than the one named.
///
/// While unpacked tables are mapped, nobody may cut them or overwrite them in place: Unix ends a process that reads
/// there (SIGBUS), or the process gets wrong results. An error of the storage medium ends it too, also on Windows. To
/// replace one, rename the new file into its place (on Windows, rename the old one away first).
///
/// A position is a FEN of PDN 3.0, as "W:WKa1,c3:Bd4" (squares may be numbers, b8 = 1), a Hub string of 33 characters,
/// or the attribute fen of a RussianBoard of py-draughts. It is read as a position of the tables' game: in draughts-80
/// the files are a to j (k is read as j too), numbers run to 40, and a Hub string has 41 characters. A clock is the
/// number of plies since the last capture or move of a man; without it, the draw counter of the FEN applies (":H26", as
/// Lidraughts writes it), else 0. If that counter is the clock, or another clock was given, the note of a Verdict says
/// so; methods whose answer is not a Verdict give a ClockWarning. A rule is "15-moves", "three-kings" or "none".
///
/// All methods that take a position raise FenError if the text is not a position, ArgumentError for a wrong clock or
/// rule, TooManyPieces, TableMissing, TableDamaged, TableUnreadable or TablebaseClosed; all are Errors.
///
/// In "with bolshak.Tablebase(path) as tablebase:" the tables are closed at the end of the block.
#[pyclass(frozen, module = "bolshak")]
pub struct Tablebase {
    /// None once it is closed.
    open: RwLock<Option<Arc<AnyTablebase>>>,
}

impl Tablebase {
    /// The tables. A question keeps them until it is answered, even if another thread closes them.
    fn tables(&self) -> PyResult<Arc<AnyTablebase>> {
        let open = self.open.read().unwrap_or_else(PoisonError::into_inner);
        open.clone().ok_or_else(|| class::TablebaseClosed::new_err("the tablebase is closed"))
    }
}

#[pymethods]
impl Tablebase {
    #[new]
    #[pyo3(signature = (path = None, cache_bytes = 64 << 20, preload = false, game = None, mapped = None))]
    fn new(
        py: Python<'_>,
        path: Option<Directory>,
        #[pyo3(from_py_with = cache_bytes)] cache_bytes: u64,
        preload: bool,
        game: Option<Text>,
        mapped: Option<bool>,
    ) -> PyResult<Tablebase> {
        let options = Options::default().with_cache_bytes(cache_bytes).with_preload(preload);
        let options = mapped.map_or(options, |mapped| options.with_mapped(mapped));
        let game = game.map(|game| read_game(&game)).transpose()?;
        let opened = match path {
            Some(Directory(path)) => {
                py.detach(|| AnyTablebase::open(path, game, options)).map_err(|error| with_causes(&error))
            }
            None => {
                let game = game.unwrap_or_default();
                let text = || format!("no tables of {game} are built in; name a directory of them");
                AnyTablebase::built_in(game).ok_or_else(text)
            }
        };
        let opened = opened.map_err(class::OpenError::new_err)?;
        Ok(Tablebase { open: RwLock::new(Some(Arc::new(opened))) })
    }

    /// The game of the tables: "russian", "poddavki" or "draughts-80".
    #[getter]
    fn game(&self) -> PyResult<&'static str> {
        Ok(with_tables!(&*self.tables()?, tables => tables.game().name()))
    }

    /// The most pieces of any table.
    #[getter]
    fn largest(&self) -> PyResult<u32> {
        Ok(with_tables!(&*self.tables()?, tables => tables.largest()))
    }

    /// The length of the draw rule, in plies, that the tables were made for: 30 for Russian draughts.
    #[getter]
    fn draw_plies(&self) -> PyResult<u8> {
        Ok(with_tables!(&*self.tables()?, tables => tables.draw_plies()))
    }

    /// Closes the tables, and frees their memory as soon as no other thread uses them. Later probes raise
    /// TablebaseClosed; closing again does nothing.
    fn close(&self) {
        drop(self.open.write().unwrap_or_else(PoisonError::into_inner).take());
    }

    fn __enter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __exit__(&self, _kind: &Bound<'_, PyAny>, _value: &Bound<'_, PyAny>, _traceback: &Bound<'_, PyAny>) {
        self.close();
    }

    /// Everything the tables know of a position.
    #[pyo3(signature = (fen, clock = None, rule = "15-moves".into()))]
    #[pyo3(text_signature = "($self, fen, clock=None, rule='15-moves')")]
    fn probe(&self, py: Python<'_>, fen: Text, clock: Option<Plies>, rule: Text) -> PyResult<Verdict> {
        with_tables!(&*self.tables()?, tables => {
            let Question { position, clock, note } = Question::new(&fen, clock, &rule)?;
            let verdict = py.detach(|| tables.probe(&position, clock)).map_err(probe_error)?;
            Ok(Verdict::new(verdict, clock, note))
        })
    }

    /// The category of a position; faster than probe.
    #[pyo3(signature = (fen, clock = None, rule = "15-moves".into()))]
    #[pyo3(text_signature = "($self, fen, clock=None, rule='15-moves')")]
    fn probe_wdl(&self, py: Python<'_>, fen: Text, clock: Option<Plies>, rule: Text) -> PyResult<&'static str> {
        with_tables!(&*self.tables()?, tables => {
            let Question { position, clock, .. } = Question::with_warning(py, &fen, clock, &rule)?;
            py.detach(|| tables.probe_wdl(&position, clock)).map(Category::name).map_err(probe_error)
        })
    }

    /// As probe_wdl, but never reads a file: None if the answer is not in memory, for whatever reason.
    #[pyo3(signature = (fen, clock = None, rule = "15-moves".into()))]
    #[pyo3(text_signature = "($self, fen, clock=None, rule='15-moves')")]
    fn try_probe_wdl(
        &self,
        py: Python<'_>,
        fen: Text,
        clock: Option<Plies>,
        rule: Text,
    ) -> PyResult<Option<&'static str>> {
        with_tables!(&*self.tables()?, tables => {
            let Question { position, clock, .. } = Question::with_warning(py, &fen, clock, &rule)?;
            Ok(tables.try_probe_wdl(&position, clock).map(Category::name))
        })
    }

    /// The verdicts of positions, in order. The first position without an answer raises its error, which names the
    /// position.
    #[pyo3(signature = (fens, clock = None, rule = "15-moves".into()))]
    #[pyo3(text_signature = "($self, fens, clock=None, rule='15-moves')")]
    fn probe_many(&self, py: Python<'_>, fens: Vec<Text>, clock: Option<Plies>, rule: Text) -> PyResult<Vec<Verdict>> {
        let tables = self.tables()?;
        let asked = clock_and_rule(clock, &rule)?;
        with_tables!(&*tables, tables => {
            let mut questions = Vec::with_capacity(fens.len());
            for (number, fen) in fens.iter().enumerate() {
                let error = |error: FenError| class::FenError::new_err(format!("position {number}: {error}"));
                questions.push(Question::of(fen, asked).map_err(error)?);
            }
            in_turns(py, &questions, |Question { position, clock, note }| {
                tables.probe(position, *clock).map(|verdict| Verdict::new(verdict, *clock, *note))
            })
        })
    }

    /// The best move; None if the side to move has no legal move. Raises TableMissing if a move that the tables do not
    /// know could be better.
    #[pyo3(signature = (fen, clock = None, rule = "15-moves".into()))]
    #[pyo3(text_signature = "($self, fen, clock=None, rule='15-moves')")]
    fn best_move(&self, py: Python<'_>, fen: Text, clock: Option<Plies>, rule: Text) -> PyResult<Option<Move>> {
        with_tables!(&*self.tables()?, tables => {
            let Question { position, clock, .. } = Question::with_warning(py, &fen, clock, &rule)?;
            let best = py.detach(|| tables.best_move(&position, clock)).map_err(probe_error)?;
            Ok(best.as_ref().map(Move::from))
        })
    }

    /// The legal moves, best first, ordered by result. Wins, including cursed wins, are ordered by the least dtw, then
    /// by the least dtz; losses by the largest; equal moves by text. Empty if the side to move has no legal move. If
    /// the clock has run out, the game is over, and each move has after_end.
    ///
    /// If a table is missing, the category of a move can be unknown. An unknown move never ranks behind a move that is
    /// known to be worse than the position's value. Apart from that, moves are ranked by the worst result that they can
    /// have: moves known not to lose come before an unknown move, and known losses after it. So the first move is
    /// certainly the best only if its category is that of the position.
    #[pyo3(signature = (fen, clock = None, rule = "15-moves".into()))]
    #[pyo3(text_signature = "($self, fen, clock=None, rule='15-moves')")]
    fn rank_moves(&self, py: Python<'_>, fen: Text, clock: Option<Plies>, rule: Text) -> PyResult<Vec<Move>> {
        with_tables!(&*self.tables()?, tables => {
            let Question { position, clock, .. } = Question::with_warning(py, &fen, clock, &rule)?;
            let ranked = py.detach(|| tables.rank_moves(&position, clock)).map_err(probe_error)?;
            Ok(ranked.iter().map(Move::from).collect())
        })
    }

    /// Best play by both sides to the end; without moves if the position is a draw in theory.
    #[pyo3(signature = (fen, clock = None, rule = "15-moves".into()))]
    #[pyo3(text_signature = "($self, fen, clock=None, rule='15-moves')")]
    fn line(&self, py: Python<'_>, fen: Text, clock: Option<Plies>, rule: Text) -> PyResult<Line> {
        with_tables!(&*self.tables()?, tables => {
            let Question { position, clock, note } = Question::new(&fen, clock, &rule)?;
            let line = py.detach(|| tables.line(&position, clock)).map_err(probe_error)?;
            Ok(Line::new(&line, clock, note))
        })
    }

    /// Solves a position, also one of more pieces than the tables have, by a search whose lines end in the tables.
    /// Every answer is proved; what is not decided within the limits is None. A missing table is not an error.
    ///
    /// seconds: the time for the position and its moves; with 0, only the tables are probed. None: 10, or no limit if
    /// positions is given. positions: the most positions that the search visits: a limit that gives the same answer on
    /// every machine. memory: the bytes that the search may take; it takes them as it needs them. moves: whether the
    /// moves are solved too.
    ///
    /// Other Python threads run during the search. Ctrl-C ends it with KeyboardInterrupt. Raises MemoryError if the
    /// system refuses the memory.
    #[pyo3(signature = (
        fen, clock = None, rule = "15-moves".into(), seconds = None, moves = true, positions = None, memory = 256 << 20
    ))]
    #[pyo3(text_signature = "($self, fen, clock=None, rule='15-moves', seconds=None, moves=True, positions=None, \
                             memory=268435456)")]
    #[allow(clippy::too_many_arguments)]
    fn solve(
        &self,
        py: Python<'_>,
        fen: Text,
        clock: Option<Plies>,
        rule: Text,
        #[pyo3(from_py_with = seconds)] seconds: Option<Duration>,
        moves: bool,
        #[pyo3(from_py_with = positions)] positions: Option<u64>,
        #[pyo3(from_py_with = memory)] memory: u64,
    ) -> PyResult<Solved> {
        let tables = self.tables()?;
        let limits = limits(seconds, positions, memory);
        with_tables!(&*tables, tables => solve(py, tables, Question::new(&fen, clock, &rule)?, moves, limits))
    }

    /// The values of many positions at once: arrays of category, dtw and dtz.
    ///
    /// The boards are arrays of uint64, or of uint32 where 32 bits are enough: bit 0 is a1, bit 31 is h8 (a1, c1, e1,
    /// g1, b2, ...), in draughts-80 bit 39 is j8 (a1, c1, e1, g1, i1, b2, ...). turn is 0 if White is to move and 1 if
    /// Black is: one number for all, or an array of uint8; clock is one number for all, or an array of uint32.
    ///
    /// category is an array of uint8: the index in CATEGORIES, or UNKNOWN (255); dtw and dtz are of int16, NO_DISTANCE
    /// (-1) for a draw, or UNKNOWN_DISTANCE (-2). Values are unknown if a table is missing.
    ///
    /// Raises PositionError, which names the position; ArgumentError; TableDamaged, TableUnreadable.
    #[pyo3(signature = (
        white_men, white_kings, black_men, black_kings, turn, clock = Numbers::One(0), rule = "15-moves".into()
    ))]
    #[pyo3(text_signature = "($self, white_men, white_kings, black_men, black_kings, turn, clock=0, rule='15-moves')")]
    #[allow(clippy::too_many_arguments)]
    fn probe_arrays<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = sets)] white_men: Vec<Bitboard>,
        #[pyo3(from_py_with = sets)] white_kings: Vec<Bitboard>,
        #[pyo3(from_py_with = sets)] black_men: Vec<Bitboard>,
        #[pyo3(from_py_with = sets)] black_kings: Vec<Bitboard>,
        #[pyo3(from_py_with = turns)] turn: Numbers,
        #[pyo3(from_py_with = clocks)] clock: Numbers,
        rule: Text,
    ) -> PyResult<Answers<'py>> {
        let tables = self.tables()?;
        let boards = [white_men, white_kings, black_men, black_kings];
        let rule = read_rule(&rule)?;
        let values = with_tables!(&*tables, tables => {
            let questions = questions(boards, turn, clock, rule)?;
            in_turns(py, &questions, |(position, clock)| numbers(tables.probe(position, *clock)))
        })?;
        Ok(arrays(py, &values))
    }

    /// Only the categories of many positions at once; faster than probe_arrays. Arguments and errors are the same.
    #[pyo3(signature = (
        white_men, white_kings, black_men, black_kings, turn, clock = Numbers::One(0), rule = "15-moves".into()
    ))]
    #[pyo3(text_signature = "($self, white_men, white_kings, black_men, black_kings, turn, clock=0, rule='15-moves')")]
    #[allow(clippy::too_many_arguments)]
    fn probe_wdl_arrays<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = sets)] white_men: Vec<Bitboard>,
        #[pyo3(from_py_with = sets)] white_kings: Vec<Bitboard>,
        #[pyo3(from_py_with = sets)] black_men: Vec<Bitboard>,
        #[pyo3(from_py_with = sets)] black_kings: Vec<Bitboard>,
        #[pyo3(from_py_with = turns)] turn: Numbers,
        #[pyo3(from_py_with = clocks)] clock: Numbers,
        rule: Text,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let tables = self.tables()?;
        let boards = [white_men, white_kings, black_men, black_kings];
        let rule = read_rule(&rule)?;
        let categories = with_tables!(&*tables, tables => {
            let questions = questions(boards, turn, clock, rule)?;
            in_turns(py, &questions, |(position, clock)| category_number(tables.probe_wdl(position, *clock)))
        })?;
        Ok(PyArray1::from_vec(py, categories))
    }

    fn __repr__(&self) -> String {
        let Ok(tables) = self.tables() else { return "<Tablebase, closed>".into() };
        let (endings, largest) = with_tables!(&*tables, tables => (tables.endings().len(), tables.largest()));
        format!("<Tablebase of {endings} endings, to {largest} pieces>")
    }
}
