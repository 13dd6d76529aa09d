//! Answers in JSON. A metric whose table is absent is left out; null means a draw.

use bolshak::board::{Game, GameName, Shade};
use bolshak::probe::{Distance, Over, RankedMove, Verdict};
use bolshak::value::{Category, Theory};
use serde::Serialize;

use crate::cli::shared::question::Asked;

/// The answer to a position.
#[derive(Serialize)]
pub struct Answer {
    fen: String,
    /// None for Russian draughts.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'static str>,
    clock: u64,
    rule: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<&'static str>,
    #[serde(flatten)]
    verdict: VerdictJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_if_not_over: Option<Vec<MoveJson>>,
}

/// The answer to a text without one: the error.
#[derive(Serialize)]
pub struct Failure<'a> {
    pub fen: &'a str,
    pub error: String,
}

#[derive(Serialize)]
struct VerdictJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theory: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dtw: Option<Plies>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dtz: Option<Plies>,
}

/// Plies, null for a draw.
#[derive(Serialize)]
struct Plies(Option<u16>);

#[derive(Serialize)]
struct MoveJson {
    r#move: String,
    fen: String,
    capture: bool,
    zeroing: bool,
    #[serde(flatten)]
    verdict: VerdictJson,
}

impl Answer {
    pub fn new<G: Game>(asked: &Asked<G>, verdict: &Verdict, moves: Option<&[RankedMove<G>]>) -> Answer {
        let list = |moves: &[RankedMove<G>]| moves.iter().map(MoveJson::from).collect();
        let after_end = moves.filter(|moves| moves.iter().any(|ranked| ranked.after_end));
        Answer {
            fen: asked.position.to_string(),
            game: (G::NAME != GameName::Russian).then_some(G::NAME.name()),
            clock: asked.clock.plies,
            rule: asked.clock.rule.to_string(),
            note: asked.note.map(|note| note.to_string()),
            over: verdict.over.map(Over::name),
            verdict: VerdictJson::new(verdict.category, verdict.theory, verdict),
            // A game that is over has no moves. Those that it would have do not fit its category, and stand apart.
            moves: if after_end.is_some() { Some(Vec::new()) } else { moves.map(list) },
            moves_if_not_over: after_end.map(list),
        }
    }
}

impl Answer {
    /// The same answer, written on the squares of a shade.
    pub fn on<G: Game>(mut self, shade: Shade) -> Answer {
        self.fen = shade.text::<G>(&self.fen);
        for listed in self.moves.iter_mut().chain(&mut self.moves_if_not_over).flatten() {
            listed.r#move = shade.text::<G>(&listed.r#move);
            listed.fen = shade.text::<G>(&listed.fen);
        }
        self
    }
}

impl VerdictJson {
    /// Results, and the distances of a verdict.
    fn new(category: Option<Category>, theory: Option<Theory>, Verdict { dtw, dtz, .. }: &Verdict) -> VerdictJson {
        let plies = |distance: &Distance| match distance {
            Distance::Plies(plies) => Some(Plies(Some(*plies))),
            Distance::Draw => Some(Plies(None)),
            Distance::Unknown => None,
        };
        VerdictJson {
            category: category.map(|category| category.to_string()),
            theory: theory.map(|theory| theory.to_string()),
            dtw: plies(dtw),
            dtz: plies(dtz),
        }
    }
}

impl<G: Game> From<&RankedMove<G>> for MoveJson {
    fn from(ranked: &RankedMove<G>) -> MoveJson {
        MoveJson {
            r#move: ranked.text.clone(),
            fen: ranked.position.to_string(),
            capture: ranked.mv.is_capture(),
            zeroing: ranked.mv.is_zeroing(),
            verdict: VerdictJson::new(ranked.category(), ranked.theory(), &ranked.reached),
        }
    }
}
