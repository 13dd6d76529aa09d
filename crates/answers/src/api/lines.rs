//! Many questions, one a line.

use crate::json::{Failure, Question};
use crate::lang::Sentence;
use bolshak::board::{Russian, short};
use bolshak::in_game;
use bolshak::with_tables;

use super::probe::answer;
use super::problem::Problem;
use super::service::{Api, Defaults};

/// The most bytes of a line that is read; a question takes far less.
pub const LONGEST_LINE: usize = 1 << 16;

/// Splits a body that comes in pieces into lines. Holds one line at most.
#[derive(Default)]
pub struct Lines {
    begun: Vec<u8>,
    /// Whether the rest of a line that was too long is passed over.
    skips: bool,
}

impl Lines {
    /// Takes a piece, and returns the lines that it ends, without their ends. A line that is too long has one byte more than
    /// [`LONGEST_LINE`].
    pub fn push(&mut self, piece: &[u8]) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        for part in piece.split_inclusive(|&byte| byte == b'\n') {
            let text = part.strip_suffix(b"\n");
            let (text, ended) = (text.unwrap_or(part), text.is_some());
            if !self.skips {
                let room = LONGEST_LINE + 2 - self.begun.len().min(LONGEST_LINE + 2);
                self.begun.extend(&text[..text.len().min(room)]);
                self.skips = text.len() > room;
            }
            if ended {
                self.skips = false;
                lines.extend(self.take());
            }
        }
        lines
    }

    /// The last line, if the body has not ended with the end of a line.
    pub fn end(&mut self) -> Option<Vec<u8>> {
        if self.begun.is_empty() { None } else { self.take() }
    }

    fn take(&mut self) -> Option<Vec<u8>> {
        let mut line = std::mem::take(&mut self.begun);
        line.pop_if(|&mut last| last == b'\r');
        line.truncate(LONGEST_LINE + 1);
        Some(line)
    }
}

impl Api {
    /// Answers a line of [`Lines`] with a line of JSON.
    pub fn answer_line(&self, defaults: &Defaults, line: &[u8]) -> String {
        let (text, lang) = (String::from_utf8_lossy(line), defaults.lang());
        if line.len() > LONGEST_LINE {
            let error = Sentence::new(
                format!("the line is too long; expected a position in at most {LONGEST_LINE} bytes"),
                format!("строка слишком длинная; нужна позиция не длиннее {LONGEST_LINE} байт"),
            );
            return in_json(&Failure { fen: &short(&text), error: error.in_lang(lang) });
        }
        // A line of `find` is known by the squares of its game.
        let read = match self.tables(defaults.0.game) {
            Ok(tables) => {
                with_tables!(tables, tablebase => in_game!(tablebase.game(), G => Question::of_line::<G>(&text)))
            }
            Err(_) => Question::of_line::<Russian>(&text),
        };
        let question = match read {
            Ok(question) => question.or(&defaults.0),
            Err(error) => return in_json(&Failure { fen: &text, error: Sentence::from(error).in_lang(lang) }),
        };
        let ask = || -> Result<_, Problem> {
            with_tables!(self.tables(question.game)?, tablebase => answer(tablebase, &question))
        };
        match ask() {
            Ok(answer) => in_json(&answer),
            Err(problem) => in_json(&Failure { fen: &question.fen, error: problem.detail.in_lang(lang) }),
        }
    }
}

fn in_json(line: &impl serde::Serialize) -> String {
    serde_json::to_string(line).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_any_size_give_the_same_lines() {
        let long = "x".repeat(3 * LONGEST_LINE);
        let text = format!("a\r\n\nbc\n{long}\n{}\r\nlast", &long[..LONGEST_LINE]);
        let lengths = [1, 0, 2, LONGEST_LINE + 1, LONGEST_LINE, 4];
        for size in [1, 2, 3, 1000, LONGEST_LINE, 1 << 20] {
            let (mut lines, mut found) = (Lines::default(), Vec::new());
            for piece in text.as_bytes().chunks(size) {
                found.extend(lines.push(piece));
                assert!(lines.begun.capacity() < 4 * LONGEST_LINE);
            }
            found.extend(lines.end());
            assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), lengths, "{size}");
        }
    }
}
