//! The encodings of a file.
//!
//! Collections combine files of different years, so each group of lines has its own encoding: UTF-8 if valid, else the one of three
//! Cyrillic code pages in which it looks most like Russian.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::board::without_entities;

/// The Cyrillic code pages KOI8-R, 866 (DOS) and 1251 (Windows) from 0x80 on.
const KOI: &str = "─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{a0}⌡°²·÷═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©\
                   юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ";
const DOS: &str = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп\
                   ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀рстуфхцчшщъыьэюяЁёЄєЇїЎў°∙·√№¤■\u{a0}";
const WINDOWS: &str = "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{fffd}™љ›њќћџ\u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї°±Ііґµ¶·ё№є»јЅѕї\
                       АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя";

/// A code page: its characters from 0x80 on.
type Page = [char];

/// The code pages in the order of [`Likeness`].
static PAGES: LazyLock<[Vec<char>; 3]> = LazyLock::new(|| [KOI, DOS, WINDOWS].map(|page| page.chars().collect()));

fn letter(page: &Page, byte: u8) -> char {
    byte.checked_sub(0x80).map_or(byte.into(), |at| page[usize::from(at)])
}

/// The letters of Russian, and 20 times the logarithms of their frequencies per mille; neutral signs.
const LETTERS: &str = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё";
const LOGARITHMS: [i64; 33] = [
    94, 89, 88, 86, 84, 83, 80, 77, 76, 76, 71, 69, 68, 67, 65, 60, 59, 57, 57, 55, 55, 53, 50, 46, 44, 39, 36, 32, 28,
    22, 22, 0, 0,
];
const VOWELS: &str = "аеиоуыэюяё";
const NEUTRAL: &str = "«»–—№“”„…±\u{a0}";

/// How much a text looks like Russian in an encoding, by the frequency of its letters. Vowels beside consonants count for it;
/// signs, capitals after other letters, and letters beside ASCII letters against it, except in squares and captures.
fn likeness_in(page: &Page, bytes: &[u8]) -> i64 {
    let is_ascii = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_alphanumeric);
    let is_vowel = |letter: char| VOWELS.contains(letter.to_lowercase().next().unwrap_or(letter));
    let (mut score, mut before) = (0, ' ');
    for (at, &byte) in bytes.iter().enumerate() {
        let letter = letter(page, byte);
        let lower = letter.to_lowercase().next().unwrap_or(letter);
        if byte >= 0x80 && !NEUTRAL.contains(letter) {
            let known = LETTERS.chars().position(|known| known == lower);
            score += match (is_ascii(at.checked_sub(1)), is_ascii(Some(at + 1)), known) {
                (true, true, _) if lower == 'х' || "авсен".contains(lower) && bytes[at + 1].is_ascii_digit() => 0,
                (true, false, _) | (false, true, _) if "авсекнхд".contains(lower) => 0,
                (true, true, _) | (_, _, None) => -100,
                (true, ..) | (_, true, _) => -60,
                (_, _, Some(rank)) if before.is_ascii() || !before.is_alphabetic() => LOGARITHMS[rank],
                _ if before.is_lowercase() && !letter.is_lowercase() => -100,
                (_, _, Some(rank)) => {
                    let alternates = is_vowel(letter) != is_vowel(before);
                    // In KOI8-R and 1251 the capitals of one are the small letters of the other.
                    LOGARITHMS[rank] + if alternates { 30 } else { 0 } - if letter.is_uppercase() { 3 } else { 0 }
                }
            };
        }
        before = letter;
    }
    score
}

/// Decodes a file or whole lines of it: UTF-8, also with byte order marks; UTF-16 with one; otherwise, for each group of lines
/// without an empty line, one of the Cyrillic code pages 1251 (Windows), 866 (DOS) and KOI8-R. All ends of lines become line feeds,
/// and HTML entities such as `&mdash;` signs.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    decode_part(bytes, &mut Likeness::default())
}

/// How likely each code page is, from the parts read so far.
pub type Likeness = [i64; 3];

/// [`decode`] for a part of a file after others.
pub fn decode_part<'t>(bytes: &'t [u8], likeness: &mut Likeness) -> Cow<'t, str> {
    let text = match (utf_16(bytes), std::str::from_utf8(bytes)) {
        (Some(text), _) => Cow::Owned(text),
        (None, Ok(text)) => Cow::Borrowed(text),
        (None, Err(_)) => Cow::Owned(by_groups(&with_line_feeds(bytes), likeness)),
    };
    let text = if text.contains('\r') { Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")) } else { text };
    if text.contains('&') { Cow::Owned(without_entities(&text)) } else { text }
}

