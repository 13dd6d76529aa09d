//! The answer of a search above the tables: that of a probe, with what is known where a result is not decided.

use serde::Serialize;

use bolshak::board::Game;
use bolshak::search::{Bounds, Solved};
use bolshak::value::Theory;

use super::answer::{Answer, MoveAnswer};
use super::question::Asked;

/// What `solve --json` prints of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SolvedAnswer {
    /// As a probe has it, without moves.
    #[serde(flatten)]
    answer: Answer,
    #[serde(flatten)]
    known: Known,
    /// The moves of a longest line of the proof, to where the tables take over.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<SolvedMoveAnswer>>,
    /// What `moves` would be if the clock had not run out.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_if_not_over: Option<Vec<SolvedMoveAnswer>>,
    /// The positions that were visited; `None` where the tables alone were asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<u64>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct SolvedMoveAnswer {
    #[serde(flatten)]
    answer: MoveAnswer,
    #[serde(flatten)]
    known: Known,
}

/// What is known of a result in theory that is not decided, and the bound of a proof in plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
struct Known {
    /// The worst result, if it is not a loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<&'static str>,
    /// The best result, if it is not a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<u32>,
}

impl Known {
    fn new(bounds: Bounds, within: Option<u32>) -> Known {
        let is_open = bounds.theory().is_none();
        let half = |theory: Theory, nothing| (is_open && theory != nothing).then_some(theory.name());
        let (at_least, at_most) = (half(bounds.at_least, Theory::Loss), half(bounds.at_most, Theory::Win));
        Known { at_least, at_most, within }
    }
}

impl SolvedAnswer {
    /// The answer to a position, with its moves if they were asked for.
    pub fn new<G: Game>(asked: &Asked<G>, solved: &Solved<G>, with_moves: bool) -> SolvedAnswer {
        let mut position = asked.position;
        let line = solved.line.iter().map(|mv| {
            let text = position.move_text(mv);
            position = position.after(mv);
            text
        });
        let moves = solved.moves.iter().map(|solved| SolvedMoveAnswer {
            answer: MoveAnswer::from(&solved.ranked),
            known: Known::new(solved.bounds, solved.within),
        });
        let moves = with_moves.then(|| moves.collect());
        let (moves, moves_if_not_over) = match solved.moves.iter().any(|mv| mv.ranked.after_end) {
            true => (with_moves.then(Vec::new), moves),
            false => (moves, None),
        };
        SolvedAnswer {
            line: (!solved.line.is_empty()).then(|| line.collect()),
            answer: Answer::new(asked, &solved.verdict, None),
            known: Known::new(solved.bounds, solved.within),
            moves,
            moves_if_not_over,
            positions: (solved.visited > 0).then_some(solved.visited),
        }
    }
}
