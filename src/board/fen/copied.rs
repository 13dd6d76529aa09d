//! Finds the FEN in a line copied from code, a chat or a caption.

use crate::board::game_type::PODDAVKI;
use crate::board::{Color, Game, GameName, short};

use super::error::FenError;
use super::parse::{self, Fen, Names};
use super::words;

/// HTML entities, and the sign that they stand for.
const ENTITIES: [(&str, &str); 14] = [
    ("&quot; &#34;", "\""),
    ("&#39; &#x27; &apos;", "'"),
    ("&ldquo;", "“"),
    ("&rdquo;", "”"),
    ("&laquo;", "«"),
    ("&raquo;", "»"),
    ("&nbsp; &#160;", " "),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&ndash; &mdash; &minus; &#8211; &#8212;", "–"),
    ("&times; &#215;", "×"),
    ("&hellip; &#8230;", "…"),
    ("&frac12;", "½"),
    // Last, so that its replacement does not form another entity.
    ("&amp;", "&"),
];

const QUOTES: &str = "\"'`«»“”„‟‘’‚‹›″";

/// Whether a character has no width: soft hyphens, direction marks, joiners.
pub(crate) fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// A text without invisible characters and HTML tags, and with hyphens for all dashes.
pub fn cleaned(text: &str) -> String {
    let visible = |c: char| match c {
        c if is_invisible(c) => None,
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Some('-'),
        c if c.is_whitespace() && c != '\n' => Some(' '),
        c => Some(c),
    };
    let text: String = without_entities(text).chars().filter_map(visible).collect();
    without_marks(&["\\n", "\\r", "\\t"].iter().fold(text, |text, escape| text.replace(escape, " ")))
}

/// A text with signs for HTML entities.
pub(crate) fn without_entities(text: &str) -> String {
    let entities = ENTITIES.iter().flat_map(|(all, sign)| all.split(' ').map(move |entity| (entity, sign)));
    entities.fold(text.into(), |text: String, (entity, sign)| text.replace(entity, sign))
}

/// A text with spaces for HTML tags such as `<br>` and `</code>`.
fn without_marks(text: &str) -> String {
    let (mut plain, mut rest) = (String::new(), text);
    while let Some((before, behind)) = rest.split_once('<') {
        plain += before;
        let is_name = |name: &str| {
            let name = name.trim_start_matches('/').trim_end_matches([' ', '/']);
            (1..=10).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        let (sign, behind) = match behind.split_once('>') {
            Some((name, behind)) if is_name(name) => (' ', behind),
            _ => ('<', behind),
        };
        plain.push(sign);
        rest = behind;
    }
    plain + rest
}

/// Reads the one FEN, Hub string or page address in a text, with its draw counter. `None` if the text has none.
///
/// A caption may precede it, signs may follow it, and the side to move may be on either side if it agrees. Anything else could mean
/// something, and is an error.
pub fn read<G: Game>(text: &str, names: Names) -> Option<Result<Fen<G>, FenError>> {
    let mut found = found::<G>(text).into_iter();
    let (start, end) = found.next()?;
    if found.next().is_some() {
        return Some(Err(FenError::TwoPositions { token: short(text) }));
    }
    let (before, one, behind) = (&text[..start], &text[start..end], &text[end..]);
    let read = names.alone::<G>(one);
    let Ok(fen) = read else { return Some(read) };
    // A further field, or an unpaired quote or bracket, belongs to the FEN.
    let behind = signs_off(before, behind)?;
    Some(beside::<G>(before, behind, fen.position.turn()).map(|()| fen))
}

/// Checks that the texts before and behind a FEN do not change its meaning.
fn beside<G: Game>(before: &str, behind: &str, turn: Color) -> Result<(), FenError> {
    let (turn_before, has_setup, a_move) = words::caption::<G>(before);
    let turn_behind = words::turn::<G>(behind);
    if has_setup {
        return Err(FenError::TwoPositions { token: short(before.trim()) });
    }
    otherwise::<G>(before).map_or(Ok(()), Err)?;
    if let Some(token) = a_move.or(Some(behind).filter(|behind| !behind.is_empty() && turn_behind.is_none())) {
        return Err(FenError::Beside { token: short(token) });
    }
    for (named, token) in [(turn_before, before), (turn_behind, behind)] {
        if named.is_some_and(|named| named != turn) {
            return Err(FenError::TwoTurns { token: short(token.trim()) });
        }
    }
    Ok(())
}

/// The error of a caption with a word that changes the meaning of the position after it.
pub fn otherwise<G: Game>(caption: &str) -> Option<FenError> {
    let is_otherwise = |word: &&str| match &*word.to_lowercase() {
        "не" | "not" => true,
        word => PODDAVKI.split(' ').any(|name| name == word) && G::NAME != GameName::Poddavki,
    };
    let word = caption.split(|c: char| !c.is_alphabetic()).find(is_otherwise)?;
    Some(FenError::Beside { token: short(word) })
}

/// The text behind a FEN without the signs around that text; `None` if they do not pair with those before the FEN.
fn signs_off<'t>(before: &str, behind: &'t str) -> Option<&'t str> {
    let is_sign = |c: char| c.is_whitespace() || QUOTES.contains(c) || ",;.*_|!?\\)]}>".contains(c);
    let rest = behind.trim_start_matches(is_sign);
    let signs = &behind[..behind.len() - rest.len()];
    let has = |text: &str, of: &str| text.chars().any(|c| of.contains(c));
    let fits = |open: &str, close: &str| has(before, open) || !has(signs, close);
    let pairs = [(QUOTES, QUOTES), ("(", ")"), ("[", "]"), ("{", "}"), ("<", ">")];
    let is_tag_open = before.matches('[').count() > (before.matches(']').count() + signs.matches(']').count());
    let fit = pairs.into_iter().all(|(open, close)| fits(open, close)) && !is_tag_open;
    (fit && !rest.starts_with(':')).then_some(rest.trim_end_matches(is_sign))
}

