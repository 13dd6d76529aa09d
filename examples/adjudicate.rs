//! Adjudicates the games of a PDN file: who wins with best play from the first position that the tables know, whether the
//! stated result agrees, and which moves after that gave something away.
//!
//! ```sh
//! cargo run --release --example adjudicate -- examples/games.pdn         # the built-in tables, to three pieces
//! cargo run --release --example adjudicate -- examples/games.pdn tables
//! ```
//!
//! It shows how to follow a game with [`Position::parse_move`] and [`Clock::after`], and how to tell a position that the
//! tables do not know from an error. A [`Category`] is the side to move's: that after a move has to be flipped before it is
//! compared with that before it. A game that cannot be read gets a line that says why, and the next one follows; the exit
//! status is 1 only if the file or the tables cannot be opened.

use std::collections::HashMap;
use std::error::Error;
use std::mem::take;
use std::process::ExitCode;

use bolshak::board::{Color, Position, short};
use bolshak::probe::{Clock, ProbeError, Tablebase};
use bolshak::value::{Category, Theory};

const USAGE: &str = "usage: adjudicate GAMES.pdn [TABLES_DIR]";

/// A game as it stands in the file.
#[derive(Default)]
struct Game {
    tags: HashMap<String, String>,
    moves: Vec<String>,
}

impl Game {
    fn tag(&self, name: &str) -> Option<&str> {
        self.tags.get(name).map(String::as_str)
    }

    fn result(&self) -> &str {
        self.tag("Result").unwrap_or("*")
    }
}

