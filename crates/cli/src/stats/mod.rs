//! `bolshak stats`: statistics of the endings.

mod distances;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use bolshak::board::Game;
use bolshak_answers::json::{DistanceCounts, EndingSide};
use serde::Serialize;

use crate::lang::{Said, chosen, say};
use crate::shared::files::{write_csv, write_json};
use crate::shared::options::Form;
use crate::shared::process;
use crate::shared::question::explain;
use crate::shared::selection::Rows;
use crate::shared::tables::Tables;
use crate::shared::text::{decimal, in_thousands};
use crate::stats::distances::{Distances, counted};

/// Show the results of each ending and side to move, and its longest wins and losses with a position each
///
/// If there are several rows, the last one, of the ending "all", has the totals of all that is selected, also with
/// --limit. This reads only the headers of the tables, except with --distances, and with --published no tables at all.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub tables: Tables,

    #[command(flatten)]
    rows: Rows,

    /// Read all values for the means and medians of the distances; with --json also for their distributions, as pairs of plies
    /// and positions
    #[arg(long)]
    distances: bool,

    /// Show the published statistics instead of those of the tables: of Russian draughts, all endings of up to eight pieces.
    /// The tables only say which game is meant, where --game does not
    #[arg(long, conflicts_with = "distances")]
    published: bool,

    #[command(flatten)]
    form: Form,
}

#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    side: EndingSide,
    /// The draws in theory among all entries.
    draw_share: f64,
    #[serde(flatten)]
    distances: Option<Distances>,
}

impl Row {
    fn new(side: EndingSide, counts: Option<&DistanceCounts>) -> Row {
        let draw_share = side.draw as f64 / side.entries as f64;
        Row { side, draw_share, distances: counts.map(Distances::from) }
    }
}

pub fn run<G: Game>(args: &Args) -> Result<ExitCode> {
    if args.published {
        let sides = args.rows.selection.published::<G>()?.iter().map(EndingSide::from).collect();
        return show(args, sides, &[], &say("stats-published", &[]));
    }
    let found = args.tables.open::<G>()?;
    let of_published = |error: anyhow::Error| match error.downcast::<Said>() {
        Ok(said) if args.rows.selection.published::<G>().is_ok() => said.with_remedy(Some("shows-published")).into(),
        Ok(said) => said.into(),
        Err(error) => error,
    };
    let stats = args.rows.selection.stats(&found).map_err(of_published)?;
    let counts = if args.distances {
        process::start_threads()?;
        process::listen("Stopping (Ctrl-C once more stops at once).")?;
        match counted(&found.tablebase, &stats).map_err(|error| explain(error, &found))? {
            Some(counts) => counts,
            None => return Ok(process::ended("stopped; nothing was counted to its end")),
        }
    } else {
        Vec::new()
    };
    show(args, stats.iter().map(EndingSide::from).collect(), &counts, &found.names.in_lang(chosen()))
}