fn found<G: Game>(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let (mut start, mut before) = (0, ' ');
    while let Some(first) = text[start..].chars().next() {
        let rest = &text[start..];
        let length = if before.is_alphanumeric() {
            None
        } else {
            address_length(rest).or_else(|| fen_length(rest)).or_else(|| hub_length::<G>(rest))
        };
        found.extend(length.map(|length| (start, start + length)));
        start += length.unwrap_or(first.len_utf8());
        before = if length.is_some() { ' ' } else { first };
    }
    found
}

fn address_length(text: &str) -> Option<usize> {
    let is_end = |c: char| c.is_whitespace() || QUOTES.contains(c) || "<>()[]".contains(c);
    let address = text[..text.find(is_end).unwrap_or(text.len())].trim_end_matches([',', ';', '.']);
    let is_address = parse::of_address(address).is_some_and(|fen| !matches!(fen, Err(FenError::Address { .. })));
    is_address.then_some(address.len())
}

fn hub_length<G: Game>(text: &str) -> Option<usize> {
    let run = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    let is_hub = run == G::SQUARES as usize + 1 && text[..run].bytes().all(|byte| b"wbWBe".contains(&byte));
    is_hub.then_some(run)
}

/// The length of the FEN that a text begins with: a side, and fields after colons, at least two of them sides.
fn fen_length(text: &str) -> Option<usize> {
    const SIDES: [char; 4] = ['W', 'B', 'w', 'b'];
    let (mut rest, mut sides) = (text.strip_prefix(SIDES)?, 0);
    while let Some(field) = rest.trim_start().strip_prefix(':').map(str::trim_start) {
        let Some(behind) = field.strip_prefix(['W', 'B', 'w', 'b', 'H', 'F', 'h', 'f']) else { break };
        if field.starts_with(SIDES) {
            sides += 1;
        }
        rest = without_squares(behind);
    }
    (sides >= 2).then_some(text.len() - rest.len())
}

/// A text without its leading squares, which commas separate.
fn without_squares(text: &str) -> &str {
    let Some(mut rest) = behind_square(text) else { return text };
    while let Some(behind) = rest.trim_start().strip_prefix(',').and_then(behind_square) {
        rest = behind;
    }
    rest
}

/// The text after its leading square. After a space only a real square counts; otherwise the FEN reader reports the error.
fn behind_square(text: &str) -> Option<&str> {
    let spaceless = text.trim_start();
    let run = spaceless.find(|c: char| !c.is_alphanumeric() && c != '-').unwrap_or(spaceless.len());
    let is_whole = spaceless.len() == text.len() || is_square(&spaceless[..run]);
    (run > 0 && is_whole).then(|| &spaceless[run..])
}

/// Whether a run is a square of some board or a number, perhaps with the letter of a king.
fn is_square(run: &str) -> bool {
    let place = |place: &str| {
        let is_number = !place.is_empty() && place.bytes().all(|byte| byte.is_ascii_digit());
        is_number || words::is_square(place.as_bytes())
    };
    place(run) || run.strip_prefix(['K', 'k']).is_some_and(place)
}
