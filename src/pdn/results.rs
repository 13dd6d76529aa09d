//! Results, in all their spellings and in words.

use crate::board::is_invisible;
use crate::rules::is_separator;

/// The result that a game states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Stated {
    /// White has won.
    White,
    /// Black has won.
    Black,
    /// A draw.
    Draw,
    /// Neither side has a point: both have lost, or nobody played.
    Neither,
    /// None: `*`.
    Open,
}

impl Stated {
    /// The result that a text states, in any of its spellings or in words: "2:0", "½–½", "ничья", "White resigns".
    pub fn read(text: &str) -> Option<Stated> {
        result(text).or_else(|| result_in_words(text.split_whitespace()))
    }

    /// The result as PDN writes it: `2-0`, `0-2`, `1-1`, `0-0` or `*`.
    pub const fn text(self) -> &'static str {
        ["2-0", "0-2", "1-1", "0-0", "*"][self as usize]
    }
}

/// A dash of any kind as a hyphen.
pub fn plain_dash(letter: char) -> char {
    if "‐‑‒–—―−".contains(letter) { '-' } else { letter }
}

/// The result that a word states, in any of its spellings.
pub fn result(word: &str) -> Option<Stated> {
    // None is longer, nor begins otherwise.
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
        // With the colon of a score: otherwise they are marks.
        "+--" if word.contains(':') => Stated::White,
        "--+" if word.contains(':') => Stated::Black,
        "---" if word.contains(':') => Stated::Neither,
        _ => return None,
    })
}

/// The length of a result such as `+ : -` that a text begins with.
pub fn forfeit(text: &str) -> Option<usize> {
    let is_sign = |c: char| c == '+' || is_separator(c) && !"xхXХ:*".contains(c);
    let rest = text.strip_prefix(is_sign)?.trim_start_matches(' ').strip_prefix(':')?;
    let rest = rest.trim_start_matches(' ').strip_prefix(is_sign)?;
    Some(text.len() - rest.len())
}

/// How the words of a result begin: of a draw, of White, of Black, of winning, of losing.
const STEMS: [&str; 5] = [
    "ничь ничей draw remis",
    "бел white",
    "черн black",
    "выигр побед win won",
    "проигр сдал сдают просроч сложил resign lose lost",
];

/// Words that may stand beside those of a result.
const FILLERS: &str = "по на соглашению соглашение согласию согласились agreed by agreement партия игра the game и за have has \
                       время времени оружие с ввиду повторения on time";

/// The result that words of a language state: "ничья", "Выигрыш белых", "Black resigns".
pub fn result_in_words<'t>(words: impl Iterator<Item = &'t str>) -> Option<Stated> {
    let mut said = [false; STEMS.len()];
    for word in words {
        let lower = word.to_lowercase().replace('ё', "е");
        let lower = lower.trim_matches(|c: char| !c.is_alphanumeric());
        if lower.contains(|c: char| !c.is_alphabetic()) {
            return None;
        }
        match STEMS.iter().position(|stems| stems.split(' ').any(|stem| lower.starts_with(stem))) {
            Some(at) => said[at] = true,
            None if lower.is_empty() || FILLERS.split(' ').any(|filler| filler == lower) => {}
            None => return None,
        }
    }
    let [draw, white, black, wins, loses] = said;
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
