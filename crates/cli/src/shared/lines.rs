//! A position on a line of its own, and what stands behind it: words, a result, moves.

use bolshak::board::{Fen, FenError, Game, GameName, Numbering, short};
use bolshak::pdn::{self, Stated, Unread};
use bolshak::value::{Category, Theory};

use crate::lang::Said;

/// A game, or a position on a line of its own with what stands behind it.
pub struct Entry<G> {
    /// Its number in its file: of a game, or of a line.
    pub number: usize,
    pub is_line: bool,
    /// A line that begins with no position is an error, and others may follow.
    pub game: std::result::Result<pdn::Game, Said>,
    /// The position of a line with tabs, and its result for the side to move, as `find` prints them.
    pub found: Option<(Fen<G>, Option<Theory>)>,
}

pub fn entry_of_line<G: Game>(line: &str, number: usize) -> Entry<G> {
    let mut found = None;
    let game = match position_of::<G>(line.trim_start()) {
        None => Err(Said::new("no-position", &[("text", &short(line))])),
        Some((fen, rest)) => {
            found = of_find(rest).map(|theory| (fen, theory));
            let rest = rest.trim_start_matches([';', ',', '.']).trim();
            game_of_line::<G>(&fen, &line[..line.len() - rest.len()], rest, number)
        }
    };
    Entry { number, is_line: true, game, found }
}

/// The result in the columns of `find` behind a position, between tabs, or as a terminal shows them, a result and numbers.
fn of_find(rest: &str) -> Option<Option<Theory>> {
    let theory =
        |column: &str| Category::ALL.into_iter().find(|category| category.name() == column).map(Category::theory);
    if let Some(rest) = rest.strip_prefix('\t') {
        return Some(theory(rest.split('\t').next().unwrap_or_default().trim()));
    }
    let (result, numbers) = rest.trim().split_once(' ')?;
    let is_number = |column: &str| column == "-" || column.bytes().all(|byte| byte.is_ascii_digit());
    let result = theory(result).filter(|_| numbers.split_whitespace().all(is_number))?;
    Some(Some(result))
}

/// The setups that a text consists of, each with the number of its first line, as one line: each is on two lines, with a third one
/// behind it, and there are empty lines between them. Empty if there is anything else.
pub fn setups_on_lines<G: Game>(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<(usize, &str)> =
        (1..).zip(text.lines().map(|line| line.trim().trim_end_matches([';', '.', ',']))).collect();
    let all: Vec<(usize, &str)> = lines.iter().copied().filter(|(_, line)| !line.is_empty()).collect();
    let parts: Vec<&[(usize, &str)]> =
        if all.len() <= 3 { vec![&all] } else { lines.split(|(_, line)| line.is_empty()).collect() };
    let setup = |lines: &[(usize, &str)]| {
        let is_setup = (2..=3).contains(&lines.len()) && !lines.iter().any(|(_, line)| line.starts_with('['));
        let line = lines.iter().map(|(_, line)| *line).collect::<Vec<_>>().join("; ");
        let (_, rest) = position_of::<G>(&line).filter(|_| is_setup)?;
        (!rest.split_whitespace().any(begins_moves)).then_some((lines[0].0, line))
    };
    let setups: Option<Vec<_>> = parts.into_iter().filter(|part| !part.is_empty()).map(setup).collect();
    setups.unwrap_or_default()
}

/// Whether a line is a remark: "# from a book", but not "#1 W:...".
pub fn is_remark<G: Game>(line: &str) -> bool {
    let rest = line.trim_start().strip_prefix('#');
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()) || position_of::<G>(rest).is_none())
}

