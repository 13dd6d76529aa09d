//! The judgement of games: the mistakes of each move under the draw rule at the game's clock, by the tables or a search.
//!
//! ```
//! use bolshak::{pdn, probe::Tablebase, review::{Mistake, review}, rules::DrawRule};
//! let game = pdn::games("[FEN \"W:WKg1:Bb8,e5\"] 1. g1-d4 e5xc3 0-1").next().unwrap();
//! let reviewed = review(&Tablebase::built_in(), &game.play()?, DrawRule::FifteenMoves)?;
//! let first = &reviewed.moves[0];
//! assert_eq!((first.mistake, &*first.best[0].text), (Some(Mistake::WinToLoss), "g1-e3"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod judge;
mod reviewed;

pub use judge::{reach, review, review_beyond};
pub use reviewed::{Agreement, Claim, JudgedMove, Mistake, Reviewed};
