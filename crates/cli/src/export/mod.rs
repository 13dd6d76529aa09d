//! `bolshak export`: positions with their values, as a data set.

mod ed;
mod writer;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use bolshak::board::{Game, GameName};
use bolshak::index::{Ending, Index, Mover};
use bolshak::probe::{Entry, ProbeError, Tablebase, draw};
use bolshak::verify::{Entries, EntryBlock, VerifyError};
use clap::ValueEnum;
use indicatif::ProgressBar;
use rayon::prelude::*;

use crate::export::writer::{Cell, Field, Part, Writer};
use crate::shared::bar::{self, Making};
use crate::shared::files::Sink;
use crate::shared::options::number;
use crate::shared::process::{self, go_on};
use crate::shared::question::explain;
use crate::shared::selection::Rows;
use crate::shared::tables::Tables;

/// Write positions with their values as a data set, CSV or Parquet, or as the files of Kallisto's base
///
/// Writes a row for each position of the endings, or for random ones, in the order of their numbers. Values are those
/// at clock 0 under the 15-move rule, for the side to move. A position and the same position with colours swapped have
/// one row: the first-named side of the ending is White.
///
/// With --format ed it writes a file for each ending and side to move into a directory, for engines that read
/// Kallisto's endgame base: the result of each position without a draw rule, uncompressed.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub tables: Tables,

    #[command(flatten)]
    rows: Rows,

    /// csv, parquet or ed (Kallisto's base) [default: as the name of FILE ends, else csv]
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,

    /// The fields, with commas between [default: fen,ending,turn,category,theory,dtw,dtz,capture]
    #[arg(long, value_name = "FIELDS", value_delimiter = ',')]
    fields: Vec<Field>,

    /// N different positions at random instead of all
    #[arg(long, value_name = "N", value_parser = number(1..=u32::MAX), conflicts_with = "limit")]
    sample: Option<u32>,

    /// Seed of the random positions
    #[arg(long, value_name = "N", default_value_t = 1, requires = "sample")]
    seed: u64,

    /// The file, which appears when it is complete [default: standard output, for csv]; with ed a directory, made if it is not
    /// there
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Text, a line for each position, the names of the fields in the first
    Csv,
    /// Apache Parquet, compressed with zstd
    Parquet,
    /// Kallisto's endgame base: files of two bits a position
    Ed,
}

pub fn run<G: Game>(args: &Args) -> Result<ExitCode> {
    let is_parquet = match args.format {
        Some(Format::Ed) => return ed::<G>(args),
        Some(format) => matches!(format, Format::Parquet),
        None => {
            args.out.as_ref().and_then(|out| out.extension()).is_some_and(|end| end.eq_ignore_ascii_case("parquet"))
        }
    };
    let tables = args.tables.open::<G>()?;
    let fields = if args.fields.is_empty() { Field::DEFAULT.to_vec() } else { args.fields.clone() };
    if let Some(twice) = (1..fields.len()).find(|&at| fields[..at].contains(&fields[at])) {
        return Err(usage(&format!("the field {} is named twice", fields[twice].name())));
    }
    if is_parquet && args.out.is_none() {
        return Err(usage("Parquet goes to a file; name it with --out FILE"));
    }
    process::start_threads()?;
    let sink = Sink::open(args.out.as_deref())?;
    if let Sink::File { .. } = sink {
        process::listen("Stopping; the file that was not finished is removed.")?;
    }
    let sides = args.rows.selection.sides(&tables)?;
    let export = Export { args, sides, fields, tablebase: &tables.tablebase, is_parquet };
    match export.run(sink).map_err(|error| explain(error, &tables))? {
        Some(sink) => sink.finish().map(|()| ExitCode::SUCCESS),
        None => Ok(process::ended("stopped; nothing was written")),
    }
}

fn ed<G: Game>(args: &Args) -> Result<ExitCode> {
    let extension = match G::NAME {
        GameName::Russian => "ed",
        GameName::Poddavki => "led",
        GameName::Draughts80 => {
            return Err(usage(&format!("Kallisto has no files of {}; export csv or parquet", G::NAME)));
        }
    };
    if !args.fields.is_empty() || args.sample.is_some() || args.rows.limit.is_some() {
        return Err(usage(
            "a file of Kallisto's base has all positions and no fields; leave --fields, --sample and --limit out",
        ));
    }
    let Some(directory) = &args.out else {
        return Err(usage("Kallisto's base is a directory of files; name it with --out DIR"));
    };
    let tables = args.tables.open::<G>()?;
    ed::write_all(&tables, &args.rows.selection.sides(&tables)?, directory, extension)
}

