//! The checks of the fuzz targets. `fuzz_targets` has inputs from libFuzzer; `tests/fuzz.rs` of the crate around this one includes
//! this file and makes its own.
//!
//! A check panics if something is wrong, and otherwise returns the kind of outcome in a few words, for counting.

mod case;
mod pdn;
mod table;
mod text;

pub use case::{Case, Edit, Kind, flags};
pub use pdn::check_games;
pub use table::Tables;
pub use text::Texts;
