//! What the tables know of a position.

use bolshak::probe::{self, Clock, ClockNote, Distance, Over};
use bolshak::value::{Category, Theory};
use pyo3::prelude::*;

use crate::result::{Name, Reduced, Tuple, reduce};

/// What the tables know of a position. Verdicts can be compared, hashed, copied and pickled.
#[pyclass(frozen, eq, hash, get_all, module = "bolshak")]
#[derive(Clone, PartialEq, Eq, Hash, FromPyObject)]
pub struct Verdict {
    /// The result for the side to move, under the rule at the clock that were asked: "win", "cursed-win" (won in theory,
    /// drawn by the rule), "draw", "blessed-loss" (lost in theory, drawn by the rule) or "loss"; None if it is not known.
    pub category: Option<Name>,
    /// The result for the side to move without any draw rule: "win", "draw" or "loss"; None if it is not known.
    pub theory: Option<Name>,
    /// Plies until a side has no legal move, without any draw rule; 0 if the side to move has none. None if the theory
    /// is a draw, or if it is not known.
    pub dtw: Option<u16>,
    /// Plies until a capture, a move of a man or the end of the game banks the result, from clock 0 under the 15-move
    /// rule, whatever the clock and rule asked. None if that result is a draw, be it by the rule, or if it is not known.
    pub dtz: Option<u16>,
    /// Whether the game is over at that clock: "no-move" (the side to move has no legal move: it has lost, or, in
    /// poddavki, won), "draw-rule" (the clock has run out); None if it goes on.
    pub over: Option<Name>,
    /// The clock that the category is for, in plies.
    pub clock: u64,
    /// What became of the draw counter of the FEN (":H26"): it is the clock, or another clock was asked. None if there is
    /// nothing to say.
    pub note: Option<String>,
    /// The names of the attributes that are not known, since a table is missing.
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
