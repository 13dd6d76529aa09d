//! Probes of finished tables: values, ranked moves and lines of any legal position.
//!
//! # Which function to call
//!
//! | [`Tablebase::`](Tablebase) | returns | cost | if a table is missing |
//! |---|---|---|---|
//! | [`probe`](Tablebase::probe) | all values of a position, for people and analysis | two blocks, about 30 us if they are read | an error if the category is unknown, otherwise an unknown distance |
//! | [`probe_wdl`](Tablebase::probe_wdl) | only the category, for the nodes of a search | 0.2 us in memory, 5 to 10 us for each block that is read | an error |
//! | [`try_probe_wdl`](Tablebase::try_probe_wdl) | the category if it is in memory, for a search that must not wait for a disk | 0.2 us, reads no file | `None`, as for a block that is not in memory |
//! | [`rank_moves`](Tablebase::rank_moves) | all legal moves, best first, each with the values of the position after it | a `probe` for each move | no error: that move has unknown values, and is ranked by the results that it can have |
//! | [`best_move`](Tablebase::best_move), [`line`](Tablebase::line) | the best move, best play to the end | `rank_moves` for each ply | an error if another move could be better |
//! | [`entry`](Tablebase::entry) | the values of a position by its number in an ending | a `probe` | an error |
//! | `verify::Entries` (feature `generate`) | the values of all positions of an ending, in the order of their numbers | each block once, a few nanoseconds for each position; all threads | an error before any work, or at a capture into the table |
//!
//! A table that is damaged or cannot be read is an error, except that `try_probe_wdl` returns `None`, and `probe_wdl` succeeds if
//! another capture is known to win. Positions with more pieces than the tables have count as positions with a missing table.
//!
//! # The draw rules
//!
//! A [`Clock`] has the plies since the last zeroing move and the [`DrawRule`]. A position that is won with a fresh clock can be drawn
//! with a late one:
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
//! Three kings against one are a draw if the single king is not captured by the stronger side's 15th move.
//! [`Clock::three_kings`] makes the clock from the number of those moves, for results to the letter of that rule. The longest win,
//! `W:WKc1,Kd2,Ka3:BKe1`, takes 13 moves: after 3 moves it is a win, since the 14th move gives up a king and ends the count; after 4
//! it is a cursed win, since that move would be the 15th and captures nothing.
//!
//! [`DrawRule`]: crate::rules::DrawRule

mod any;
mod clock;
mod endings;
mod error;
mod follow;
mod lookup;
mod memory;
pub mod random;
mod rank;
mod resolve;
mod tablebase;
mod tables;
mod verdict;

pub use any::{AnyTablebase, game_of};
pub use clock::{Clock, ClockNote};
pub use endings::{EndingStats, LongestOf};
pub use error::{OpenError, ProbeError};
pub(crate) use follow::fresh;
pub use memory::Options;
pub use random::draw;
pub use rank::{End, Line, LineMove, RankedMove};
pub(crate) use rank::{order, range};
#[cfg(feature = "generate")]
pub(crate) use resolve::has_capture;
pub use tablebase::Tablebase;
pub use verdict::{Distance, Entry, Over, Verdict};
