//! `bolshak find`: positions by what makes them interesting.

use std::collections::BinaryHeap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;
use bolshak::find::{Filter, Found, OnlyMove, PliesRange, Zugzwang};
use bolshak::index::{Ending, Mover};
use bolshak::probe::workload::Numbers;
use bolshak::probe::{Entry, EntryBlock, Tablebase};
use bolshak::value::Category;
use clap::ValueEnum;

use super::hit::Hit;
use super::question::one_of;
use super::sides::{Turn, bar, endings, explained, sides};
use super::tables::Tables;

/// List positions by what makes them interesting
///
/// A position is listed if it is all of what is asked; its values are those at clock 0 under the 15-move rule, for its
/// side to move. Of a position and the same with colours swapped one is listed, in which the first-named side of the
/// ending is White. A line has the FEN, then, after tabs, the result, dtw and dtz (- where there is none), the only move
/// or the kind of zugzwang if that was asked.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    tables: Tables,

    /// Only positions of this ending; may be repeated [default: all endings that have tables]
    #[arg(long, visible_alias = "ending", value_name = "ENDING")]
    material: Vec<Ending>,

    /// Who is to move: white, the first-named side, or black [default: either]
    #[arg(long, value_name = "COLOR")]
    turn: Option<Turn>,

    /// The result at clock 0; may be repeated, for any of several
    #[arg(long, value_name = "RESULT", value_parser = one_of(Category::ALL))]
    result: Vec<Category>,

    /// The draw rule changes the result: cursed wins and blessed losses
    #[arg(long)]
    cursed: bool,

    /// Plies to the end of the game: 20..30 (both included), 20.., ..30, or 25
    #[arg(long, value_name = "MIN..MAX")]
    dtw: Option<PliesRange>,

    /// Plies to a capture, a move of a man or the end under the 15-move rule
    #[arg(long, value_name = "MIN..MAX")]
    dtz: Option<PliesRange>,

    /// No capture is pending; with --mutual-zugzwang, whoever is to move
    #[arg(long)]
    quiet: bool,

    /// Of two or more moves exactly one keeps the win, or the draw (cursed wins and blessed losses are draws here)
    #[arg(long, value_name = "KEEPS", num_args = 0..=1, require_equals = true, default_missing_value = "win")]
    only_move: Option<Keeps>,

    /// Whoever is to move gets less than if the other side were: both lose (full), or one loses and the other only draws
    /// (half). Listed with each side to move
    #[arg(long, value_name = "KIND", num_args = 0..=1, require_equals = true, default_missing_value = "any")]
    mutual_zugzwang: Option<Kind>,

    /// Of what passes the rest, the longest wins of each ending and side to move; with --result, the longest of these
    /// results
    #[arg(long)]
    longest: bool,

    /// What --longest measures
    #[arg(long, value_name = "METRIC", default_value = "dtw", requires = "longest")]
    metric: Distance,

    /// Stop after N positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,

    /// N positions at random instead of all, in random order
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    #[arg(conflicts_with_all = ["longest", "limit"])]
    sample: Option<u32>,

    /// Another choice of random positions
    #[arg(long, value_name = "N", default_value_t = 1, requires = "sample")]
    seed: u64,

    /// Only tell how many there are
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
  bolshak find --longest | cut -f 1 > positions.txt        the FENs alone";

/// What an only move keeps.
#[derive(Clone, Copy, ValueEnum)]
enum Keeps {
    /// The win
    Win,
    /// The draw
    Draw,
}

/// Kinds of mutual zugzwang.
#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// Whoever is to move loses
    Full,
    /// One side to move loses, the other draws
    Half,
    /// Either
    Any,
}

/// A metric of distance.
#[derive(Clone, Copy, ValueEnum)]
enum Distance {
    /// To the end of the game, without any draw rule
    Dtw,
    /// To a capture, a move of a man or the end
    Dtz,
}

impl Args {
    fn filter(&self) -> Filter {
        let mut categories = self.result.clone();
        if self.longest && categories.is_empty() {
            categories = vec![Category::Win, Category::CursedWin];
        }
        // What is to be the longest must have a distance.
        let measured = |is_measured: bool| (self.longest && is_measured).then_some(PliesRange::ALL);
        Filter {
            categories,
            cursed: self.cursed,
            dtw: self.dtw.or(measured(matches!(self.metric, Distance::Dtw))),
            dtz: self.dtz.or(measured(matches!(self.metric, Distance::Dtz))),
            quiet: self.quiet,
            only_move: self.only_move.map(|keeps| match keeps {
                Keeps::Win => OnlyMove::Win,
                Keeps::Draw => OnlyMove::Draw,
            }),
            zugzwang: match self.mutual_zugzwang {
                None => Vec::new(),
                Some(Kind::Full) => vec![Zugzwang::Full],
                Some(Kind::Half) => vec![Zugzwang::Half],
                Some(Kind::Any) => vec![Zugzwang::Full, Zugzwang::Half],
            },
        }
    }
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let tables = args.tables.open()?;
    let mut search = Search {
        args,
        filter: args.filter(),
        tablebase: &tables.tablebase,
        out: io::BufWriter::new(io::stdout()),
        found: 0,
        kept: BinaryHeap::new(),
        worst: AtomicU64::new(u64::MAX),
    };
    search.run().map_err(|error| explained(error, &tables))?;
    Ok(ExitCode::SUCCESS)
}

