//! `bolshak stats`: statistics of the endings.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use bolshak::board::Game;
use bolshak_answers::json::EndingSide;

use crate::lang::{chosen, say};
use crate::shared::files::write_json;
use crate::shared::tables::Tables;
use crate::shared::text::in_thousands;

/// Show the results of each ending and side to move, and its longest wins and losses with a position each
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub tables: Tables,

    /// One line of JSON for each ending and side to move
    #[arg(long)]
    json: bool,
}

pub fn run<G: Game>(args: &Args) -> Result<ExitCode> {
    let found = args.tables.open::<G>()?;
    let rows: Vec<EndingSide> = found.tablebase.stats()?.iter().map(EndingSide::from).collect();
    let mut out = io::BufWriter::new(io::stdout().lock());
    if args.json {
        for row in &rows {
            write_json(&mut out, row)?;
        }
    } else {
        write_table(&rows, &mut out)?;
        let tables = found.names.in_lang(chosen());
        writeln!(out, "\n{}", say("stats-note", &[("tables", tables.into())]))?;
        if rows.iter().any(|row| row.win != row.rule_win || row.loss != row.rule_loss) {
            writeln!(out, "{}", say("stats-rule-note", &[]))?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

const TITLES: [&str; 12] = [
    "stats-ending",
    "stats-mover",
    "stats-entries",
    "stats-wins",
    "stats-draws",
    "stats-losses",
    "stats-max-win",
    "stats-max-loss",
    "stats-dtz-win",
    "stats-dtz-loss",
    "stats-longest-win",
    "stats-longest-loss",
];

fn write_table(rows: &[EndingSide], out: &mut impl Write) -> io::Result<()> {
    let cells = |row: &EndingSide| {
        let optional = |number: Option<u16>| number.map_or("?".into(), |number| number.to_string());
        let (first, second) = row.ending.split_once('v').unwrap_or_default();
        [
            row.ending.clone(),
            if row.side == "first" { first.into() } else { second.into() },
            in_thousands(row.entries),
            with_rule(row.win, row.rule_win),
            in_thousands(row.draw),
            with_rule(row.loss, row.rule_loss),
            optional(row.max_win),
            optional(row.max_loss),
            optional(row.max_dtz_win),
            optional(row.max_dtz_loss),
            row.max_win_fen.clone().flatten().unwrap_or_default(),
            row.max_loss_fen.clone().flatten().unwrap_or_default(),
        ]
    };
    let titles = TITLES.map(|id| say(id, &[]));
    let table: Vec<[String; 12]> = std::iter::once(titles).chain(rows.iter().map(cells)).collect();
    let width = |column: usize| table.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 12] = std::array::from_fn(width);
    for row in &table {
        let cells = row.iter().zip(widths).enumerate().map(|(column, (cell, width))| match column {
            0 | 1 | 10 | 11 => format!("{cell:width$}  "),
            _ => format!("{cell:>width$}  "),
        });
        writeln!(out, "{}", cells.collect::<String>().trim_end())?;
    }
    Ok(())
}

fn with_rule(theory: u64, rule: u64) -> String {
    if theory == rule { in_thousands(theory) } else { format!("{} ({})", in_thousands(theory), in_thousands(rule)) }
}
