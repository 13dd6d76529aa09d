//! tmp
pub mod board;
pub mod index;
pub mod rules;
pub mod solve;
pub mod value;
