//! The oracle of `tests/oracle`, with tests of its own.

pub use bolshak_oracle::{board, layers, solver};

mod facts;
