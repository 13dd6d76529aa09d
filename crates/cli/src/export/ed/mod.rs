//! Files of Kallisto's base, as `docs/interfaces.md` describes them.

mod layout;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use bolshak::board::Game;
use bolshak::in_game;
use bolshak::probe::{ProbeError, Tablebase};
use bolshak::shown;
use bolshak::table::Metric;
use bolshak::value::Theory;
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::args::{Args, usage};
use crate::shared::question::explain;
use crate::shared::sides::{bar, explained, sides};
use crate::shared::signal;
use crate::shared::sink::Sink;
use crate::shared::threads;
use layout::{Layout, extension};

/// Writes the files of all sides to move that are asked for.
pub fn run(args: &Args) -> Result<ExitCode> {
    in_game!(args.tables.game()?, G => run_in::<G>(args))
}

fn run_in<G: Game>(args: &Args) -> Result<ExitCode> {
    let Some(extension) = extension::<G>() else {
        return Err(usage(&format!("Kallisto has no files of {}; export csv or parquet", G::NAME)));
    };
    if !args.fields.is_empty() || args.sample.is_some() {
        return Err(usage(
            "a file of Kallisto's base has all positions and no fields; leave --fields and --sample out",
        ));
    }
    let Some(directory) = &args.out else {
        return Err(usage("Kallisto's base is a directory of files; name it with --out DIR"));
    };
    let tables = args.tables.open::<G>()?;
    let endings = args.endings();
    let there = tables.tablebase.endings();
    // Before gigabytes of others are written.
    if let Some(&ending) = endings.iter().find(|ending| !there.contains(ending)) {
        let (pieces, largest) = (ending.pieces().into(), there.last().map_or(0, |ending| ending.pieces().into()));
        let error = match pieces > largest {
            true => ProbeError::TooManyPieces { pieces, largest },
            false => ProbeError::Missing { ending, metric: Metric::Wdl },
        };
        return Err(explain(error, &tables));
    }
    threads::start()?;
    fs::create_dir_all(directory).with_context(|| format!("cannot make the directory {}", shown(directory)))?;
    signal::listen("Stopping; the file that was not finished is removed.")?;
    let sides = sides(&endings, args.turn);
    let layouts: Vec<_> = sides.iter().map(|(ending, mover)| Layout::new(ending.material(*mover))).collect();
    let bar = bar(layouts.iter().map(|layout| layout.rows() * layout.row_size()).sum(), false);
    for (done, layout) in layouts.iter().enumerate() {
        let path = directory.join(format!("{}.{extension}", layout.name()));
        if !write(&tables.tablebase, layout, &path, &bar).map_err(|error| explained(error, &tables))? {
            bar.finish_and_clear();
            return Ok(signal::ended(&format!("stopped; {done} of {} files are complete", layouts.len())));
        }
    }
    bar.finish_and_clear();
    Ok(ExitCode::SUCCESS)
}

/// Writes a file, which appears when it is complete; `false` if a signal stopped it.
fn write<G: Game>(tablebase: &Tablebase<G>, layout: &Layout, path: &Path, bar: &ProgressBar) -> Result<bool> {
    /// About so many positions are reckoned by one thread at a time.
    const TASK: u64 = 1 << 16;
    let mut sink = Sink::open(Some(path))?;
    // Every task begins a byte.
    let rows = (TASK / layout.row_size()).next_multiple_of(4).max(4);
    let tasks = layout.rows().div_ceil(rows);
    let batch = 4 * rayon::current_num_threads() as u64;
    for first in (0..tasks).step_by(batch as usize) {
        let packed = |task: u64| {
            let rows = task * rows..layout.rows().min((task + 1) * rows);
            let mut packed = Packed::default();
            for row in rows {
                layout.each::<G>(row, |position| {
                    let theory = position.map(|position| tablebase.probe_wdl(position, 0)).transpose()?;
                    packed.push(theory.map_or(0, |category| code(category.theory())));
                    Ok(())
                })?;
            }
            bar.inc(packed.count);
            anyhow::Ok(packed.bytes)
        };
        let packed: Vec<_> = (first..tasks.min(first + batch)).into_par_iter().map(packed).collect::<Result<_>>()?;
        for bytes in packed {
            sink.write_all(&bytes).with_context(|| format!("cannot write {}", shown(path)))?;
        }
        if signal::is_stopped() {
            return Ok(false);
        }
    }
    sink.finish()?;
    Ok(true)
}

/// The number of a result in the base.
fn code(theory: Theory) -> u8 {
    match theory {
        Theory::Draw => 0,
        Theory::Win => 1,
        Theory::Loss => 2,
    }
}

/// Values of two bits, the first in the low bits of a byte.
#[derive(Default)]
struct Packed {
    bytes: Vec<u8>,
    count: u64,
}

impl Packed {
    fn push(&mut self, value: u8) {
        let place = self.count % 4;
        if place == 0 {
            self.bytes.push(0);
        }
        if let Some(last) = self.bytes.last_mut() {
            *last |= value << (2 * place);
        }
        self.count += 1;
    }
}
