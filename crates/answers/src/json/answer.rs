//! The answer to a position, its moves, and a line of best play. A value that is not known is left out; null is the distance of
//! a draw.

use serde::Serialize;

use crate::lang::Sentence;
use bolshak::board::{Game, Shade, squares};
use bolshak::probe::{Distance, Line, LineMove, Over, ProbeError, RankedMove, Tablebase, Verdict};
use bolshak::search::{Bounds, Solved};
use bolshak::value::{Category, Theory};

use super::game_name;
use super::question::Asked;

/// The question, with which each answer begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct Head {
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'static str>,
    clock: u64,
    rule: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

impl Head {
    pub fn new<G: Game>(asked: &Asked<G>) -> Head {
        Head {
            fen: asked.position.to_string(),
            game: game_name::<G>(),
            clock: asked.clock.plies,
            rule: asked.clock.rule.to_string(),
            note: asked.note.map(|note| Sentence::from(note).in_lang(asked.lang)),
        }
    }
}

/// What `probe --json` prints of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Answer {
    #[serde(flatten)]
    head: Head,
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<&'static str>,
    #[serde(flatten)]
    values: Values,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveAnswer>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_if_not_over: Option<Vec<MoveAnswer>>,
}

impl Answer {
    /// The answer of a verdict and, if they were asked for, of ranked moves.
    pub fn new<G: Game>(asked: &Asked<G>, verdict: &Verdict, moves: Option<&[RankedMove<G>]>) -> Answer {
        let list = |moves: &[RankedMove<G>]| moves.iter().map(MoveAnswer::from).collect();
        let after_end = moves.filter(|moves| moves.iter().any(|ranked| ranked.after_end));
        Answer {
            head: Head::new(asked),
            over: verdict.over.map(Over::name),
            values: Values::from(verdict),
            // A game that is over has no moves. Those that it would have do not fit its category, and stand apart.
            moves: if after_end.is_some() { Some(Vec::new()) } else { moves.map(list) },
            moves_if_not_over: after_end.map(list),
        }
    }

    /// Asks the tables, perhaps for the moves too.
    ///
    /// # Errors
    /// [`ProbeError`], as for [`Tablebase::probe`] and [`Tablebase::rank_moves`].
    pub fn ask<G: Game>(tablebase: &Tablebase<G>, asked: &Asked<G>, with_moves: bool) -> Result<Answer, ProbeError> {
        let verdict = tablebase.probe(&asked.position, asked.clock)?;
        let moves = if with_moves { Some(tablebase.rank_moves(&asked.position, asked.clock)?) } else { None };
        Ok(Answer::new(asked, &verdict, moves.as_deref()))
    }

    /// The same answer, written on the squares of a shade.
    #[must_use]
    pub fn on<G: Game>(self, shade: Shade) -> Answer {
        let list = |moves: Vec<MoveAnswer>| moves.into_iter().map(|mv| mv.on::<G>(shade)).collect();
        Answer {
            head: Head { fen: shade.text::<G>(&self.head.fen), ..self.head },
            moves: self.moves.map(list),
            moves_if_not_over: self.moves_if_not_over.map(list),
            ..self
        }
    }
}

/// The answer to a position without a list of its moves, and a line of best play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LineAnswer {
    #[serde(flatten)]
    answer: Answer,
    line: Vec<MoveOfLine>,
    end: &'static str,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct MoveOfLine {
    turn: &'static str,
    clock: u64,
    #[serde(flatten)]
    ranked: MoveAnswer,
}

impl LineAnswer {
    /// The answer of a line from the position asked.
    pub fn new<G: Game>(asked: &Asked<G>, line: &Line<G>) -> LineAnswer {
        let moves = line.moves.iter().map(|LineMove { turn, ranked, .. }| MoveOfLine {
            turn: turn.name(),
            clock: ranked.clock.plies,
            ranked: ranked.into(),
        });
        LineAnswer { answer: Answer::new(asked, &line.verdict, None), line: moves.collect(), end: line.end.name() }
    }
}

/// A legal move, and what it is worth to the side that makes it. Distances are those of the position after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct MoveAnswer {
    r#move: String,
    fen: String,
    capture: bool,
    zeroing: bool,
    from: String,
    to: String,
    captured: Vec<String>,
    #[serde(flatten)]
    values: Values,
}

impl MoveAnswer {
    /// The same move, written on the squares of a shade.
    fn on<G: Game>(self, shade: Shade) -> MoveAnswer {
        let text = |text: &String| shade.text::<G>(text);
        MoveAnswer {
            r#move: text(&self.r#move),
            fen: text(&self.fen),
            from: text(&self.from),
            to: text(&self.to),
            captured: self.captured.iter().map(text).collect(),
            ..self
        }
    }
}

impl<G: Game> From<&RankedMove<G>> for MoveAnswer {
    fn from(ranked: &RankedMove<G>) -> MoveAnswer {
        let mv = &ranked.mv;
        MoveAnswer {
            r#move: ranked.text.clone(),
            fen: ranked.position.to_string(),
            capture: mv.is_capture(),
            zeroing: mv.is_zeroing(),
            from: mv.from().to_string(),
            to: mv.to().to_string(),
            captured: squares::<G>(mv.captured()).map(|square| square.to_string()).collect(),
            values: Values::new(ranked.category(), ranked.theory(), &ranked.reached),
        }
    }
}

/// Results and distances, as far as they are known. The distance of a draw is null.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(super) struct Values {
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theory: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dtw: Option<Option<u16>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dtz: Option<Option<u16>>,
}

impl Values {
    pub fn new(category: Option<Category>, theory: Option<Theory>, verdict: &Verdict) -> Values {
        let plies = |distance: Distance| (distance != Distance::Unknown).then(|| distance.plies());
        Values {
            category: category.map(Category::name),
            theory: theory.map(Theory::name),
            dtw: plies(verdict.dtw),
            dtz: plies(verdict.dtz),
        }
    }
}

impl From<&Verdict> for Values {
    fn from(verdict: &Verdict) -> Values {
        Values::new(verdict.category, verdict.theory, verdict)
    }
}

/// What `solve --json` prints of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SolvedAnswer {
    #[serde(flatten)]
    answer: Answer,
    #[serde(flatten)]
    known: Known,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<SolvedMoveAnswer>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_if_not_over: Option<Vec<SolvedMoveAnswer>>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<&'static str>,
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

#[cfg(test)]
mod tests {
    use bolshak::board::Position;
    use bolshak::probe::Tablebase;

    use super::*;

    #[test]
    fn a_capture_names_its_squares() {
        let position: Position = "W:WKa1:Bb2,d4".parse().unwrap();
        let moves = Tablebase::built_in().rank_moves(&position, 0).unwrap();
        let first = MoveAnswer::from(&moves[0]);
        assert_eq!((&*first.from, &*first.to), ("a1", &first.r#move[first.r#move.len() - 2..]));
        assert_eq!(first.captured, ["b2", "d4"]);
        let light = first.on::<bolshak::board::Russian>(Shade::Light);
        assert_eq!((&*light.from, light.captured), ("h1", vec!["g2".to_string(), "e4".to_string()]));
    }
}
