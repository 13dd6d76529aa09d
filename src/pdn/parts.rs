//! The parts of a game while it is read: its moves and the texts between them; and its moves and variations in order, from which
//! solutions are read.

use crate::rules::Written;

use super::error::{Place, Unread};
use super::game::{Game, JUDGEMENT, Word, in_braces, plain};
use super::tokens::{Kind, Token, Tokens};
use super::words::{self, Meaning};

pub enum Part {
    Word(Word),
    /// A comment, a mark or a variation.
    Remark(String),
    /// The tokens of a variation with a single move, and that move with its marks. It may be the answer to the move before it.
    Answer(Vec<String>, Word, Option<String>),
}

#[derive(Default)]
pub struct Parts {
    list: Vec<Part>,
    pub words: usize,
    /// The end of the last unread text.
    unread_end: Place,
}

impl Parts {
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn word(&mut self, word: Word) {
        self.list.push(Part::Word(word));
        self.words += 1;
    }

    pub fn remark(&mut self, text: &str) {
        self.list.push(Part::Remark(text.into()));
    }

    /// Keeps a comment, or drops that of an earlier judgement with its mark.
    pub fn comment(&mut self, comment: &str) {
        match comment.strip_prefix(JUDGEMENT) {
            Some(rest) if rest.starts_with(':') && rest[1..].starts_with(char::is_whitespace) => {
                self.list.pop_if(|part| matches!(part, Part::Remark(mark) if mark == "$2" || mark == "$4"));
            }
            Some(rest) if rest.starts_with('.') && rest[1..].starts_with(char::is_whitespace) => {}
            _ => self.remark(comment),
        }
    }

    /// Keeps an unread text, also as a comment; joined to an unread text right before it on the same line.
    pub fn pass_over(&mut self, text: &str, place: Place, unread: &mut Vec<Unread>) {
        let end = std::mem::replace(&mut self.unread_end, place.after(text));
        let is_behind = end.line == place.line && end.column + 1 >= place.column;
        let gap = if end.column < place.column { " " } else { "" };
        if is_behind
            && let Some(Unread::Text { text: before, .. }) = unread.last_mut()
            && let Some(Part::Remark(remark)) = self.list.last_mut()
            && remark.ends_with('}')
        {
            before.push_str(&format!("{gap}{}", plain(text)));
            remark.pop();
            remark.push_str(&format!("{gap}{}", &in_braces(text)[1..]));
            return;
        }
        unread.push(Unread::Text { text: plain(text), place });
        self.remark(&in_braces(text));
    }

    pub fn variation(&mut self, variation: Variation) {
        let Variation { tokens, first, has_more, .. } = variation;
        self.list.push(match first.filter(|_| !has_more) {
            Some((word, marks)) => Part::Answer(tokens, word, marks),
            None => Part::Remark(tokens.join(" ")),
        });
    }

    /// Whether the answers in parentheses are moves: one after each move, in composers' notation, `c3 (d6), d4 (e5), f6`.
    fn are_answers(&self) -> bool {
        let (mut words, mut answers) = (Vec::new(), Vec::new());
        for part in &self.list {
            match part {
                Part::Word(word) => words.push(word),
                Part::Answer(_, word, _) => answers.push((words.len(), word)),
                Part::Remark(_) => {}
            }
        }
        let is_destination = |word: &&Word| Written::read(&word.text).is_some_and(|written| written.is_destination());
        // If both sides' moves are words, only every other one has a number.
        let are_destinations = || words.iter().chain(answers.iter().map(|(_, word)| word)).all(is_destination);
        let are_numbered = || words.len() > 1 && words.iter().all(|word| word.number.is_some());
        (1..).zip(&answers).all(|(count, (after, _))| *after == count)
            && !answers.is_empty()
            && answers.len() + 1 >= words.len()
            && (are_numbered() || are_destinations())
    }

    /// Puts the moves and remarks into a game. Numeric words among algebraic moves are times or pages, not moves.
    pub fn put_in(self, game: &mut Game) {
        let are_answers = self.are_answers();
        let is_number = |word: &Word| Written::read(&word.text).is_some_and(|written| written.is_numeric());
        let words = self.list.iter().filter_map(|part| match part {
            Part::Word(word) => Some(word),
            Part::Answer(_, word, _) if are_answers => Some(word),
            _ => None,
        });
        let drops_numbers = 4 * words.clone().filter(|word| is_number(word)).count() <= words.count();
        let put_word = |game: &mut Game, word: Word| {
            if drops_numbers && is_number(&word) {
                game.remark(&in_braces(&word.text));
                game.unread.push(Unread::Text { text: word.text, place: word.place });
            } else {
                game.words.push(word);
            }
        };
        for part in self.list {
            match part {
                Part::Word(word) => put_word(game, word),
                Part::Remark(text) => game.remark(&text),
                Part::Answer(_, word, marks) if are_answers => {
                    put_word(game, word);
                    marks.iter().for_each(|marks| game.remark(marks));
                }
                Part::Answer(tokens, ..) => tokens.iter().for_each(|token| game.remark(token)),
            }
        }
    }
}

pub struct Variation {
    pub start: usize,
    pub place: Place,
    pub tokens: Vec<String>,
    depth: usize,
    first: Option<(Word, Option<String>)>,
    /// Whether it has anything else.
    has_more: bool,
    square: usize,
}

impl Variation {
    pub fn new(token: &Token<'_>, place: Place) -> Variation {
        let (start, tokens, square) = (token.start, vec![token.text.into()], usize::from(token.text == "["));
        Variation { start, place, tokens, depth: 1, first: None, has_more: false, square }
    }

