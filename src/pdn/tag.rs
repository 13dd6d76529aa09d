//! Tags as programs write them and people type them.

/// Tags that are also read without quotes.
const NAMES: &str = "Event Site Date Round White Black Result GameType FEN SetUp Annotator TimeControl Opening";

/// Their Russian names, as people type them.
const RUSSIAN: &str = "белые White, черные Black, результат Result, позиция FEN, турнир Event, место Site, дата Date, тур Round, \
                       дебют Opening";

fn known(name: &str) -> Option<&'static str> {
    NAMES.split(' ').find(|known| known.eq_ignore_ascii_case(name))
}

/// The PDN name of a known tag, in any case or in Russian; any other name unchanged.
pub fn canonical(name: &str) -> &str {
    let russian = || {
        let lower = name.to_lowercase().replace('ё', "е");
        let mut pairs = RUSSIAN.split(", ").filter_map(|pair| pair.split_once(' '));
        pairs.find(|(russian, _)| *russian == lower).map(|(_, name)| name)
    };
    known(name).or_else(russian).unwrap_or(name)
}

fn is_quote(letter: char) -> bool {
    "\"“”„«»'‘’`".contains(letter)
}

fn name(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix('[')?.trim_start();
    let end = inside.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'))?;
    let (name, rest) = inside.split_at(end);
    let rest = rest.trim_start().trim_start_matches([':', '=']).trim_start();
    name.starts_with(char::is_alphabetic).then_some((name, rest))
}

/// Whether a text begins with a tag's name and a quote.
pub fn is_opening(text: &str) -> bool {
    name(text).is_some_and(|(_, rest)| rest.starts_with(is_quote))
}

/// The name and value of the tag that a line begins with, and its length. The value ends at a quote and a bracket before moves, a
/// comment, the next tag or the end of the line, else at the last quote and bracket, so it may have others inside. Without them, it
/// ends at a bracket or the end of the line.
pub fn read(line: &str, is_first: bool) -> Option<(&str, &str, usize)> {
    let (name, rest) = name(line)?;
    let begin = line.len() - rest.len();
    let Some(quote) = rest.chars().next().filter(|&first| is_quote(first)) else {
        let end = (is_first && known(name).is_some()).then(|| rest.find(']'))?.filter(|&end| end > 0)?;
        return Some((name, rest[..end].trim(), begin + end + 1));
    };
    let inside = begin + quote.len_utf8();
    let (value, end) = quoted(&line[inside..]);
    Some((name, value.trim(), inside + end))
}

/// The value after an opening quote, and where it ends, including its bracket.
fn quoted(text: &str) -> (&str, usize) {
    let next = text
        .char_indices()
        .find(|&(at, letter)| letter == '[' && is_opening(&text[at..]))
        .map_or(text.len(), |(at, _)| at);
    let mut closing =
        text[..next].match_indices(']').map(|(at, _)| at).filter(|&at| text[..at].trim_end().ends_with(is_quote));
    // After a tag come moves or a comment; other text belongs to the value.
    let is_last = |&end: &usize| {
        let rest = text[end + 1..next].trim_start();
        let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        rest.is_empty()
            || rest.starts_with(['{', ';', '(', '*'])
            || digits.len() < rest.len() && digits.starts_with('.')
    };
    if let Some(end) = closing.clone().find(is_last).or_else(|| closing.next_back()) {
        let value = text[..end].trim_end();
        let quote = value.chars().next_back().map_or(0, char::len_utf8);
        return (&value[..value.len() - quote], end + 1);
    }
    match text[..next].find(']') {
        Some(end) => (&text[..end], end + 1),
        None => (text[..next].trim_end().trim_end_matches(is_quote), next),
    }
}

/// The length of the HTML tag that a text begins with, `<br>` or `</p>`.
pub fn html(text: &str) -> Option<usize> {
    const NAMES: [&str; 14] =
        ["br", "p", "b", "i", "u", "em", "strong", "span", "div", "code", "pre", "td", "tr", "li"];
    let behind = text.strip_prefix('<')?;
    let name = behind[..behind.bytes().take(12).position(|byte| byte == b'>')?].trim_matches(['/', ' ']);
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(name)).then(|| text.find('>')).flatten().map(|end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_as_they_are_typed() {
        for (line, name, value, rest) in [
            (r#"[White "Orlova"]"#, "White", "Orlova", ""),
            (r#"[ White  "Orlova" ] 1. c3-d4"#, "White", "Orlova", " 1. c3-d4"),
            (r#"[White "A"] [Black "B"]"#, "White", "A", r#" [Black "B"]"#),
            (r#"[Event "Cup ["Open"] final"]"#, "Event", r#"Cup ["Open"] final"#, ""),
            (r#"[Event "Cup ["Open"] final"][White "A"]"#, "Event", r#"Cup ["Open"] final"#, r#"[White "A"]"#),
            (r#"[Event "A [b] c"] {"d"]}"#, "Event", "A [b] c", r#" {"d"]}"#),
            (r#"[Event "A"] 1. c3-d4 "b"] *"#, "Event", "A", r#" 1. c3-d4 "b"] *"#),
            ("[White “Orlova”]", "White", "Orlova", ""),
            ("[White «Орлова»]", "White", "Орлова", ""),
            ("[White: 'Orlova']", "White", "Orlova", ""),
            ("[White=\"Orlova\"]", "White", "Orlova", ""),
            (r#"[White "Orlova]"#, "White", "Orlova", ""),
            (r#"[White "Orlova"#, "White", "Orlova", ""),
            (r#"[White "Orlova" "#, "White", "Orlova", ""),
            ("[white Orlova] x", "white", "Orlova", " x"),
            (r#"[White ""]"#, "White", "", ""),
        ] {
            let length = line.len() - rest.len();
            assert_eq!(read(line, true), Some((name, value, length)), "{line}");
        }
        for line in ["[x]", "[%clk 1:02]", "[", "[\"a\"]", "[0:45]", "[x y]", "[White]"] {
            assert_eq!(read(line, true), None, "{line}");
        }
    }
}
