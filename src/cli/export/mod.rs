//! `bolshak export`: positions with their values, as a data set.

mod field;
mod parquet;
mod writer;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use bolshak::board::Game;
use bolshak::in_game;
use bolshak::index::{Ending, Index, Mover};
use bolshak::probe::{Entry, EntryBlock, Tablebase, draw};
use indicatif::ProgressBar;
use rayon::prelude::*;

use crate::cli::shared::sides::{Turn, bar, explained, sides};
use crate::cli::shared::signal;
use crate::cli::shared::sink::Sink;
use crate::cli::shared::tables::Tables;
use crate::cli::shared::threads;
use field::{Field, Row};
use writer::{Format, Part, Writer};

/// Write positions with their values as a data set, CSV or Parquet
///
/// Writes a row for each position of the endings, or for some at random, in the order of their numbers. Values are those
/// at clock 0 under the 15-move rule, for the side to move. A position and the same position with colours swapped have one
/// row: the first-named side of the ending is White.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    tables: Tables,

    /// The ending; may be repeated
    #[arg(long, visible_alias = "ending", value_name = "ENDING", required = true)]
    material: Vec<Ending>,

    /// The side to move: white (the first-named side) or black [default: either]
    #[arg(long, value_name = "COLOR")]
    turn: Option<Turn>,

    /// csv or parquet [default: as the name of FILE ends, else csv]
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,

    /// The fields, with commas between [default: fen,turn,category,theory,dtw,dtz,capture]
    #[arg(long, value_name = "FIELDS", value_delimiter = ',')]
    fields: Vec<Field>,

    /// N different positions at random instead of all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,

    /// Seed of the random positions
    #[arg(long, value_name = "N", default_value_t = 1, requires = "sample")]
    seed: u64,

    /// The file, which appears when it is complete [default: standard output, for csv]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  bolshak export --material KMvK > kmk.csv
  bolshak export --material KKvK --turn white --fields fen,dtw | head
  bolshak export --material KKMvK --out kkmk.parquet
  bolshak export --material KKMvKM --material KKMvMM --sample 1000000 --seed 7 --out train.parquet \\
      --fields turn,white_men,white_kings,black_men,black_kings,category,dtw,best";

pub fn run(args: &Args) -> Result<ExitCode> {
    in_game!(args.tables.game()?, G => run_in::<G>(args))
}

fn run_in<G: Game>(args: &Args) -> Result<ExitCode> {
    let tables = args.tables.open::<G>()?;
    let fields = if args.fields.is_empty() { Field::DEFAULT.to_vec() } else { args.fields.clone() };
    if let Some(twice) = (1..fields.len()).find(|&at| fields[..at].contains(&fields[at])) {
        return Err(usage(&format!("the field {} is named twice", fields[twice].name())));
    }
    let format = args.format.unwrap_or_else(|| by_name(args.out.as_deref()));
    if format == Format::Parquet && args.out.is_none() {
        return Err(usage("Parquet goes to a file; name it with --out FILE"));
    }
    threads::start()?;
    let sink = Sink::open(args.out.as_deref())?;
    if let Sink::File { .. } = sink {
        signal::listen("Stopping; the file that was not finished is removed.")?;
    }
    let export = Export { args, fields, tablebase: &tables.tablebase, format };
    match export.run(sink).map_err(|error| explained(error, &tables))? {
        Some(sink) => sink.finish().map(|()| ExitCode::SUCCESS),
        None => Ok(signal::ended("stopped; nothing was written")),
    }
}

/// Ends the program as clap does after wrong usage.
fn usage(message: &str) -> anyhow::Error {
    clap::Error::raw(clap::error::ErrorKind::ValueValidation, format!("{message}\n")).exit()
}

/// The format that the name of the file stands for.
fn by_name(out: Option<&Path>) -> Format {
    let is_parquet = |out: &Path| out.extension().is_some_and(|end| end.eq_ignore_ascii_case("parquet"));
    if out.is_some_and(is_parquet) { Format::Parquet } else { Format::Csv }
}

/// An export under way.
struct Export<'a, G> {
    args: &'a Args,
    fields: Vec<Field>,
    tablebase: &'a Tablebase<G>,
    format: Format,
}

