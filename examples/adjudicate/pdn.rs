//! The games of a PDN text, in a time in proportion to its length, whatever it holds.

use std::collections::HashMap;
use std::mem::take;

/// The most bytes of a game, comments and variations among them.
const GAME_BYTES: usize = 1 << 20;

/// How deep variations are nested at most.
const DEPTH: u32 = 64;

/// A game as it stands in the file.
#[derive(Default)]
pub struct Record {
    tags: HashMap<String, String>,
    /// Its moves, as they are written.
    pub moves: Vec<String>,
    /// Why it is not read to its end, if so.
    pub fault: Option<String>,
    bytes: usize,
}

impl Record {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.get(name).map(String::as_str)
    }

    /// Keeps a tag. Where two of one game contradict each other about its start, they may be those of two games, and the
    /// record has a fault.
    fn set_tag(&mut self, name: &str, value: &str) {
        let before = self.tags.insert(name.into(), value.into());
        if ["GameType", "FEN"].contains(&name) && before.is_some_and(|before| before != value) {
            self.fault =
                Some(format!("it has two tags {name}; expected one, and a result, such as *, after each game"));
        }
    }

    /// The stated result.
    pub fn result(&self) -> &str {
        self.tag("Result").unwrap_or("*")
    }

    /// Whether any of its moves were met.
    fn has_moves(&self) -> bool {
        !self.moves.is_empty() || self.fault.is_some()
    }

    /// Counts a token at some depth of variations; a game that is too large keeps what it has.
    fn count(&mut self, token: &str, depth: u32) {
        self.bytes += token.len();
        if self.fault.is_none() && self.bytes > GAME_BYTES {
            self.fault = Some(format!("it is longer than {} MiB, and no longer ones are read", GAME_BYTES >> 20));
        } else if self.fault.is_none() && depth > DEPTH {
            self.fault = Some(format!("its variations are nested more than {DEPTH} deep, and no deeper ones are read"));
        }
    }
}

/// Hands over the games of a text, one by one. Whatever is no tag, comment, variation, number or result is taken for a
/// move.
pub fn for_each_game(text: &str, mut then: impl FnMut(Record)) {
    const RESULTS: [&str; 7] = ["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "*"];
    let (mut game, mut depth, mut in_tags) = (Record::default(), 0u32, false);
    for token in Tokens::new(text.trim_start_matches('\u{feff}')) {
        match token.as_bytes()[0] {
            b'[' => {
                // No variation goes on into the next game, even if its end is missing.
                depth = 0;
                if !in_tags && game.has_moves() {
                    then(take(&mut game));
                }
            }
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        in_tags = token.starts_with('[');
        game.count(token, depth);
        match token.as_bytes()[0] {
            b'{' if token.ends_with('}') => {}
            b';' | b'%' | b'$' | b'}' | b']' | b'(' | b')' => {}
            b'[' => {
                if let Some((name, value)) = token.split_once('"').filter(|_| game.fault.is_none()) {
                    game.set_tag(name[1..].trim(), value.trim_end_matches(']').trim_end_matches('"'));
                }
            }
            _ if depth > 0 => {}
            _ => {
                let after_number = token.trim_start_matches(|c: char| c.is_ascii_digit());
                let word = if after_number.starts_with('.') || after_number.is_empty() { after_number } else { token };
                let word = word.trim_start_matches('.').trim_end_matches(['!', '?']);
                if RESULTS.contains(&word) {
                    // What stands after the moves counts for more than the tag.
                    game.tags.insert("Result".into(), word.into());
                    then(take(&mut game));
                } else if !word.is_empty() && game.fault.is_none() {
                    game.moves.push(word.into());
                }
            }
        }
    }
    if !game.tags.is_empty() || game.has_moves() {
        then(game);
    }
}

/// The tokens of a text: tags, comments, parentheses and words. Never empty.
struct Tokens<'t> {
    text: &'t str,
    /// How far they were taken.
    at: usize,
    line_end: Next,
    tag_end: Next,
    bracket: Next,
    brace: Next,
}

impl<'t> Tokens<'t> {
    fn new(text: &'t str) -> Tokens<'t> {
        let [line_end, tag_end, bracket, brace] = ["\n", "\"]", "]", "}"].map(|end| Next { end, at: 0 });
        Tokens { text, at: 0, line_end, tag_end, bracket, brace }
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let rest = self.text[self.at..].trim_start();
        let first = rest.chars().next()?;
        let (text, start) = (self.text, self.text.len() - rest.len());
        let inside = start + first.len_utf8();
        let end = match first {
            '{' => self.brace.after(text, inside),
            '[' => {
                // A value may hold brackets itself.
                let line_end = self.line_end.after(text, inside);
                let tag_end = self.tag_end.after(text, inside).filter(|&end| line_end.is_none_or(|line| end < line));
                tag_end.or_else(|| self.bracket.after(text, inside))
            }
            ';' | '%' => self.line_end.after(text, inside),
            '(' | ')' | '}' | ']' => Some(inside),
            _ => {
                let ends = |c: char| c.is_whitespace() || "{}()[];$".contains(c);
                text[inside..].find(ends).map(|length| inside + length)
            }
        };
        let end = end.unwrap_or(text.len());
        self.at = end;
        Some(&text[start..end])
    }
}

/// Where something is next. What was found is kept: a text is searched through once, not once for each token.
struct Next {
    end: &'static str,
    /// Where the last one that was found ends; `usize::MAX` if there are no more.
    at: usize,
}

impl Next {
    /// The end of the first one from a place on, which no earlier call was beyond.
    fn after(&mut self, text: &str, from: usize) -> Option<usize> {
        if self.at < from + self.end.len() {
            self.at = text[from..].find(self.end).map_or(usize::MAX, |start| from + start + self.end.len());
        }
        (self.at != usize::MAX).then_some(self.at)
    }
}
