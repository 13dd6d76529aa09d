//! Where a game ends and the next one begins: the recovery rule of the reader.
//!
//! ```text
//! border  = a tag behind anything but tags, or one that begins a line and whose name the game has already
//!         | the number 1 behind an empty line, behind a heading or behind a result
//!         | a move behind a result
//! ```

use super::parser::Parser;
use super::prose;
use super::tag;
use super::tokens::{Kind, Token, Tokens};
use super::words::{self, Meaning};

impl Parser<'_> {
    /// Where this game ends, if a token, with what follows on its line, begins another.
    pub fn border(&self, token: &Token<'_>, line: &str, tokens: &Tokens<'_>) -> Option<usize> {
        let is_ended = self.ended.is_some();
        let is_border = match token.kind {
            Kind::Tag(tag) if self.variation.is_none() || token.is_first => {
                let name = tag::canonical(tag.name);
                let is_repeated = token.is_first && self.game.tag(name).is_some();
                self.game.has_moves()
                    || is_ended
                    || is_repeated && (token.after_empty_line || self.game.begins_with(name))
            }
            Kind::Number(1) => {
                // `1...` goes on behind a first move, or is a variation of composers.
                let is_of_black = token.text.ends_with("..") || token.text.ends_with('…');
                let is_behind_heading = token.is_first && !self.pending.is_empty();
                let is_apart = (token.after_empty_line || is_behind_heading) && self.game.has_moves();
                let may_begin = (is_ended || is_apart) && !is_of_black;
                may_begin && tokens.lead_to_move() && !prose::is_prose(line)
            }
            // Without its dots.
            Kind::Word if token.text == "1" && (is_ended || token.after_empty_line) => tokens.lead_to_move(),
            Kind::Number(number) => {
                let goes_on = self.last_number.is_some_and(|last| number <= last.saturating_add(1));
                is_ended && !goes_on && tokens.lead_to_move() && !prose::is_prose(line)
            }
            // A pair of numbers alone may be a time or a score.
            Kind::Word if is_ended => match words::meaning(token.text) {
                Meaning::Move(..) if prose::is_prose(line) => false,
                Meaning::Move(body, _) => body.contains(char::is_alphabetic) || prose::moves(line) > 1,
                _ => false,
            },
            _ => false,
        };
        (is_border && self.is_begun()).then(|| self.pending.first().map_or(token.start, |pending| pending.start))
    }
}
