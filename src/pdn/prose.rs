//! Lines of prose among the games, and the players and the position in those above the moves.

use std::ops::Range;

use crate::board::{Fen, Game as Rules, Numbering};
use crate::in_game;
use crate::rules::Written;

use super::error::{Place, Unread};
use super::game::{Game, plain};
use super::names;
use super::tokens::{Kind, Token, Tokens, is_separator_of_moves};
use super::words::{self, Meaning, first};

/// A line up to its first comment or tag, or, if it has moves, up to its first move number or parenthesis; in a setup, up to the first
/// parenthesis with moves, as others have kinds and numbers of pieces: "Белые (2): a1 (дамка), c3".
pub fn prose(line: &str) -> &str {
    let line = line.split(['{', '[']).next().unwrap_or_default();
    if moves(line) == 0 {
        return line;
    }
    let (before, is_setup) = (before_moves(line), names_side(line));
    let mut end = 0;
    while let Some(open) = before[end..].find('(').map(|at| end + at) {
        let inside = before[open + 1..].split(')').next().unwrap_or_default();
        if !is_setup || Tokens::new(inside).any(|token| token.is_number() || token.is_move()) {
            return &before[..open];
        }
        end = open + 1 + inside.len();
    }
    before
}

/// A line up to the number of its first move with two squares.
fn before_moves(line: &str) -> &str {
    let mut tokens = Tokens::new(first(line, ENOUGH)).peekable();
    while let Some(token) = tokens.next() {
        let is_move = |next: &Token<'_>| {
            let body = if let Meaning::Move(body, _) = words::meaning(next.text) { body } else { return false };
            next.kind == Kind::Word && Written::read(body).is_some_and(|written| !written.is_destination())
        };
        if token.is_number() && tokens.peek().is_some_and(is_move) {
            return &line[..token.start];
        }
    }
    line
}

/// The heading that a line has before the number 1 of its first move: "Решение: 1. ge3", "Иванов – Петров 2:0 1. cb4".
pub fn before_first(line: &str) -> Option<&str> {
    let before = before_moves(line);
    let first = Tokens::new(&line[before.len()..]).next()?;
    let begins = first.kind == Kind::Number(1) && !first.text.ends_with("..") && !first.text.ends_with('…');
    (begins && is_prose(before)).then_some(before)
}

/// The number of characters of a line to examine.
pub const ENOUGH: usize = 500;

/// The most moves of a remark.
const FEW: usize = 2;

pub fn moves(line: &str) -> usize {
    Tokens::new(first(line, ENOUGH)).filter(Token::is_move).count()
}

/// Whether a line begins with a side, like a setup in words, or with a caption and a setup or a FEN: "№ 5. Белые: a1", "Задача 1. ...".
pub fn names_side(line: &str) -> bool {
    begins_with_side(line) || behind_caption(line).is_some_and(|setup| begins_with_side(setup) || looks_like_fen(setup))
}

/// What stands behind a caption, a number or a word and a number, with a colon in it as setups and FENs have.
fn behind_caption(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let digit = line.find(|c: char| c.is_ascii_digit()).filter(|at| *at < 40)?;
    let behind = line[digit..].trim_start_matches(|c: char| c.is_ascii_digit());
    let word = line[..digit].trim_end_matches(['№', '#', ' ']);
    let is_word = word.chars().all(char::is_alphabetic);
    let setup = behind.trim_start_matches(['.', ')', ':', '-', '–', '—', ' ']);
    (is_word && setup.len() < behind.len() && setup.contains(':')).then_some(setup)
}

fn begins_with_side(line: &str) -> bool {
    let lower = line.trim_start().to_lowercase();
    let word = lower.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let is_short = ["б", "ч", "w", "b"].contains(&word) && lower[word.len()..].starts_with(':');
    is_short || ["бел", "черн", "чёрн", "white", "black"].iter().any(|side| word.starts_with(side))
}