pub fn begins_with_lines<G: Game>(text: &str, is_all: bool) -> bool {
    let mut lines: Vec<&str> = text.lines().map(str::trim).collect();
    // The last one may be cut.
    if !is_all && lines.len() > 1 {
        lines.pop();
    }
    lines.retain(|line| !line.is_empty() && !is_remark::<G>(line));
    // Moves below each position make games.
    let has_moves = |line: &str| {
        let is_move =
            |word: &str| word.starts_with(char::is_alphabetic) && word.find(':') != Some(1) && begins_moves(word);
        line.match_indices('.').any(|(at, _)| {
            let number = line[..at].rsplit(' ').next().unwrap_or_default();
            number.parse::<u32>().is_ok() && line[at + 1..].split_whitespace().next().is_some_and(is_move)
        })
    };
    let is_position = |line: &str| position_of::<G>(line).is_some();
    let is_game =
        |pair: &[&str]| pair.len() == 2 && has_moves(pair[1]) && is_position(pair[0]) && !is_position(pair[1]);
    let are_games = lines.chunks(2).all(is_game) || lines.iter().any(|line| line.starts_with('['));
    let positions = lines.iter().filter(|line| is_position(line)).count();
    positions > 0 && 2 * positions >= lines.len() && !are_games
}

/// Why the first line is not a position, if it looks like one.
pub fn wrong_position<G: Game>(text: &str) -> Option<FenError> {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    let is_fen = line.get(1..2) == Some(":") && line.starts_with(['W', 'w', 'B', 'b']);
    line.parse::<Fen<G>>().err().filter(|_| is_fen)
}

fn position_of<G: Game>(line: &str) -> Option<(Fen<G>, &str)> {
    pdn::leading_position(line, Numbering::default())
}

const SIGNS: [(&[&str], &str); 3] = [
    (&["W+", "w+", "+-", "+", "Б+", "б+"], "1-0"),
    (&["B+", "b+", "-+", "Ч+", "ч+"], "0-1"),
    (&["=", "W=", "B="], "1/2-1/2"),
];

/// A result or the sign of one, in a word of a line.
fn result_of(word: &str) -> Option<&str> {
    let word = word.trim_matches(['.', '!', '(', ')', '[', ']', ',', ';', '|']);
    let sign = SIGNS.iter().find(|(signs, _)| signs.contains(&word)).map(|(_, result)| *result);
    let is_result = || word.contains(|c: char| "012½".contains(c)) && Stated::read(word).is_some();
    sign.or_else(|| is_result().then_some(word))
}

/// What stands behind a position, of the same length, with plain hyphens: "- +" is one sign, and the brackets around all moves are
/// spaces.
fn plain_rest(rest: &str) -> String {
    let mut rest = rest.replace(['‐', '‑', '‒', '–', '—', '―', '−'], "-").replace("- +", " -+");
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_move = |word: &str| begins_moves(word) && !is_number(word) && !is_year(word) && result_of(word).is_none();
    let mut depth = 0;
    let closes = |&(_, sign): &(usize, char)| {
        depth += i32::from(sign == '(') - i32::from(sign == ')');
        depth == 0
    };
    if let Some(open) = rest.find('(')
        && let Some(close) = rest[open..].char_indices().find(closes).map(|(end, _)| open + end)
        && rest[open + 1..close].split_whitespace().next().is_some_and(is_move)
        && !rest[..open].split_whitespace().any(is_move)
    {
        rest.replace_range(close..=close, " ");
        rest.replace_range(open..=open, " ");
    }
    rest
}

