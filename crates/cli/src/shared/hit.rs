//! A found position as a line.

use std::io::{self, Write};

use bolshak_answers::json::Hit;

/// Writes a line of JSON, or of fields with tabs between them.
pub fn write(hit: &Hit, json: bool, out: &mut impl Write) -> io::Result<()> {
    if json {
        return writeln!(out, "{}", serde_json::to_string(hit)?);
    }
    let plies = |plies: Option<u16>| plies.map_or("-".into(), |plies| plies.to_string());
    write!(out, "{}\t{}\t{}\t{}", hit.fen, hit.category, plies(hit.dtw), plies(hit.dtz))?;
    for more in hit.r#move.iter().map(String::as_str).chain(hit.zugzwang) {
        write!(out, "\t{more}")?;
    }
    writeln!(out)
}
