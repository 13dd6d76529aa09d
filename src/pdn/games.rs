//! The games of a text, or of a file, which may be larger than memory.

use std::io::{self, Read};
use std::iter;

use super::decode::{Likeness, decode_part, is_binary, mark, unit};
use super::error::Place;
use super::game::{GAME_BYTES, Game};
use super::parser::Parser;
use super::prose;
use super::tag;
use super::tokens::{Kind, Token, Tokens};
use super::words::{self, Meaning};

const BLOCK: usize = 1 << 20;

/// The games of a text, one by one.
pub fn games(mut text: &str) -> impl Iterator<Item = Game> {
    let (mut number, mut place) = (0, Place::START);
    iter::from_fn(move || {
        let (mut game, length) = parse(text, place, number, true)?;
        number += 1;
        game.number = number;
        place = place.after(&text[..length]);
        text = &text[length..];
        Some(game)
    })
}

/// The first game of a text, and its number of bytes. If the text is not `is_whole`, more follows, and a game that may go on is not
/// returned. Other text after `count` games becomes a game without moves.
fn parse(text: &str, place: Place, count: usize, is_whole: bool) -> Option<(Game, usize)> {
    let mut tokens = Tokens::new(text);
    let mut parser = Parser::new(text, place);
    while let Some(token) = tokens.next() {
        if tokens.is_cut && !is_whole {
            return None;
        }
        let line = tokens.line_from(token.start);
        if let Some(end) = border(&parser, &token, line, &tokens) {
            return Some((parser.finish(end), end));
        }
        parser.take(token, line, &mut tokens);
    }
    let has_game = if count > 0 { parser.has_text() } else { parser.is_begun() };
    (is_whole && has_game).then(|| (parser.finish(text.len()), text.len()))
}

/// Where the current game ends, if a token and its line begin another. This is the recovery rule:
///
/// ```text
/// border  = a tag after anything but tags, or one at the start of a line whose name the game already has
///         | the number 1 after an empty line, a heading or a result
///         | a move after a result
/// ```
fn border(parser: &Parser<'_>, token: &Token<'_>, line: &str, tokens: &Tokens<'_>) -> Option<usize> {
    let is_ended = parser.ended.is_some();
    let is_border = match token.kind {
        Kind::Tag(name, _) if parser.variation.is_none() || token.is_first => {
            let name = tag::canonical(name);
            let is_repeated = token.is_first && parser.game.tag(name).is_some();
            let begins_again = || parser.game.tags[0].0.eq_ignore_ascii_case(name);
            parser.has_moves() || is_ended || is_repeated && (token.after_empty_line || begins_again())
        }
        Kind::Number(1) => {
            // `1...` goes on after a first move, or is a composer's variation.
            let is_of_black = token.text.ends_with("..") || token.text.ends_with('…');
            let is_apart = (token.after_empty_line || parser.is_behind_heading(token)) && parser.has_moves();
            let may_begin = (is_ended || is_apart) && !is_of_black;
            may_begin && tokens.lead_to_move() && !prose::is_prose(line)
        }
        // Without its dots.
        Kind::Word if token.text == "1" && (is_ended || token.after_empty_line && parser.has_moves()) => {
            tokens.lead_to_move()
        }
        Kind::Number(number) => {
            let goes_on = parser.last_number.is_some_and(|last| number <= last.saturating_add(1));
            is_ended && !goes_on && tokens.lead_to_move() && !prose::is_prose(line)
        }
        // A single pair of numbers may be a time or a score.
        Kind::Word if is_ended => match words::meaning(token.text) {
            Meaning::Move(..) if prose::is_prose(line) => false,
            Meaning::Move(body, _) => body.contains(char::is_alphabetic) || prose::moves(line) > 1,
            _ => false,
        },
        _ => false,
    };
    (is_border && parser.is_begun()).then(|| parser.pending.first().map_or(token.start, |pending| pending.start))
}

/// Why the games of a file cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is not text.
    #[error("not text")]
    Binary,
}

/// Reads the games of a file one by one, in the encodings of [`decode`](super::decode()). Keeps one game in memory. A game of more
/// than 16 MiB ([`GAME_BYTES`]) has a fault, and the next one is read whole.
pub fn read_games(mut file: impl Read) -> impl Iterator<Item = Result<Game, ReadError>> {
    let mut reader = Reader::default();
    iter::from_fn(move || reader.game(&mut file).transpose())
}

#[derive(Default)]
struct Reader {
    /// Bytes read but not decoded: the start of a group of lines.
    bytes: Vec<u8>,
    is_utf_16: Option<[u8; 2]>,
    likeness: Likeness,
    is_read: bool,
    /// The decoded text, and how far games were taken from it.
    text: String,
    at: usize,
    place: Place,
    number: usize,
}

