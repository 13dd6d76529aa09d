//! Notices on standard error.

use std::io::{self, Write};

use bolshak::harmless;

/// The program's name.
pub const NAME: &str = "bolshak";

/// Writes lines to standard error, with nothing in them that disturbs a terminal. An error is ignored: nobody reads them then.
pub fn notice(lines: &str) {
    let lines: Vec<String> = lines.split('\n').map(harmless).collect();
    let _ = writeln!(io::stderr(), "{}", lines.join("\n"));
}
