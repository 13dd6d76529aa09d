//! A found position as a line.

use std::io::{self, Write};

use bolshak::board::{Game, GameName, Position};
use bolshak::find::{Found, Zugzwang};
use bolshak::index::Ending;
use bolshak::value::Category;
use serde::Serialize;

/// A found position. The fields in JSON have the names that `probe` uses.
#[derive(Serialize)]
pub struct Hit {
    fen: String,
    /// None for Russian draughts.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'static str>,
    ending: String,
    /// The number of the entry in its ending, for its side to move.
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
    pub fn new<G: Game>(ending: Ending, found: &Found<G>) -> Hit {
        let entry = &found.entry;
        Hit {
            fen: entry.position.to_string(),
            game: (G::NAME != GameName::Russian).then_some(G::NAME.name()),
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

    /// The position in a line with tabs of [`Hit::write`]; `None` if the text is no such line.
    pub fn position_of<G: Game>(line: &str) -> Option<&str> {
        let mut fields = line.split('\t');
        let (position, category) = (fields.next()?, fields.next()?);
        let is_distance = |field: &str| field == "-" || field.parse::<u16>().is_ok();
        let is_written = Category::ALL.iter().any(|known| known.name() == category)
            && fields.next().is_some_and(is_distance)
            && fields.next().is_some_and(is_distance);
        let mut more: Vec<&str> = fields.collect();
        more.pop_if(|last| ["full", "half"].contains(last));
        let is_move = |text: &str| position.parse().is_ok_and(|read: Position<G>| read.parse_move(text).is_ok());
        let is_rest = match more[..] {
            [] => true,
            [only_move] => is_move(only_move),
            _ => false,
        };
        (is_written && is_rest).then_some(position)
    }

    /// Writes a line of JSON, or of fields with tabs between them.
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
