//! tmp
pub mod board;
pub mod generate;
pub mod index;
pub mod rules;
pub mod solve;
pub mod table;
pub mod value;