impl Reader {
    fn game(&mut self, file: &mut impl Read) -> Result<Option<Game>, ReadError> {
        // Enough for most games at once.
        let mut wanted = BLOCK / 4;
        loop {
            while self.text.len() - self.at < wanted && !self.is_read {
                self.read(file)?;
            }
            let text = &self.text[self.at..];
            match parse(text, self.place, self.number, self.is_read) {
                Some((game, length)) if length <= GAME_BYTES => return Ok(Some(self.taken(game, length))),
                Some((game, length)) => return Ok(Some(self.taken(game.too_long(self.place), length))),
                None if self.is_read => return Ok(None),
                None if text.len() > GAME_BYTES => return self.too_long(file).map(Some),
                None => wanted = 2 * text.len().max(BLOCK),
            }
        }
    }

    fn taken(&mut self, mut game: Game, length: usize) -> Game {
        self.number += 1;
        game.number = self.number;
        self.pass(length);
        game
    }

    fn pass(&mut self, length: usize) {
        self.place = self.place.after(&self.text[self.at..self.at + length]);
        self.at += length;
        if self.at > self.text.len() / 2 {
            self.text.drain(..self.at);
            self.at = 0;
        }
    }

    /// A game that is too long, with its tags. Skips to the next line that begins a game.
    fn too_long(&mut self, file: &mut impl Read) -> Result<Game, ReadError> {
        let place = self.place;
        let tags = parse(first_lines(&self.text[self.at..]), place, 0, true).map(|(game, _)| game).unwrap_or_default();
        let mut passed = GAME_BYTES;
        let length = loop {
            let text = &self.text[self.at..];
            let begin = (passed..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
            let lines = text[begin..].match_indices('\n').map(|(end, _)| begin + end + 1);
            if let Some(next) = lines.clone().find(|&line| begins_game(text, line)) {
                break next;
            }
            if self.is_read {
                break text.len();
            }
            // The last lines may go on.
            let kept = lines.rev().nth(1).unwrap_or(begin);
            self.pass(kept);
            passed = 0;
            self.read(file)?;
        };
        Ok(self.taken(tags.too_long(place), length))
    }

    /// Reads and decodes a block, up to an empty line if it has one, else up to the end of a line.
    fn read(&mut self, file: &mut impl Read) -> Result<(), ReadError> {
        let read = file.take(BLOCK as u64).read_to_end(&mut self.bytes)?;
        // A short read means the end.
        self.is_read = read < BLOCK;
        if self.place == Place::START && self.text.is_empty() && self.is_utf_16.is_none() {
            if is_binary(&self.bytes) {
                return Err(ReadError::Binary);
            }
            self.is_utf_16 = mark(&self.bytes);
        }
        let length = match self.is_utf_16 {
            _ if self.is_read => self.bytes.len(),
            Some(mark) => whole_units(&self.bytes, mark),
            None => self.whole_lines(),
        };
        let mut part: Vec<u8> = self.bytes.drain(..length).collect();
        // The mark of the first part is that of all.
        if let Some(mark) = self.is_utf_16.filter(|mark| !part.starts_with(mark)) {
            part.splice(0..0, mark);
        }
        self.text.push_str(&decode_part(&part, &mut self.likeness));
        Ok(())
    }

    /// How many bytes are whole groups of lines, else whole lines, else, with very long lines, whole words.
    fn whole_lines(&self) -> usize {
        let bytes = &self.bytes[..];
        let is_end = |byte: u8| byte == b'\n' || byte == b'\r';
        let empty = bytes.windows(2).rposition(|pair| is_end(pair[0]) && pair[0] == pair[1]);
        // A line feed may follow.
        let line =
            || bytes.iter().rposition(|&byte| is_end(byte)).filter(|&at| bytes[at] == b'\n' || at + 1 < bytes.len());
        let word = || bytes.iter().rposition(|&byte| byte == b' ').filter(|_| bytes.len() > BLOCK);
        empty.or_else(line).or_else(word).map_or(0, |at| at + 1)
    }
}

/// How many bytes of UTF-16 can be decoded now: the first half of a character and a carriage return wait for what follows.
fn whole_units(bytes: &[u8], mark: [u8; 2]) -> usize {
    let length = bytes.len() & !1;
    let last = length.checked_sub(2).map(|at| unit(mark)([bytes[at], bytes[at + 1]]));
    if matches!(last, Some(0x0D | 0xD800..0xDC00)) { length - 2 } else { length }
}

fn first_lines(text: &str) -> &str {
    let end = text.match_indices('\n').map(|(at, _)| at).take_while(|&at| at < 1 << 16).last().unwrap_or(0);
    &text[..end]
}

/// Whether a line of a text begins a game: with a tag, or with the number 1 after an empty line.
fn begins_game(text: &str, line: usize) -> bool {
    let is_first =
        || text[..line].trim_end_matches([' ', '\t']).ends_with("\n\n") && text[line..].trim_start().starts_with("1.");
    tag::is_opening(text[line..].trim_start_matches([' ', '\t'])) || is_first()
}