struct Export<'a, G> {
    args: &'a Args,
    sides: Vec<(Ending, Mover)>,
    fields: Vec<Field>,
    tablebase: &'a Tablebase<G>,
    is_parquet: bool,
}

impl<G: Game> Export<'_, G> {
    /// Writes all rows; `None` if a signal stopped it.
    ///
    /// Apart from values that [`Entries`] makes, memory is bounded, however large an ending is. [`Entries::walk`] holds
    /// the parts of four blocks for each thread, of 65,536 rows each (or one row of the index, if that is longer) and some
    /// 200 bytes a row. Parquet holds one group of rows. A sample adds its numbers.
    fn run(&self, sink: Sink) -> Result<Option<Sink>> {
        // The first row of each, before anything is written: a table that is missing is an error at once.
        for &(ending, mover) in &self.sides {
            let entry = self.tablebase.entry(&Index::new(ending.material(mover)), mover, 0)?;
            self.part().push(self.cells(ending, &entry))?;
        }
        let mut writer = Writer::new(self.is_parquet, sink, &self.fields, &self.notes())?;
        let entries = |&(ending, mover): &(Ending, Mover)| ending.material(mover).entries::<G>();
        let total = self.sides.iter().map(entries).sum();
        let drawn = self.args.sample.map(|count| draw(total, count.into(), self.args.seed));
        let limit = self.args.rows.limit.filter(|&limit| limit < total);
        let rows = drawn.as_ref().map_or(limit.unwrap_or(total), |drawn| drawn.len() as u64);
        let bar = bar::entries(rows, self.args.out.is_none());
        let making = Making(&bar);
        let (mut entries_of, mut before) = (Entries::new(self.tablebase, &making), 0);
        if (&drawn, limit) == (&None, None) {
            bar.inc_length(entries_of.to_make(&self.sides)?);
        }
        for side in &self.sides {
            let end = before + entries(side);
            let written = match (&drawn, limit) {
                (None, None) => self.all(&mut entries_of, *side, &mut writer, &bar)?,
                (None, Some(limit)) => self.some(*side, before..end.min(limit), before, &mut writer, &bar)?,
                (Some(drawn), _) => {
                    let of_side = drawn.partition_point(|&n| n < before)..drawn.partition_point(|&n| n < end);
                    self.some(*side, drawn[of_side].iter().copied(), before, &mut writer, &bar)?
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
        let mut endings: Vec<String> = self.sides.iter().map(|(ending, _)| ending.to_string()).collect();
        endings.dedup();
        let rule = format!("values at clock 0 under a draw rule of {} plies", self.tablebase.draw_plies());
        [("bolshak.game", G::NAME.to_string()), ("bolshak.endings", endings.join(",")), ("bolshak.rule", rule)]
    }

    /// Writes all positions of an ending with one side to move.
    fn all(
        &self,
        entries: &mut Entries<'_, G>,
        (ending, mover): (Ending, Mover),
        writer: &mut Writer,
        bar: &ProgressBar,
    ) -> Result<ControlFlow<()>> {
        let read = |block: &EntryBlock<'_, G>| {
            let mut part = self.part();
            block.each(false, |entry| part.push(self.cells(ending, entry)).map_err(VerifyError::from))?;
            let numbers = block.numbers();
            anyhow::Ok((part, numbers.end - numbers.start))
        };
        entries.walk(ending, mover, read, |(part, rows)| {
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
        mut numbers: impl Iterator<Item = u64>,
        before: u64,
        writer: &mut Writer,
        bar: &ProgressBar,
    ) -> Result<ControlFlow<()>> {
        /// The positions of a task, and those of all tasks between two writes.
        const TASK: usize = 1 << 10;
        const BATCH: usize = 1 << 16;
        let index = Index::new(ending.material(mover));
        loop {
            let numbers: Vec<u64> = numbers.by_ref().take(BATCH).collect();
            if numbers.is_empty() {
                return Ok(ControlFlow::Continue(()));
            }
            let part = |numbers: &[u64]| {
                let mut part = self.part();
                for number in numbers {
                    let entry = self.tablebase.entry(&index, mover, number - before)?;
                    part.push(self.cells(ending, &entry))?;
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
    }

    fn part(&self) -> Part {
        Part::new(self.is_parquet, self.fields.len())
    }

    fn cells(&self, ending: Ending, entry: &Entry<G>) -> impl Iterator<Item = Result<Cell, ProbeError>> {
        self.fields.iter().map(move |field| field.cell(self.tablebase, ending, entry))
    }
}

fn usage(message: &str) -> anyhow::Error {
    clap::Error::raw(clap::error::ErrorKind::ValueValidation, format!("{message}\n")).exit()
}
