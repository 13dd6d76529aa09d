//! The moves and variations of a game in their order: what a solution with its variations is read from.

use super::game::{Game, plain};
use super::tokens::{Kind, Token, Tokens};
use super::words::{self, Meaning};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// A word that stands for a move, and whether its number says that it is Black's.
    Move {
        text: String,
        /// The number before it, and whether it has the dots of a move of Black.
        number: Option<(u32, bool)>,
    },
    /// A variation in parentheses, or an answer in them.
    Variation(Vec<Item>),
    /// A comment, without its braces.
    Comment(String),
}

/// Variations in variations beyond this depth are read as comments.
const DEEPEST: usize = 40;

impl Game {
    /// The moves of the game itself, its comments and its variations.
    pub(crate) fn items(&self) -> Vec<Item> {
        let mut items = Vec::new();
        for count in 0..=self.words.len() {
            if let Some(word) = count.checked_sub(1).map(|last| &self.words[last]) {
                items.push(Item::Move { text: word.text.clone(), number: word.number.map(|number| (number, false)) });
            }
            items.extend(self.remarks_after(count).map(items_of).unwrap_or_default());
        }
        items
    }
}

/// The items of the text of a remark.
fn items_of(text: &str) -> Vec<Item> {
    // The lines that are open, the innermost last.
    let mut open = vec![Vec::new()];
    let mut too_deep = 0;
    let mut number = None;
    for Token { kind, text, .. } in Tokens::new(text) {
        let depth = open.len();
        let line = open.last_mut().expect("the first one is never closed");
        match kind {
            Kind::Open if depth > DEEPEST => too_deep += 1,
            Kind::Close if too_deep > 0 => too_deep -= 1,
            Kind::Open => {
                open.push(Vec::new());
                number = None;
            }
            Kind::Close => {
                close(&mut open);
                number = None;
            }
            _ if too_deep > 0 => line.push(Item::Comment(plain(text))),
            Kind::Number(found) => number = Some((found, text.ends_with("..") || text.ends_with('…'))),
            Kind::Dots => number = number.map(|(found, _)| (found, true)),
            Kind::Comment | Kind::Line => line.push(Item::Comment(plain(text.trim_matches(['{', '}', ';', ' '])))),
            Kind::Word => match words::meaning(text) {
                Meaning::Move(body, _) => line.push(Item::Move { text: plain(body), number: number.take() }),
                Meaning::Digits => number = text.parse().ok().map(|found| (found, false)),
                Meaning::Other if words::looks_like_move(text) => {
                    line.push(Item::Move { text: text.into(), number: number.take() });
                }
                Meaning::Other => line.push(Item::Comment(text.into())),
                Meaning::Result(_) | Meaning::Null | Meaning::Marks => {}
            },
            Kind::Tag(..) | Kind::OpenComment | Kind::Nag => {}
        }
    }
    while open.len() > 1 {
        close(&mut open);
    }
    open.pop().unwrap_or_default()
}

/// Closes the innermost variation, if one is open.
fn close(open: &mut Vec<Vec<Item>>) {
    if open.len() > 1
        && let (Some(inner), Some(outer)) = (open.pop(), open.last_mut())
    {
        outer.push(Item::Variation(inner));
    }
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
