//! `bolshak perft`: counting move sequences, to check a move generator.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use bolshak::board::{Game, GameName, Position, short};
use bolshak::rules::{perft, perft_divide};

use crate::shared::options::{number, one_of};
use crate::shared::process::notice;

/// Count the move sequences of each length up to a depth
#[derive(clap::Args)]
pub struct Args {
    /// Plies
    #[arg(value_parser = number(0..=64_u32), allow_negative_numbers = true)]
    depth: u32,

    /// The game: russian, poddavki, or draughts-80 (on ten files)
    #[arg(long, value_name = "GAME", default_value_t = GameName::Russian)]
    #[arg(value_parser = one_of(GameName::ALL), hide_possible_values = true)]
    pub game: GameName,

    /// The position [default: the start of a game]
    #[arg(value_name = "FEN")]
    position: Option<String>,

    /// Split the count of the last depth by the first move
    #[arg(long)]
    divide: bool,
}

pub fn run<G: Game>(args: &Args) -> Result<ExitCode> {
    let position: Position<G> = match &args.position {
        Some(text) => text.parse().with_context(|| short(text))?,
        None => Position::start(),
    };
    let mut out = io::stdout().lock();
    let start = Instant::now();
    if args.divide {
        let split = perft_divide(&position, args.depth);
        let mut lines: Vec<_> = split.iter().map(|(mv, nodes)| (position.move_text(mv), nodes)).collect();
        lines.sort();
        for (text, nodes) in lines {
            writeln!(out, "{text} {nodes}")?;
        }
    }
    for depth in args.depth.min(1)..=args.depth {
        writeln!(out, "{depth} {}", perft(&position, depth))?;
        out.flush()?;
    }
    notice(&format!("{:.3} s", start.elapsed().as_secs_f64()));
    Ok(ExitCode::SUCCESS)
}
