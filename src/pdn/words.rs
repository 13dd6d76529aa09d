//! The meaning of a word among the moves, and results in all spellings and in words.

use crate::board::is_invisible;
use crate::rules::{Written, is_separator};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning<'t> {
    Result(Stated),
    /// A move, and the marks after it.
    Move(&'t str, &'t str),
    /// A passed turn, which the rules do not have.
    Null,
    Marks,
    /// Digits without dots.
    Digits,
    Other,
}

/// Annotation marks and their numbers.
const MARKS: &str = "! $1, ? $2, !! $3, ?? $4, !? $5, ?! $6, □ $7, = $10, ∞ $13, ⩲ $14, ⩱ $15, ± $16, +/- $16, ∓ $17, -/+ $17, \
                     +- $18, -+ $19";

/// Marks as a remark: their number, else a comment. `None` for punctuation.
pub fn remark(marks: &str) -> Option<String> {
    let plain: String =
        marks.chars().filter(|&c| !is_invisible(c) && !".,:;…\"'*_".contains(c)).map(plain_dash).collect();
    let mut known = MARKS.split(", ").filter_map(|known| known.split_once(' '));
    let number = known.find(|(mark, _)| *mark == plain).map(|(_, number)| number.into());
    (!plain.is_empty()).then(|| number.unwrap_or_else(|| format!("{{{plain}}}")))
}

const LETTERS_BEHIND: [char; 6] = ['N', 'K', 'Q', 'D', 'К', 'Д'];

/// Whether a character can be in a move or a word, and not only in marks after it.
fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() && !"¹²³⁰⁴⁵⁶⁷⁸⁹".contains(letter)
}

pub fn meaning(word: &str) -> Meaning<'_> {
    if let Some(stated) = result(word) {
        return Meaning::Result(stated);
    }
    if is_null(word) {
        return Meaning::Null;
    }
    // The sign of a win of composers.
    if matches!(word, "x" | "х" | "X" | "Х") {
        return Meaning::Marks;
    }
    let word = word.trim_start_matches(['"', '\'', '«', '“', '„', '‘', '`', '!', '?', '*', '_']);
    let end = word
        .find(|c: char| !(is_of_word(c) || is_separator(c) || is_invisible(c) || c.is_whitespace()))
        .unwrap_or(word.len());
    let body = word[..end].trim_end_matches(is_separator);
    // A letter after a move means a novelty, N, or a promotion.
    let body = body.strip_suffix(LETTERS_BEHIND).filter(|body| Written::read(body).is_some()).unwrap_or(body);
    let marks = &word[body.len()..];
    if Written::read(body).is_some() && !marks.contains(is_of_word_but_king) {
        return Meaning::Move(body, marks);
    }
    if !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()) {
        Meaning::Digits
    } else if !word.chars().any(is_of_word) {
        Meaning::Marks
    } else {
        Meaning::Other
    }
}

pub fn is_move(word: &str) -> bool {
    matches!(meaning(word), Meaning::Move(..))
}

fn is_null(word: &str) -> bool {
    // Longer words are not passes.
    if word.len() > 24 {
        return false;
    }
    let lower: String =
        word.chars().filter(|&c| !is_invisible(c)).flat_map(char::to_lowercase).map(plain_dash).collect();
    let lower = lower.trim_end_matches(['.', '!', '?']);
    ["-", "--", "---", "null", "pass", "пас", "пропуск", "z0"].contains(&lower)
}

/// Whether an unread word looks like a move, so that it must not be skipped: squares or numbers with separators, at least one of them
/// whole.
pub fn looks_like_move(word: &str) -> bool {
    let word: Vec<char> = word.chars().filter(|&c| !is_invisible(c)).collect();
    let is_square = |part: &[char]| {
        let text: String = part.iter().collect();
        part.len() == 2 && Written::read(&text).is_some_and(|written| written.is_destination())
    };
    let parts: Vec<&[char]> = word.split(|&c| is_separator(c) || c == '.').filter(|part| !part.is_empty()).collect();
    let is_short = parts.len() > 1 && parts.iter().all(|part| part.len() <= 3);
    let has_digit = |part: &&[char]| part.iter().any(char::is_ascii_digit);
    let is_broken = is_short
        && (parts.iter().any(|part| is_square(part))
            || parts.iter().all(has_digit) && word.iter().any(|c| c.is_alphabetic()));
    let ends = |from: usize| word.get(from..from + 2).is_some_and(is_square);
    is_broken || (4..=14).contains(&word.len()) && ends(0) && ends(word.len() - 2)
}

