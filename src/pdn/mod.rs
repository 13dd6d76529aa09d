//! Games as people write them: PDN with tags, comments, variations, numbers and results, typed by hand or copied from old books and
//! programs, in UTF-8, UTF-16 or a Cyrillic code page.
//!
//! The reader understands what a person understands at a glance. Nothing is dropped: unread parts stay with their game, with their
//! place ([`Game::unread`], [`Played::stop`]), and the next game is read whole.
//!
//! Bottom up: `tokens` splits a text into tags, comments, brackets, numbers and words; `words` gives the meaning of a word;
//! `parser` is the grammar, `games` its recovery rule; [`Game::play`] plays the moves by the rules; [`read_games`] reads a file of
//! any size. Reading takes linear time for any text.
//!
//! ```
//! use bolshak::{board::Russian, pdn};
//! let text = "[White \"Orlova\"] [Black \"Tikhonov\"]\n1. cb4 {solid} f6 – g5 (1... b6-a5) 2. b4-c5?! ничья";
//! let games: Vec<pdn::Game> = pdn::games(text).collect();
//! assert_eq!((games.len(), games[0].tag("White"), games[0].result()), (1, Some("Orlova"), "1-1"));
//! let played = games[0].play::<Russian>()?;
//! assert_eq!(played.moves.iter().map(|played| &*played.text).collect::<Vec<_>>(), ["c3-b4", "f6-g5", "b4-c5"]);
//! let wrong = pdn::games("1. cb4 fg5 2. b4-e8 *").next().unwrap().play::<Russian>()?;
//! assert_eq!(wrong.moves.len(), 2);
//! assert!(wrong.stop.unwrap().to_string().starts_with("game 1, ? - ?: move 2. of White (line 1, column 15)"));
//! # Ok::<(), bolshak::pdn::PdnError>(())
//! ```

mod decode;
mod error;
mod game;
mod games;
mod names;
mod parser;
mod parts;
mod prose;
mod tag;
mod tokens;
mod words;

pub use decode::{decode, is_binary};
pub use error::{Fault, PdnError, Place, Unread};
pub use game::{GAME_BYTES, Game, JUDGEMENT, Played, PlayedMove, Word};
pub use games::{ReadError, games, read_games};
pub(crate) use parts::Item;
pub use prose::leading_position;
pub use words::Stated;
pub(crate) use words::plain_dash;
