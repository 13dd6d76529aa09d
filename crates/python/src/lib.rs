//! The Python package `bolshak`; its types and docstrings for editors are in `bolshak/__init__.pyi`.

mod batch;
mod question;
mod result;
mod solve;
mod tablebase;

/// What `bolshak/__init__.py` shows.
#[pyo3::pymodule]
mod _bolshak {
    #[pymodule_export]
    use crate::result::{Line, Move, Verdict, legal_moves, play, restore};
    #[pymodule_export]
    use crate::solve::{Solved, SolvedMove};
    #[pymodule_export]
    use crate::tablebase::Tablebase;
}
