//! Endgame tablebases for Russian draughts (shashki).
//!
//! The exact result and distance to win of every position with few pieces, with the draw rules (three kings against one:
//! 15 moves; 15 moves by kings alone) at any state of their clock.
//!
//! Modules follow the way of the data, and know only those before them:
//!
//! - [`board`]: squares, bitboards, positions, FEN
//! - [`rules`]: legal moves and their notation, the draw rules and their clock
//! - [`value`]: results and distances, and the bytes that stand for them
//! - [`index`]: endings, and the numbering of their positions
//! - [`solve`]: one ending's values, from those it leads to
//! - [`table`]: the file format
//! - [`generate`]: all endings, from the plan to finished files
//! - [`probe`]: questions to finished tables
//! - [`find`]: positions by what makes them interesting
//! - [`verify`]: whether finished tables are whole, and the published ones
//!
//! ```
//! use bolshak::{board::Position, probe::Tablebase, value::Category};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let tablebase = Tablebase::built_in(); // two and three pieces; Tablebase::open(directory) for more
//! let position: Position = "W:WKg1:Bb8,e5".parse()?;
//! assert_eq!(tablebase.probe(&position, 0)?.category, Some(Category::Win));
//! for ranked in tablebase.rank_moves(&position, 0)? {
//!     println!("{} {:?}", ranked.text, ranked.verdict);
//! }
//! # Ok(())
//! # }
//! ```

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../docs/guide-rust.md")]
struct Guide;

pub mod board;
pub mod find;
pub mod generate;
pub mod index;
pub mod probe;
pub mod rules;
pub mod solve;
pub mod table;
pub mod value;
pub mod verify;
mod wide;
