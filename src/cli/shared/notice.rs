//! Notices on standard error.

use std::io::{self, Write};

/// The program's name.
pub const NAME: &str = "bolshak";

/// Writes a line to standard error. An error is ignored: nobody reads the line then.
pub fn notice(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
