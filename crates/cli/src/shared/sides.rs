//! The endings that a command reads, and the side to move in them.

use std::io::{self, IsTerminal};

use bolshak::board::Game;
use bolshak::index::{Ending, Mover};
use bolshak::probe::{ProbeError, Tablebase};
use clap::ValueEnum;
use indicatif::ProgressBar;

use super::bar;
use super::question::explain;
use super::tables::OpenTables;
use crate::lang::Lang;

/// The side to move. The first-named side of an ending is White.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Turn {
    /// The first-named side of the ending is to move
    White,
    /// The second-named side is to move; none where both sides are alike, since turning the board makes them one
    Black,
}

/// The endings that --pieces and --material name; some may be there twice.
pub fn named(pieces: Option<u8>, material: &[Ending]) -> Vec<Ending> {
    let all = pieces.into_iter().flat_map(|pieces| (2..=pieces).flat_map(Ending::all));
    all.chain(material.iter().copied()).collect()
}

/// The endings in order, each once.
pub fn in_order(mut endings: Vec<Ending>) -> Vec<Ending> {
    endings.sort();
    endings.dedup();
    endings
}

/// The endings in order, each with the sides to move that are wanted.
pub fn sides(endings: &[Ending], turn: Option<Turn>) -> Vec<(Ending, Mover)> {
    let wanted = |mover: Mover| match turn {
        None => true,
        Some(Turn::White) => mover == Mover::First,
        Some(Turn::Black) => mover == Mover::Second,
    };
    let movers = |ending: Ending| ending.movers().iter().map(move |&mover| (ending, mover));
    in_order(endings.to_vec()).into_iter().flat_map(movers).filter(|&(_, mover)| wanted(mover)).collect()
}

/// The endings that were named, or all that have tables.
pub fn endings<G: Game>(tablebase: &Tablebase<G>, named: &[Ending]) -> Vec<Ending> {
    if named.is_empty() { tablebase.endings() } else { named.to_vec() }
}

/// A bar for a number of entries. It is hidden if the output goes to the same terminal.
pub fn bar(entries: u64, writes_to_stdout: bool) -> ProgressBar {
    if !io::stderr().is_terminal() || writes_to_stdout && io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(entries);
    bar::of_entries(&bar, Lang::En);
    bar
}

/// [`explain`] for an error that may be one of the tables.
pub fn explained<G: Game>(error: anyhow::Error, found: &OpenTables<G>) -> anyhow::Error {
    error.downcast::<ProbeError>().map_or_else(|error| error, |error| explain(error, found))
}
