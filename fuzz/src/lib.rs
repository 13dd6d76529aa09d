//! What the fuzz targets check, whoever makes the inputs: libFuzzer does for `fuzz_targets`, and `tests/fuzz.rs` of the
//! crate around this one includes this file and makes its own.
//!
//! A check panics if something is wrong, and else says in a few words what came of the input, to be counted.

mod case;
mod pdn;
mod table;
mod text;

pub use case::{Case, Edit, Kind, flags};
pub use pdn::check_games;
pub use table::Tables;
pub use text::Texts;
