//! `bolshak diagram`: positions as a picture.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use bolshak::board::{Game, GameName, Position, short};

use crate::lang::Said;
use crate::shared::diagram::svg_grid;
use crate::shared::options::one_of;

/// Draw positions: one SVG with a board for each
#[derive(clap::Args)]
pub struct Args {
    /// The game: russian, poddavki (losing draughts), or draughts-80 (on ten files)
    #[arg(long, value_name = "GAME", default_value_t = GameName::Russian)]
    #[arg(value_parser = one_of(GameName::ALL), hide_possible_values = true)]
    pub game: GameName,

    /// The most boards in a row
    #[arg(long, value_name = "N", default_value_t = 3)]
    columns: usize,

    /// Positions such as W:WKa1,c3:BKh8
    #[arg(required = true, value_name = "FEN")]
    positions: Vec<String>,
}

pub fn run<G: Game>(args: &Args) -> Result<ExitCode> {
    let about = |text: &String| Said::new("about", &[("text", &short(text))]);
    let read = |text: &String| text.parse::<Position<G>>().map_err(|error| about(text).because(error));
    let positions: Vec<Position<G>> = args.positions.iter().map(read).collect::<Result<_, _>>()?;
    io::stdout().lock().write_all(svg_grid(&positions, args.columns).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
