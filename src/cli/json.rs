//! The JSON of answers. A metric whose table is absent is left out, never null.

use bolshak::board::Position;
use bolshak::probe::{Clock, Distance, RankedMove, Verdict};
use serde::Serialize;

/// The answer to a position.
#[derive(Serialize)]
pub struct Answer {
    fen: String,
    clock: u64,
    rule: String,
    #[serde(flatten)]
    verdict: VerdictJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveJson>>,
}

/// The answer to a text that has none.
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
    pub fn new(position: &Position, clock: Clock, verdict: &Verdict, moves: Option<&[RankedMove]>) -> Answer {
        Answer {
            fen: position.to_string(),
            clock: clock.plies,
            rule: clock.rule.to_string(),
            verdict: verdict.into(),
            moves: moves.map(|moves| moves.iter().map(MoveJson::from).collect()),
        }
    }
}

impl From<&Verdict> for VerdictJson {
    fn from(verdict: &Verdict) -> VerdictJson {
        let plies = |distance| match distance {
            Distance::Plies(plies) => Some(Plies(Some(plies))),
            Distance::Draw => Some(Plies(None)),
            Distance::Unknown => None,
        };
        VerdictJson {
            category: verdict.category.map(|category| category.to_string()),
            theory: verdict.theory.map(|theory| theory.to_string()),
            dtw: plies(verdict.dtw),
            dtz: plies(verdict.dtz),
        }
    }
}

impl From<&RankedMove> for MoveJson {
    fn from(ranked: &RankedMove) -> MoveJson {
        MoveJson {
            r#move: ranked.text.clone(),
            fen: ranked.position.to_string(),
            capture: ranked.mv.is_capture(),
            zeroing: ranked.mv.is_zeroing(),
            verdict: (&ranked.verdict).into(),
        }
    }
}
