//! Answers as JSON, the same from the program, the service and whatever else links the library. `docs/json.md` explains the
//! fields of positions, games and studies, `api/openapi.json` those of all answers of the service.

mod answer;
mod ending;
mod explorer;
mod map;
mod question;
mod review;
mod study;

pub use answer::{Answer, LineAnswer, SolvedAnswer};
pub(crate) use ending::Histogram;
pub use ending::{DistanceCounts, EndingSide, Hit};
pub use explorer::ExplorerAnswer;
pub(crate) use explorer::explored;
pub use map::{Map, MapAnswer};
pub use question::{Asked, Question, QuestionError};
pub use review::{GameAnswer, UnreadGame};
pub use study::{NotJudged, StudyAnswer, study_title, unread_of_study};

use bolshak::board::{Game, GameName};
use serde::Serialize;

/// The answer to a text without one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Failure<'a> {
    /// The text as it was given.
    pub fen: &'a str,
    /// The error.
    pub error: String,
}

/// An answer, or why there is none.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Either<A, F> {
    /// The answer.
    Found(Box<A>),
    /// Why there is none.
    Failed(F),
}

/// The name of a game in answers: `None` for Russian draughts, and the field is absent then.
pub(crate) fn game_name<G: Game>() -> Option<&'static str> {
    (G::NAME != GameName::Russian).then_some(G::NAME.name())
}
