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
    Comment(String),
}

/// Variations in variations beyond this depth are read as comments.
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
            Kind::Tag(..) | Kind::OpenComment | Kind::Nag => {}
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
