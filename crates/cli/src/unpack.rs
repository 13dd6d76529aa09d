//! `bolshak unpack`: tables of categories as files that engines map.

use std::fs;
use std::io::{self, BufWriter, ErrorKind, IntoInnerError, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use bolshak::board::Game;
use bolshak::index::Ending;
use bolshak::probe::ProbeError;
use bolshak::shown;
use bolshak::table::{Metric, Table, TableName, UnpackedError, UnpackedTable};
use bolshak_system as system;
use indicatif::ProgressBar;

use crate::lang::Lang;
use crate::shared::files::Sink;
use crate::shared::question::explain;
use crate::shared::selection::Endings;
use crate::shared::tables::{self, Source};
use crate::shared::{bar, process, text};

/// Unpack tables for engines, which map them and can use them at once
///
/// Makes ENDING.unpacked beside each table of results (ENDING.wdl): the same results, not compressed, some 310 MB to
/// six pieces. The library, also from C and Python, maps the files when it opens the tables: results (probe_wdl) are
/// then as fast as preloaded ones, opening takes milliseconds, and processes share the memory. Files that are whole and
/// fit their tables are left as they are. A file that no longer fits its table is not used; the table is probed
/// instead.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub source: Source,

    #[command(flatten)]
    endings: Endings,

    /// Make nothing: read the existing files to the last byte, and compare them with their checksums and tables
    #[arg(long)]
    pub check: bool,
}

pub fn run<G: Game>(args: &Args) -> Result<ExitCode> {
    process::start_threads()?;
    process::listen("Stopping; the file that was not finished is removed.")?;
    let (_, directory) = args.source.place();
    let found = args.source.open::<G>()?;
    let mut endings = args.endings.of(&found)?;
    let is_named = !args.endings.named().is_empty();
    // A link that leads to itself is there, too: it is an error below.
    let has_table =
        |ending: &Ending| TableName { ending: *ending, metric: Metric::Wdl }.path(directory).symlink_metadata().is_ok();
    endings.retain(|ending| is_named || has_table(ending));
    if endings.is_empty() {
        let options = tables::options(G::NAME, directory);
        bail!(
            "there are no tables of categories (.wdl) in {}; \"bolshak generate{options}\" makes them",
            shown(directory)
        );
    }
    if let Some(&ending) = endings.iter().find(|ending| !has_table(ending)) {
        return Err(explain(ProbeError::Missing { ending, metric: Metric::Wdl }, &found));
    }
    let bar = bar::entries(endings.iter().map(|ending| ending.entries::<G>()).sum(), false);
    let (mut whole, mut bytes, mut made, mut faults) = (0_u64, 0, 0_u64, Vec::new());
    for ending in endings {
        let table = Table::<G>::open_in(directory, TableName { ending, metric: Metric::Wdl })?;
        let path = UnpackedTable::path_of(directory, ending);
        let length = match check(&path, &table, &bar) {
            Ok(length) => length,
            Err(error) if args.check => {
                if is_named || !is_absent(&error) {
                    faults.push(anyhow::Error::from(error));
                }
                continue;
            }
            // Another name for it is not possible.
            Err(error) if system::is_unusual(&path) => return Err(error.into()),
            Err(_) => {
                made += 1;
                make(&path, &table, &bar)?
            }
        };
        let Some(length) = length else {
            bar.finish_and_clear();
            return Ok(process::ended("stopped; the same command goes on"));
        };
        whole += 1;
        bytes += length;
    }
    bar.finish_and_clear();
    let mut out = io::stdout().lock();
    for fault in &faults {
        writeln!(out, "{fault:#}")?;
    }
    let (place, bytes) = (shown(directory), text::bytes(Lang::En, bytes));
    match (args.check, whole) {
        (true, 0) => writeln!(
            out,
            "No unpacked table in {place} is whole and fits its table; \"bolshak unpack{}\" makes them.",
            tables::options(G::NAME, directory)
        )?,
        (true, _) => {
            writeln!(out, "Unpacked tables that are whole and fit their tables: {whole}, {bytes} in {place}.")?
        }
        (false, _) => writeln!(out, "Unpacked tables: {whole}, {bytes} in {place}; {made} of them are new.")?,
    }
    Ok(process::status(!args.check || whole > 0 && faults.is_empty()))
}

fn is_absent(error: &UnpackedError) -> bool {
    matches!(error, UnpackedError::Read { source, .. } if source.kind() == ErrorKind::NotFound)
}

/// Reads a file to its end, and returns its bytes; `None` if a signal stopped it.
fn check<G: Game>(path: &Path, table: &Table<G>, bar: &ProgressBar) -> Result<Option<u64>, UnpackedError> {
    let unpacked = UnpackedTable::open(path, table)?;
    if !unpacked.check(|_| !process::is_stopped())? {
        return Ok(None);
    }
    bar.inc(table.header().sides.iter().map(|side| side.entries).sum());
    Ok(Some(unpacked.length()))
}

/// Makes a file, and returns its bytes; `None` if a signal stopped it.
fn make<G: Game>(path: &Path, table: &Table<G>, bar: &ProgressBar) -> Result<Option<u64>> {
    let mut out = BufWriter::with_capacity(1 << 20, Sink::open(Some(path))?);
    let done = |entries| {
        bar.inc(entries);
        !process::is_stopped()
    };
    if !table.unpack(path, &mut out, done)? {
        return Ok(None);
    }
    let failed = || format!("cannot write {}", shown(path));
    out.into_inner().map_err(IntoInnerError::into_error).with_context(failed)?.finish_read_only()?;
    Ok(Some(fs::metadata(path).with_context(failed)?.len()))
}
