//! Notices on standard error.

use std::io::{self, Write};

/// The program's name.
pub const NAME: &str = "bolshak";

/// Writes a line to standard error. If that fails, nobody reads it, and the program goes on.
pub fn notice(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
