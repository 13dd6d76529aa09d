//! The words, squares and signs of a setup in words.

use crate::board::{Color, Game};

use super::look_alike::latin;

/// What a token is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A side; its word may be a single letter.
    Side(Color),
    /// Men, or kings; of all squares that follow, or of the next one alone.
    Piece { kings: bool, all: bool },
    /// The English letter of a man or a king, which Russian setups do not have.
    Letter { kings: bool },
    /// That somebody moves, as in "Black to move"; alone it may be a part of that, as "to" is.
    Moves { alone: bool },
    /// What comes of it, as in "White to move and win": it is nothing to a position.
    Goal,
    /// No piece at all.
    Nothing,
    /// "and".
    And,
    /// "of", between pieces and a side, or "on", between pieces and squares.
    Of,
    /// A square in Latin letters, perhaps of another board.
    Square(String),
    /// A number, perhaps that of a square.
    Number(String),
    /// Any sign but quotes and the like.
    Sign(char),
    /// Another word.
    Other,
}

/// A part of a text. Where a piece stands before its square without a space, both are `text`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token<'t> {
    pub kind: Kind,
    /// What is written there.
    pub text: &'t str,
    /// Where that begins.
    pub start: usize,
}

const WHITE: Kind = Kind::Side(Color::White);
const BLACK: Kind = Kind::Side(Color::Black);
const MEN: Kind = Kind::Piece { kings: false, all: true };
const MAN: Kind = Kind::Piece { kings: false, all: false };
const KINGS: Kind = Kind::Piece { kings: true, all: true };
const KING: Kind = Kind::Piece { kings: true, all: false };
const MOVES: Kind = Kind::Moves { alone: true };
const PART: Kind = Kind::Moves { alone: false };

/// The words, in small letters, and with е for ё.
const WORDS: [(Kind, &str); 14] = [
    (WHITE, "б бел белые белых белым белыми белая w wh white whites"),
    (BLACK, "ч чер черн черные черных черным черными черная b bl black blacks"),
    (MEN, "простые простых пр п шашки шашек men checkers"),
    (MAN, "простая шашка man checker"),
    (KINGS, "дамки дамок kings"),
    (KING, "дамка дам д king"),
    (Kind::Letter { kings: true }, "k"),
    (Kind::Letter { kings: false }, "m"),
    (
        MOVES,
        "ход хода ходят ходит ходить начинают начинает начало очередь move moves play plays turn begin begins start starts",
    ),
    (PART, "to s is side first за первыми первый"),
    (Kind::Goal, "выигрывают выигрывает выигрыш ничья ничью ничьей делают достигают добиваются win wins draw draws"),
    (Kind::Nothing, "нет none"),
    (Kind::And, "и and"),
    (Kind::Of, "of on at the у на"),
];

/// Signs between parts of a setup.
pub const SEPARATORS: &str = ",;./|()&";

/// Signs behind the name of a list or before a side, but not between squares: there they make a move.
pub const DASHES: &str = ":-–—=";

/// Signs that mean nothing in a setup: quotes, and what marks text as bold and the like.
const MARKS: &str = "\"'`«»“”„‘’*_#>[]{}\\~";

/// The kind of a word.
fn word(text: &str) -> Option<Kind> {
    let lower = text.to_lowercase().replace('ё', "е");
    let is_in = |(_, words): &&(Kind, &str)| words.split(' ').any(|word| word == lower);
    WORDS.iter().find(is_in).map(|(kind, _)| kind.clone())
}

/// The tokens of a text.
pub fn tokens<G: Game>(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut start = 0;
    while let Some(first) = text[start..].chars().next() {
        let rest = &text[start..];
        let run = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        if run > 0 {
            tokens.extend(of_run::<G>(&rest[..run]).into_iter().map(|kind| Token { kind, text: &rest[..run], start }));
        } else if !first.is_whitespace() && !MARKS.contains(first) {
            let kind = if first == '&' { Kind::And } else { Kind::Sign(first) };
            tokens.push(Token { kind, text: &rest[..first.len_utf8()], start });
        }
        start += if run > 0 { run } else { first.len_utf8() };
    }
    tokens
}

/// The tokens of letters and digits without a space: a word, a square, a number, or a piece and one of these.
fn of_run<G: Game>(run: &str) -> Vec<Kind> {
    let digits = run.find(|c: char| c.is_ascii_digit()).unwrap_or(run.len());
    let (letters, digits) = run.split_at(digits);
    if digits.is_empty() {
        return vec![word(letters).unwrap_or(Kind::Other)];
    }
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return vec![Kind::Other];
    }
    let Some((last, file)) = letters.char_indices().last() else { return vec![Kind::Number(digits.into())] };
    let file = latin(file).to_ascii_lowercase();
    let square = Kind::Square(format!("{file}{digits}"));
    let piece = |letters: &str| word(letters).filter(|kind| matches!(kind, Kind::Piece { .. } | Kind::Letter { .. }));
    // As in FENs, k2 is a square on ten files, and k22 a king everywhere.
    let files = if G::PER_RANK == 5 { if digits.len() == 1 { 'a'..='k' } else { 'a'..='j' } } else { 'a'..='h' };
    let is_file = files.contains(&file);
    match (is_file && last == 0, piece(&letters[..last]), piece(letters)) {
        (true, ..) => vec![square],
        (_, Some(piece), _) if is_file => vec![piece, square],
        // A number behind the letter of a piece, К22.
        (.., Some(piece)) => vec![piece, Kind::Number(digits.into())],
        _ => vec![Kind::Other],
    }
}
