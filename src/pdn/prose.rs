//! Lines of prose among the games, and what they say above the moves: the players and the position.

use crate::board::Fen;
use crate::in_game;

use super::game::Game;
use super::place::Place;
use super::tokens::{Kind, Tokens};
use super::words::{self, Meaning};

/// A line up to its first comment or bracket.
pub fn prose(line: &str) -> &str {
    line.split(['{', '(', '[']).next().unwrap_or_default()
}

/// Whether a line is prose: a heading, names, a remark. It has no move, or it begins with a word and has no number of a move; and it
/// is not a result in words.
pub fn is_prose(line: &str) -> bool {
    let (mut moves, mut numbers, mut words, mut first) = (0, 0, 0, None);
    for token in Tokens::new(prose(line)) {
        let meaning = if token.kind == Kind::Word { words::meaning(token.text) } else { Meaning::Marks };
        numbers += u32::from(matches!(token.kind, Kind::Number(_)));
        moves += u32::from(matches!(meaning, Meaning::Move(..)));
        words += u32::from(meaning == Meaning::Other && token.text.contains(char::is_alphabetic));
        first.get_or_insert(meaning);
    }
    let begins = first == Some(Meaning::Other);
    words > 0 && (moves == 0 || begins && numbers == 0) && words::result_in_words(line.split_whitespace()).is_none()
}

/// Sides as headings name them.
const SIDES: [(&str, &str); 6] = [
    ("белые", "White"),
    ("чёрные", "Black"),
    ("черные", "Black"),
    ("white", "White"),
    ("black", "Black"),
    ("fen", "FEN"),
];

/// Takes the players and the position from lines of prose, where no tag has them.
pub fn take(game: &mut Game, lines: &[&str]) {
    let mut used = 0..0;
    if game.tag("FEN").is_none()
        && let Some((at, count, fen)) = position(game, lines)
    {
        game.set_tag("FEN", &fen, Place::START);
        used = at..at + count;
    }
    for (_, line) in lines.iter().enumerate().filter(|(at, _)| !used.contains(at)) {
        let named = line.split_once([':', '-', '–', '—']).and_then(|(side, name)| {
            let side = side.trim().to_lowercase();
            let (_, tag) = SIDES.iter().find(|(word, _)| *word == side)?;
            Some((*tag, name.trim()))
        });
        let pair = [" - ", " – ", " — "].iter().find_map(|dash| line.split_once(dash));
        match (named, pair) {
            (Some((tag, name)), _) => take_name(game, tag, name),
            (None, Some((white, black))) if is_name(white) && is_name(black) => {
                take_name(game, "White", white.trim());
                take_name(game, "Black", black.trim().trim_end_matches('.'));
            }
            _ => {}
        }
    }
}

fn take_name(game: &mut Game, tag: &str, name: &str) {
    if game.tag(tag).is_none() && is_name(name) {
        game.set_tag(tag, name, Place::START);
    }
}

/// Whether a text may be a name: a capital first, no digits, few words.
fn is_name(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(char::is_uppercase)
        && !text.contains(|c: char| c.is_ascii_digit() || ":;".contains(c))
        && text.split(' ').count() <= 4
}

/// The position that a line gives, or two lines together, and which lines.
fn position(game: &Game, lines: &[&str]) -> Option<(usize, usize, String)> {
    let kind = game.game_type().ok()?;
    in_game!(kind.game, G => {
        let fen = |text: &str| kind.numbering.fen::<G>(text).ok().filter(|fen: &Fen<G>| fen.position.pieces() > 0);
        (0..lines.len()).find_map(|at| {
            let one = fen(lines[at]).map(|fen| (at, 1, fen));
            let two = || Some((at, 2, fen(&format!("{}; {}", lines[at].trim_end_matches([';', '.', ',']), lines.get(at + 1)?))?));
            let counter = |fen: &Fen<G>| fen.clock.map_or(String::new(), |plies| format!(":H{plies}"));
            one.or_else(two).map(|(at, count, fen)| (at, count, format!("{}{}", fen.position, counter(&fen))))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_prose() {
        for line in [
            "Белые: Первый",
            "5. Иванов – Петров",
            "Партия № 1",
            "Лучше было c3-d4",
            "Round 3",
            "Дебют c3-d4 d6-c5",
            "W:Wa1:Bh8",
        ] {
            assert!(is_prose(line), "{line}");
        }
        for line in [
            "1. c3-d4 d6-c5",
            "1. q3-d4 d6-c5",
            "c3-d4 отлично",
            "2-0",
            "Ничья",
            "45",
            "+-",
            "12. хорошо c3-d4",
            "хорошо 12. c3-d4",
            "1. 22- 18 11 x 18 хорошо",
            "15 .ab6 2-0",
        ] {
            assert!(!is_prose(line), "{line}");
        }
    }
}