/// Whether bytes are not text, such as a picture. UTF-16 is text, and so is text padded with zeros at the end, as on old disks.
///
/// ```
/// use bolshak::pdn::is_binary;
/// assert!(is_binary(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR") && !is_binary(b"1. c3-d4 *") && !is_binary(b"\xFF\xFE1\0"));
/// ```
pub fn is_binary(bytes: &[u8]) -> bool {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    mark(bytes).is_none() && (bytes[..end].contains(&0) || end == 0 && !bytes.is_empty())
}

/// The UTF-16 byte order mark of some bytes; or the missing one, if among the first bytes a quarter are zeros, all at even or all
/// at odd places.
pub fn mark(bytes: &[u8]) -> Option<[u8; 2]> {
    if let [first @ (0xFE | 0xFF), second @ (0xFE | 0xFF), ..] = *bytes
        && first != second
    {
        return Some([first, second]);
    }
    let zeros = |from: usize| bytes.iter().take(256).skip(from).step_by(2).filter(|&&byte| byte == 0).count();
    let enough = (bytes.len().min(256) / 8).max(2);
    match (zeros(0), zeros(1)) {
        (0, zeros) if zeros >= enough => Some([0xFF, 0xFE]),
        (zeros, 0) if zeros >= enough => Some([0xFE, 0xFF]),
        _ => None,
    }
}

/// The conversion of two bytes to a UTF-16 unit for a byte order mark.
pub fn unit(mark: [u8; 2]) -> fn([u8; 2]) -> u16 {
    if mark == [0xFF, 0xFE] { u16::from_le_bytes } else { u16::from_be_bytes }
}

fn utf_16(bytes: &[u8]) -> Option<String> {
    let mark = mark(bytes)?;
    let bytes = bytes.strip_prefix(&mark).unwrap_or(bytes);
    let units = bytes.chunks_exact(2).map(|pair| unit(mark)([pair[0], pair[1]]));
    Some(char::decode_utf16(units).map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
}

/// The bytes with line feeds at all ends of lines.
fn with_line_feeds(bytes: &[u8]) -> Vec<u8> {
    let is_pair = |at: usize| bytes[at..].starts_with(b"\r\n");
    let byte = |at: usize| if bytes[at] == b'\r' { b'\n' } else { bytes[at] };
    (0..bytes.len()).filter(|&at| !is_pair(at)).map(byte).collect()
}

fn by_groups(bytes: &[u8], likeness: &mut Likeness) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut group = 0;
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n').peekable();
    let mut at = 0;
    while let Some(line) = lines.next() {
        at += line.len();
        let is_empty = line.iter().all(u8::is_ascii_whitespace);
        // UTF-8 may be next to another encoding without an empty line between them.
        let changes =
            lines.peek().is_some_and(|next| is_foreign(line) && is_utf_8(next) || is_utf_8(line) && is_foreign(next));
        // Tags after moves begin another game, perhaps of another file.
        let ends = !is_tag(line) && lines.peek().is_some_and(|next| is_tag(next));
        if is_empty || ends || changes || lines.peek().is_none() {
            text.push_str(&one_group(&bytes[group..at], likeness));
            group = at;
        }
    }
    text
}

fn is_tag(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"[")
}

fn is_utf_8(line: &[u8]) -> bool {
    !line.is_ascii() && std::str::from_utf8(line).is_ok()
}

/// Whether a line is UTF-8 with at most a few wrong bytes.
fn is_damaged_utf_8(line: &[u8]) -> bool {
    let (mut right, mut wrong) = (0, 0);
    for chunk in line.utf8_chunks() {
        right += chunk.valid().chars().filter(|letter| !letter.is_ascii()).count();
        wrong += chunk.invalid().len();
    }
    right > 4 * wrong
}

fn is_foreign(line: &[u8]) -> bool {
    std::str::from_utf8(line).is_err() && !is_damaged_utf_8(line)
}

