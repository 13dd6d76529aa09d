//! The answer of a search above the tables: that of a probe, with what is known where a result is not decided.

use serde::Serialize;

use bolshak::board::Game;
use bolshak::search::{Bounds, Solved, SolvedMove};
use bolshak::value::Theory;

use super::answer::{Answer, MoveAnswer};
use super::question::Asked;

/// What `solve --json` prints of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SolvedAnswer {
    /// The position and its values, as a probe has them; without moves.
    #[serde(flatten)]
    pub answer: Answer,
    /// What is known of a result that is not decided.
    #[serde(flatten)]
    pub known: Known,
    /// The moves of a longest line of the proof, to where the tables take over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// The legal moves, best first; `None` if they were not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<SolvedMoveAnswer>>,
    /// What `moves` would be if the clock had not run out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves_if_not_over: Option<Vec<SolvedMoveAnswer>>,
    /// The positions that were visited; `None` where the tables alone were asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
}

/// A legal move and what is known of it, for the side that makes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SolvedMoveAnswer {
    /// The move and its values, as a probe has them.
    #[serde(flatten)]
    pub answer: MoveAnswer,
    /// What is known of a result that is not decided.
    #[serde(flatten)]
    pub known: Known,
}

/// What is known of a result in theory that is not decided, and the bound of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Known {
    /// The worst result, if it is not a loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<&'static str>,
    /// The best result, if it is not a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<&'static str>,
    /// The most plies to the end, in theory: an upper bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<u32>,
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
        let line: Vec<String> = solved
            .line
            .iter()
            .map(|mv| {
                let text = position.move_text(mv);
                position = position.after(mv);
                text
            })
            .collect();
        let moves: Vec<SolvedMoveAnswer> = solved.moves.iter().map(SolvedMoveAnswer::from).collect();
        let (moves, after_end) = match solved.moves.iter().any(|mv| mv.ranked.after_end) {
            true => (Vec::new(), Some(moves)),
            false => (moves, None),
        };
        SolvedAnswer {
            answer: Answer::new(asked, &solved.verdict, None),
            known: Known::new(solved.bounds, solved.within),
            line: (!line.is_empty()).then_some(line),
            moves: with_moves.then_some(moves),
            moves_if_not_over: after_end.filter(|_| with_moves),
            positions: (solved.visited > 0).then_some(solved.visited),
        }
    }
}

impl<G: Game> From<&SolvedMove<G>> for SolvedMoveAnswer {
    fn from(solved: &SolvedMove<G>) -> SolvedMoveAnswer {
        SolvedMoveAnswer { answer: MoveAnswer::from(&solved.ranked), known: Known::new(solved.bounds, solved.within) }
    }
}
