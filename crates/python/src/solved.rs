//! The answers of a search beyond the tables.

use bolshak::board::{Game, Position};
use bolshak::search;
use pyo3::prelude::*;

use crate::moves::Move;
use crate::result::{Name, Reduced, Tuple, reduce};
use crate::verdict::{Verdict, quoted};

/// What a search knows of a position. All of it is proved. Answers can be compared, copied and pickled.
#[pyclass(frozen, eq, get_all, module = "bolshak")]
#[derive(PartialEq, Eq, FromPyObject)]
pub struct Solved {
    /// The answer in the words of probe: category and theory are None where they are not decided, distances are known from
    /// tables alone.
    verdict: Verdict,
    /// The result for the side to move, under the rule at the clock that were asked, as in Verdict; None if it is not decided.
    category: Option<Name>,
    /// The result for the side to move without any draw rule: "win", "draw" or "loss"; None if it is not decided.
    theory: Option<Name>,
    /// The worst result for the side to move, without any draw rule, that is possible: "loss" if nothing is known.
    at_least: Name,
    /// The best result for the side to move, without any draw rule, that is possible: "win" if nothing is known.
    at_most: Name,
    /// If the search won or lost it: the most plies until a side has no legal move, without any draw rule. An upper bound from
    /// the proof, not a distance; None if it is not known.
    within: Option<u32>,
    /// The moves of a longest line of the proof of a win or loss, in notation, up to where the tables take over.
    line: Tuple<String>,
    /// The legal moves, best first, those that are not decided by the worst that they can be; none if they were not asked.
    moves: Tuple<SolvedMove>,
    /// The number of positions that the search visited; 0 if the tables alone were asked.
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
    /// The result of the move, under the rule asked, as in Move; None if it is not decided.
    category: Option<Name>,
    /// The result of the move without any draw rule: "win", "draw" or "loss"; None if it is not decided.
    theory: Option<Name>,
    /// The worst result of the move, without any draw rule, that is possible: "loss" if nothing is known.
    at_least: Name,
    /// The best result of the move, without any draw rule, that is possible: "win" if nothing is known.
    at_most: Name,
    /// If the search found that it wins or loses: the most plies after it until a side has no legal move, without any draw
    /// rule. An upper bound; None if it is not known.
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
