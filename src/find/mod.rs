//! Interesting positions: only moves, mutual zugzwangs, long wins, wins that the draw rule spoils.
//!
//! ```
//! use bolshak::{board::Position, find::{Zugzwang, mutual_zugzwang, only_move}, probe::Tablebase};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let tablebase = Tablebase::built_in();
//! let position: Position = "W:WKg1:Bb8,e5".parse()?;
//! let only = only_move(&tablebase, &position)?.map(|mv| position.move_text(&mv));
//! assert_eq!(only.as_deref(), Some("g1-e3"), "every other move gives the win away");
//! let opposed: Position = "W:Wa3:Ba5".parse()?;
//! assert_eq!(mutual_zugzwang(&tablebase, &opposed)?, Some(Zugzwang::Full), "either side loses if it is to move");
//! # Ok(())
//! # }
//! ```

#[cfg(feature = "generate")]
mod choice;
mod filter;
#[cfg(feature = "generate")]
mod search;
mod zugzwang;

#[cfg(feature = "generate")]
pub use choice::Choice;
pub use filter::{Filter, FoundPosition, PliesRange, PliesRangeError};
#[cfg(feature = "generate")]
pub use search::Search;
pub use zugzwang::{OnlyMove, Zugzwang, mutual_zugzwang, only_move};
