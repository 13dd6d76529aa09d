//! One game, as it stands in its text.

use std::collections::HashMap;

use crate::board::short;

use super::error::Fault;
use super::place::Place;

/// The most bytes of a game, comments and variations among them.
const GAME_BYTES: usize = 1 << 20;

/// How deep variations are nested at most.
const DEPTH: u32 = 64;

/// A move as it is written, without its number and marks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// The text.
    pub text: String,
    /// Where it stands.
    pub place: Place,
}

/// A game as it stands in its text. Its moves are not checked yet: see [`Game::play`].
#[derive(Clone, Default, Debug)]
pub struct Game {
    /// Its number in the text, from 1.
    pub number: usize,
    /// The moves of the game itself, without variations.
    pub words: Vec<Word>,
    /// Comments, marks such as `$2`, and variations: after how many words they stand, and their text.
    remarks: Vec<(usize, String)>,
    /// Why it is not read to its end, if so.
    pub(super) fault: Option<Fault>,
    tags: HashMap<String, String>,
    in_order: Vec<String>,
    bytes: usize,
}

impl Game {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.get(name).map(String::as_str)
    }

    /// All tags with their values, in their order.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.in_order.iter().filter_map(|name| Some((&**name, self.tag(name)?)))
    }

    /// What the author wrote after that many of the [`words`](Game::words), beside moves: comments in braces, marks such as `$2`, and
    /// variations in parentheses.
    pub fn remarks_after(&self, count: usize) -> Option<&str> {
        let at = self.remarks.binary_search_by_key(&count, |(after, _)| *after).ok()?;
        self.remarks.get(at).map(|(_, text)| &**text)
    }

    /// The stated result: what stands after the moves, else that of the tag, else `*`.
    pub fn result(&self) -> &str {
        self.tag("Result").unwrap_or("*")
    }

    /// "game 3, Orlova - Tikhonov", for messages.
    pub fn title(&self) -> String {
        let [white, black] = self.players();
        format!("game {}, {white} - {black}", self.number)
    }

    /// White and Black, shortened for messages; `?` for one without a name.
    pub fn players(&self) -> [String; 2] {
        ["White", "Black"].map(|tag| self.tag(tag).filter(|name| !name.is_empty()).map_or("?".into(), short))
    }

    /// Keeps a tag. Where two of one game contradict each other about its start, they may be those of two games, and the
    /// record has a fault.
    pub(super) fn set_tag(&mut self, name: &str, value: &str) {
        let before = self.tags.insert(name.into(), value.into());
        if before.is_none() {
            self.in_order.push(name.into());
        }
        if ["GameType", "FEN"].contains(&name) && before.is_some_and(|before| before != value) {
            self.fault = Some(Fault::TwoTags { name: name.into() });
        }
    }

    /// Keeps a token that is no move of the game.
    pub(super) fn remark(&mut self, token: &str) {
        if self.fault.is_some() {
            return;
        }
        match self.remarks.last_mut() {
            Some((after, text)) if *after == self.words.len() => {
                text.push(' ');
                text.push_str(token);
            }
            _ => self.remarks.push((self.words.len(), token.into())),
        }
    }

    /// Whether anything of it was met.
    pub(super) fn is_begun(&self) -> bool {
        !self.tags.is_empty() || self.has_moves()
    }

    /// Whether any of its moves were met.
    pub(super) fn has_moves(&self) -> bool {
        !self.words.is_empty() || self.fault.is_some()
    }

    /// Counts a token at some depth of variations; a game that is too large keeps what it has.
    pub(super) fn count(&mut self, token: &str, depth: u32) {
        self.bytes += token.len();
        if self.fault.is_none() && self.bytes > GAME_BYTES {
            self.fault = Some(Fault::TooLong { mebibytes: GAME_BYTES >> 20 });
        } else if self.fault.is_none() && depth > DEPTH {
            self.fault = Some(Fault::TooDeep { depth: DEPTH });
        }
    }
}
