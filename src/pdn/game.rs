//! One game, as it stands in its text.

use std::collections::BTreeMap;

use crate::board::short;
use crate::rules::Written;

use super::error::{Fault, Place, Unread};
use super::results::Stated;
use super::tag;

/// The most bytes of a game of a file.
pub const GAME_BYTES: usize = 16 << 20;

/// A comment that begins so, and goes on with a colon or a point, was written by the judgement of games. It is not kept: the next
/// judgement writes it anew. Before one with a colon stands a mark, `$2` or `$4`, that was written with it.
pub const JUDGEMENT: &str = "{bolshak";

/// The results as PDN writes them.
const TEXTS: [&str; 12] = ["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "*", "2:0", "0:2", "1:1", "0-0", "½-½"];

/// A move as it is written, without its number and marks.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Word {
    /// The text.
    pub text: String,
    /// Where it stands.
    pub place: Place,
    /// The number that stands before it, if there is one.
    pub number: Option<u32>,
    /// Whether it is a turn that is passed, such as `--`, which is not a move.
    pub is_null: bool,
}

/// A game as it stands in its text. Its moves are not checked yet: see [`Game::play`].
#[derive(Clone, Default, Debug)]
pub struct Game {
    /// Its number in the text, from 1.
    pub number: usize,
    /// The moves of the game itself, without variations.
    pub words: Vec<Word>,
    /// What stands in it that is neither read nor a comment. The moves around it are read.
    pub unread: Vec<Unread>,
    /// Comments, marks such as `$2`, and variations: after how many words they stand, and their text.
    pub(super) remarks: Vec<(usize, String)>,
    /// Why it is not read to its end, if so.
    pub(super) fault: Option<Fault>,
    /// What stands behind the place of the fault, as it is written.
    pub(super) rest: String,
    /// The result that stands behind the moves, and its text.
    pub(super) stated: Option<(Stated, String)>,
    pub(super) tags: Vec<(String, String)>,
    /// Where the tag of a name in small letters is: a game may have a hundred thousand.
    places: BTreeMap<String, usize>,
}

