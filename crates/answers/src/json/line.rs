//! Best play by both sides.

use serde::Serialize;

use bolshak::board::{Color, Game};
use bolshak::probe::{End, Line, LineMove};

use super::answer::Answer;
use super::asked::Asked;
use super::ranked::MoveAnswer;

/// The answer to a position without a list of its moves, and a line of best play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LineAnswer {
    /// The position and its values.
    #[serde(flatten)]
    pub answer: Answer,
    /// The moves of the line, in order.
    pub line: Vec<MoveOfLine>,
    /// How the line ends: `no-move`, `draw-rule`, `draw` or `unknown`.
    pub end: &'static str,
}

/// A move of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveOfLine {
    /// The side that moves: `white` or `black`.
    pub turn: &'static str,
    /// The clock after the move.
    pub clock: u64,
    /// The move, and what it is worth to that side.
    #[serde(flatten)]
    pub ranked: MoveAnswer,
}

impl LineAnswer {
    /// The answer of a line from the position asked.
    pub fn new<G: Game>(asked: &Asked<G>, line: &Line<G>) -> LineAnswer {
        LineAnswer {
            answer: Answer::new(asked, &line.verdict, None),
            line: line.moves.iter().map(MoveOfLine::from).collect(),
            end: match line.end {
                End::NoMove(_) => "no-move",
                End::DrawRule => "draw-rule",
                End::Draw => "draw",
                End::Unknown => "unknown",
            },
        }
    }
}

impl<G: Game> From<&LineMove<G>> for MoveOfLine {
    fn from(LineMove { turn, ranked, .. }: &LineMove<G>) -> MoveOfLine {
        MoveOfLine {
            turn: if *turn == Color::White { "white" } else { "black" },
            clock: ranked.clock.plies,
            ranked: ranked.into(),
        }
    }
}