/// Whether a line is prose: a heading, names, a remark. It has no moves; or it begins with a side; or it begins with a word, and has
/// few moves and neither a move number nor a result. And it is not a result in words.
pub fn is_prose(line: &str) -> bool {
    let line = first(line, ENOUGH).split(['{', '[']).next().unwrap_or_default();
    let line = if names_side(line) { before_moves(line) } else { line };
    let (mut numbers, mut moves, mut years, mut words, mut results, mut begin) = (0, 0, 0, 0, 0, None);
    let is_year = |body: &str| body.parse().is_ok_and(|year| (1800..2100).contains(&year));
    for token in Tokens::new(line) {
        let meaning = if token.kind == Kind::Word { words::meaning(token.text) } else { Meaning::Marks };
        numbers += usize::from(token.is_number());
        moves += usize::from(matches!(meaning, Meaning::Move(..)));
        years += usize::from(matches!(meaning, Meaning::Move(body, _) if is_year(body)));
        results += usize::from(matches!(meaning, Meaning::Result(_)));
        let is_word = meaning == Meaning::Other && token.text.contains(char::is_alphabetic);
        words += usize::from(is_word && !words::looks_like_move(token.text));
        begin.get_or_insert(meaning);
    }
    let begins = begin == Some(Meaning::Other) && numbers == 0;
    let has_few = moves == 0
        || names_side(line)
        || begins && (results == 0 && moves <= FEW || words > moves && (results == 0 || moves == years));
    words > 0 && has_few && words::result_in_words(line.split_whitespace()).is_none()
}

/// Where the number of the next move begins in a comment behind a semicolon and `words` moves with the `last` number, unless the text
/// `behind` its line goes on with that move; and whether it clearly is of the game: it begins a sentence behind one that is not a result,
/// and only moves follow.
pub fn next_move(comment: &str, behind: &str, last: u32, words: usize) -> Option<(usize, bool)> {
    let is_black_due = words == 1;
    let has_dots = |token: &Token<'_>| token.text.ends_with("..") || token.text.ends_with('…');
    let is_reply = |token: &Token<'_>| token.kind == Kind::Number(last) && has_dots(token);
    let is_next = |token: &Token<'_>| token.kind == Kind::Number(last.saturating_add(1)) && !has_dots(token);
    let is_due = |token: &Token<'_>| is_next(token) || is_black_due && is_reply(token);
    let mut begin = 0;
    let (due, at, moves) = comment.split(';').find_map(|part| {
        let tokens: Vec<Token<'_>> = Tokens::new(part).collect();
        let (start, due) = (begin, tokens.windows(2).find(|pair| is_due(&pair[0]) && pair[1].is_move()));
        begin += part.len() + 1;
        due.map(|due| (due[0].kind, start + due[0].start, &part[due[0].start..]))
    })?;
    let near = first(behind, ENOUGH);
    let is_of_game = |token: &Token<'_>| token.is_number() || token.is_move() || matches!(token.kind, Kind::Tag(..));
    let next = Tokens::new(near).find(is_of_game);
    if next.is_some_and(|next| next.kind == due || is_black_due && next.is_move() || is_reply(&next)) {
        return None;
    }
    let before = comment[..at].trim_end();
    let sentence =
        before.trim_end_matches(['.', '!', '?', '…']).rsplit(['.', '!', '?', '…', ';']).next().unwrap_or_default();
    // A full stop behind a short word may be that of an abbreviation.
    let last_word = sentence.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let is_sentence = before.ends_with(['!', '?', '…', ';']) || before.ends_with('.') && last_word.chars().count() > 4;
    let is_clear = is_sentence
        && words::result_in_words(sentence.split_whitespace()).is_none()
        && before.matches('(').count() == before.matches(')').count()
        && is_separator_of_moves(moves, true, last)
        && next.map_or(near.len() == behind.len(), |next| !next.is_move());
    Some((at, is_clear))
}

/// Takes the players and the position from lines of prose, unless tags have them.
pub fn take(game: &mut Game, headings: &[(Place, &str)]) {
    let lines: Vec<&str> = headings.iter().map(|(_, line)| *line).collect();
    let mut used = 0..0;
    if game.tag("FEN").is_none()
        && let Some((range, fen)) = position(game, &lines)
    {
        game.set_tag("FEN", &fen, Place::START);
        used = range;
    }
    // An error of the position is better than a game from another one.
    let pairs = || lines.windows(2).map(|pair| pair.join("; "));
    let setup = || lines.iter().map(|line| line.to_string()).chain(pairs()).find(|text| setup_likeness(text) > 1);
    if game.tag("FEN").is_none()
        && let Some(text) = setup()
    {
        game.set_tag("FEN", &text, Place::START);
    }
    let mut unread = Vec::new();
    for (_, &(place, line)) in headings.iter().enumerate().filter(|(at, _)| !used.contains(at)) {
        let moves = moves(line);
        if moves > FEW || moves > 0 && game.words.is_empty() {
            unread.push(Unread::Text { text: plain(line), place });
        }
        names::take(game, place, line);
    }
    game.unread.splice(0..0, unread);
}