/// Letters in the marks after a move spoil it, except that of a promotion, `b6-a7=K`.
fn is_of_word_but_king(letter: char) -> bool {
    is_of_word(letter) && !"KkDdQqNДдКкxхXХ".contains(letter)
}

/// The stated result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Stated {
    /// White has won.
    White,
    /// Black has won.
    Black,
    /// A draw.
    Draw,
    /// No points: both sides have lost, or did not play.
    Neither,
    /// None: `*`.
    Open,
}

impl Stated {
    /// Reads a result in any spelling or in words: "2:0", "½–½", "ничья", "White resigns".
    pub fn read(text: &str) -> Option<Stated> {
        result(text).or_else(|| result_in_words(text.split_whitespace()))
    }

    /// The result in PDN: `2-0`, `0-2`, `1-1`, `0-0` or `*`.
    pub const fn text(self) -> &'static str {
        ["2-0", "0-2", "1-1", "0-0", "*"][self as usize]
    }
}

pub fn plain_dash(letter: char) -> char {
    if "‐‑‒–—―−".contains(letter) { '-' } else { letter }
}

/// The result of a word, in any spelling.
pub fn result(word: &str) -> Option<Stated> {
    // Results are shorter, and begin with one of these.
    if word.len() > 48 || !word.starts_with(|c: char| c.is_ascii_digit() || "½*+".contains(c) || plain_dash(c) == '-')
    {
        return None;
    }
    let plain: String = word
        .chars()
        .filter(|&c| !c.is_whitespace() && !is_invisible(c))
        .flat_map(char::to_lowercase)
        .map(|c| match plain_dash(c) {
            ':' | '∶' | '：' => '-',
            'ф' => 'f',
            ',' => '.',
            'o' | 'о' => '0',
            other => other,
        })
        .collect();
    let plain = plain.trim_end_matches(['.', '!', 'f']).replace("1/2", "½").replace("0.5", "½").replace("(f)", "");
    Some(match &*plain {
        "1-0" | "2-0" => Stated::White,
        "0-1" | "0-2" => Stated::Black,
        "½-½" | "½" | "1-1" => Stated::Draw,
        "0-0" => Stated::Neither,
        "*" => Stated::Open,
        // Only with the colon of a score; otherwise they are marks.
        "+--" if word.contains(':') => Stated::White,
        "--+" if word.contains(':') => Stated::Black,
        "---" if word.contains(':') => Stated::Neither,
        _ => return None,
    })
}

pub fn has_result(text: &str) -> bool {
    text.split_whitespace().any(|word| result(word).is_some())
}

/// The length of a result such as `+ : -` that a text begins with.
pub fn forfeit(text: &str) -> Option<usize> {
    let is_sign = |c: char| c == '+' || is_separator(c) && !"xхXХ:*".contains(c);
    let rest = text.strip_prefix(is_sign)?.trim_start_matches(' ').strip_prefix(':')?;
    let rest = rest.trim_start_matches(' ').strip_prefix(is_sign)?;
    Some(text.len() - rest.len())
}

/// The first characters of a text, which avoids a search to its end for each token.
pub fn first(text: &str, count: usize) -> &str {
    text.char_indices().nth(count).map_or(text, |(end, _)| &text[..end])
}

/// The stems of the words of a result: draw, White, Black, winning, losing.
const STEMS: [&str; 5] = [
    "ничь ничей draw remis",
    "бел white",
    "черн black",
    "выигр побед win won",
    "проигр сдал сдают просроч сложил resign lose lost",
];

/// Other words of a result.
const FILLERS: &str = "по на соглашению соглашение согласию согласились agreed by agreement партия игра the game и за have has \
                       время времени оружие с ввиду повторения on time";