/// A game with the position of a line, and its text. What stands behind the position, in any order: words, a result, moves. The moves
/// keep their columns.
fn game_of_line<G: Game>(
    start: &Fen<G>,
    text: &str,
    rest: &str,
    number: usize,
) -> std::result::Result<pdn::Game, Said> {
    let (fen, rest) = (start.to_string(), &*plain_rest(rest));
    let blank = |text: &str| " ".repeat(text.chars().count());
    let (mut before, mut moves, mut has_moves) = (Vec::<&str>::new(), blank(text), false);
    let mut results: Vec<&str> = Vec::new();
    // "Black +", "B +" and "+ черных" are words.
    let is_side = |word: &str| {
        "wbбч".contains(&word.to_lowercase()) && word.chars().count() == 1
            || Stated::read(&format!("{word} win")).is_some()
    };
    let mut left = rest;
    while let Some(part) = left.split_inclusive(char::is_whitespace).next() {
        // A town and a year in brackets, or a year behind a name, are not moves.
        let in_brackets = part.starts_with('(').then(|| left.find(')')).flatten().map_or(part, |end| &left[..=end]);
        let part = if has_moves || in_brackets.split_whitespace().any(|word| begins_moves(word) && !is_year(word)) {
            part
        } else {
            in_brackets
        };
        let behind = &left[part.len()..];
        // A result may stand directly behind a move: "ge3;W+".
        let glued = part.trim_end().rfind([',', ';', '|']).map_or(0, |at| at + 1);
        let part = if glued > 0 && result_of(&part[glued..]).is_some() { &part[..glued] } else { part };
        left = &left[part.len()..];
        let word = part.trim_end();
        // "win in 3"
        let is_count = before.last().is_some_and(|word| ["in", "в", "за"].contains(&&*word.to_lowercase()))
            && word.starts_with(|c: char| c.is_ascii_digit())
            && !word.trim_end_matches(':').contains(':');
        let is_year = !before.is_empty()
            && start.position.read_move(word, Numbering::default()).is_err()
            && (is_count || is_year(word) && !behind.split_whitespace().any(begins_moves));
        let is_beside =
            || before.last().is_some_and(|word| is_side(word)) || behind.split_whitespace().next().is_some_and(is_side);
        let is_of_words = !has_moves && matches!(word, "+" | "=") && is_beside();
        match result_of(word).filter(|_| !is_of_words) {
            Some(result) => results.push(result),
            None if word.is_empty() => {}
            None if has_moves || begins_moves(word) && !is_year => {
                has_moves = true;
                // Behind a semicolon, the rest would be a comment.
                let written = part.trim_end_matches([';', '|']);
                moves += written;
                moves += &blank(&part[written.len()..]);
                continue;
            }
            None => before.push(word),
        }
        moves += &blank(part);
    }
    for clause in before.join(" ").split([',', '.', ':', ';']) {
        if let Err(error @ FenError::TwoTurns { .. }) = format!("{fen} {}", clause.trim()).parse::<Fen<G>>() {
            return Err(Said::new("in-position", &[("position", &fen)]).because(error));
        }
    }
    if let [one, others @ ..] = &results[..]
        && let Some(other) = others.iter().find(|other| Stated::read(other) != Stated::read(one))
    {
        return Err(Said::new("two-results", &[("one", one), ("other", other)]));
    }
    let comment = before.join(" ").replace(['{', '}'], "'");
    let comment = if comment.is_empty() { comment } else { format!(" {{{comment}}}") };
    let kind = if G::NAME == GameName::Draughts80 { "[GameType \"41\"] " } else { "" };
    let result = results.first().copied().unwrap_or_default();
    let text = format!("{kind}[FEN \"{fen}\"]{comment}\n{moves} {result}\n");
    let mut game = pdn::games(&text).next().unwrap_or_default();
    game.number = number;
    if let Some(one) = results.first().filter(|one| Stated::read(one) != Some(game.stated())) {
        return Err(Said::new("two-results", &[("one", one), ("other", &game.stated().text())]));
    }
    for unread in &mut game.unread {
        if let Unread::Text { place, .. } | Unread::Tag { place, .. } | Unread::Number { place, .. } = unread {
            place.line = number;
        }
    }
    for word in &mut game.words {
        word.place.line = number;
    }
    Ok(game)
}

/// Whether a word of a line is a move or the number of one: it names a square, or begins with a digit.
fn begins_moves(word: &str) -> bool {
    let letters: Vec<char> = word.chars().flat_map(char::to_lowercase).collect();
    let is_square = |pair: &[char]| "abcdefghijkабвцсдефгнкх".contains(pair[0]) && pair[1].is_ascii_digit();
    letters.windows(2).any(is_square) || letters.first().is_some_and(char::is_ascii_digit)
}

