//! The answer to one position.

use anyhow::Result;
use bolshak::board::Game;
use bolshak::probe::{RankedMove, Verdict};
use bolshak_answers::json::{Answer, Asked};

use crate::lang::say;
use crate::shared::diagram::{Style, diagram};
use crate::shared::question::{explain, note_in_words};
use crate::shared::tables::Found;
use crate::shared::text::{game_note, move_table, move_table_note, sentence};

/// A question with its answer.
pub struct Answered<G> {
    pub asked: Asked<G>,
    pub verdict: Verdict,
    moves: Option<Vec<RankedMove<G>>>,
}

/// The explanation of the tables of moves: under the first of them.
#[derive(Default)]
pub struct Note {
    is_said: bool,
}

impl Note {
    fn once(&mut self) -> String {
        if std::mem::replace(&mut self.is_said, true) { String::new() } else { format!("\n{}\n", move_table_note()) }
    }
}

impl<G: Game> Answered<G> {
    /// Asks the tables, perhaps for the moves too.
    pub fn of(asked: Asked<G>, with_moves: bool, found: &Found<G>) -> Result<Answered<G>> {
        let explain = |error| explain(error, found);
        let verdict = found.tablebase.probe(&asked.position, asked.clock).map_err(explain)?;
        let moves = match with_moves {
            true => Some(found.tablebase.rank_moves(&asked.position, asked.clock).map_err(explain)?),
            false => None,
        };
        Ok(Answered { asked, verdict, moves })
    }

    /// The answer as an object of JSON.
    pub fn in_json(&self) -> Answer {
        Answer::new(&self.asked, &self.verdict, self.moves.as_deref())
    }

    /// The answer for people; a game is drawn after so many plies.
    pub fn in_words(&self, limit: u64, style: Style, note: &mut Note) -> String {
        let position = &self.asked.position;
        format!("{position}\n\n{}\n{}", diagram(position, style), self.verdict_in_words(limit, style, note))
    }

    /// The answer for people who see the board already.
    pub fn verdict_in_words(&self, limit: u64, style: Style, note: &mut Note) -> String {
        let Answered { asked, verdict, moves } = self;
        let position = &asked.position;
        let mut text = style.result(verdict.category, &sentence(position, asked.clock, verdict, limit));
        text.push('\n');
        text += &game_note(G::NAME);
        text += &note_in_words(asked.note);
        if let Some(moves) = moves.as_deref().filter(|moves| !moves.is_empty()) {
            if verdict.over.is_some() {
                text += &format!("\n  {}\n", say("moves-after-end", &[]));
            }
            text += &format!("\n{}{}", move_table(moves, style), note.once());
        }
        text
    }
}