/// Decodes a group of lines. Earlier groups, from the last one with tags on, also count for the code page.
fn one_group<'t>(bytes: &'t [u8], likeness: &mut Likeness) -> Cow<'t, str> {
    // One or two letters outweigh the earlier groups.
    const BEFORE: i64 = 80;
    let has_tags = bytes.split(|&byte| byte == b'\n').any(is_tag);
    let most = likeness.iter().copied().fold(0, i64::max);
    *likeness = likeness.map(|value| (value - most).max(if has_tags { -1 } else { -BEFORE }));
    if !is_foreign(bytes) {
        return String::from_utf8_lossy(bytes);
    }
    (likeness.iter_mut().zip(&*PAGES)).for_each(|(likeness, page)| *likeness += likeness_in(page, bytes));
    let best = PAGES.iter().zip(likeness).max_by_key(|(_, likeness)| **likeness);
    let page = best.map_or(&PAGES[2], |(page, _)| page);
    Cow::Owned(bytes.iter().map(|&byte| letter(page, byte)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(text: &str, page: &Page) -> Vec<u8> {
        let byte = |letter: char| (0..=255).find(|&byte| super::letter(page, byte) == letter).unwrap();
        text.chars().map(byte).collect()
    }

    #[test]
    fn other_encodings_and_ends_of_lines() {
        let games = "[White \"Белов\"]\n1. c3-d4 *";
        let little: Vec<u8> =
            "\u{feff}".encode_utf16().chain(games.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = "\u{feff}".encode_utf16().chain(games.encode_utf16()).flat_map(u16::to_be_bytes).collect();
        let pages = PAGES.iter().map(|page| encoded(games, page));
        let other = [
            games.as_bytes().to_vec(),
            little.clone(),
            big,
            games.replace('\n', "\r").into(),
            games.replace('\n', "\r\n").into(),
        ];
        for bytes in pages.chain(other) {
            assert_eq!(decode(&bytes), games);
        }
        assert_eq!(decode(&little[..little.len() - 1]).chars().count(), games.chars().count() - 1);
        assert_eq!(decode(b"a\r\rb"), "a\n\nb");
        assert_eq!(decode(&[0xFF, 0xFE]), "");
        assert_eq!(decode(&little[2..]), games, "without a mark");
    }

    #[test]
    fn names_in_each_code_page() {
        for name in
            ["Первый игрок", "ИВАНОВ И. И.", "Ёлкин", "Чемпионат СССР, 1984", "Цой", "Юрий", "Мяч", "Дебют «Отыгрыш»"]
        {
            for page in &*PAGES {
                if page == &PAGES[2] || !name.contains('«') {
                    let line = format!("[Event \"{name}\"]\n");
                    assert_eq!(decode(&encoded(&line, page)), line, "{page:?}");
                }
            }
        }
    }

    #[test]
    fn single_words_in_each_code_page() {
        const WORDS: &str = "ничья выигрыш белые белых чёрные чёрных верно ошибка дамка дамки время партия первый поле жертва \
            размен удар сильно слабо лучше хуже хорошо плохо здесь теперь или если только единственный этюд задача решение \
            ответ побочное дуаль мотив простая отлично неточно проигрывает спасает равно этот ход ничейно легко больше";
        let mut wrong = Vec::new();
        for (page, form) in
            PAGES.iter().flat_map(|page| [str::to_lowercase, str::to_uppercase].map(|form| (page, form)))
        {
            let words = WORDS.split_whitespace().map(form).map(|word| format!("{{{word}}}\n"));
            wrong.extend(words.filter(|line| decode(&encoded(line, page)) != *line));
        }
        // Of 306. A few have so rare letters that another word looks likelier, or are UTF-8 by chance.
        assert!(wrong.len() <= 13, "{wrong:?}");
    }

    #[test]
    fn several_encodings_in_one_file() {
        let game = "[White \"Первый игрок\"]\n1. c3-d4 {хорошо} *\n";
        let mut bytes = game.as_bytes().to_vec();
        let mut text = game.to_string();
        for page in &*PAGES {
            bytes.extend(b"\n");
            bytes.extend(encoded(game, page));
            text = text + "\n" + game;
        }
        bytes.extend(game.as_bytes());
        assert_eq!(decode(&bytes), text + game);
        // One wrong byte does not change the encoding of UTF-8.
        let mut damaged = game.as_bytes().to_vec();
        damaged[12] = 0xFF;
        assert!(decode(&damaged).contains("ый игрок"), "{}", decode(&damaged));
    }

    #[test]
    fn every_byte_of_the_code_pages_is_a_character() {
        for page in &*PAGES {
            let letters: std::collections::HashSet<char> = (0..=255).map(|byte| super::letter(page, byte)).collect();
            assert_eq!(letters.len(), 256, "{page:?}");
        }
        for (page, bytes, letters) in [
            (&PAGES[2], b"\xA8\xB9\xFF\x97", "Ё№я—"),
            (&PAGES[1], b"\x80\xAF\xEF\xF1", "Апяё"),
            (&PAGES[0], b"\xC1\xF1\xA3\x84", "аЯё└"),
        ] {
            assert_eq!(bytes.map(|byte| super::letter(page, byte)), *letters.chars().collect::<Vec<_>>());
        }
    }
}
