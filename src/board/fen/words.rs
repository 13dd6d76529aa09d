//! The words, squares and signs of a setup in words, and the phrases that name the side to move.

use crate::board::{Color, Game};

use super::error::latin;

/// What a token is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A side; its word may be a single letter.
    Side(Color),
    /// A side whose pieces begin to be listed.
    List(Color),
    /// A phrase that names the side to move, perhaps first. Only "to move" may be in brackets, after a side whose list goes on.
    Turn {
        color: Color,
        is_named_first: bool,
        in_brackets: bool,
    },
    /// Men or kings, on all squares that follow or on the next one alone.
    Piece {
        kings: bool,
        all: bool,
    },
    /// The English letter of a man or a king, which Russian setups do not have.
    Letter {
        kings: bool,
    },
    /// A word of a phrase such as "Black to move"; `alone` if the phrase needs no other such word, as "to" does.
    Moves {
        alone: bool,
    },
    /// A goal, as in "White to move and win", which has no effect on the position.
    Goal,
    /// A word before a move that is made, as in "the last move of Black", which says nothing about the side to move.
    Made,
    /// A word that turns a phrase into that of the other side: "after Black's move".
    After,
    Nothing,
    And,
    /// "of" between pieces or a move and a side, or "on" between pieces and squares.
    Of,
    /// A square in Latin letters, perhaps of another board.
    Square(String),
    /// A number, perhaps of a square.
    Number(String),
    /// Any sign but quotes and the like.
    Sign(char),
    Other,
}

impl Kind {
    pub fn is_place(&self) -> bool {
        matches!(self, Kind::Square(_) | Kind::Number(_))
    }

    pub fn is_piece(&self) -> bool {
        matches!(self, Kind::Piece { .. } | Kind::Letter { .. })
    }
}

/// A part of a text. If there is no space between a piece and its square, both tokens have both as `text`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token<'t> {
    pub kind: Kind,
    pub text: &'t str,
    pub start: usize,
}

/// The words in lower case, with е for ё.
const WORDS: [(Kind, &str); 16] = [
    (Kind::Side(Color::White), "б бел белые белых белым белыми белая w wh white whites"),
    (Kind::Side(Color::Black), "ч чер черн черные черных черным черными черная b bl black blacks"),
    (Kind::Piece { kings: false, all: true }, "простые простых прост пр п пп шашки шашек men checkers"),
    (Kind::Piece { kings: false, all: false }, "простая шашка man checker"),
    (Kind::Piece { kings: true, all: true }, "дамки дамок дамк дд kings"),
    (Kind::Piece { kings: true, all: false }, "дамка дам д king"),
    (Kind::Letter { kings: true }, "k"),
    (Kind::Letter { kings: false }, "m"),
    (
        Kind::Moves { alone: true },
        "ход хода ходе ходом ходу ходят ходит ходить начинают начинает начало очередь играют играет \
         move moves play plays turn begin begins start starts",
    ),
    (Kind::Moves { alone: false }, "to s is side first за при первыми первый"),
    (Kind::Goal, "выигрывают выигрывает выигрыш ничья ничью ничьей делают достигают добиваются win wins draw draws"),
    (
        Kind::Made,
        "последний последнего последним предыдущий предыдущего предыдущим ошибочный неверный last previous wrong",
    ),
    (Kind::After, "после after"),
    (Kind::Nothing, "нет none"),
    (Kind::And, "и and"),
    (Kind::Of, "of on at the for by у на для"),
];

/// Signs between parts of a setup.
pub const SEPARATORS: &str = ",;./|()&";

/// Signs after the name of a list or before a side, but not between squares, where they make a move.
pub const DASHES: &str = ":-–—=";

/// Signs without meaning in a setup: quotes, and those that mark bold text and the like.
const MARKS: &str = "\"'`«»“”„‘’*_#>[]{}\\~";

fn word(text: &str) -> Option<Kind> {
    let lower = text.to_lowercase().replace('ё', "е");
    let is_in = |(_, words): &&(Kind, &str)| words.split(' ').any(|word| word == lower);
    WORDS.iter().find(is_in).map(|(kind, _)| kind.clone())
}

/// The tokens of a text. A phrase is one token, at its first word.
pub fn tokens<G: Game>(text: &str) -> Vec<Token<'_>> {
    let mut parts = parts::<G>(text, latin);
    if parts.iter().any(may_be_file) && parts.iter().any(|part| matches!(part.kind, Kind::Square(_))) {
        // "Б: с3, д4".
        parts = self::parts::<G>(text, |letter| if letter == 'д' { 'd' } else { latin(letter) });
    }
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&Token { ref kind, text, start }) = parts.get(at) {
        // A single letter may be the file of a square: b 4, or б 4.
        let is_numbered = matches!(parts.get(at + 1), Some(Token { kind: Kind::Number(_), .. }));
        let is_word = text.chars().nth(1).is_some() || !text.is_ascii() && !is_numbered;
        let (kind, end) = phrase(&parts, at).unwrap_or_else(|| match kind {
            Kind::Side(color) if is_word || is_dash(parts.get(at + 1)) => (Kind::List(*color), at + 1),
            kind => (kind.clone(), at + 1),
        });
        tokens.push(Token { kind, text, start });
        at = end;
    }
    tokens
}

