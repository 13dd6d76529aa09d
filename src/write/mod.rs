//! Writing table files: values packed into compressed blocks (`blocks`), the choice of the side to move whose distances are stored
//! (`tables`), and tables of categories unpacked.

mod blocks;
mod reading;
mod tables;
mod unpacked;

#[cfg(test)]
pub(crate) use blocks::pack;
pub use reading::WriteError;
pub(crate) use tables::temporary;
pub use tables::{TEMPORARY, write};