/// Whether a text looks like a FEN: a side, and a field of squares.
fn looks_like_fen(text: &str) -> bool {
    let plain: Vec<char> = first(text, ENOUGH).to_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
    let [side, ':', field, ..] = plain[..] else { return false };
    let place = plain[3..].strip_prefix(&['k']).unwrap_or(&plain[3..]);
    let is_place = matches!(place, [digit, ..] if digit.is_ascii_digit())
        || matches!(place, [file, rank, ..] if file.is_alphabetic() && rank.is_ascii_digit());
    "wb".contains(side) && "wb".contains(field) && is_place && plain[3..].contains(&':')
}

/// How much a text looks like a position: 2 for a FEN, or for a setup in words, both sides with a colon, of squares and few other
/// words; 1 if it has many, as behind a setup; 0 if it has moves, or no setup.
fn setup_likeness(text: &str) -> u8 {
    if looks_like_fen(text) {
        return 2;
    }
    let lower = first(text, ENOUGH).trim().to_lowercase().replace('ё', "е");
    let has = |stems: [&str; 3]| {
        lower.match_indices(':').any(|(at, _)| {
            // "Белые (3):"
            let name = lower[..at].trim_end_matches(|c: char| c.is_ascii_digit() || "() ".contains(c));
            let word = name.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
            stems.iter().any(|stem| word.starts_with(stem) && (stem.chars().count() > 1 || word == *stem))
        })
    };
    let words: Vec<&str> = lower.split(|c: char| c.is_whitespace() || ",;.:()".contains(c)).collect();
    let written = words.iter().filter_map(|word| Written::read(word.trim_start_matches(['д', 'k', 'к'])));
    let (squares, moves): (Vec<_>, Vec<_>) = written.partition(Written::is_destination);
    // All but the names of the sides.
    let others = words.iter().filter(|word| word.chars().count() > 1 && word.chars().all(char::is_alphabetic)).count();
    let is_setup = has(["бел", "white", "б"]) && has(["ч", "чер", "black"]) && squares.len() > 1 && moves.is_empty();
    u8::from(is_setup) + u8::from(is_setup && 2 * others.saturating_sub(2) <= squares.len())
}

/// The position that a line begins with, and what stands behind it. A FEN ends as soon as it has pieces of both sides, and goes on
/// behind commas. A setup in words ends where the rest changes nothing: words behind the pieces may say who moves, and are part of the
/// rest if a goal follows, as in "Black to move and win".
///
/// ```
/// use bolshak::{board::{Numbering, Russian}, pdn::leading_position};
/// let (fen, rest) = leading_position::<Russian>("W:WKg1:Bb8,e5 W+ g1-e3", Numbering::default()).unwrap();
/// assert_eq!((fen.position.to_string().as_str(), rest.trim()), ("W:WKg1:Be5,b8", "W+ g1-e3"));
/// ```
pub fn leading_position<G: Rules>(line: &str, numbering: Numbering) -> Option<(Fen<G>, &str)> {
    /// The most parts of a line that may belong to its position.
    const MOST_PARTS: usize = 60;
    let line = line.strip_prefix('\u{feff}').unwrap_or(line);
    let ends = line.char_indices().filter(|(_, letter)| letter.is_whitespace() || *letter == ';').map(|(at, _)| at);
    let ends: Vec<usize> = ends.take(MOST_PARTS).chain([line.len()]).collect();
    let read = |&end: &usize| {
        let (position, rest) = line.split_at(end);
        let goes_on = position.ends_with(',') || rest.trim_start().starts_with(',');
        let fen: Fen<G> = numbering.fen(position).ok().filter(|_| !goes_on)?;
        let board = fen.position.board();
        (board.own() != 0 && board.enemy() != 0).then_some((fen, rest))
    };
    let is_fen = [":w", ":W", ":b", ":B"].iter().any(|side| line.contains(side));
    if is_fen {
        return ends.iter().find_map(read);
    }
    let (whole, _) = ends.iter().rev().find_map(read)?;
    let rest_behind = |is_same: &dyn Fn(&Fen<G>) -> bool| ends.iter().filter_map(read).find(|(fen, _)| is_same(fen));
    let (_, rest) = rest_behind(&|fen| fen.position == whole.position)?;
    let goes_on = ["и ", "and "].iter().any(|and| rest.trim_start().to_lowercase().starts_with(and));
    let pieces = |fen: &Fen<G>| fen.position.to_string()[1..].to_string();
    let rest = if goes_on { rest_behind(&|fen| pieces(fen) == pieces(&whole))?.1 } else { rest };
    Some((whole, rest))
}

