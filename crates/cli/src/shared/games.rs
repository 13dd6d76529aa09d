//! Files of games, and files with a position on each line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use anyhow::Result;
use bolshak::board::{FenError, Game};
use bolshak::pdn::{self, ReadError};
use bolshak::shown;

use crate::lang::Said;
use crate::shared::files::{LONGEST_LINE, read_line};
use crate::shared::lines::{Entry, begins_with_lines, entry_of_line, is_remark, setups_on_lines, wrong_position};

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
    let setups = if has_lines || !is_all { Vec::new() } else { setups_on_lines::<G>(&text) };
    let is_utf_8 = std::str::from_utf8(&first).map_or_else(|error| error.error_len().is_none(), |_| true);
    let is_utf_8 = is_utf_8 && !first.contains(&0);
    let mut input = BufReader::new(Cursor::new(first).chain(input));
    if !setups.is_empty() {
        return setups.iter().try_for_each(|(number, line)| then(entry_of_line(line, *number))).map(|()| None);
    }
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
        if line.is_empty() || is_remark::<G>(line) {
            continue;
        }
        then(if whole {
            entry_of_line(line, number)
        } else {
            let game = Err(Said::new("long-line", &[("most", &LONGEST_LINE)]));
            Entry { number, is_line: true, game, found: None }
        })?;
    }
    Ok(None)
}

/// What is read to see whether a file has lines.
const FIRST: u64 = 1 << 14;

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
