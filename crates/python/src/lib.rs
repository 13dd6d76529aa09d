//! The Python package `bolshak`; its types and docstrings for editors are in `bolshak/__init__.pyi`.

mod batch;
mod error;
mod moves;
mod question;
mod result;
mod search;
mod solved;
mod tablebase;
mod verdict;

/// What `bolshak/__init__.py` shows.
#[pyo3::pymodule]
mod _bolshak {
    #[pymodule_export]
    use crate::moves::{Line, Move, legal_moves, play};
    #[pymodule_export]
    use crate::result::restore;
    #[pymodule_export]
    use crate::solved::{Solved, SolvedMove};
    #[pymodule_export]
    use crate::tablebase::Tablebase;
    #[pymodule_export]
    use crate::verdict::Verdict;
}
