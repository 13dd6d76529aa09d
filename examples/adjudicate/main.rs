//! Adjudicates the games of a PDN file: who wins with best play from the first position that the tables know, whether the
//! stated result agrees, and which moves after that gave something away.
//!
//! ```sh
//! cargo run --release --example adjudicate -- examples/games.pdn         # the built-in tables, to three pieces
//! cargo run --release --example adjudicate -- examples/games.pdn tables
//! ```
//!
//! It shows how to follow a game with [`Position::parse_numbered_move`] and [`Clock::after`], and how to tell a position that the
//! tables do not know from an error. A [`Category`] is the side to move's: that after a move has to be flipped before it is
//! compared with that before it. A game that cannot be read gets a line that says why, and the next one follows; the exit
//! status is 1 only if the file or the tables cannot be opened.
//!
//! The tag `GameType` names the game: 25 is Russian draughts, as are games without the tag, 41 is draughts-80 (see [`GameType`]).
//! The tables are of one game. A game of another one gets a line that says so, and is not read.
//!
//! A file has at most 64 MiB, a game in it 1 MiB, with variations nested 64 deep; it takes a time in proportion to the
//! length of the file.

mod pdn;

use std::error::Error;
use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use bolshak::board::{Color, Fen, Game, GameType, Position, short};
use bolshak::probe::{AnyTablebase, Clock, Options, ProbeError, Tablebase};
use bolshak::value::{Category, Theory};
use bolshak::with_tables;
use pdn::{Record, for_each_game};

const USAGE: &str = "usage: adjudicate GAMES.pdn [TABLES_DIR]";

/// The most bytes of a file.
const FILE_BYTES: u64 = 64 << 20;

/// What the tables say of a position.
struct Known {
    /// For the side to move.
    category: Category,
    /// Who wins under the draw rule; none in a draw.
    winner: Option<Color>,
    words: String,
}

/// Asks the tables; `None` if they do not know the result.
fn ask<G: Game>(tables: &Tablebase<G>, position: &Position<G>, clock: Clock) -> Result<Option<Known>, ProbeError> {
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
fn adjudicate<G: Game>(game: &Record, tables: &Tablebase<G>) -> Result<Vec<String>, Box<dyn Error>> {
    if let Some(fault) = &game.fault {
        return Err(fault.as_str().into());
    }
    let kind = game.tag("GameType").map_or(Ok(GameType::default()), str::parse::<GameType>);
    let GameType { game: played, numbering, .. } = kind.map_err(|error| format!("its GameType: {error}"))?;
    if played != G::NAME {
        return Err(format!(
            "its game is {played}, but the tables are of {}; name a directory of {played} tables",
            G::NAME
        )
        .into());
    }
    let start = game.tag("FEN").map_or(Ok(Fen::new(Position::start())), |fen| numbering.fen::<G>(fen));
    let start = start.map_err(|error| format!("its FEN: {error}"))?;
    // Without a draw counter in the FEN the count starts with the game.
    let (mut position, mut clock) = (start.position, Clock::of_fen(&start, None).0);
    let mut number = 1;
    let mut lines = Vec::new();
    let first = |place: &str, position: &Position<G>, known: &Known| {
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
        let mv = position.parse_numbered_move(word, numbering).map_err(|error| format!("move {place} {error}"))?;
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
        [path] => (path, Tablebase::built_in().into()),
        // Of whichever game they are.
        [path, directory] => (path, AnyTablebase::open(directory, None, Options::default())?),
        _ => return Err(USAGE.into()),
    };
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(FILE_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("cannot read {path}: {error}; give a file of PDN games"))?;
    if bytes.len() as u64 > FILE_BYTES {
        return Err(format!("{path} has more than {} MiB; split it", FILE_BYTES >> 20).into());
    }
    let (mut number, mut out) = (0, io::BufWriter::new(io::stdout().lock()));
    let mut written = Ok(());
    // Names may be in an older encoding; the moves are ASCII in all of them.
    for_each_game(&String::from_utf8_lossy(&bytes), |game| {
        number += 1;
        let player = |tag| game.tag(tag).map_or("?".into(), short);
        let title = format!("Game {number}, {} - {}", player("White"), player("Black"));
        let lines = match with_tables!(&tables, tables => adjudicate(&game, tables)) {
            Ok(lines) => format!("{title}, {}\n  {}", short(game.result()), lines.join("\n  ")),
            Err(error) => format!("{title}: {error}"),
        };
        if written.is_ok() {
            written = writeln!(out, "{lines}");
        }
    });
    written.and_then(|()| out.flush()).map_err(|error| format!("cannot write: {error}").into())
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