impl<G: Game> Export<'_, G> {
    /// Writes all rows; `None` if a signal stopped it.
    ///
    /// Memory is bounded, however large an ending is. [`Tablebase::walk`] holds the parts of four blocks for each thread, of
    /// 65,536 rows each (or one row of the index, if that is longer) and some 100 bytes a row. Parquet holds one group of
    /// rows. A sample adds its numbers.
    fn run(&self, sink: Sink) -> Result<Option<Sink>> {
        let mut writer = Writer::new(self.format, sink, &self.fields, &self.notes())?;
        let sides = sides(&self.args.material, self.args.turn);
        let entries = |&(ending, mover): &(Ending, Mover)| ending.material(mover).entries::<G>();
        let total = sides.iter().map(entries).sum();
        let drawn = self.args.sample.map(|count| draw(total, count.into(), self.args.seed));
        let bar = bar(drawn.as_ref().map_or(total, |drawn| drawn.len() as u64), self.args.out.is_none());
        let mut before = 0;
        for side in &sides {
            let end = before + entries(side);
            let written = match &drawn {
                None => self.all(*side, &mut writer, &bar)?,
                Some(drawn) => {
                    let of_side = drawn.partition_point(|&n| n < before)..drawn.partition_point(|&n| n < end);
                    self.some(*side, &drawn[of_side], before, &mut writer, &bar)?
                }
            };
            if written.is_break() {
                return Ok(None);
            }
            before = end;
        }
        bar.finish_and_clear();
        writer.finish().map(Some)
    }

    /// What Parquet keeps besides the rows.
    fn notes(&self) -> [(&'static str, String); 3] {
        let endings: Vec<String> = self.args.material.iter().map(Ending::to_string).collect();
        let rule = format!("values at clock 0 under a draw rule of {} plies", self.tablebase.draw_plies());
        [("bolshak.game", G::NAME.to_string()), ("bolshak.endings", endings.join(",")), ("bolshak.rule", rule)]
    }

    /// Writes all positions of an ending with one side to move.
    fn all(&self, (ending, mover): (Ending, Mover), writer: &mut Writer, bar: &ProgressBar) -> Result<ControlFlow<()>> {
        let read = |block: &EntryBlock<'_, G>| {
            let mut part = Part::new(self.format, &self.fields);
            block.each(false, |entry| part.push(&self.fields, &self.row(ending, entry)))?;
            let numbers = block.numbers();
            anyhow::Ok((part, numbers.end - numbers.start))
        };
        self.tablebase.walk(ending, mover, read, |(part, rows)| {
            writer.append(part)?;
            bar.inc(rows);
            Ok(go_on())
        })
    }

    /// Writes some positions of an ending with one side to move. Their numbers count the `before` entries of earlier sides
    /// too.
    fn some(
        &self,
        (ending, mover): (Ending, Mover),
        numbers: &[u64],
        before: u64,
        writer: &mut Writer,
        bar: &ProgressBar,
    ) -> Result<ControlFlow<()>> {
        /// The positions of a task, and those of all tasks between two writes.
        const TASK: usize = 1 << 10;
        const BATCH: usize = 1 << 16;
        let index = Index::new(ending.material(mover));
        for numbers in numbers.chunks(BATCH) {
            let part = |numbers: &[u64]| {
                let mut part = Part::new(self.format, &self.fields);
                for number in numbers {
                    let entry = self.tablebase.entry(&index, mover, number - before)?;
                    part.push(&self.fields, &self.row(ending, &entry))?;
                }
                anyhow::Ok(part)
            };
            let parts: Vec<Part> = numbers.par_chunks(TASK).map(part).collect::<Result<_>>()?;
            parts.into_iter().try_for_each(|part| writer.append(part))?;
            bar.inc(numbers.len() as u64);
            if go_on().is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn row<'r>(&'r self, ending: Ending, entry: &'r Entry<G>) -> Row<'r, G> {
        Row { tablebase: self.tablebase, ending, entry }
    }
}

/// Breaks after a signal to stop.
fn go_on() -> ControlFlow<()> {
    if signal::is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
