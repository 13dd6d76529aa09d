//! Variations, and those that are the answers to moves.

use crate::rules::Written;

use super::error::Place;
use super::game::{Game, Word, plain};
use super::tokens::{Kind, Token};
use super::words::{self, Meaning};

/// A variation that is open.
pub struct Variation {
    pub start: usize,
    pub place: Place,
    /// The remarks before it: how many, and the length of the last one if that goes on in it.
    remarks: (usize, usize),
    /// How many parentheses are open.
    depth: usize,
    /// Its first move, with its marks.
    first: Option<(Word, Option<String>)>,
    /// Whether there is anything else in it.
    has_more: bool,
    /// How many of the open ones are square.
    square: usize,
}

impl Variation {
    pub fn new(token: &Token<'_>, place: Place, remarks: (usize, usize)) -> Variation {
        let square = usize::from(token.text == "[");
        Variation { start: token.start, place, remarks, depth: 1, first: None, has_more: false, square }
    }

    /// Takes a token of it; whether it goes on.
    pub fn goes_on(&mut self, token: &Token<'_>, place: Place) -> bool {
        match token.kind {
            Kind::Word if !self.has_more => match words::meaning(token.text) {
                Meaning::Move(body, marks) if self.first.is_none() => {
                    let word = Word { text: plain(body), place, number: None, is_null: false };
                    self.first = Some((word, words::remark(marks)));
                }
                Meaning::Marks => {}
                _ => self.has_more = true,
            },
            Kind::Close if token.text == "]" && self.square == 0 => self.has_more = true,
            Kind::Close => {
                self.square -= usize::from(token.text == "]");
                self.depth -= 1;
            }
            Kind::Open => {
                self.square += usize::from(token.text == "[");
                self.depth += 1;
                self.has_more = true;
            }
            _ => self.has_more = true,
        }
        self.depth > 0
    }

    /// The move of a variation that has ended, if it holds that alone; `end` is the length of its remark.
    pub fn answer(self, count: usize, end: usize) -> Option<Answer> {
        let (word, marks) = self.first.filter(|_| !self.has_more)?;
        Some(Answer { count, word, marks, range: (self.remarks.1, end) })
    }

    /// Takes it out of the remarks.
    pub fn cut(&self, remarks: &mut Vec<(usize, String)>) {
        let (count, length) = self.remarks;
        remarks.truncate(count + usize::from(length == 0));
        if let Some((_, text)) = remarks.last_mut() {
            text.truncate(length);
        }
        remarks.retain(|(_, text)| !text.is_empty());
    }
}

/// A variation that holds one move alone, which may be the answer to the move before it.
pub struct Answer {
    /// After how many words it stands.
    pub count: usize,
    pub word: Word,
    pub marks: Option<String>,
    /// Its bytes in the remark there.
    pub range: (usize, usize),
}

/// Takes the answers in parentheses for moves, if there is one behind each move, as composers write: `c3 (d6), d4 (e5), f6`.
pub fn take_answers(game: &mut Game, answers: Vec<Answer>) {
    let is_destination = |word: &Word| Written::read(&word.text).is_some_and(|written| written.is_destination());
    let moves = game.words.len();
    // In a game with both sides' moves, the numbers stand before every other one.
    let are_destinations = || game.words.iter().chain(answers.iter().map(|answer| &answer.word)).all(is_destination);
    let are_numbered = || moves > 1 && game.words.iter().all(|word| word.number.is_some());
    let are_answers = [moves, moves.wrapping_sub(1)].contains(&answers.len())
        && !answers.is_empty()
        && (1..).zip(&answers).all(|(count, answer)| answer.count == count)
        && (are_numbered() || are_destinations());
    if !are_answers {
        return;
    }
    let words = std::mem::take(&mut game.words);
    let mut remarks = std::mem::take(&mut game.remarks).into_iter().peekable();
    let mut answers = answers.into_iter();
    for count in 0..=words.len() {
        let text = remarks.next_if(|(after, _)| *after == count).map_or(String::new(), |(_, text)| text);
        let answer = if count > 0 { answers.next() } else { None };
        let (before, after) =
            answer.as_ref().map_or((&*text, ""), |answer| (&text[..answer.range.0], &text[answer.range.1..]));
        keep(game, before.trim());
        if let Some(Answer { word, marks, .. }) = answer {
            game.words.push(word);
            keep(game, marks.as_deref().unwrap_or_default());
        }
        keep(game, after.trim());
        game.words.extend(words.get(count).cloned());
    }
}

fn keep(game: &mut Game, remark: &str) {
    if !remark.is_empty() {
        game.remark(remark);
    }
}
