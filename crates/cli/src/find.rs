//! `bolshak find`: positions by what makes them interesting.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use anyhow::Result;
use bolshak::Progress;
use bolshak::board::Game;
use bolshak::find::{Choice, Filter, OnlyMove, PliesRange, Search, Zugzwang};
use bolshak::table::Metric;
use bolshak::value::Category;
use bolshak::verify::Event;
use bolshak_answers::json::Hit;
use indicatif::ProgressBar;

use crate::shared::bar;
use crate::shared::files::{write_csv, write_json};
use crate::shared::options::{Form, described, number, one_of};
use crate::shared::process::{self, notice};
use crate::shared::question::explain;
use crate::shared::selection::Rows;
use crate::shared::tables::Tables;
use crate::shared::text::grouped;

/// List positions by what makes them interesting
///
/// A position is listed if it meets all conditions. Its values are those at clock 0 under the 15-move rule, for its side
/// to move. A position and the same position with colours swapped are listed once: the first-named side of the ending is
/// White. A line has the FEN, the result, dtw and dtz (- where there is none), and the only move or the kind of zugzwang
/// if the options ask for it, with tabs between them.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub tables: Tables,

    #[command(flatten)]
    rows: Rows,

    /// The result at clock 0; may be repeated to select several
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

    /// No capture is pending; with --mutual-zugzwang, with neither side to move
    #[arg(long)]
    quiet: bool,

    /// There are two or more legal moves, and exactly one keeps the win, or the draw (cursed wins and blessed losses are draws here)
    #[arg(long, value_name = "KEEPS", num_args = 0..=1, require_equals = true, default_missing_value = "win")]
    #[arg(value_parser = described(KEEPS))]
    only_move: Option<OnlyMove>,

    /// Each side gets less when it is to move than when the other side is: both lose (full), or one loses and the other
    /// only draws (half). Listed with each side to move
    #[arg(long, value_name = "KIND", num_args = 0..=1, require_equals = true, default_missing_value = "any")]
    #[arg(value_parser = described(KINDS))]
    mutual_zugzwang: Option<&'static [Zugzwang]>,

    /// The longest wins of each ending and side to move among the positions that meet the other conditions; with
    /// --result, the longest of these results
    #[arg(long)]
    longest: bool,

    /// What --longest measures
    #[arg(long, value_name = "METRIC", default_value = "dtw", requires = "longest", value_parser = described(MEASURED))]
    metric: Metric,

    /// N positions at random instead of all, in random order
    #[arg(long, value_name = "N", value_parser = number(1..=u32::MAX), conflicts_with_all = ["longest", "limit"])]
    sample: Option<u32>,

    /// Seed of the random positions
    #[arg(long, value_name = "N", default_value_t = 1, requires = "sample")]
    seed: u64,

    /// Print only the number of positions
    #[arg(long, conflicts_with_all = ["longest", "limit", "sample", "json", "csv"])]
    count: bool,

    #[command(flatten)]
    form: Form,
}

const MEASURED: &[(&str, &str, Metric)] = &[
    ("dtw", "To the end of the game, without any draw rule", Metric::Dtw),
    ("dtz", "To a capture, a move of a man or the end", Metric::Dtz),
];

const KEEPS: &[(&str, &str, OnlyMove)] = &[("win", "The win", OnlyMove::Win), ("draw", "The draw", OnlyMove::Draw)];

const KINDS: &[(&str, &str, &[Zugzwang])] = &[
    ("full", "The side to move loses, whichever it is", &[Zugzwang::Full]),
    ("half", "One side to move loses, the other draws", &[Zugzwang::Half]),
    ("any", "Either", &[Zugzwang::Full, Zugzwang::Half]),
];

impl Args {
    fn choice(&self) -> Choice {
        match (self.sample, self.longest) {
            (Some(count), _) => Choice::Random { count: count as usize, seed: self.seed },
            (None, false) => Choice::All,
            (None, true) if self.metric == Metric::Dtz => Choice::LongestDtz,
            (None, true) => Choice::LongestDtw,
        }
    }

    /// Any result is wanted, if the options name none; of the longest, wins.
    fn filter(&self) -> Filter {
        let wins = vec![Category::Win, Category::CursedWin];
        Filter {
            categories: if self.result.is_empty() && self.longest { wins } else { self.result.clone() },
            cursed: self.cursed,
            dtw: self.dtw,
            dtz: self.dtz,
            quiet: self.quiet,
            only_move: self.only_move,
            zugzwang: self.mutual_zugzwang.unwrap_or_default().to_vec(),
        }
    }

