//! The games of a text, one by one.

use std::mem::take;

use super::error::Fault;
use super::game::{Game, Word};
use super::place::Place;
use super::tokens::Tokens;

/// What ends a game.
const RESULTS: [&str; 12] = ["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "*", "2:0", "0:2", "1:1", "0-0", "½-½"];

/// Marks behind a move, and the same as numbers.
const MARKS: [(&str, &str); 6] = [("!", "$1"), ("?", "$2"), ("!!", "$3"), ("??", "$4"), ("!?", "$5"), ("?!", "$6")];

/// Whether a word is a result, which ends a game: `1-0`, `2-0`, `2:0`, `1/2-1/2`, `*` and so on.
pub fn is_result(word: &str) -> bool {
    RESULTS.contains(&word)
}

/// The games of a text, one by one. Whatever is no tag, comment, variation, number or result is taken for a move.
pub fn games(text: &str) -> Games<'_> {
    let text = text.trim_start_matches('\u{feff}');
    Games {
        text,
        tokens: Tokens::new(text),
        next: Game::default(),
        number: 0,
        depth: 0,
        in_tags: false,
        at: 0,
        place: Place::START,
    }
}

/// The games of a text: see [`games`].
pub struct Games<'t> {
    text: &'t str,
    tokens: Tokens<'t>,
    /// The game that is being read.
    next: Game,
    /// How many were read.
    number: usize,
    depth: u32,
    in_tags: bool,
    /// How far places were counted, and the place there.
    at: usize,
    place: Place,
}

/// A comment to the end of its line as one that may stand anywhere.
fn in_braces(comment: &str) -> String {
    format!("{{{}}}", comment.trim_start_matches(';').trim().replace(['{', '}'], "'"))
}

impl Iterator for Games<'_> {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        while let Some((start, token)) = self.tokens.next() {
            if let Some(game) = self.take(start, token) {
                return Some(self.numbered(game));
            }
        }
        let last = take(&mut self.next);
        last.is_begun().then(|| self.numbered(last))
    }
}

impl Games<'_> {
    fn numbered(&mut self, mut game: Game) -> Game {
        self.number += 1;
        game.number = self.number;
        game
    }

    /// Takes a token; a game, if one has ended.
    fn take(&mut self, start: usize, token: &str) -> Option<Game> {
        let mut ended = None;
        let first = token.as_bytes()[0];
        match first {
            b'[' => {
                // No variation goes on into the next game, even if its end is missing.
                self.depth = 0;
                if !self.in_tags && self.next.has_moves() {
                    ended = Some(take(&mut self.next));
                }
            }
            b'(' => self.depth = self.depth.saturating_add(1),
            b')' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.in_tags = first == b'[';
        self.next.count(token, self.depth);
        match first {
            b'{' if token.ends_with('}') => self.next.remark(token),
            b'{' => {
                let place = self.place_of(start);
                self.next.fault.get_or_insert(Fault::OpenComment { place });
            }
            b';' => self.next.remark(&in_braces(token)),
            b'$' | b'(' | b')' => self.next.remark(token),
            b'%' | b'}' | b']' => {}
            b'[' => {
                if let Some((name, value)) = token.split_once('"').filter(|_| self.next.fault.is_none()) {
                    self.next.set_tag(name[1..].trim(), value.trim_end_matches(']').trim_end_matches('"'));
                }
            }
            _ if self.depth > 0 => self.next.remark(token),
            _ => return self.word(start, token).or(ended),
        }
        ended
    }

    /// The place of a byte that is no earlier than any that was asked for.
    fn place_of(&mut self, at: usize) -> Place {
        self.place = self.place.after(&self.text[self.at..at]);
        self.at = at;
        self.place
    }

    /// Takes a word outside of variations; the game, if the word is its result.
    fn word(&mut self, start: usize, token: &str) -> Option<Game> {
        let after_number = token.trim_start_matches(|c: char| c.is_ascii_digit());
        let word = if after_number.starts_with('.') || after_number.is_empty() { after_number } else { token };
        let word = word.trim_start_matches(['.', '…']);
        let begin = start + token.len() - word.len();
        let (word, marks) = word.split_at(word.trim_end_matches(['!', '?']).len());
        if is_result(word) {
            // What stands after the moves counts for more than the tag.
            self.next.set_tag("Result", word);
            return Some(take(&mut self.next));
        }
        if !word.is_empty() && self.next.fault.is_none() {
            let place = self.place_of(begin);
            self.next.words.push(Word { text: word.into(), place });
            if let Some((_, numbered)) = MARKS.iter().find(|(written, _)| *written == marks) {
                self.next.remark(numbered);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_with_all_that_stands_in_them() {
        let text = "[White \"A [b] c\"]\n[Result \"*\"]\n1. c3-d4! {a (comment)} d6-c5 $2 (1... b6-a5 (x) y) 2.b2-c3 ; rest\n2...f6-g5 2-0\n1.ab4 *";
        let all: Vec<Game> = games(text).collect();
        let words: Vec<Vec<&str>> =
            all.iter().map(|game| game.words.iter().map(|word| &*word.text).collect()).collect();
        assert_eq!(words, [vec!["c3-d4", "d6-c5", "b2-c3", "f6-g5"], vec!["ab4"]]);
        let remarks: Vec<Option<&str>> = (0..5).map(|count| all[0].remarks_after(count)).collect();
        let variation = "$2 ( 1... b6-a5 ( x ) y )";
        assert_eq!(remarks, [None, Some("$1 {a (comment)}"), Some(variation), Some("{rest}"), None]);
        assert_eq!((all[0].tag("White"), all[0].result(), all[1].number), (Some("A [b] c"), "2-0", 2));
        assert_eq!(all[0].words[0].place, Place { line: 3, column: 4 });
        assert_eq!(all[0].words[3].place, Place { line: 4, column: 5 });
    }

    #[test]
    fn nests_and_long_games_are_bounded() {
        for text in ["(".repeat(1 << 20), "a ".repeat(1 << 20), "{".repeat(1 << 20), "[".repeat(1 << 20)] {
            let all: Vec<Game> = games(&text).collect();
            assert!(all.iter().all(|game| game.words.len() <= 1 << 20), "{}", all.len());
        }
    }
}