/// The games of a PDN text. Whatever is no tag, comment, variation, number or result is taken for a move.
fn games(text: &str) -> Vec<Game> {
    const RESULTS: [&str; 7] = ["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "*"];
    let (mut games, mut game, mut depth) = (Vec::new(), Game::default(), 0u32);
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    while let Some(first) = rest.chars().next() {
        let (token, after) = rest.split_at(token_length(rest, first));
        rest = after.trim_start();
        match first {
            '{' if token.ends_with('}') => {}
            ';' | '%' | '$' | '}' | ']' => {}
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '[' => {
                // No variation goes on into the next game, even if its end is missing.
                depth = 0;
                if !game.moves.is_empty() {
                    games.push(take(&mut game));
                }
                if let Some((name, value)) = token.split_once('"') {
                    game.tags.insert(name[1..].trim().into(), value.trim_end_matches(']').trim_end_matches('"').into());
                }
            }
            _ if depth > 0 => {}
            _ => {
                let after_number = token.trim_start_matches(|c: char| c.is_ascii_digit());
                let word = if after_number.starts_with('.') || after_number.is_empty() { after_number } else { token };
                let word = word.trim_start_matches('.').trim_end_matches(['!', '?']);
                if RESULTS.contains(&word) {
                    // What stands after the moves counts for more than the tag.
                    game.tags.insert("Result".into(), word.into());
                    games.push(take(&mut game));
                } else if !word.is_empty() {
                    game.moves.push(word.into());
                }
            }
        }
    }
    if !game.tags.is_empty() || !game.moves.is_empty() {
        games.push(game);
    }
    games
}

/// How many bytes the first token of a text has: a tag, a comment, a parenthesis or a word. Never none.
fn token_length(text: &str, first: char) -> usize {
    let tail = &text[first.len_utf8()..];
    let line = tail.lines().next().unwrap_or_default();
    let length = match first {
        '{' => tail.find('}').map(|end| end + 1),
        // A value may hold brackets itself.
        '[' => line.find("\"]").map(|end| end + 2).or_else(|| tail.find(']').map(|end| end + 1)),
        ';' | '%' => Some(line.len()),
        '(' | ')' | '}' | ']' => Some(0),
        _ => tail.find(|c: char| c.is_whitespace() || "{}()[];$".contains(c)),
    };
    first.len_utf8() + length.unwrap_or(tail.len())
}

/// What the tables say of a position.
struct Known {
    /// For the side to move.
    category: Category,
    /// Who wins under the draw rule; none in a draw.
    winner: Option<Color>,
    words: String,
}

/// Asks the tables; `None` if they do not know the result.
fn ask(tables: &Tablebase, position: &Position, clock: Clock) -> Result<Option<Known>, ProbeError> {
    let verdict = match tables.probe(position, clock) {
        Err(ProbeError::TooManyPieces { .. } | ProbeError::Missing { .. }) => return Ok(None),
        answer => answer?,
    };
    let Some(category) = verdict.category else { return Ok(None) };
    let mut winner = match category.theory() {
        Theory::Win => Some(position.turn()),
        Theory::Loss => Some(position.turn().other()),
        Theory::Draw => None,
    };
    let mut words = match (winner, verdict.dtw.plies()) {
        (None, _) => "a draw".into(),
        (Some(winner), None) => format!("{winner:?} wins"),
        (Some(winner), Some(0)) => format!("{winner:?} has won"),
        (Some(winner), Some(1 | 2)) => format!("{winner:?} wins in 1 move"),
        (Some(winner), Some(plies)) => format!("{winner:?} wins in {} moves", plies.div_ceil(2)),
    };
    if matches!(category, Category::CursedWin | Category::BlessedLoss) {
        winner = None;
        words = format!("a draw by the 15-move rule ({words} without it)");
    }
    Ok(Some(Known { category, winner, words }))
}

/// The lines of the report on a game.
fn adjudicate(game: &Game, tables: &Tablebase) -> Result<Vec<String>, Box<dyn Error>> {
    if let Some(kind) = game.tag("GameType").filter(|kind| kind.split(',').next() != Some("25")) {
        return Err(format!("its game type, {}, is not that of Russian draughts, 25", short(kind)).into());
    }
    let start = game.tag("FEN").map_or(Ok(Position::START), str::parse);
    let mut position = start.map_err(|error| format!("its FEN: {error}"))?;
    // A FEN does not say when the last capture was: the count starts with the game.
    let (mut clock, mut number) = (Clock::new(0), 1);
    let mut lines = Vec::new();
    let first = |place: &str, position: &Position, known: &Known| {
        let stated = match (game.result(), known.winner) {
            ("1-0" | "2-0", Some(Color::White)) | ("0-1" | "0-2", Some(Color::Black)) | ("1/2-1/2" | "1-1", None) => {
                "agrees"
            }
            ("*", _) => "is open",
            _ => "DIFFERS",
        };
        format!("{place}, {position}: {}; the stated result {stated}", known.words)
    };
    let mut before = ask(tables, &position, clock)?;
    lines.extend(before.iter().map(|known| first("at the start", &position, known)));
    for word in &game.moves {
        let turn = position.turn();
        let place = if turn == Color::White { format!("{number}.") } else { format!("{number}...") };
        let mv = position.parse_move(word).map_err(|error| format!("move {place} {error}"))?;
        let name = format!("{place} {}", position.move_text(&mv));
        (position, clock) = (position.after(&mv), clock.after(&mv));
        number += u32::from(turn == Color::Black);
        let after = ask(tables, &position, clock)?;
        match (&before, &after) {
            (None, Some(after)) => lines.push(first(&format!("after {name}"), &position, after)),
            (Some(before), Some(after)) if after.category.flip() < before.category => {
                lines.push(format!("blunder {name}: before it {}, after it {}", before.words, after.words));
            }
            _ => {}
        }
        if clock.plies >= tables.draw_plies().into() && !position.legal_moves().is_empty() {
            lines.push(format!("drawn after {name}: {} plies by kings alone", clock.plies));
            break;
        }
        before = after;
    }
    if lines.is_empty() {
        lines.push(format!("not adjudicated: the tables do not know {position}; larger ones may"));
    }
    Ok(lines)
}

fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let (path, tables) = match arguments {
        [first, ..] if first.starts_with('-') => return Err(USAGE.into()),
        [path] => (path, Tablebase::built_in()),
        [path, directory] => (path, Tablebase::open(directory)?),
        _ => return Err(USAGE.into()),
    };
    let bytes =
        std::fs::read(path).map_err(|error| format!("cannot read {path}: {error}; give a file of PDN games"))?;
    // Names may be in an older encoding; the moves are ASCII in all of them.
    for (number, game) in (1..).zip(games(&String::from_utf8_lossy(&bytes))) {
        let player = |tag| game.tag(tag).map_or("?".into(), short);
        let title = format!("Game {number}, {} - {}", player("White"), player("Black"));
        match adjudicate(&game, &tables) {
            Ok(lines) => println!("{title}, {}\n  {}", short(game.result()), lines.join("\n  ")),
            Err(error) => println!("{title}: {error}"),
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    match run(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("adjudicate: {error}");
            ExitCode::FAILURE
        }
    }
}