    /// The columns of CSV: those of JSON.
    fn columns(&self) -> Vec<&'static str> {
        let mut columns = vec!["fen", "ending", "entry", "capture", "category", "theory", "dtw", "dtz"];
        columns.extend(self.only_move.map(|_| "move"));
        columns.extend(self.mutual_zugzwang.map(|_| "zugzwang"));
        columns
    }

    /// How many entries a search reads in a second, roughly; 0 if it may end early.
    fn rate(&self) -> u64 {
        const OF_THREAD: u64 = 8_000_000;
        let ends_early = self.rows.limit.is_some() && !self.longest;
        if ends_early { 0 } else { OF_THREAD * rayon::current_num_threads() as u64 }
    }
}

pub fn run<G: Game>(args: &Args) -> Result<ExitCode> {
    process::start_threads()?;
    process::listen("Stopping (Ctrl-C once more stops at once).")?;
    let tables = args.tables.open::<G>()?;
    let tablebase = &tables.tablebase;
    let mut search = Search::new(&args.rows.selection.sides(&tables)?, args.filter(), args.choice());
    if let Some(limit) = args.rows.limit {
        search = search.limit(limit);
    }
    if args.count {
        search = search.without_distances();
    }
    let (mut out, mut count) = (io::BufWriter::new(io::stdout()), 0_u64);
    let columns = args.columns();
    if args.form.csv {
        writeln!(out, "{}", columns.join(","))?;
    }
    let bar = Bar { bar: bar::entries(0, !args.count), rate: args.rate() };
    let searched = search.run(tablebase, &bar, |ending, found| {
        count += 1;
        if !args.count {
            let hit = Hit::new(ending, found);
            match args.form {
                Form { json: true, .. } => write_json(&mut out, &hit)?,
                Form { csv: true, .. } => write_csv(&mut out, &columns, &hit)?,
                _ => write_hit(&hit, &mut out)?,
            }
        }
        anyhow::Ok(ControlFlow::Continue(()))
    });
    bar.bar.finish_and_clear();
    let searched = searched.map_err(|error| explain(error, &tables))?;
    if searched.is_break() && process::is_stopped() {
        out.flush()?;
        return Ok(process::ended("stopped; not all positions were searched"));
    }
    if args.count {
        writeln!(out, "{count}")?;
    }
    out.flush()?;
    if args.longest && args.rows.limit.is_none() && !args.form.json && !args.form.csv && count > MANY {
        notice(&format!(
            "{} positions, the longest of each ending and side to move; --limit N lists the first N.",
            grouped(count)
        ));
    }
    Ok(ExitCode::SUCCESS)
}

const MANY: u64 = 25;

struct Bar {
    bar: ProgressBar,
    rate: u64,
}

impl Bar {
    fn forecast(&self, entries: u64) -> Option<String> {
        let seconds = entries.checked_div(self.rate).filter(|&seconds| seconds >= 10)?;
        let time = match seconds {
            ..90 => format!("{} seconds", seconds / 10 * 10),
            90..5400 => format!("{} minutes", seconds.div_ceil(60)),
            _ => format!("{} hours", seconds.div_ceil(3600)),
        };
        Some(format!(
            "{} entries to search: some {time}. --material, --pieces, --side and --quiet make it less.",
            grouped(entries)
        ))
    }
}

impl Progress<Event> for Bar {
    fn report(&self, event: &Event) {
        match *event {
            Event::Begun { read: entries, .. } => {
                self.forecast(entries).iter().for_each(|line| notice(line));
                self.bar.set_length(entries);
            }
            Event::Read { entries } => self.bar.inc(entries),
            _ => {}
        }
    }

    fn is_stopped(&self) -> bool {
        process::is_stopped()
    }
}

fn write_hit(hit: &Hit, out: &mut impl Write) -> io::Result<()> {
    let plies = |plies: Option<u16>| plies.map_or("-".into(), |plies| plies.to_string());
    write!(out, "{}\t{}\t{}\t{}", hit.fen, hit.category, plies(hit.dtw), plies(hit.dtz))?;
    for more in hit.r#move.iter().map(String::as_str).chain(hit.zugzwang) {
        write!(out, "\t{more}")?;
    }
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_searches_have_a_forecast() {
        let bar = |rate| Bar { bar: ProgressBar::hidden(), rate };
        assert_eq!(bar(1_000_000).forecast(9_999_999), None);
        assert_eq!(bar(0).forecast(u64::MAX), None);
        for (entries, time) in [
            (10_000_000, "10,000,000 entries to search: some 10 seconds."),
            (89_999_999, "89,999,999 entries to search: some 80 seconds."),
            (90_000_000, "90,000,000 entries to search: some 2 minutes."),
            (7_200_000_001, "7,200,000,001 entries to search: some 2 hours."),
        ] {
            assert!(bar(1_000_000).forecast(entries).unwrap().starts_with(time), "{entries}");
        }
    }
}