/// Prints the rows of sides to move, with the counts of their distances if these were made, and where they come from.
fn show(args: &Args, sides: Vec<EndingSide>, counts: &[DistanceCounts], source: &str) -> Result<ExitCode> {
    let total = (sides.len() > 1).then(|| {
        let sum = counts.iter().fold(DistanceCounts::default(), |mut sum, counts| {
            sum.add(counts);
            sum
        });
        let side = if args.rows.selection.side.is_some() { sides[0].side } else { "both" };
        Row::new(total(&sides, side), args.distances.then_some(&sum))
    });
    let limit = args.rows.limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    let rows = sides.into_iter().enumerate().take(limit).map(|(at, side)| Row::new(side, counts.get(at)));
    let rows: Vec<Row> = rows.chain(total).collect();
    let mut out = io::BufWriter::new(io::stdout().lock());
    match args.form {
        Form { json: true, .. } => rows.iter().try_for_each(|row| write_json(&mut out, row))?,
        Form { csv: true, .. } => {
            let most = if args.distances { usize::MAX } else { OF_HEADERS };
            let columns: Vec<&str> = COLUMNS.split(',').take(most).collect();
            writeln!(out, "{}", columns.join(","))?;
            rows.iter().try_for_each(|row| write_csv(&mut out, &columns, row))?;
        }
        _ => {
            write_table(&results(&rows), &mut out)?;
            if args.distances {
                writeln!(out)?;
                write_table(&distances(&rows), &mut out)?;
            }
            writeln!(out, "\n{}", say("stats-note", &[("tables", source.into())]))?;
            if rows.iter().any(|Row { side, .. }| side.win != side.rule_win || side.loss != side.rule_loss) {
                writeln!(out, "{}", say("stats-rule-note", &[]))?;
            }
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The sums of all rows, and the first of the longest wins and losses; these are not known if a row lacks them.
fn total(rows: &[EndingSide], side: &'static str) -> EndingSide {
    let sum = |of: fn(&EndingSide) -> u64| rows.iter().map(of).sum();
    let longest = |of: fn(&EndingSide) -> Option<u16>| {
        let is_known = rows.iter().all(|row| of(row).is_some());
        rows.iter().rev().filter(|_| is_known).max_by_key(|row| of(row))
    };
    let (win, loss) = (longest(|row| row.max_win), longest(|row| row.max_loss));
    EndingSide {
        ending: "all".into(),
        side,
        entries: sum(|row| row.entries),
        win: sum(|row| row.win),
        draw: sum(|row| row.draw),
        loss: sum(|row| row.loss),
        max_win: win.and_then(|row| row.max_win),
        max_loss: loss.and_then(|row| row.max_loss),
        rule_win: sum(|row| row.rule_win),
        rule_loss: sum(|row| row.rule_loss),
        max_dtz_win: longest(|row| row.max_dtz_win).and_then(|row| row.max_dtz_win),
        max_dtz_loss: longest(|row| row.max_dtz_loss).and_then(|row| row.max_dtz_loss),
        max_win_fen: win.and_then(|row| row.max_win_fen.clone()),
        max_loss_fen: loss.and_then(|row| row.max_loss_fen.clone()),
    }
}

/// The columns of CSV; those of headers first.
const COLUMNS: &str = "ending,side,entries,win,draw,loss,draw_share,rule_win,rule_loss,max_win,max_loss,max_dtz_win,\
    max_dtz_loss,max_win_fen,max_loss_fen,mean_win,median_win,mean_loss,median_loss,mean_dtz_win,median_dtz_win,\
    mean_dtz_loss,median_dtz_loss";
const OF_HEADERS: usize = 15;

const TITLES: [&str; 13] = [
    "stats-ending",
    "stats-mover",
    "stats-entries",
    "stats-wins",
    "stats-draws",
    "stats-draw-share",
    "stats-losses",
    "stats-max-win",
    "stats-max-loss",
    "stats-dtz-win",
    "stats-dtz-loss",
    "stats-longest-win",
    "stats-longest-loss",
];

/// The ending and the pieces of the side to move; of totals, their name.
fn names(side: &EndingSide) -> [String; 2] {
    match side.ending.split_once('v') {
        Some((first, second)) => [side.ending.clone(), if side.side == "first" { first } else { second }.into()],
        None => [say("estimate-all", &[]), String::new()],
    }
}

fn results(rows: &[Row]) -> Vec<Vec<String>> {
    let cells = |Row { side, draw_share, .. }: &Row| {
        let optional = |number: Option<u16>| number.map_or("?".into(), |number| number.to_string());
        let [ending, mover] = names(side);
        vec![
            ending,
            mover,
            in_thousands(side.entries),
            with_rule(side.win, side.rule_win),
            in_thousands(side.draw),
            decimal(chosen(), 100.0 * draw_share, 2),
            with_rule(side.loss, side.rule_loss),
            optional(side.max_win),
            optional(side.max_loss),
            optional(side.max_dtz_win),
            optional(side.max_dtz_loss),
            side.max_win_fen.clone().flatten().unwrap_or_default(),
            side.max_loss_fen.clone().flatten().unwrap_or_default(),
        ]
    };
    let titles = TITLES.iter().map(|id| say(id, &[])).collect();
    std::iter::once(titles).chain(rows.iter().map(cells)).collect()
}

fn distances(rows: &[Row]) -> Vec<Vec<String>> {
    let title = |of: &'static str| {
        ["mean", "median"].map(|kind| say("stats-distance", &[("kind", kind.into()), ("of", of.into())]))
    };
    let titles = TITLES[..2].iter().map(|id| say(id, &[]));
    let titles = titles.chain(["win", "loss", "dtz-win", "dtz-loss"].into_iter().flat_map(title)).collect();
    let cells = |(row, of): (&Row, &Distances)| {
        let cell = |plies: Option<f64>, decimals| plies.map_or("-".into(), |plies| decimal(chosen(), plies, decimals));
        let cells = of.averages.iter().flat_map(|&(mean, median)| [cell(mean, 2), cell(median, 1)]);
        names(&row.side).into_iter().chain(cells).collect()
    };
    let rows = rows.iter().filter_map(|row| Some((row, row.distances.as_ref()?)));
    std::iter::once(titles).chain(rows.map(cells)).collect()
}

/// Writes rows in columns of their widths; numbers are to the right of theirs.
fn write_table(table: &[Vec<String>], out: &mut impl Write) -> io::Result<()> {
    let width = |column: usize| table.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..table[0].len()).map(width).collect();
    for row in table {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| match column {
            0 | 1 | 11 | 12 => format!("{cell:width$}  "),
            _ => format!("{cell:>width$}  "),
        });
        writeln!(out, "{}", cells.collect::<String>().trim_end())?;
    }
    Ok(())
}

fn with_rule(theory: u64, rule: u64) -> String {
    if theory == rule { in_thousands(theory) } else { format!("{} ({})", in_thousands(theory), in_thousands(rule)) }
}
