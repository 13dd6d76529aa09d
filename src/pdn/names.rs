//! The players and the result in lines of prose: "5. Иванов – Петров, 1984", "Белые: Иванов".

use super::error::{Place, Unread};
use super::game::Game;
use super::words::{self, Stated, first};

const SIDES: [(&str, &str); 5] =
    [("белые", "White"), ("чёрные", "Black"), ("черные", "Black"), ("white", "White"), ("black", "Black")];

/// Whether a line names the players.
pub fn names_players(line: &str) -> bool {
    let mut game = Game::default();
    take(&mut game, Place::START, line);
    game.tag("White").is_some()
}

/// Takes the players and the result that a line names, unless the game has them. A result that differs is an unread tag.
pub fn take(game: &mut Game, place: Place, line: &str) {
    let plain = without_brackets(line);
    let named = |part: &str| {
        let (side, name) = part.split_once([':', '-', '–', '—'])?;
        let side = side.trim().to_lowercase();
        SIDES.iter().find(|(word, _)| *word == side).map(|(_, tag)| (*tag, name.trim().to_string()))
    };
    let of_parts: Vec<_> = parts(&plain).into_iter().filter_map(named).collect();
    let names = if of_parts.len() > 1 { of_parts } else { named(&plain).into_iter().collect() };
    if names.is_empty() {
        pair(game, place, &plain);
    }
    names.iter().for_each(|(tag, name)| take_name(game, tag, name));
    for part in line.split(['(', ')']).flat_map(parts).map(str::trim) {
        // Without such a word, only beside names: "1/2" may be a page.
        let result = if is_of_result(part) {
            part.split_once([' ', ':']).map(|(_, behind)| behind.trim_start_matches([':', ' ']))
        } else {
            Some(part).filter(|part| game.tag("White").is_some() && words::result(part).is_some())
        };
        take_result(game, place, result.unwrap_or_default());
    }
}

/// The parts of a line between full stops, commas and semicolons. A full stop behind an initial ends none, except before a side.
fn parts(line: &str) -> Vec<&str> {
    let is_side = |text: &str| {
        let next = first(text.trim_start(), 6).to_lowercase();
        SIDES.iter().any(|(side, _)| next.starts_with(side))
    };
    let (mut parts, mut begin) = (Vec::new(), 0);
    for (at, sign) in line.match_indices(['.', ';', ',']) {
        let is_of_initial = sign == "." && is_initial(&line[begin..at]);
        if !is_of_initial || is_side(&line[at + 1..]) {
            parts.push(&line[begin..at + usize::from(is_of_initial)]);
            begin = at + 1;
        }
    }
    parts.push(&line[begin..]);
    parts
}

/// Whether a text ends with an initial, without its full stop.
fn is_initial(text: &str) -> bool {
    let mut letters = text.chars().rev();
    letters.next().is_some_and(char::is_uppercase) && !letters.next().is_some_and(char::is_alphabetic)
}

fn is_of_result(text: &str) -> bool {
    let word = first(text, 12).split([' ', ':']).next().unwrap_or_default().to_lowercase();
    ["результат", "итог", "счет", "счёт", "result", "score"].contains(&&*word)
}

/// Takes a pair of names: "5. Иванов – Петров, 1984", "Ivanov vs Petrov". A hyphen without spaces, which names also have, separates
/// them only if a result follows or both have initials: "Иванов-Петров 0:2", "А.Иванов-П.Петров". Takes the result behind them.
fn pair(game: &mut Game, place: Place, line: &str) {
    let line = without_caption(line);
    if is_of_result(line) {
        return;
    }
    let dashes = [" - ", " – ", " — ", " vs. ", " vs ", "–", "—"];
    let last_result = before_result(line);
    let hyphen = || {
        let names = last_result.map_or(line, |(names, _)| names);
        let (white, black) = names.split_once('-').filter(|(_, black)| !black.contains('-'))?;
        let has_initials = white.contains('.') && black.contains('.');
        (last_result.is_some() || has_initials).then(|| (white, &line[white.len() + 1..]))
    };
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
        None => {
            let Some(parts) = middle() else { return };
            parts
        }
    };
    // A full stop ends the line, but not an initial.
    let without = black.trim_end_matches('.');
    let black = if is_initial(without) { black } else { without };
    if is_name(white) && is_name(black) {
        take_name(game, "White", white.trim());
        take_name(game, "Black", black);
        take_result(game, place, result);
    }
}

/// The result that a text ends with, and what stands before it.
fn before_result(text: &str) -> Option<(&str, &str)> {
    text.rsplit_once(' ').filter(|(_, result)| words::result(result).is_some())
}

fn take_result(game: &mut Game, place: Place, result: &str) {
    match Stated::read(result) {
        None | Some(Stated::Open) => {}
        Some(stated) if game.stated() == Stated::Open => game.stated = Some((stated, result.into())),
        Some(stated) if stated == game.stated() => {}
        _ => game.unread.push(Unread::Tag { name: "Result".into(), value: result.into(), place }),
    }
}

/// A line without its captions, such as "5.", "1-я партия.", "Тур 2, доска 1." and "Round 3:".
fn without_caption(line: &str) -> &str {
    /// The most captions of a line.
    const MOST: usize = 4;
    let mut line = line.trim_start();
    for _ in 0..MOST {
        let beginning = first(line, 40);
        let is_number = |word: &str| word.contains(|c: char| c.is_ascii_digit()) && words::result(word).is_none();
        // The colon of a score does not end a caption.
        let is_score = |end: &usize| line[end + 1..].starts_with(|c: char| c.is_ascii_digit());
        let Some(end) = beginning.find(['.', ')', ':', ',']).filter(|end| !is_score(end)) else { break };
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
