//! A position that was found, as a line.

use std::io::{self, Write};

use bolshak::find::{Found, Zugzwang};
use bolshak::index::Ending;
use serde::Serialize;

/// A position that was found; the names of JSON are those of `probe`.
#[derive(Serialize)]
pub struct Hit {
    fen: String,
    ending: String,
    /// The number of the entry in its ending with that side to move.
    entry: u64,
    capture: bool,
    category: &'static str,
    theory: &'static str,
    dtw: Option<u16>,
    dtz: Option<u16>,
    /// The only move.
    #[serde(skip_serializing_if = "Option::is_none")]
    r#move: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    zugzwang: Option<&'static str>,
}

impl Hit {
    pub fn new(ending: Ending, found: &Found) -> Hit {
        let entry = &found.entry;
        Hit {
            fen: entry.position.to_string(),
            ending: ending.to_string(),
            entry: entry.number,
            capture: entry.capture,
            category: entry.category.name(),
            theory: entry.category.theory().name(),
            dtw: entry.dtw,
            dtz: entry.dtz,
            r#move: found.only_move.map(|mv| entry.position.move_text(&mv)),
            zugzwang: found.zugzwang.map(|kind| match kind {
                Zugzwang::Full => "full",
                Zugzwang::Half => "half",
            }),
        }
    }

    /// Writes a line: in JSON, or with tabs between.
    pub fn write(&self, json: bool, out: &mut impl Write) -> io::Result<()> {
        if json {
            return writeln!(out, "{}", serde_json::to_string(self)?);
        }
        let plies = |plies: Option<u16>| plies.map_or("-".into(), |plies| plies.to_string());
        write!(out, "{}\t{}\t{}\t{}", self.fen, self.category, plies(self.dtw), plies(self.dtz))?;
        for more in self.r#move.iter().map(String::as_str).chain(self.zugzwang) {
            write!(out, "\t{more}")?;
        }
        writeln!(out)
    }
}