    /// Takes a token; returns whether the variation goes on.
    pub fn goes_on(&mut self, token: &Token<'_>, place: Place) -> bool {
        self.tokens.push(match token.kind {
            Kind::Line => in_braces(token.text.trim_start_matches(';')),
            Kind::Comment => token.text.into(),
            _ => plain(token.text),
        });
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
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    Move {
        text: String,
        /// The number before it, and whether it has the dots of a move of Black.
        number: Option<(u32, bool)>,
    },
    /// A variation or an answer in parentheses.
    Variation(Vec<Item>),
    Comment(String),
}

/// Variations beyond this depth are read as comments.
const DEEPEST: usize = 40;

impl Game {
    pub(crate) fn items(&self) -> Vec<Item> {
        let mut items = Vec::new();
        for count in 0..=self.words.len() {
            if let Some(word) = count.checked_sub(1).map(|last| &self.words[last]) {
                items.push(Item::Move { text: word.text.clone(), number: word.number.map(|number| (number, false)) });
            }
            items.extend(items_of(&mut Tokens::new(self.remarks_after(count).unwrap_or_default()), 0));
        }
        items
    }

    /// The items, with the first move of the solution first. What is before it becomes a variation: tries in brackets, or one that
    /// begins with a mistake, `1. gd4? ec3 1. ge3!`. The solution then begins with a legal move of the same number.
    pub(crate) fn solution(&self, is_legal: impl Fn(&str) -> bool) -> Vec<Item> {
        let mut items = self.items();
        let Some(first) = items.iter().position(|item| matches!(item, Item::Move { .. })) else { return items };
        let is_mistake =
            |at: usize| matches!(items.get(at + 1), Some(Item::Comment(mark)) if mark == "$2" || mark == "$4");
        let begins = |&at: &usize| match (&items[first], &items[at]) {
            (Item::Move { number: Some((number, _)), .. }, Item::Move { text, number: Some((other, _)) }) => {
                number == other && !is_mistake(at) && is_legal(text)
            }
            _ => false,
        };
        let begin = (first + 1..items.len()).filter(|_| is_mistake(first)).find(begins);
        items[..=first].rotate_right(1);
        if let Some(begin) = begin {
            let rest = items.split_off(begin + 1);
            let solution = items.pop();
            items = solution.into_iter().chain([Item::Variation(items)]).chain(rest).collect();
        }
        items
    }
}

/// The items of a remark, or of a variation in it, up to its end.
fn items_of(tokens: &mut Tokens<'_>, depth: usize) -> Vec<Item> {
    let (mut items, mut number, mut too_deep) = (Vec::new(), None, 0);
    while let Some(Token { kind, text, .. }) = tokens.next() {
        match kind {
            Kind::Open if depth == DEEPEST => too_deep += 1,
            Kind::Close if too_deep > 0 => too_deep -= 1,
            Kind::Open => {
                items.push(Item::Variation(items_of(tokens, depth + 1)));
                number = None;
            }
            Kind::Close if depth > 0 => break,
            Kind::Close => number = None,
            _ if too_deep > 0 => items.push(Item::Comment(plain(text))),
            Kind::Number(found) => number = Some((found, text.ends_with("..") || text.ends_with('…'))),
            Kind::Dots => number = number.map(|(found, _)| (found, true)),
            Kind::Comment | Kind::Line => items.push(Item::Comment(plain(text.trim_matches(['{', '}', ';', ' '])))),
            Kind::Word => match words::meaning(text) {
                Meaning::Move(body, _) => items.push(Item::Move { text: plain(body), number: number.take() }),
                Meaning::Digits => number = text.parse().ok().map(|found| (found, false)),
                Meaning::Other if words::looks_like_move(text) => {
                    items.push(Item::Move { text: text.into(), number: number.take() });
                }
                Meaning::Other => items.push(Item::Comment(text.into())),
                Meaning::Result(_) | Meaning::Null | Meaning::Marks => {}
            },
            Kind::Nag => items.push(Item::Comment(text.into())),
            Kind::Tag(..) | Kind::OpenComment => {}
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdn::games;

    fn shown(items: &[Item]) -> String {
        let show = |item: &Item| match item {
            Item::Move { text, number: None } => text.clone(),
            Item::Move { text, number: Some((number, black)) } => {
                format!("{number}{}{text}", if *black { "..." } else { "." })
            }
            Item::Variation(inner) => format!("({})", shown(inner)),
            Item::Comment(text) => format!("{{{text}}}"),
        };
        items.iter().map(show).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn variations_in_their_order() {
        for (text, expected) in [
            ("1. cb4 {good} fg5 (1... ba7 2. bc5 (2. gh4)) 2. bc5 *", "1.cb4 {good} fg5 (1...ba7 2.bc5 (2.gh4)) 2.bc5"),
            ("1. c7, c5(a1) b8(f6) x", "1.c7 c5 (a1) b8 (f6)"),
            ("1. cb4 (если ef4, то g5) fg5 *", "1.cb4 ({если} ef4 {то} g5) fg5"),
        ] {
            let game = games(text).next().unwrap();
            assert_eq!(shown(&game.items()).trim_end_matches(" {x}"), expected);
        }
        let deep = format!("1. cb4 {}cd4{} fg5 *", "(".repeat(100_000), ")".repeat(100_000));
        assert!(games(&deep).next().unwrap().items().len() >= 3);
    }
}
