//! Writing table files: values packed into blocks, blocks compressed and put together, and tables of categories unpacked.

mod blocks;
mod tables;
mod unpacked;

#[cfg(test)]
pub(crate) use blocks::pack;
pub(crate) use tables::temporary;
pub use tables::{TEMPORARY, WriteError, write};
