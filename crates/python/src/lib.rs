//! The Python package `bolshak`; its types and docstrings for editors are in `bolshak/__init__.pyi`.

mod batch;
mod board;
mod error;
mod moves;
mod pickle;
mod question;
mod tablebase;
mod text;
mod verdict;

/// What `bolshak/__init__.py` shows.
#[pyo3::pymodule]
mod _bolshak {
    #[pymodule_export]
    use crate::board::{legal_moves, play};
    #[pymodule_export]
    use crate::moves::{Line, Move};
    #[pymodule_export]
    use crate::pickle::{restore_line, restore_move, restore_verdict};
    #[pymodule_export]
    use crate::tablebase::Tablebase;
    #[pymodule_export]
    use crate::verdict::Verdict;
}