/// A search under way.
struct Search<'a, W> {
    args: &'a Args,
    filter: Filter,
    tablebase: &'a Tablebase,
    out: W,
    /// What was found so far, or written.
    found: u64,
    /// The best so far, if not all are wanted.
    kept: BinaryHeap<Kept>,
    /// Entries of a greater key are not wanted any more.
    worst: AtomicU64,
}

/// A position that is kept until better ones are found: those with the least keys, and of equal ones the first.
struct Kept {
    key: u64,
    number: u64,
    ending: Ending,
    found: Found,
}

impl<W: Write + Send> Search<'_, W> {
    fn run(&mut self) -> Result<()> {
        let stats = self.tablebase.stats()?;
        let wanted = sides(&endings(self.tablebase, &self.args.material), self.args.turn);
        let possible = |&(ending, mover): &(Ending, Mover)| {
            let of = stats.iter().find(|stats| (stats.ending, stats.mover) == (ending, mover));
            of.is_none_or(|stats| self.filter.can_be_in(stats))
        };
        let wanted: Vec<_> = wanted.into_iter().filter(possible).collect();
        let entries = |&(ending, mover): &(Ending, Mover)| ending.material(mover).entries();
        let bar = bar(wanted.iter().map(entries).sum(), !self.args.count);
        let mut before = 0;
        for side in &wanted {
            if self.side(*side, before, &bar)?.is_break() {
                break;
            }
            before += entries(side);
        }
        self.write_kept()?;
        bar.finish_and_clear();
        if self.args.count {
            writeln!(self.out, "{}", self.found)?;
        }
        Ok(self.out.flush()?)
    }

    /// Searches an ending with one side to move; `before` entries were those of others.
    fn side(
        &mut self,
        (ending, mover): (Ending, Mover),
        before: u64,
        bar: &indicatif::ProgressBar,
    ) -> Result<ControlFlow<()>> {
        if self.args.longest {
            self.write_kept()?;
            if self.is_done() {
                return Ok(ControlFlow::Break(()));
            }
        }
        let Search { args, filter, tablebase, out, found, kept, worst } = self;
        let (filter, worst, tablebase) = (&*filter, &*worst, *tablebase);
        let read = |block: &EntryBlock<'_>| -> Result<Vec<Kept>> {
            let mut of_block = Vec::new();
            block.each(filter.quiet, |entry| {
                let number = before + entry.number;
                let key = args.key(entry, number);
                if key > worst.load(Ordering::Relaxed) || !filter.passes(entry) {
                    return Ok(());
                }
                if let Some(found) = filter.find(tablebase, entry)? {
                    of_block.push(Kept { key, number, ending, found });
                    if args.longest {
                        worst.fetch_min(key, Ordering::Relaxed);
                    }
                }
                anyhow::Ok(())
            })?;
            let numbers = block.numbers();
            bar.inc(numbers.end - numbers.start);
            Ok(of_block)
        };
        tablebase.walk(ending, mover, read, |of_block| {
            for hit in of_block {
                if args.count {
                    *found += 1;
                } else if args.longest || args.sample.is_some() {
                    args.keep(hit, kept, worst);
                } else {
                    Hit::new(hit.ending, &hit.found).write(args.json, out)?;
                    *found += 1;
                    if args.limit == Some(*found) {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
            Ok(ControlFlow::Continue(()))
        })
    }

    fn is_done(&self) -> bool {
        self.args.limit.is_some_and(|limit| self.found >= limit)
    }

    /// Writes what was kept, in the order of the keys.
    fn write_kept(&mut self) -> Result<()> {
        for hit in std::mem::take(&mut self.kept).into_sorted_vec() {
            if self.args.count || self.is_done() {
                break;
            }
            Hit::new(hit.ending, &hit.found).write(self.args.json, &mut self.out)?;
            self.found += 1;
        }
        self.worst.store(u64::MAX, Ordering::Relaxed);
        Ok(())
    }
}

impl Args {
    /// What an entry is kept by: the least is wanted most.
    fn key(&self, entry: &Entry, number: u64) -> u64 {
        if self.sample.is_some() {
            return Numbers::after(self.seed, number).below(u64::MAX);
        }
        let plies = match self.metric {
            _ if !self.longest => return 0,
            Distance::Dtw => entry.dtw,
            Distance::Dtz => entry.dtz,
        };
        u64::from(u16::MAX - plies.unwrap_or(0))
    }

    /// Keeps a position if it is among the best.
    fn keep(&self, hit: Kept, kept: &mut BinaryHeap<Kept>, worst: &AtomicU64) {
        let most = match self.sample {
            Some(count) => count as usize,
            None => self.limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX)),
        };
        if self.longest && kept.peek().is_some_and(|other| hit.key < other.key) {
            kept.clear();
        }
        if self.longest && kept.peek().is_some_and(|other| hit.key > other.key) {
            return;
        }
        kept.push(hit);
        if kept.len() > most {
            kept.pop();
        }
        if self.sample.is_some()
            && kept.len() == most
            && let Some(last) = kept.peek()
        {
            worst.fetch_min(last.key, Ordering::Relaxed);
        }
    }
}

impl Ord for Kept {
    fn cmp(&self, other: &Kept) -> std::cmp::Ordering {
        (self.key, self.number).cmp(&(other.key, other.number))
    }
}

impl PartialOrd for Kept {
    fn partial_cmp(&self, other: &Kept) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Kept {
    fn eq(&self, other: &Kept) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Kept {}
