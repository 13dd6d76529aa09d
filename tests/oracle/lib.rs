//! The oracle: a second, definitional implementation of the rules, written from the contract alone.
//!
//! It shares nothing with the library, is as plain as possible, and handles only endings small enough to look at every
//! position. `board` has the rules of play, `solver` the values of positions. It knows three games: a board has its game. If
//! the library and the oracle disagree, one of them has misread the contract.

pub mod board;
pub mod layers;
pub mod solver;
