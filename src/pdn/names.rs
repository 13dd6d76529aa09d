//! The players and the result in lines of prose: "5. Иванов – Петров, 1984", "Белые: Иванов".

use super::error::Place;
use super::game::Game;
use super::tokens::first;
use super::words;

const SIDES: [(&str, &str); 5] =
    [("белые", "White"), ("чёрные", "Black"), ("черные", "Black"), ("white", "White"), ("black", "Black")];

/// Takes the players and the result that a line names, unless the game has them.
pub fn take(game: &mut Game, line: &str) {
    let line = without_brackets(line);
    let named = |part: &str| {
        let (side, name) = part.split_once([':', '-', '–', '—'])?;
        let side = side.trim().to_lowercase();
        SIDES.iter().find(|(word, _)| *word == side).map(|(_, tag)| (*tag, name.trim().to_string()))
    };
    let parts: Vec<_> = line.split(['.', ';', ',']).filter_map(named).collect();
    let names = if parts.len() > 1 { parts } else { named(&line).into_iter().collect() };
    if names.is_empty() {
        pair(game, &line);
    }
    names.iter().for_each(|(tag, name)| take_name(game, tag, name));
}

/// Takes a pair of names: "5. Иванов – Петров, 1984", "Ivanov vs Petrov". A hyphen without spaces, which names also have, separates
/// them only if a result follows or both have initials: "Иванов-Петров 0:2", "А.Иванов-П.Петров". Takes the result behind them, or
/// alone: "Результат 2-0".
fn pair(game: &mut Game, line: &str) {
    let line = without_caption(line);
    let dashes = [" - ", " – ", " — ", " vs. ", " vs ", "–", "—"];
    let last_result = before_result(line);
    let hyphen = || {
        let names = last_result.map_or(line, |(names, _)| names);
        let (white, black) = names.split_once('-').filter(|(_, black)| !black.contains('-'))?;
        let has_initials = white.contains('.') && black.contains('.');
        (last_result.is_some() || has_initials).then(|| (white, &line[white.len() + 1..]))
    };
    let lower = line.to_lowercase();
    let is_of_result =
        ["результат", "итог", "счет", "счёт", "result", "score"].iter().any(|word| lower.starts_with(word));
    // "Иванов 2:0 Петров"
    let middle = || {
        let result = line.split(' ').skip(1).find(|word| words::result(word).is_some())?;
        let (white, black) = line.split_once(result).filter(|(_, black)| !black.is_empty())?;
        Some((white, black.trim(), result))
    };
    let parts = dashes.iter().find_map(|dash| line.split_once(dash)).or_else(hyphen);
    let (white, black, result) = match parts {
        Some((white, behind)) => {
            // The name of Black has as many commas as that of White.
            let commas = white.matches(',').count();
            let end = behind.match_indices([',', ';']).nth(commas).map_or(behind.len(), |(end, _)| end);
            let black = behind[..end].trim();
            let (black, result) = before_result(black).unwrap_or((black, ""));
            (white, black.trim_end_matches([' ', '-', '–', '—']), result)
        }
        None if is_of_result => return last_result.iter().for_each(|(_, result)| take_result(game, result)),
        None => {
            let Some(parts) = middle() else { return };
            parts
        }
    };
    // A full stop ends the line, but not an initial.
    let is_initial = |name: &str| {
        let mut letters = name.trim_end_matches('.').chars().rev();
        letters.next().is_some_and(char::is_uppercase) && !letters.next().is_some_and(char::is_alphabetic)
    };
    let black = if is_initial(black) { black } else { black.trim_end_matches('.') };
    if is_name(white) && is_name(black) {
        take_name(game, "White", white.trim());
        take_name(game, "Black", black);
        take_result(game, result);
    }
}

/// The result that a text ends with, and what stands before it.
fn before_result(text: &str) -> Option<(&str, &str)> {
    text.rsplit_once(' ').filter(|(_, result)| words::result(result).is_some())
}

fn take_result(game: &mut Game, result: &str) {
    if let (Some(stated), None) = (words::result(result), &game.stated) {
        game.stated = Some((stated, result.into()));
    }
}

/// A line without its captions, such as "5.", "1-я партия.", "Тур 2. Доска 1." and "Round 3:".
fn without_caption(line: &str) -> &str {
    /// The most captions of a line.
    const MOST: usize = 4;
    let mut line = line.trim_start();
    for _ in 0..MOST {
        let beginning = first(line, 40);
        let is_number = |word: &str| word.contains(|c: char| c.is_ascii_digit()) && words::result(word).is_none();
        // The colon of a score does not end a caption.
        let is_score = |end: &usize| line[end + 1..].starts_with(|c: char| c.is_ascii_digit());
        let Some(end) = beginning.find(['.', ')', ':']).filter(|end| !is_score(end)) else { break };
        let words: Vec<&str> = beginning[..end].split_whitespace().collect();
        let is_caption = match words[..] {
            [one] => is_number(one),
            [one, second] => is_number(one) || is_number(second),
            _ => false,
        };
        if !is_caption {
            break;
        }
        line = line[end + 1..].trim_start();
    }
    line.trim_start_matches(|c: char| c.is_ascii_digit() || "№#. ".contains(c))
}

/// A line without texts in brackets, such as towns and titles.
fn without_brackets(line: &str) -> String {
    let mut depth = 0_usize;
    let outside = |c: &char| {
        depth += usize::from(*c == '(');
        let is_outside = depth == 0;
        depth = depth.saturating_sub(usize::from(*c == ')'));
        is_outside
    };
    line.chars().filter(outside).collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn take_name(game: &mut Game, tag: &str, name: &str) {
    if game.tag(tag).is_none() && is_name(name) {
        game.set_tag(tag, name, Place::START);
    }
}

/// Whether a text may be a name: it begins with a capital, and has no digits and few words.
fn is_name(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(char::is_uppercase)
        && !text.contains(|c: char| c.is_ascii_digit() || ":;".contains(c))
        && text.split(' ').count() <= 4
}
