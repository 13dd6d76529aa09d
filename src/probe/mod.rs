//! Questions to finished tables: values, ranked moves and lines of any legal position.
//!
//! # The draw rules
//!
//! A [`Clock`] says how many plies ago the last zeroing move was, and which [`DrawRule`] is played. A position that is
//! won with a fresh clock can be drawn with a late one:
//!
//! ```
//! use bolshak::{board::Position, probe::{Clock, Tablebase}, rules::DrawRule, value::Category};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let tablebase = Tablebase::built_in();
//! let position: Position = "W:WKa5,Ka7:BKg1".parse()?;
//! let category = |clock| Ok::<_, bolshak::probe::ProbeError>(tablebase.probe(&position, clock)?.category.unwrap());
//! assert_eq!(category(Clock::new(23))?, Category::Win);
//! assert_eq!(category(Clock::new(24))?, Category::CursedWin);
//! assert_eq!(category(Clock::new(24).under(DrawRule::ThreeKings))?, Category::Win, "two kings are not three");
//! # Ok(())
//! # }
//! ```
//!
//! Three kings against one are drawn if the stronger side's 15th move has not taken the single king.
//! [`Clock::three_kings`] makes the clock from a count of those moves, and the results are to the letter of that rule:
//!
//! ```no_run
//! use bolshak::{board::Position, probe::{Clock, Tablebase}, value::Category};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let tablebase = Tablebase::open("tables")?;
//! let position: Position = "W:WKc1,Kd2,Ka3:BKe1".parse()?; // the longest win, 13 moves
//! let category = |moves| Ok::<_, Box<dyn std::error::Error>>(
//!     tablebase.probe(&position, Clock::three_kings(&position, moves)?)?.category.unwrap());
//! assert_eq!(category(3)?, Category::Win); // the 14th move gives up a king: the count is over
//! assert_eq!(category(4)?, Category::CursedWin); // it would be the 15th, and takes nothing
//! # Ok(())
//! # }
//! ```
//!
//! [`DrawRule`]: crate::rules::DrawRule

mod any;
mod clock;
mod error;
mod lookup;
pub mod random;
mod rank;
mod resolve;
mod stats;
mod tablebase;
mod tables;
mod verdict;
#[cfg(feature = "generate")]
mod walk;

pub use any::{AnyTablebase, game_of};
pub use clock::{Clock, ClockNote};
pub use error::{OpenError, ProbeError};
pub use random::draw;
pub use rank::{End, Line, LineMove, RankedMove};
pub use stats::{EndingStats, LongestOf};
pub use tablebase::Tablebase;
pub use tables::Options;
pub use verdict::{Distance, Entry, Over, Verdict};
#[cfg(feature = "generate")]
pub use walk::EntryBlock;
