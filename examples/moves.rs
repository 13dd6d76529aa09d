//! Prints the legal moves of positions, without tables.
//!
//! Reads positions from standard input, one a line, and prints a line of legal moves for each, in alphabetical order, separated by
//! spaces; it is empty if the side to move has lost. The captured pieces follow a capture in brackets; `=K` marks a promotion.
//!
//! ```console
//! $ echo "W:Wc5,f6,h2:Bd4,f4,g7" | cargo run --release --quiet --example moves
//! c5:e3:g5(d4,f4) f6:h8(g7)=K
//! ```
//!
//! The game is Russian draughts, or the one named as an argument:
//!
//! ```console
//! $ echo "W:Wi7:BKa1" | cargo run --release --quiet --example moves -- draughts-80
//! i7-h8=K i7-j8=K
//! ```
//!
//! A line that is not a position is an error, which ends the program.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use bolshak::board::{Game, GameName, Position, squares};
use bolshak::in_game;
use bolshak::rules::Move;

const USAGE: &str = "usage: moves [GAME] < POSITIONS";

/// The legal moves as text.
fn answer<G: Game>(position: &Position<G>) -> String {
    let text = |mv: Move<G>| {
        let mut text = position.move_text(&mv);
        if mv.is_capture() {
            let captured: Vec<_> = squares::<G>(mv.captured()).map(|square| square.to_string()).collect();
            text += &format!("({})", captured.join(","));
        }
        text + if mv.is_crowning() { "=K" } else { "" }
    };
    let mut texts: Vec<String> = position.legal_moves().into_iter().map(text).collect();
    texts.sort();
    texts.join(" ")
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().map_or(Ok(GameName::default()), |name| name.parse())?;
    if arguments.next().is_some() {
        return Err(USAGE.into());
    }
    in_game!(game, G => answer_all::<G>())
}

/// Answers each line of standard input.
fn answer_all<G: Game>() -> Result<(), Box<dyn Error>> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for (number, line) in io::stdin().lines().enumerate() {
        let position: Position<G> = line?.parse().map_err(|error| format!("line {}: {error}", number + 1))?;
        writeln!(out, "{}", answer(&position))?;
    }
    Ok(out.flush()?)
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("moves: {error}");
            ExitCode::FAILURE
        }
    }
}
