//! The tokens of a text. Nothing is lost: between tokens there are only spaces, HTML tags, invisible characters and commas.

use crate::board::is_invisible;
use crate::rules::{Written, is_separator};

use super::tag;
use super::words::{self, Meaning, first};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind<'t> {
    /// Its name and its value.
    Tag(&'t str, &'t str),
    Comment,
    /// A comment without an end, up to the next game or the end of the text.
    OpenComment,
    /// A comment from a semicolon to the end of the line, or a line that begins with a percent sign.
    Line,
    Open,
    Close,
    /// A numeric mark, `$2`.
    Nag,
    /// A move number with its dots, `12.` or `12...`.
    Number(u32),
    /// Dots without a number.
    Dots,
    /// Anything else. The squares of one move are one word, even with spaces around separators.
    Word,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'t> {
    pub kind: Kind<'t>,
    pub text: &'t str,
    pub start: usize,
    pub is_first: bool,
    /// Whether it is the first of its line, and the line before is empty.
    pub after_empty_line: bool,
}

impl Token<'_> {
    pub fn is_move(&self) -> bool {
        self.kind == Kind::Word && words::is_move(self.text)
    }

    pub fn is_number(&self) -> bool {
        matches!(self.kind, Kind::Number(_))
    }
}

#[derive(Clone)]
pub struct Tokens<'t> {
    text: &'t str,
    /// Where the next token begins, or the space before it.
    pub at: usize,
    /// The end of the current line, found once for all its tokens.
    line_end: usize,
    /// Whether a token may go on after the end of an incomplete text.
    pub is_cut: bool,
    /// The last move number.
    last: u32,
    /// The number of open brackets.
    depth: usize,
}

impl<'t> Tokens<'t> {
    pub fn new(text: &'t str) -> Tokens<'t> {
        Tokens { text, at: 0, line_end: 0, is_cut: false, last: 0, depth: 0 }
    }

    pub fn line_from(&mut self, start: usize) -> &'t str {
        if self.line_end <= start {
            self.line_end = self.text[start..].find('\n').map_or(self.text.len(), |length| start + length);
        }
        &self.text[start..self.line_end]
    }

    /// Whether a move, or a word in place of one, follows.
    pub fn lead_to_move(&self) -> bool {
        let next = self.clone().find(|next| !matches!(next.kind, Kind::Dots | Kind::Comment | Kind::Line));
        next.is_some_and(|next| match next.kind {
            Kind::Word => match words::meaning(next.text) {
                Meaning::Move(..) | Meaning::Null => true,
                Meaning::Other => words::looks_like_move(next.text),
                _ => false,
            },
            Kind::Open => true,
            _ => false,
        })
    }
}

/// Whether a character between two tokens has no meaning. The byte 26 ended files in DOS.
fn is_space(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || is_invisible(letter) || letter == ','
}

fn without_spaces(text: &str) -> &str {
    let mut rest = text.trim_start_matches(is_space);
    while let Some(length) = tag::html(rest) {
        rest = rest[length..].trim_start_matches(is_space);
    }
    rest
}

fn ends_word(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || "{}()[];$".contains(letter)
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        let rest = without_spaces(&self.text[self.at..]);
        let start = self.text.len() - rest.len();
        let ends = self.text[self.at..start].bytes().filter(|&byte| byte == b'\n').count();
        let is_first = ends > 0 || self.at == 0;
        let is_glued = !is_first && !self.text[..start].ends_with(char::is_whitespace);
        let (last, depth) = (self.last, if is_glued { self.depth } else { 0 });
        let mut line = || inside(first(&self.line_from(start)[1..], 500), depth);
        if rest.starts_with(';') && !is_first && is_separator_of_moves(line(), is_glued, last) {
            self.at = start + 1;
            return self.next();
        }
        let (kind, length) = self.token(start, is_first, is_glued)?;
        self.at = start + length;
        self.is_cut |= self.at == self.text.len();
        if let Kind::Number(number) = kind {
            self.last = number;
        }
        self.depth = (self.depth + usize::from(kind == Kind::Open)).saturating_sub(usize::from(kind == Kind::Close));
        let text = &self.text[start..self.at];
        Some(Token { kind, text, start, is_first, after_empty_line: is_first && (ends > 1 || ends == 0) })
    }
}

