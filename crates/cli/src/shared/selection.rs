//! Which endings, sides to move and rows a command works on, and which tables it makes.

use std::path::Path;

use anyhow::Result;
use bolshak::board::{Game, GameName};
use bolshak::generate::{Request, Settings};
use bolshak::index::{Ending, Mover, PIECES};
use bolshak::probe::{EndingStats, ProbeError};
use bolshak::table::Metric;
use bolshak::verify::{ListedStats, Statistics};

use crate::lang::{Said, say};
use crate::shared::options::{bytes, described, number, one_of, positive};
use crate::shared::question::explain;
use crate::shared::tables::OpenTables;

/// The endings that a command works on.
#[derive(clap::Args)]
pub struct Endings {
    /// Every ending of up to N pieces [default: all endings that have tables; for generate and plan, N = 4]
    #[arg(long, value_name = "N", value_parser = number(2..=PIECES), allow_negative_numbers = true)]
    pieces: Option<u8>,

    /// An ending; may be repeated, and adds to --pieces. generate and plan add the endings that it needs
    #[arg(long, alias = "ending", value_name = "ENDING")]
    material: Vec<Ending>,
}

impl Endings {
    /// The endings that are named, each once and in order; none if the default is meant.
    pub fn named(&self) -> Vec<Ending> {
        let of_pieces = self.pieces.into_iter().flat_map(|pieces| (2..=pieces).flat_map(Ending::all));
        let mut endings: Vec<Ending> = of_pieces.chain(self.material.iter().copied()).collect();
        endings.sort();
        endings.dedup();
        endings
    }

    /// The endings that are named, else all that have tables. An ending without tables is an error.
    pub fn of<G: Game>(&self, found: &OpenTables<G>) -> Result<Vec<Ending>> {
        let (named, there) = (self.named(), found.tablebase.endings());
        let Some(&ending) = named.iter().find(|ending| !there.contains(ending)) else {
            return Ok(if named.is_empty() { there } else { named });
        };
        let (pieces, largest) = (ending.pieces().into(), found.tablebase.largest());
        let error = match pieces > largest {
            true => ProbeError::TooManyPieces { pieces, largest },
            false => ProbeError::Missing { ending, metric: Metric::Wdl },
        };
        Err(explain(error, found))
    }
}

/// The endings that a command works on, and their sides to move.
#[derive(clap::Args)]
pub struct Selection {
    #[command(flatten)]
    endings: Endings,

    /// The side to move: first or second, as the ending names them [default: both]
    #[arg(long, value_name = "SIDE", value_parser = described(SIDES))]
    pub side: Option<Mover>,
}

const SIDES: &[(&str, &str, Mover)] = &[
    ("first", "The first-named side, White in positions, is to move", Mover::First),
    (
        "second",
        "The second-named side is to move, Black; none where both sides are alike, since turning the board makes them one",
        Mover::Second,
    ),
];

impl Selection {
    /// The endings with their sides to move, in order. No side at all is an error, as is an ending without tables.
    pub fn sides<G: Game>(&self, found: &OpenTables<G>) -> Result<Vec<(Ending, Mover)>> {
        let movers = |ending: Ending| ending.movers().iter().map(move |&mover| (ending, mover));
        let mut sides: Vec<_> = self.endings.of(found)?.into_iter().flat_map(movers).collect();
        sides.retain(|&(_, mover)| self.side.is_none_or(|side| side == mover));
        if sides.is_empty() { Err(Said::new("nothing-selected", &[]).into()) } else { Ok(sides) }
    }

    /// The statistics of the same, from the headers of the tables.
    pub fn stats<G: Game>(&self, found: &OpenTables<G>) -> Result<Vec<EndingStats<G>>> {
        let sides = self.sides(found)?;
        let mut stats = Vec::new();
        for of_ending in sides.chunk_by(|(one, _), (other, _)| one == other) {
            stats.extend(found.tablebase.ending_stats(of_ending[0].0)?);
        }
        stats.retain(|of| sides.contains(&(of.ending, of.mover)));
        Ok(stats)
    }

    /// The published statistics of the endings that are named, else of all, with their sides to move. An ending without any is an
    /// error.
    pub fn published<G: Game>(&self) -> Result<Vec<ListedStats<G>>> {
        let published = Statistics::published_of(G::NAME);
        let named = self.endings.named();
        if let Some(ending) = named.iter().find(|&&ending| !published.has(ending)) {
            return Err(Said::new("nothing-published", &[("ending", ending)]).into());
        }
        let endings = if named.is_empty() { published.endings().collect() } else { named };
        let mut stats: Vec<_> = endings.into_iter().flat_map(|ending| published.of(ending)).collect();
        stats.retain(|of: &ListedStats<G>| self.side.is_none_or(|side| side == of.mover));
        if stats.is_empty() { Err(Said::new("nothing-selected", &[]).into()) } else { Ok(stats) }
    }
}

/// The rows that a command lists.
#[derive(clap::Args)]
pub struct Rows {
    #[command(flatten)]
    pub selection: Selection,

    /// Only the first N rows
    #[arg(long, value_name = "N", value_parser = positive)]
    pub limit: Option<u64>,
}

/// The tables that are wanted, and how they are made.
#[derive(clap::Args)]
pub struct Wanted {
    #[command(flatten)]
    endings: Endings,

    /// The tables to make: wdl (who wins), dtw (in how many plies), dtz (plies to the next move that zeroes the clock).
    /// Without dtw a run takes less time, memory and disk [default: all]
    #[arg(long, value_name = "METRIC,...", value_delimiter = ',', default_values_t = Metric::ALL)]
    #[arg(value_parser = one_of(Metric::ALL), hide_possible_values = true, hide_default_value = true)]
    metrics: Vec<Metric>,

    /// Resident memory that a run may have, as in 4GiB or 900MB [default: three quarters of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub memory: Option<u64>,

    /// Level of compression: higher is slower and smaller
    #[arg(long, value_name = "N", default_value_t = Settings::LEVEL, allow_negative_numbers = true)]
    #[arg(value_parser = number(1..=22_i32))]
    pub level: i32,
}

impl Wanted {
    /// The request; `disk` is the directory of values in work, if one is named.
    pub fn request(&self, game: GameName, disk: Option<&Path>) -> Request {
        let endings = self.endings.named();
        let request = if endings.is_empty() { Request::pieces(4) } else { Request::endings(endings) };
        let mut settings = Settings::default().game(game).metrics(&Metric::sorted(&self.metrics)).level(self.level);
        settings.memory = self.memory.unwrap_or(settings.memory);
        settings.disk = disk.map(Path::to_path_buf);
        request.settings(settings)
    }
}

/// A sentence about the endings that those of a request need; nothing if it names them all.
pub fn added(request: &Request) -> Option<String> {
    let added = Ending::with_successors(&request.endings).len() - request.endings.len();
    (added > 0).then(|| say("endings-added", &[("number", added.into())]))
}
