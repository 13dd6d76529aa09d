//! The answer to a position.

use serde::Serialize;

use crate::lang::Sentence;
use bolshak::board::{Game, Shade};
use bolshak::probe::{Over, ProbeError, RankedMove, Tablebase, Verdict};

use super::asked::Asked;
use super::game_name;
use super::ranked::MoveAnswer;
use super::values::Values;

/// What `probe --json` prints of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Answer {
    /// The position in the program's own spelling.
    pub fen: String,
    /// The game; `None` for Russian draughts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<&'static str>,
    /// The clock in plies.
    pub clock: u64,
    /// The draw rule.
    pub rule: String,
    /// What became of the draw counter of the FEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// How the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<&'static str>,
    /// Results for the side to move, and distances.
    #[serde(flatten)]
    pub values: Values,
    /// The legal moves, best first; `None` if they were not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveAnswer>>,
    /// What `moves` would be if the clock had not run out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves_if_not_over: Option<Vec<MoveAnswer>>,
}

impl Answer {
    /// The answer of a verdict and, if they were asked for, of ranked moves.
    pub fn new<G: Game>(asked: &Asked<G>, verdict: &Verdict, moves: Option<&[RankedMove<G>]>) -> Answer {
        let list = |moves: &[RankedMove<G>]| moves.iter().map(MoveAnswer::from).collect();
        let after_end = moves.filter(|moves| moves.iter().any(|ranked| ranked.after_end));
        Answer {
            fen: asked.position.to_string(),
            game: game_name::<G>(),
            clock: asked.clock.plies,
            rule: asked.clock.rule.to_string(),
            note: asked.note.map(|note| Sentence::from(note).in_lang(asked.lang)),
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
            fen: shade.text::<G>(&self.fen),
            moves: self.moves.map(list),
            moves_if_not_over: self.moves_if_not_over.map(list),
            ..self
        }
    }
}