impl Game {
    /// The value of a tag, whatever letters its name is written in.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.places.get(&name.to_ascii_lowercase()).map(|&at| &*self.tags[at].1)
    }

    /// The value of a tag, if it says something: not `?`, `-` or nothing.
    pub(super) fn known(&self, name: &str) -> Option<&str> {
        self.tag(name).filter(|value| value.contains(|c: char| !"?-–—.*_ ".contains(c)))
    }

    /// All tags with their values, in their order.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (&**name, &**value))
    }

    /// What the author wrote after `count` of the [`words`](Game::words), beside moves: comments in braces, marks such as `$2`, and
    /// variations in parentheses.
    pub fn remarks_after(&self, count: usize) -> Option<&str> {
        let at = self.remarks.binary_search_by_key(&count, |(after, _)| *after).ok()?;
        self.remarks.get(at).map(|(_, text)| &**text)
    }

    /// What stands behind the place where the reading stopped, as it is written; empty if it did not stop.
    pub fn rest(&self) -> &str {
        &self.rest
    }

    /// The stated result: what stands behind the moves, else that of the tag.
    pub fn stated(&self) -> Stated {
        self.result_and_text().map_or(Stated::Open, |(stated, _)| stated)
    }

    /// The stated result as PDN has it: as it is written, else `2-0`, `0-2`, `1-1`, `0-0` or `*`.
    pub fn result(&self) -> &str {
        self.result_and_text().map_or("*", |(stated, text)| if TEXTS.contains(&text) { text } else { stated.text() })
    }

    /// Keeps a tag with a result that is not read, or that contradicts the one behind the moves, as what is not read.
    pub(super) fn check_result(&mut self, place: Place) {
        let Some(tag) = self.known("Result") else { return };
        let behind = self.stated.as_ref().map_or(Stated::Open, |(stated, _)| *stated);
        if of_tag(tag).is_none_or(|of_tag| ![of_tag, behind].contains(&Stated::Open) && of_tag != behind) {
            let value = tag.into();
            self.unread.push(Unread::Tag { name: "Result".into(), value, place });
        }
    }

    fn result_and_text(&self) -> Option<(Stated, &str)> {
        let behind = self.stated.as_ref().filter(|(stated, _)| *stated != Stated::Open);
        let tag = || self.tag("Result").and_then(|tag| Some((of_tag(tag)?, tag)));
        behind.map(|(stated, text)| (*stated, &**text)).or_else(tag)
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

    /// Keeps a tag. Where two of one game contradict each other about its start, they may be those of two games, and the record has
    /// a fault; any other second value is not read.
    pub(super) fn set_tag(&mut self, name: &str, value: &str, place: Place) {
        let name = tag::canonical(name);
        // Quotes of a value may be written with a backslash.
        let value = value.replace("\\\"", "\"");
        match self.tag(name) {
            None => {
                self.places.insert(name.to_ascii_lowercase(), self.tags.len());
                self.tags.push((name.into(), value));
            }
            Some(before) if before == value => {}
            Some(_) => {
                if ["GameType", "FEN"].contains(&name) {
                    self.fault.get_or_insert(Fault::TwoTags { name: name.into() });
                }
                self.unread.push(Unread::Tag { name: name.into(), value, place });
            }
        }
    }

    /// Keeps a token that is not a move of the game.
    pub(super) fn remark(&mut self, token: &str) {
        match self.remarks.last_mut() {
            Some((after, text)) if *after == self.words.len() => {
                text.push(' ');
                text.push_str(token);
            }
            _ => self.remarks.push((self.words.len(), token.into())),
        }
    }

    /// Keeps a comment, or drops one of an earlier judgement with the mark that was written with it.
    pub(super) fn comment(&mut self, comment: &str) {
        match comment.strip_prefix(JUDGEMENT) {
            Some(rest) if rest.starts_with(':') && rest[1..].starts_with(char::is_whitespace) => {}
            Some(rest) if rest.starts_with('.') && rest[1..].starts_with(char::is_whitespace) => return,
            _ => return self.remark(comment),
        }
        let count = self.words.len();
        if let Some((_, text)) = self.remarks.last_mut().filter(|(after, _)| *after == count)
            && let Some(before) = ["$2", "$4"].iter().find_map(|mark| text.strip_suffix(mark))
        {
            *text = before.trim_end().into();
            if text.is_empty() {
                self.remarks.pop();
            }
        }
    }

    /// Keeps what is not read at a place, in a comment, too; with what stands right before it on the same line, if that ends at `end` and
    /// is not read either.
    pub(super) fn pass_over(&mut self, text: &str, place: Place, end: &mut Place) {
        let is_behind = end.line == place.line && end.column + 1 >= place.column;
        let gap = if end.column < place.column { " " } else { "" };
        *end = place.after(text);
        if is_behind
            && let Some(Unread::Text { text: before, .. }) = self.unread.last_mut()
            && let Some((_, remark)) = self.remarks.last_mut()
            && remark.ends_with('}')
        {
            before.push_str(&format!("{gap}{}", plain(text)));
            remark.pop();
            remark.push_str(&format!("{gap}{}", &in_braces(text)[1..]));
            return;
        }
        self.unread.push(Unread::Text { text: plain(text), place });
        self.remark(&in_braces(text));
    }

    /// Numbers among moves by letters are a time or a page, and not moves.
    pub(super) fn drop_numbers(&mut self) {
        let is_number = |word: &Word| Written::read(&word.text).is_some_and(|written| written.is_numeric());
        let numbers = self.words.iter().filter(|word| is_number(word)).count();
        if numbers == 0 || 4 * numbers > self.words.len() {
            return;
        }
        let words = std::mem::take(&mut self.words);
        let mut remarks = std::mem::take(&mut self.remarks).into_iter().peekable();
        for (count, word) in (1..).zip(words) {
            while let Some((_, text)) = remarks.next_if(|(after, _)| *after < count) {
                self.remark(&text);
            }
            if is_number(&word) {
                self.remark(&in_braces(&word.text));
                self.unread.push(Unread::Text { text: word.text, place: word.place });
            } else {
                self.words.push(word);
            }
        }
        remarks.for_each(|(_, text)| self.remark(&text));
    }

    /// The tags alone of a game that is too long.
    pub(super) fn too_long(self, place: Place) -> Game {
        let fault = Some(Fault::TooLong { place, mebibytes: GAME_BYTES >> 20 });
        Game { tags: self.tags, places: self.places, fault, ..Game::default() }
    }

    /// Whether it has more than tags.
    pub(super) fn has_moves(&self) -> bool {
        !self.words.is_empty() || self.fault.is_some()
    }
}

/// A text as a comment, without the characters that would end it.
pub fn in_braces(text: &str) -> String {
    format!("{{{}}}", plain(text).replace(['{', '}'], "'"))
}

/// A text on one line, with single spaces.
pub fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The result that a tag states; what stands in brackets behind it says how it came.
fn of_tag(value: &str) -> Option<Stated> {
    Stated::read(value.split('(').next().unwrap_or_default().trim())
}
