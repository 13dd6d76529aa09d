//! Questions to finished tables: values, ranked moves and lines of any legal position.
//!
//! # The draw rules
//!
//! A [`Clock`] says how many plies ago the last zeroing move was, and which [`DrawRule`](crate::rules::DrawRule) is
//! played. Three kings against one, the stronger side's moves counted:
//!
//! ```
//! use bolshak::{board::Position, probe::{Clock, Tablebase}, value::Category};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let tablebase = Tablebase::built_in();
//! let position: Position = "W:WKa1,c3:BKh8".parse()?;
//! let verdict = tablebase.probe(&position, 0)?;
//! assert_eq!(verdict.category, Some(Category::Draw));
//! let moves = tablebase.rank_moves(&position, Clock::new(0))?;
//! assert_eq!(moves[0].verdict.category, Some(Category::Draw));
//! # Ok(())
//! # }
//! ```

mod built_in;
mod cache;
mod clock;
mod error;
mod line;
mod rank;
mod resolve;
mod stats;
mod tablebase;
mod verdict;

pub use clock::Clock;
pub use error::{OpenError, ProbeError};
pub use line::{End, Line, LineMove};
pub use rank::RankedMove;
pub use stats::{EndingStats, LongestOf};
pub use tablebase::Tablebase;
pub use verdict::{Distance, Verdict};