impl<'t> Tokens<'t> {
    fn token(&mut self, start: usize, is_first: bool, is_glued: bool) -> Option<(Kind<'t>, usize)> {
        let rest = &self.text[start..];
        let first = rest.chars().next()?;
        Some(match first {
            '[' => match tag::read(self.line_from(start), is_first) {
                Some((name, value, length)) => (Kind::Tag(name, value), length),
                None if has_moves(rest, is_first) => (Kind::Open, 1),
                None => (Kind::Word, 1 + rest[1..].find(ends_word).unwrap_or(rest.len() - 1)),
            },
            '{' => {
                let (kind, length, is_cut) = comment(rest);
                self.is_cut |= is_cut;
                (kind, length)
            }
            ';' if is_glued => (Kind::Line, inside(self.line_from(start), self.depth).len()),
            ';' | '%' if is_first || first == ';' => (Kind::Line, self.line_from(start).len()),
            '(' => (Kind::Open, 1),
            ')' | ']' => (Kind::Close, 1),
            '$' => {
                let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
                (if digits > 0 { Kind::Nag } else { Kind::Word }, 1 + digits)
            }
            '}' => (Kind::Word, 1),
            '.' | '…' => (Kind::Dots, rest.len() - rest.trim_start_matches(['.', '…']).len()),
            _ => number(rest).unwrap_or_else(|| (Kind::Word, word(rest))),
        })
    }
}

/// A text up to the end of the innermost bracket that it is in, if any.
fn inside(text: &str, depth: usize) -> &str {
    let mut open = depth;
    let ends = |letter: char| {
        open = (open + usize::from("([".contains(letter))).saturating_sub(usize::from(")]".contains(letter)));
        open < depth
    };
    (depth > 0).then(|| text.find(ends)).flatten().map_or(text, |end| &text[..end])
}

/// Whether moves follow a semicolon, so that it is a separator and not the start of a comment. Behind a space it is one only before
/// the number after the `last` one, or moves without numbers. Behind moves that it is glued to, they may end with a result in words.
pub fn is_separator_of_moves(line: &str, is_glued: bool, last: u32) -> bool {
    let part = line.split(';').next().unwrap_or_default();
    let tokens: Vec<Token<'_>> = Tokens::new(part).collect();
    let is_other = |token: &&Token<'_>| token.kind == Kind::Word && words::meaning(token.text) == Meaning::Other;
    let others: Vec<&str> = tokens.iter().filter(is_other).map(|token| token.text).collect();
    let Some(first) = tokens.first() else { return false };
    if !others.is_empty() {
        let begins = first.is_number() || first.is_move();
        return is_glued && begins && words::result_in_words(others.into_iter()).is_some();
    }
    is_glued || first.kind == Kind::Number(last.saturating_add(1)) || !tokens.iter().any(Token::is_number)
}

/// Whether square brackets have moves, as variations in books; at the start of a line, where it may be a damaged tag, the first
/// token must be one.
fn has_moves(text: &str, is_first: bool) -> bool {
    let end = text.char_indices().take(300).find(|(_, letter)| *letter == ']').map_or(0, |(end, _)| end);
    let inside = text[..end].trim_start_matches('[');
    Tokens::new(inside).take(if is_first { 1 } else { 50 }).any(|token| token.is_number() || token.is_move())
}

/// A comment in braces. It is open if a tag begins a line in it, if no closing brace follows, or if an opening brace comes first,
/// after an empty line and a game's first number. Then it ends before that tag or number.
fn comment(text: &str) -> (Kind<'_>, usize, bool) {
    let open = |end: usize, is_cut| (Kind::OpenComment, text[..end].trim_end().len(), is_cut);
    let (mut game, mut line) = (None, 1);
    for (at, letter) in text.bytes().enumerate().skip(1) {
        match letter {
            b'}' => return (Kind::Comment, at + 1, false),
            b'{' if let Some(game) = game => return open(game, false),
            b'\n' => {
                let is_empty = line > 1 && text[line..at].trim_matches(is_space).is_empty();
                line = at + 1;
                let next = text[line..].trim_start_matches(|c: char| is_space(c) && c != '\n');
                if tag::is_opening(next) {
                    return open(line, false);
                }
                if is_empty && game.is_none() && matches!(number(next), Some((Kind::Number(1), _))) {
                    game = Some(line);
                }
            }
            _ => {}
        }
    }
    open(game.unwrap_or(text.len()), true)
}