fn parts<G: Game>(text: &str, latin: fn(char) -> char) -> Vec<Token<'_>> {
    let mut parts = Vec::new();
    let mut start = 0;
    while let Some(first) = text[start..].chars().next() {
        let rest = &text[start..];
        let run = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        if run > 0 {
            parts.extend(of_run::<G>(&rest[..run], latin).into_iter().map(|kind| Token {
                kind,
                text: &rest[..run],
                start,
            }));
        } else if !first.is_whitespace() && !MARKS.contains(first) {
            let kind = if first == '&' { Kind::And } else { Kind::Sign(first) };
            parts.push(Token { kind, text: &rest[..first.len_utf8()], start });
        }
        start += if run > 0 { run } else { first.len_utf8() };
    }
    parts
}

/// The tokens of a run of letters and digits: a word, a square, a number, or a piece and one of the last two.
fn of_run<G: Game>(run: &str, latin: fn(char) -> char) -> Vec<Kind> {
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
    let piece = |letters: &str| word(letters).filter(Kind::is_piece);
    // As in FENs, k2 is a square on ten files, and k22 a king everywhere.
    let files = if G::PER_RANK == 5 { if digits.len() == 1 { 'a'..='k' } else { 'a'..='j' } } else { 'a'..='h' };
    let is_file = files.contains(&file);
    match (is_file && last == 0, piece(&letters[..last]), piece(letters)) {
        (true, ..) => vec![square],
        (_, Some(piece), _) if is_file => vec![piece, square],
        // A number after the letter of a piece: К22.
        (.., Some(piece)) => vec![piece, Kind::Number(digits.into())],
        _ => vec![Kind::Other],
    }
}

