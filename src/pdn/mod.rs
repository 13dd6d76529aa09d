//! Games in PDN as people write it: tags, comments, variations, numbers and results, in UTF-8 or the Cyrillic code page 1251.
//!
//! Reading a game takes a time in proportion to its length, whatever it holds; its length and the depth of its
//! variations are bounded.
//!
//! ```
//! use bolshak::{board::Russian, pdn};
//! let text = "[White \"Orlova\"] [Black \"Tikhonov\"]\n1. cb4 {solid} fg5 (1... b6-a5) 2. b4-c5?! *";
//! let games: Vec<pdn::Game> = pdn::games(text).collect();
//! assert_eq!((games.len(), games[0].tag("White"), games[0].result()), (1, Some("Orlova"), "*"));
//! let played = games[0].play::<Russian>()?;
//! assert_eq!(played.moves.iter().map(|played| &*played.text).collect::<Vec<_>>(), ["c3-b4", "f6-g5", "b4-c5"]);
//! let wrong = pdn::games("1. cb4 fg5 2. b4-e8 *").next().unwrap();
//! assert!(wrong.play::<Russian>().unwrap_err().to_string().starts_with("game 1, ? - ?: move 2. of White (line 1, column 15)"));
//! # Ok::<(), bolshak::pdn::PdnError>(())
//! ```

mod decode;
mod error;
mod game;
mod games;
mod place;
mod play;
mod tokens;

pub use decode::{decode, is_binary};
pub use error::{Fault, PdnError};
pub use game::{Game, Word};
pub use games::{Games, games, is_result};
pub use place::Place;
pub use play::{Played, PlayedMove};
