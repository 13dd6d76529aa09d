//! `bolshak find`: positions by what makes them interesting.

mod conditions;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use anyhow::Result;
use bolshak::Progress;
use bolshak::board::Game;
use bolshak::find::{Choice, Event, Filter, Search};
use bolshak::in_game;
use bolshak::index::Ending;
use bolshak::json::Hit;
use bolshak::value::Category;
use clap::ValueEnum;
use indicatif::ProgressBar;

use crate::cli::shared::hit;
use crate::cli::shared::sides::{Turn, bar, endings, explained, sides};
use crate::cli::shared::signal;
use crate::cli::shared::tables::Tables;
use crate::cli::shared::threads;
use conditions::Conditions;

/// List positions by what makes them interesting
///
/// A position is listed if it meets all conditions. Its values are those at clock 0 under the 15-move rule, for its side
/// to move. A position and the same position with colours swapped are listed once: the first-named side of the ending is
/// White. A line has the FEN, the result, dtw and dtz (- where there is none), and the only move or the kind of zugzwang
/// if the options ask for it, with tabs between them.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    tables: Tables,

    /// Only positions of this ending; may be repeated [default: all endings that have tables]
    #[arg(long, visible_alias = "ending", value_name = "ENDING")]
    material: Vec<Ending>,

    /// The side to move: white (the first-named side) or black [default: either]
    #[arg(long, value_name = "COLOR")]
    turn: Option<Turn>,

    #[command(flatten)]
    conditions: Conditions,

    /// Of the positions that meet the other conditions, the longest wins of each ending and side to move; with --result,
    /// the longest of these results
    #[arg(long)]
    longest: bool,

    /// What --longest measures
    #[arg(long, value_name = "METRIC", default_value = "dtw", requires = "longest")]
    metric: Measured,

    /// Stop after N positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,

    /// N positions at random instead of all, in random order
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    #[arg(conflicts_with_all = ["longest", "limit"])]
    sample: Option<u32>,

    /// Seed of the random positions
    #[arg(long, value_name = "N", default_value_t = 1, requires = "sample")]
    seed: u64,

    /// Print only the number of positions
    #[arg(long, conflicts_with_all = ["longest", "limit", "sample", "json"])]
    count: bool,

    /// One line of JSON for each position
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  bolshak find --material KKKvK --longest                  the longest wins against one king
  bolshak find --material MMvMM --mutual-zugzwang=full --quiet
  bolshak find --only-move --dtw 15.. --quiet --sample 20  long wins by only moves, at random
  bolshak find --only-move=draw --material KMvK --turn black --limit 5
  bolshak find --material KKMvKM --cursed --count          how many wins and losses the draw rule spoils
  bolshak find --dtw 31 | bolshak probe - > answers.jsonl  every move of each
  bolshak find --longest | cut -f 1 > positions.txt        the FENs alone

Ctrl-C stops a search, with exit status 130.";

/// What the longest is the longest of.
#[derive(Clone, Copy, ValueEnum)]
enum Measured {
    /// To the end of the game, without any draw rule
    Dtw,
    /// To a capture, a move of a man or the end
    Dtz,
}

impl Args {
    fn choice(&self) -> Choice {
        match (self.sample, self.longest, self.metric) {
            (Some(count), ..) => Choice::Random { count: count as usize, seed: self.seed },
            (None, false, _) => Choice::All,
            (None, true, Measured::Dtw) => Choice::LongestDtw,
            (None, true, Measured::Dtz) => Choice::LongestDtz,
        }
    }

    fn filter(&self) -> Filter {
        let wins = [Category::Win, Category::CursedWin];
        self.conditions.filter(if self.longest { &wins } else { &[] })
    }
}

pub fn run(args: &Args) -> Result<ExitCode> {
    in_game!(args.tables.game()?, G => run_in::<G>(args))
}

fn run_in<G: Game>(args: &Args) -> Result<ExitCode> {
    threads::start()?;
    signal::listen("Stopping (once more to stop at once).")?;
    let tables = args.tables.open::<G>()?;
    let tablebase = &tables.tablebase;
    let mut search = Search::new(&sides(&endings(tablebase, &args.material), args.turn), args.filter(), args.choice());
    if let Some(limit) = args.limit {
        search = search.limit(limit);
    }
    let (mut out, mut count) = (io::BufWriter::new(io::stdout()), 0_u64);
    let bar = Bar(bar(0, !args.count));
    let searched = search.run(tablebase, &bar, |ending, found| {
        count += 1;
        if !args.count {
            hit::write(&Hit::new(ending, found), args.json, &mut out)?;
        }
        anyhow::Ok(ControlFlow::Continue(()))
    });
    bar.0.finish_and_clear();
    let searched = searched.map_err(|error| explained(error, &tables))?;
    if searched.is_break() && signal::is_stopped() {
        out.flush()?;
        return Ok(signal::ended("stopped; not all positions were searched"));
    }
    if args.count {
        writeln!(out, "{count}")?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// A bar that counts entries, and stops the search at a signal.
struct Bar(ProgressBar);

impl Progress<Event> for Bar {
    fn report(&self, event: &Event) {
        match *event {
            Event::Begun { entries } => self.0.set_length(entries),
            Event::Read { entries } => self.0.inc(entries),
            _ => {}
        }
    }

    fn is_stopped(&self) -> bool {
        signal::is_stopped()
    }
}
