//! Endgame tablebases for Russian draughts (shashki), losing draughts (poddavki) and draughts on ten files (draughts-80).
//!
//! The exact result and distance to win of every position with few pieces, with the draw rules (three kings against one:
//! 15 moves; 15 moves by kings alone) at any state of their clock.
//!
//! The modules, roughly in the order of the data flow: [`board`], [`rules`], [`value`], [`index`], [`table`], [`probe`], [`find`],
//! [`pdn`], [`search`], [`review`], [`study`], and with the feature `generate` also `bulk`, `retrograde` and `write` (private), `generate`
//! and `verify`. `ARCHITECTURE.md` describes each of them.
//!
//! Two packages use the library: `bolshak-answers` (errors in Russian, answers as JSON, the service without a server) and
//! `bolshak-cli` (the program). `bolshak-system` is below it, and has what differs between operating systems.
//!
//! ```
//! use bolshak::{board::Position, probe::Tablebase, value::Category};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let tablebase = Tablebase::built_in(); // two and three pieces; Tablebase::open(directory) for more
//! let position: Position = "W:WKg1:Bb8,e5".parse()?;
//! assert_eq!(tablebase.probe(&position, 0)?.category, Some(Category::Win));
//! for ranked in tablebase.rank_moves(&position, 0)? {
//!     println!("{} {:?}", ranked.text, ranked.category());
//! }
//! # Ok(())
//! # }
//! ```

#[cfg(all(test, not(feature = "generate")))]
compile_error!("the tests need the generator: `cargo test`, or `cargo test -p bolshak --features generate`");

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../docs/guide-rust.md")]
struct Guide;

pub mod board;
#[cfg(feature = "generate")]
mod bulk;
#[cfg(feature = "generate")]
mod compiled;
pub mod find;
#[cfg(feature = "generate")]
pub mod generate;
pub mod index;
pub mod pdn;
pub mod probe;
mod progress;
#[cfg(feature = "generate")]
mod retrograde;
pub mod review;
pub mod rules;
pub mod search;
mod shown;
pub mod study;
pub mod table;
pub mod value;
#[cfg(feature = "generate")]
pub mod verify;
mod wide;
#[cfg(feature = "generate")]
mod write;

/// Internals for the benchmarks, the fuzz targets and the tests of this repository. They change without notice.
#[doc(hidden)]
pub mod insides {
    // Public, since the compiler would leave out what nobody can call.
    #[cfg(feature = "generate")]
    pub use crate::compiled::compiled;
    #[cfg(feature = "generate")]
    pub use crate::index::king_sets::KingSets;
    pub use crate::index::men::MenIndex;
    pub use crate::index::row::Row;
    #[cfg(feature = "generate")]
    pub use crate::retrograde::{Coding, EndingFile, FileError, Room, solve, zeroing_path};
    pub use crate::value::code::{Dtw, Measure};
}

pub use progress::Progress;
pub use shown::{disturbs, harmless, shown};
pub use wide::instructions;