/// A move number: with dots, or with a parenthesis before a move. Not a date or a result such as 0.5-0.5.
fn number(text: &str) -> Option<(Kind<'_>, usize)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = text[..digits].parse().ok()?;
    if is_date(text) {
        return None;
    }
    let rest = text[digits..].trim_start_matches(' ');
    let behind = rest.trim_start_matches(['.', '…']);
    let end = if behind.len() < rest.len() {
        behind
    } else {
        let behind = rest.strip_prefix(')')?;
        let next = behind.trim_start();
        words::is_move(&next[..word(next)]).then_some(behind)?
    };
    // Results are shorter.
    let word = text.char_indices().take(24).find(|(_, letter)| ends_word(*letter)).map_or(text.len(), |(at, _)| at);
    let is_result = word < 48 && words::result(&text[..word]).is_some();
    (!is_result).then_some((Kind::Number(number), text.len() - end.len()))
}

/// Whether a text begins with a date or time with points, `12.05.1998`, and not with a move number, `1.1116`.
fn is_date(text: &str) -> bool {
    let beginning = first(text, 25);
    let date = &beginning[..run(beginning)];
    let Some((_, rest)) = date.split_once('.').filter(|_| date.len() <= 24) else { return false };
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b':');
    let move_text = &text[date.len() - rest.len()..];
    rest.starts_with(|c: char| c.is_ascii_digit()) && is_digits(date) && !words::is_move(&move_text[..word(move_text)])
}

/// The length of the word that a text begins with. A separator joins the squares on both sides, also with spaces or an end of line
/// around it: `d4 : b6`.
fn word(text: &str) -> usize {
    /// Moves are shorter.
    const LENGTH: usize = 256;
    if let Some(end) = words::forfeit(text) {
        return end;
    }
    let mut end = run(text);
    while let Some(joined) = joined(text, end).filter(|_| end < LENGTH) {
        end = joined;
    }
    end
}

/// The length of the text up to a space, an HTML tag, or a comma that is not in a number such as 0,5.
fn run(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let is_point =
        |at: usize| bytes[at - 1] == b'0' && !(at > 1 && is_digit(at - 2)) && is_digit(at + 1) && !is_digit(at + 2);
    let ends = |(at, letter): &(usize, char)| {
        ends_word(*letter) || *letter == ',' && !is_point(*at) || *letter == '<' && tag::html(&text[*at..]).is_some()
    };
    let first = text.chars().next().map_or(0, char::len_utf8);
    text.char_indices().skip(1).find(ends).map_or(text.len(), |(at, _)| at).max(first)
}

/// The end of a word that ends at `end` after joining the next square, if a separator is between them.
fn joined(text: &str, end: usize) -> Option<usize> {
    let is_gap = |c: char| c.is_whitespace() || is_invisible(c);
    // A star with spaces around it is a result.
    let is_sign = |c: char| is_separator(c) && c != '*';
    let word = text[..end].trim_end_matches(is_invisible);
    let body = word.trim_end_matches(is_sign);
    let next = text[end..].trim_start_matches(is_gap);
    let squares = next.trim_start_matches(is_sign).trim_start_matches(is_gap);
    let has_sign = body.len() < word.len() || next.starts_with(is_sign);
    // The letter of the file h behind a whole move: "бц3 хг5".
    let is_file = next.len() < text.len() - end && next.strip_prefix(['х', 'Х']) == Some(squares);
    let begin = text.len() - squares.len();
    if !has_sign
        || is_file && Written::read(body).is_some_and(|written| written.is_short())
        || body.is_empty()
        || words::result(body).is_some_and(|_| body.contains(is_separator))
        || text[end..begin].matches('\n').count() > 1
    {
        return None;
    }
    let mut letters = squares.chars();
    let (first, second) = (letters.next()?, letters.next());
    let is_numeric =
        body.chars().all(|c| c.is_ascii_digit() || is_separator(c) || c.is_whitespace() || "½/,.".contains(c));
    let goes_on = if is_numeric {
        let digits = squares.bytes().take_while(u8::is_ascii_digit).count();
        first == '½' || (1..=2).contains(&digits) && !squares[digits..].starts_with(['.', '…', ')'])
    } else {
        let is_square = |text: &str| Written::read(text).is_some_and(|written| written.is_destination());
        let pair: String = [Some(first), second].into_iter().flatten().collect();
        let last = body.char_indices().rev().nth(1).map_or(body, |(at, _)| &body[at..]);
        is_square(&pair) && (is_square(last) || body.chars().count() == 1 && body.chars().all(char::is_alphabetic))
    };
    goes_on.then(|| begin + run(squares))
}
