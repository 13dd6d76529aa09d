//! Files of games, and files with a position on each line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use anyhow::Result;
use bolshak::board::{Fen, FenError, Game, GameName, Numbering, short};
use bolshak::pdn::{self, ReadError, Stated, Unread};
use bolshak::shown;
use bolshak::value::{Category, Theory};

use crate::lang::Said;
use crate::shared::files::{LONGEST_LINE, read_line};

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

/// Reads files of games or of lines, at least one in each; `-` is standard input. A file is one of lines if half of its first lines
/// begin with a position.
pub fn each_entry<G: Game>(files: &[PathBuf], mut then: impl FnMut(Entry<G>) -> Result<()>) -> Result<()> {
    for file in files {
        let mut is_empty = true;
        let wrong = entries(file, |entry| {
            is_empty = false;
            then(entry)
        })?;
        if is_empty {
            return Err(match wrong {
                Some(error) => of_file("no-game-or-position", file).because(error),
                None => of_file("no-game", file),
            }
            .into());
        }
    }
    Ok(())
}

/// Reads one file. Returns why its first line is not a position, if it looks like one and the file has no lines of positions.
fn entries<G: Game>(file: &Path, mut then: impl FnMut(Entry<G>) -> Result<()>) -> Result<Option<FenError>> {
    let unreadable = |error: io::Error| of_file("no-games-read", file).because(error);
    let mut input = open(file)?;
    let mut first = Vec::new();
    input.by_ref().take(FIRST).read_to_end(&mut first).map_err(unreadable)?;
    let is_all = (first.len() as u64) < FIRST;
    let text = pdn::decode(&first);
    let has_lines = begins_with_lines::<G>(&text, is_all);
    let wrong = if has_lines { None } else { wrong_position::<G>(&text) };
    let is_utf_8 = std::str::from_utf8(&first).map_or_else(|error| error.error_len().is_none(), |_| true);
    let is_utf_8 = is_utf_8 && !first.contains(&0);
    let mut input = BufReader::new(Cursor::new(first).chain(input));
    if !has_lines {
        games(file, input).try_for_each(|game| {
            let game = game?;
            then(Entry { number: game.number, is_line: false, game: Ok(game), found: None })
        })?;
        return Ok(wrong);
    }
    // The encoding of a file shows in all of its lines together.
    let mut input: Box<dyn BufRead> = if is_utf_8 {
        Box::new(input)
    } else {
        let mut all = Vec::new();
        input.read_to_end(&mut all).map_err(unreadable)?;
        Box::new(Cursor::new(pdn::decode(&all).into_owned()))
    };
    let mut bytes = Vec::new();
    for number in 1.. {
        let Some(whole) = read_line(&mut input, &mut bytes).map_err(unreadable)? else { break };
        let line = pdn::decode(&bytes);
        // Spaces at its beginning stay, for the columns.
        let line = line.trim_end();
        if line.is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let mut found = None;
        let game = match position_of::<G>(line.trim_start()) {
            _ if !whole => Err(Said::new("long-line", &[("most", &LONGEST_LINE)])),
            None => Err(Said::new("no-position", &[("text", &short(line))])),
            Some((fen, rest)) => {
                found = rest.strip_prefix('\t').map(|rest| (fen, theory(rest.split('\t').next().unwrap_or_default())));
                let rest = rest.trim_start_matches([';', ',', '.']).trim();
                game_of_line::<G>(&fen, &line[..line.len() - rest.len()], rest, number)
            }
        };
        then(Entry { number, is_line: true, game, found })?;
    }
    Ok(None)
}

fn theory(column: &str) -> Option<Theory> {
    Category::ALL.into_iter().find(|category| category.name() == column.trim()).map(Category::theory)
}

/// What is read to see whether a file has lines.
const FIRST: u64 = 1 << 14;

fn begins_with_lines<G: Game>(text: &str, is_all: bool) -> bool {
    let mut lines: Vec<&str> = text.lines().map(str::trim).collect();
    // The last one may be cut.
    if !is_all && lines.len() > 1 {
        lines.pop();
    }
    lines.retain(|line| !line.is_empty() && !line.starts_with('#'));
    let positions = lines.iter().filter(|line| position_of::<G>(line).is_some()).count();
    // Moves below each position make games.
    let has_moves = |line: &str| {
        let (number, rest) = line.split_once('.').unwrap_or_default();
        let is_move =
            |word: &str| word.starts_with(char::is_alphabetic) && word.find(':') != Some(1) && begins_moves(word);
        number.parse::<u32>().is_ok() && rest.split_whitespace().next().is_some_and(is_move)
    };
    let is_game = |pair: &[&str]| pair.len() == 2 && has_moves(pair[1]) && position_of::<G>(pair[0]).is_some();
    let are_games = lines.chunks(2).all(is_game) || lines.iter().any(|line| line.starts_with('['));
    positions > 0 && 2 * positions >= lines.len() && !are_games
}

/// Why the first line is not a position, if it looks like one.
fn wrong_position<G: Game>(text: &str) -> Option<FenError> {
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

/// A game with the position of a line, and its text. What stands behind the position, in any order: words, a result, moves. The moves
/// keep their columns.
fn game_of_line<'r, G: Game>(
    start: &Fen<G>,
    text: &str,
    rest: &'r str,
    number: usize,
) -> std::result::Result<pdn::Game, Said> {
    let fen = start.to_string();
    let blank = |text: &str| " ".repeat(text.chars().count());
    let (mut before, mut moves, mut has_moves) = (Vec::new(), blank(text), false);
    let mut results: Vec<&str> = Vec::new();
    let result_of = |word: &'r str| {
        let word = word.trim_matches(['.', '!', '(', ')', ',', ';', '|']);
        let sign = SIGNS.iter().find(|(signs, _)| signs.contains(&word)).map(|(_, result)| *result);
        let is_result = || word.contains(|c: char| "012½".contains(c)) && Stated::read(word).is_some();
        sign.or_else(|| is_result().then_some(word))
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
        let is_year = !before.is_empty()
            && is_year(word)
            && start.position.read_move(word, Numbering::default()).is_err()
            && !behind.split_whitespace().any(begins_moves);
        match result_of(word) {
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
    if let Err(error @ FenError::TwoTurns { .. }) = format!("{fen} {}", before.join(" ")).parse::<Fen<G>>() {
        return Err(Said::new("in-position", &[("position", &fen)]).because(error));
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

/// The games of a file one by one; `-` is standard input.
pub fn games_of(file: &Path) -> Result<impl Iterator<Item = Result<pdn::Game, Said>>, Said> {
    Ok(games(file, open(file)?))
}

fn open(file: &Path) -> Result<Box<dyn Read>, Said> {
    if is_stdin(file) {
        return Ok(Box::new(io::stdin().lock()));
    }
    let opened = File::open(file).map_err(|error| of_file("no-games-read", file).because(error))?;
    Ok(Box::new(opened))
}

fn games(file: &Path, input: impl Read) -> impl Iterator<Item = Result<pdn::Game, Said>> {
    pdn::read_games(input).map(move |game| {
        game.map_err(|error| match error {
            ReadError::Binary => of_file("no-text", file),
            ReadError::Io(error) => of_file("no-games-read", file).because(error),
            error => of_file("no-games-read", file).because(error),
        })
    })
}

pub fn of_file(id: &'static str, file: &Path) -> Said {
    let from = if is_stdin(file) { "stdin" } else { "file" };
    Said::new(id, &[("from", &from), ("file", &shown(file))])
}

fn is_stdin(file: &Path) -> bool {
    file == Path::new("-")
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
}
