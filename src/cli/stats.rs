//! `bolshak stats`: statistics of the endings.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use bolshak::board::{Game, Position};
use bolshak::in_game;
use bolshak::index::Mover;
use bolshak::probe::EndingStats;
use bolshak::value::Category;
use serde::Serialize;

use crate::cli::shared::tables::Tables;
use crate::cli::shared::text::grouped;

/// Show the results of each ending and side to move, and its longest wins and losses with a position each
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    tables: Tables,

    /// One line of JSON for each ending and side to move
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  bolshak stats                 the tables in ./tables, and the built-in ones
  bolshak stats --tables six    those in six
  bolshak stats --json | jq -r '[.ending, .side, .max_win, .max_win_fen] | @tsv'";

/// One line of JSON. Counts of theory and under the draw rule at clock 0; distances in plies, 0 if there is none.
#[derive(Serialize)]
struct Row {
    ending: String,
    side: &'static str,
    entries: u64,
    win: u64,
    draw: u64,
    loss: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_win: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_loss: Option<u16>,
    rule_win: u64,
    rule_loss: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_dtz_win: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_dtz_loss: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_win_fen: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_loss_fen: Option<Option<String>>,
}

impl<G: Game> From<&EndingStats<G>> for Row {
    fn from(stats: &EndingStats<G>) -> Row {
        let plies = |extreme: Option<(u16, Position<G>)>| extreme.map_or(0, |(plies, _)| plies);
        let fen = |extreme: Option<(u16, Position<G>)>| extreme.map(|(_, position)| position.to_string());
        let (rule_win, rule_loss) = (stats.count(Category::Win), stats.count(Category::Loss));
        Row {
            ending: stats.ending.to_string(),
            side: if stats.mover == Mover::First { "first" } else { "second" },
            entries: stats.entries,
            win: rule_win + stats.count(Category::CursedWin),
            draw: stats.count(Category::Draw),
            loss: rule_loss + stats.count(Category::BlessedLoss),
            max_win: stats.dtw.map(|longest| plies(longest.win)),
            max_loss: stats.dtw.map(|longest| plies(longest.loss)),
            rule_win,
            rule_loss,
            max_dtz_win: stats.dtz.map(|longest| plies(longest.win)),
            max_dtz_loss: stats.dtz.map(|longest| plies(longest.loss)),
            max_win_fen: stats.dtw.map(|longest| fen(longest.win)),
            max_loss_fen: stats.dtw.map(|longest| fen(longest.loss)),
        }
    }
}

pub fn run(args: &Args) -> Result<ExitCode> {
    in_game!(args.tables.game()?, G => run_in::<G>(args))
}

fn run_in<G: Game>(args: &Args) -> Result<ExitCode> {
    let found = args.tables.open::<G>()?;
    let rows: Vec<Row> = found.tablebase.stats()?.iter().map(Row::from).collect();
    let mut out = io::BufWriter::new(io::stdout().lock());
    if args.json {
        for row in &rows {
            writeln!(out, "{}", serde_json::to_string(row)?)?;
        }
    } else {
        write_table(&rows, &mut out)?;
        writeln!(out, "\nResults and distances (plies) are the side's to move, from {found}.")?;
        writeln!(out, "In brackets: under the 15-move rule at clock 0.")?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn write_table(rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    let cells = |row: &Row| {
        let optional = |number: Option<u16>| number.map_or("?".into(), |number| number.to_string());
        let (first, second) = row.ending.split_once('v').unwrap_or_default();
        [
            row.ending.clone(),
            if row.side == "first" { first.into() } else { second.into() },
            grouped(row.entries),
            with_rule(row.win, row.rule_win),
            grouped(row.draw),
            with_rule(row.loss, row.rule_loss),
            optional(row.max_win),
            optional(row.max_loss),
            optional(row.max_dtz_win),
            optional(row.max_dtz_loss),
            row.max_win_fen.clone().flatten().unwrap_or_default(),
            row.max_loss_fen.clone().flatten().unwrap_or_default(),
        ]
    };
    let titles =
        ["ending", "moves", "entries", "wins", "draws", "losses", "max win", "max loss", "dtz win", "dtz loss"];
    let titles = titles.into_iter().chain(["longest win", "longest loss"]).map(String::from);
    let table: Vec<Vec<String>> =
        std::iter::once(titles.collect()).chain(rows.iter().map(|row| cells(row).to_vec())).collect();
    let columns = table[0].len();
    let widths: Vec<usize> = (0..columns).map(|c| table.iter().map(|row| row[c].len()).max().unwrap_or(0)).collect();
    for row in &table {
        let line: String = (0..columns)
            .map(|c| match c {
                0 | 1 | 10 | 11 => format!("{:width$}  ", row[c], width = widths[c]),
                _ => format!("{:>width$}  ", row[c], width = widths[c]),
            })
            .collect();
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn with_rule(theory: u64, rule: u64) -> String {
    if theory == rule { grouped(theory) } else { format!("{} ({})", grouped(theory), grouped(rule)) }
}