/// Whether a word may be a year.
fn is_year(word: &str) -> bool {
    word.trim_end_matches(['.', ',', ';', ')']).parse().is_ok_and(|year: u32| (1800..2100).contains(&year))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bolshak::board::Russian;

    #[test]
    fn positions_at_the_beginning_of_lines() {
        for (line, position, rest) in [
            ("W:WKg1:Bb8,e5", "W:WKg1:Be5,b8", ""),
            ("W:WKg1:Bb8,e5 W+ g1-e3", "W:WKg1:Be5,b8", "W+ g1-e3"),
            ("W:WKg1:Bb8,e5 1. g1-e3 1-0", "W:WKg1:Be5,b8", "1. g1-e3 1-0"),
            ("W:WKg1:Bb8,e5 d4", "W:WKg1:Be5,b8", "d4"),
            ("W:WKg1:Bb8, e5; 1-0", "W:WKg1:Be5,b8", "; 1-0"),
            ("W:W c3, Kg1 : B b8, e5 =", "W:WKg1,c3:Be5,b8", "="),
            ("3. W:WKg1:Bb8,e5 =", "W:WKg1:Be5,b8", "="),
            ("Белые: дамка g1. Чёрные: b8, e5. Ход чёрных. Ничья", "B:WKg1:Be5,b8", "Ничья"),
            ("W:WKg1:Bb8,e5\twin\t7", "W:WKg1:Be5,b8", "win\t7"),
        ] {
            let (fen, found) = position_of::<Russian>(line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!((&*fen.position.to_string(), found.trim()), (position, rest), "{line}");
        }
        for line in ["", "1. c3-d4 d6-c5", "nonsense", "W:W:B"] {
            assert!(position_of::<Russian>(line).is_none(), "{line}");
        }
    }

    #[test]
    fn what_stands_behind_a_position() {
        for (line, found, result, moves) in [
            ("B:WKe7,Kh8:Bb2,Ke5    win  3 1", Some(Some(Theory::Win)), None, "3 1"),
            ("B:WKe7,Kh8:Bb2,Ke5 win", None, None, ""),
            ("W:WKg1:Bb8,e5 (g1-e3) 1-0", None, Some(Stated::White), "g1-e3"),
            ("W:WKg1:Bb8,e5 (Москва, 1987) g1-e3 =", None, Some(Stated::Draw), "g1-e3"),
            ("W:WKg1:Bb8,e5 - +", None, Some(Stated::Black), ""),
            ("W:WKg1:Bb8,e5 + g1-e3", None, Some(Stated::White), "g1-e3"),
            ("W:WKg1:Bb8,e5 Black + g1-e3", None, None, "g1-e3"),
        ] {
            let entry = entry_of_line::<Russian>(line, 1);
            let game = entry.game.unwrap_or_else(|_| panic!("{line}"));
            let words: Vec<&str> = game.words.iter().map(|word| &*word.text).collect();
            let stated = Some(game.stated()).filter(|stated| *stated != Stated::Open);
            assert_eq!((entry.found.map(|(_, theory)| theory), stated), (found, result), "{line}");
            assert!(found.is_some() || words.join(" ") == moves, "{line}: {words:?}");
        }
        let text = "Белые: дамка h2, b4, c3\n\nЧёрные: дамка g1.\n";
        let line = "Белые: дамка h2, b4, c3; Чёрные: дамка g1";
        assert_eq!(setups_on_lines::<Russian>(text), [(1, line.to_string())]);
        let text = text.replace("\n\n", "\n");
        let two = [(1, line.to_string()), (4, line.to_string())];
        assert_eq!(setups_on_lines::<Russian>(&format!("{text}\n{text}")), two);
        assert_eq!(setups_on_lines::<Russian>("Белые: h2, b4\nЧёрные: дамка g1\n1. b4-c5"), []);
        assert!(begins_with_lines::<Russian>("W:WKg1:Bb8,e5 1. g1-e3\nW:WKg1:Bb8,e5 1. g1-e3", true));
        assert!(!begins_with_lines::<Russian>("W:WKg1:Bb8,e5\nРешение: 1. g1-e3", true));
    }
}