/// The result in words: "ничья", "Выигрыш белых", "Black resigns".
pub fn result_in_words<'t>(words: impl Iterator<Item = &'t str>) -> Option<Stated> {
    let mut found = [false; STEMS.len()];
    for word in words {
        let lower = word.to_lowercase().replace('ё', "е");
        let lower = lower.trim_matches(|c: char| !c.is_alphanumeric());
        if lower.contains(|c: char| !c.is_alphabetic()) {
            return None;
        }
        match STEMS.iter().position(|stems| stems.split(' ').any(|stem| lower.starts_with(stem))) {
            Some(at) => found[at] = true,
            None if lower.is_empty() || FILLERS.split(' ').any(|filler| filler == lower) => {}
            None => return None,
        }
    }
    let [draw, white, black, wins, loses] = found;
    match (draw, wins || loses, white, black) {
        (true, false, false, false) => Some(Stated::Draw),
        (false, true, true, false) if wins != loses => Some(if wins { Stated::White } else { Stated::Black }),
        (false, true, false, true) if wins != loses => Some(if wins { Stated::Black } else { Stated::White }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_what_they_mean() {
        for (word, expected) in [
            ("c3-d4", Meaning::Move("c3-d4", "")),
            ("c3-d4!?", Meaning::Move("c3-d4", "!?")),
            ("cd4+-", Meaning::Move("cd4", "+-")),
            ("c3-d4-+", Meaning::Move("c3-d4", "-+")),
            ("h6-g5¹", Meaning::Move("h6-g5", "¹")),
            ("a7:f2#", Meaning::Move("a7:f2", "#")),
            ("b6-a7=K", Meaning::Move("b6-a7", "=K")),
            ("f4-g5N", Meaning::Move("f4-g5", "N")),
            ("d2-c1Д", Meaning::Move("d2-c1", "Д")),
            ("d2:b4:c1D!", Meaning::Move("d2:b4:c1", "D!")),
            ("d4 : b6", Meaning::Move("d4 : b6", "")),
            ("1116", Meaning::Move("1116", "")),
            ("22x15", Meaning::Move("22x15", "")),
            ("d4-e6", Meaning::Move("d4-e6", "")),
            ("45", Meaning::Digits),
            ("--", Meaning::Null),
            ("—", Meaning::Null),
            ("pass", Meaning::Null),
            ("+-", Meaning::Marks),
            ("±", Meaning::Marks),
            ("Белые:", Meaning::Other),
            ("0:45", Meaning::Other),
            ("11:45:10", Meaning::Other),
            ("11:30", Meaning::Move("11:30", "")),
            ("q-6", Meaning::Other),
        ] {
            assert_eq!(meaning(word), expected, "{word}");
        }
        assert_eq!(remark("+-").as_deref(), Some("$18"));
        assert_eq!(remark("+").as_deref(), Some("{+}"));
        assert_eq!(remark(".,"), None);
    }

    #[test]
    fn results_in_all_spellings() {
        for (stated, words) in [
            (
                Stated::White,
                &["1-0", "2-0", "2:0", "1:0", "2 - 0", "1–0", "2-0F", "1-0.", "+:-", "+ : –", "2—0", "2-0f"][..],
            ),
            (Stated::White, &["2-O", "2-о"]),
            (Stated::Black, &["0-1", "0-2", "0:2", "0 : 1", "-:+", "0−2"]),
            (Stated::Draw, &["1/2-1/2", "½-½", "½–½", "½:½", "1/2", "½", "1-1", "1:1", "1/2–1/2"]),
            (Stated::Draw, &["0.5-0.5", "0,5:0,5", "1/2 : 1/2"]),
            (Stated::Neither, &["0-0", "0:0", "-:-"]),
            (Stated::Open, &["*"]),
        ] {
            for word in words {
                assert_eq!(result(word), Some(stated), "{word}");
            }
            assert_eq!(result(stated.text()), Some(stated));
        }
        for word in ["+-", "-+", "1-5", "22-18", "3-0", "", "-", "+/-", "c3-d4", "1/3"] {
            assert_eq!(result(word), None, "{word}");
        }
        for (stated, texts) in [
            (Some(Stated::Draw), "ничья | Ничья. | Draw agreed"),
            (Some(Stated::White), "Выигрыш белых | белые выиграли! | Чёрные сдались"),
            (Some(Stated::Black), "Победа чёрных. | White resigns"),
            (None, "белые | Белые: Первый | белые предложили ничью | "),
        ] {
            for text in texts.split(" | ") {
                assert_eq!(result_in_words(text.split_whitespace()), stated, "{text}");
            }
        }
    }
}
