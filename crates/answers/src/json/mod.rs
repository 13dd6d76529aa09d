//! Answers as JSON, the same from the program, the service and whatever else links the library. `docs/json.md` explains the
//! fields.

mod answer;
mod asked;
mod ending;
mod failure;
mod hit;
mod line;
mod question;
mod ranked;
mod review;
mod values;

pub use answer::Answer;
pub use asked::Asked;
pub use ending::EndingSide;
pub use failure::Failure;
pub use hit::Hit;
pub use line::{LineAnswer, MoveOfLine};
pub use question::{Question, QuestionError};
pub use ranked::MoveAnswer;
pub use review::{GameAnswer, UnreadGame};
pub use values::{Plies, Values};

use bolshak::board::{Game, GameName};

/// The name of a game in answers: `None` for Russian draughts, and the field is absent then.
pub fn game_name<G: Game>() -> Option<&'static str> {
    (G::NAME != GameName::Russian).then_some(G::NAME.name())
}