/// The position of one line or of two together, and these lines; or of a tag with another name. A line beside them may name the side
/// to move.
fn position(game: &Game, lines: &[&str]) -> Option<(Range<usize>, String)> {
    let kind = game.game_type().ok()?;
    in_game!(kind.game, G => {
        let joined = |range: &Range<usize>| {
            let parts: Vec<&str> = lines.get(range.clone())?.iter().map(|line| line.trim_end_matches([';', '.', ','])).collect();
            Some(parts.join("; "))
        };
        let read = |text: &str| kind.numbering.fen::<G>(text).ok().filter(|fen: &Fen<G>| fen.position.pieces() > 0);
        let fen = |range: &Range<usize>| read(&joined(range)?);
        let leading = |range: &Range<usize>| {
            let text = joined(range).filter(|text| setup_likeness(text) > 0)?;
            leading_position::<G>(&text, kind.numbering).map(|(fen, _)| fen)
        };
        let found = |fen: &dyn Fn(&Range<usize>) -> Option<Fen<G>>, count: usize| {
            (0..lines.len()).map(|at| at..at + count).find_map(|range| Some((fen(&range)?, range)))
        };
        let of_tag = || game.tags().filter(|(_, value)| looks_like_fen(value)).find_map(|(_, value)| Some((read(value)?, 0..0)));
        let of_lines = found(&fen, 1).or_else(|| found(&fen, 2)).or_else(|| found(&leading, 1)).or_else(|| found(&leading, 2));
        let (alone, range) = of_lines.or_else(of_tag)?;
        let names_turn = |at: usize| lines.get(at).is_some_and(|line| TURN_WORDS.iter().any(|word| line.to_lowercase().contains(word)));
        let wider = [range.start.saturating_sub(1)..range.end, range.start..range.end + 1].into_iter().find_map(|wider| {
            let beside = if wider.start < range.start { wider.start } else { range.end };
            Some((fen(&wider).filter(|_| wider != range && names_turn(beside))?, wider))
        });
        let (fen, range) = wider.unwrap_or((alone, range));
        Some((range, fen.to_string()))
    })
}

const TURN_WORDS: [&str; 5] = ["ход", "начина", "move", "play", "begin"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_prose() {
        let prose = "Белые: Первый | 5. Иванов – Петров | Партия № 1 | Лучше было c3-d4 | Round 3 | Дебют c3-d4 d6-c5 | W:Wa1:Bh8 | \
                     Иванов - Петров, Москва 2001, 2-0 | 1. Белые: дамка a5, a3. Чёрные: a7, f4 | \
                     № 5 Белые (2): a5, a3. Чёрные (1): f4 | 2. W:WKa5,a3:Ba7,f4";
        let moves = "1. c3-d4 d6-c5 | 1. q3-d4 d6-c5 | c3-d4 отлично | 2-0 | Ничья | 45 | +- | 12. хорошо c3-d4 | \
                     хорошо 12. c3-d4 | 1. 22- 18 11 x 18 хорошо | 15 .ab6 2-0";
        for (lines, expected) in [(prose, true), (moves, false)] {
            for line in lines.split(" | ") {
                assert_eq!(is_prose(line), expected, "{line}");
            }
        }
    }
}
