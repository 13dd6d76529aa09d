//! What each operating system does in its own way, for the library and the program of bolshak. No other crate asks which system
//! this is.
//!
//! Each system has a file with the same functions: Unix, Windows, and those without files, such as a browser. What is said
//! here of a function holds on all of them. The feature `making` adds what makes and proves tables, `program` what the program
//! needs.

use std::fs::File;
use std::io;
use std::path::PathBuf;

#[cfg(feature = "making")]
mod making;
#[cfg(feature = "program")]
mod program;
mod refused;

#[cfg(not(any(unix, windows)))]
#[path = "none.rs"]
mod own;
#[cfg(unix)]
#[path = "unix/mod.rs"]
mod own;
#[cfg(windows)]
#[path = "windows/mod.rs"]
mod own;

#[cfg(feature = "making")]
pub use making::*;
#[cfg(feature = "program")]
pub use program::*;
pub use refused::{Refused, check_regular, is_of_unusual, is_unusual, open_regular};

/// The path that a program in C names: on Unix any bytes but 0, elsewhere UTF-8. `None` if the bytes are not a path.
pub fn path_of(bytes: &[u8]) -> Option<PathBuf> {
    own::path_of(bytes)
}

/// Fills a buffer from some place of a file on, wherever other threads read it.
///
/// # Errors
/// Those of the system; one of kind [`io::ErrorKind::UnexpectedEof`] if the file ends before.
pub fn read_exact_at(file: &File, buffer: &mut [u8], from: u64) -> io::Result<()> {
    own::read_exact_at(file, buffer, from)
}

/// What a person can do about an error that comes from a limit of the system, as the name of a message in the program's
/// catalogues; `None` for other errors.
pub fn remedy_of_limit(error: &io::Error) -> Option<&'static str> {
    own::remedy_of_limit(error)
}