/// The phrase that begins at a token, and where it ends.
fn phrase(parts: &[Token<'_>], at: usize) -> Option<(Kind, usize)> {
    let is_after = parts.get(at)?.kind == Kind::After;
    let begin = if is_after { behind_after(parts, at)? } else { at };
    // The end of the words of moving, and whether one of them can stand alone.
    let moves = |at: usize| {
        let words = parts.get(at..).unwrap_or_default().iter().map_while(|part| match part.kind {
            Kind::Moves { alone } => Some(alone),
            Kind::Made => Some(false),
            _ => None,
        });
        (at + words.clone().count(), words.clone().any(|alone| alone))
    };
    let (color, is_named_first, in_brackets, end) = if let Some(color) = side(parts.get(begin)) {
        let in_brackets = sign(parts.get(begin + 1)) == Some('(');
        let (end, is_whole) = moves(begin + 1 + usize::from(in_brackets));
        if !is_whole || in_brackets && (is_after || sign(parts.get(end)) != Some(')')) {
            return None;
        }
        (color, true, in_brackets, end + usize::from(in_brackets))
    } else {
        let (end, true) = moves(begin) else { return None };
        let (end, _) = moves(end + usize::from(is_dash(parts.get(end))));
        let end = end + usize::from(parts.get(end).is_some_and(|part| part.kind == Kind::Of));
        (side(parts.get(end))?, false, false, end + 1)
    };
    if !is_after && parts[at..end].iter().any(|part| part.kind == Kind::Made) {
        return Some((Kind::Other, end));
    }
    let color = if is_after { color.other() } else { color };
    let is_goal =
        |part: &&Token<'_>| matches!(part.kind, Kind::And | Kind::Goal | Kind::Moves { .. } | Kind::Sign(','));
    let goal = parts[end..].iter().take_while(is_goal).enumerate().filter(|(_, part)| part.kind == Kind::Goal).last();
    Some((Kind::Turn { color, is_named_first, in_brackets }, end + goal.map_or(0, |(last, _)| last + 1)))
}

/// Where the phrase begins that "after" applies to: "after the last move", "после 20-го хода". "После размена ход чёрных" has none.
fn behind_after(parts: &[Token<'_>], at: usize) -> Option<usize> {
    let is_word =
        |part: &Token<'_>| matches!(part.kind, Kind::Of | Kind::Number(_) | Kind::Other | Kind::Sign('-' | '.'));
    let begin = at + 1 + parts[at + 1..].iter().take_while(|part| is_word(part)).count();
    let word = parts[begin..].iter().find(|part| part.kind != Kind::Made)?;
    let is_next = parts[at + 1..begin].iter().all(|part| part.kind == Kind::Of);
    (is_next || word.text.to_lowercase() == "хода").then_some(begin)
}

/// The side to move by a text that says nothing else; `None` otherwise.
pub fn turn<G: Game>(text: &str) -> Option<Color> {
    let is_sign = |kind: &Kind| matches!(*kind, Kind::Sign(sign) if SEPARATORS.contains(sign) || DASHES.contains(sign));
    let mut kinds = tokens::<G>(text).into_iter().map(|token| token.kind).filter(|kind| !is_sign(kind));
    match (kinds.next()?, kinds.next()) {
        (Kind::Turn { color, .. }, None) => Some(color),
        _ => None,
    }
}

/// The contents of a caption: the side to move, whether it has a part of a setup, and a move in it.
pub fn caption<G: Game>(text: &str) -> (Option<Color>, bool, Option<&str>) {
    let tokens = tokens::<G>(text);
    let has = |is: fn(&Kind) -> bool| tokens.iter().any(|token| is(&token.kind));
    let is_square = |kind: &Kind| matches!(kind, Kind::Square(_));
    let in_parts = tokens.windows(3).find_map(|parts| match parts {
        [from, dash, to] if is_square(&from.kind) && is_square(&to.kind) && is_dash(Some(dash)) => {
            Some(&text[from.start..to.start + to.text.len()])
        }
        _ => None,
    });
    let in_one = tokens.iter().find(|token| token.kind == Kind::Other && is_move(token.text));
    let turn =
        tokens.iter().find_map(|token| if let Kind::Turn { color, .. } = token.kind { Some(color) } else { None });
    let has_setup = has(is_square)
        && has(|kind| matches!(kind, Kind::Side(_) | Kind::List(_) | Kind::Turn { .. }) || kind.is_piece());
    (turn, has_setup, in_parts.or(in_one.map(|token| token.text)))
}

/// Whether a run of letters and digits begins and ends with a square, as c3d4 and c5xe3 do.
fn is_move(run: &str) -> bool {
    let bytes = run.as_bytes();
    bytes.len() >= 4 && is_square(&bytes[..2]) && is_square(&bytes[bytes.len() - 2..])
}

/// Whether a text is the name of a square of some board.
pub fn is_square(text: &[u8]) -> bool {
    matches!(text, [b'a'..=b'k' | b'A'..=b'K', b'1'..=b'8'])
}

pub fn side(token: Option<&Token<'_>>) -> Option<Color> {
    match token?.kind {
        Kind::Side(color) | Kind::List(color) | Kind::Turn { color, is_named_first: true, .. } => Some(color),
        _ => None,
    }
}

/// Whether a token is one of [`DASHES`].
pub fn is_dash(token: Option<&Token<'_>>) -> bool {
    sign(token).is_some_and(|sign| DASHES.contains(sign))
}

pub fn sign(token: Option<&Token<'_>>) -> Option<char> {
    match token?.kind {
        Kind::Sign(sign) => Some(sign),
        _ => None,
    }
}

/// Whether a side without pieces does not say who moves: "Black wins", in a caption "Ошибка чёрных". "Побеждают чёрные" might, and so
/// might "После ошибки чёрных" without a phrase.
pub fn is_remark(tokens: &[Token<'_>], at: usize, is_caption: bool) -> bool {
    let before = at.checked_sub(1).map(|at| &tokens[at].kind);
    let is_goal = [before, tokens.get(at + 1).map(|token| &token.kind)].contains(&Some(&Kind::Goal));
    let is_genitive = tokens[at].text.is_ascii() || tokens[at].text.to_lowercase().ends_with("ых");
    let has = |is: fn(&Kind) -> bool| tokens.iter().any(|token| is(&token.kind));
    let is_after = has(|kind| *kind == Kind::After) && !has(|kind| matches!(kind, Kind::Turn { .. }));
    is_goal || is_caption && is_genitive && !is_after && matches!(before, Some(Kind::Other | Kind::Of | Kind::And))
}

/// Whether signs or the ends of the text are around a token.
pub fn is_alone(tokens: &[Token<'_>], at: usize) -> bool {
    let is_end = |token: Option<&Token<'_>>| token.is_none() || sign(token).is_some();
    // "А. Черных", "Smith - Black"
    let before = at.checked_sub(1).map(|at| &tokens[at]);
    let is_name = tokens[at].text.to_lowercase().ends_with("ых") || is_dash(before);
    !is_name && is_end(before) && is_end(tokens.get(at + 1))
}

/// Whether a token is part of one such as "д4", where д may be a king or the file d.
pub fn may_be_file(token: &Token<'_>) -> bool {
    let before = token.text.strip_suffix(|digit| ('1'..='8').contains(&digit));
    before.is_some_and(|before| before.ends_with(['д', 'Д']))
}
