//! The values of a solved ending, in the order of its tables.

mod entries;
mod men;
mod read;

pub use entries::{Codes, Entries, EntryOrder, Unpacked};
