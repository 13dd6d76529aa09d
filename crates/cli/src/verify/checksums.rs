//! `bolshak verify --checksums`: whether tables are whole, and the published ones.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use bolshak::board::GameName;
use bolshak::index::Ending;
use bolshak::shown;
use bolshak::table::TableError;
use bolshak::verify::{CheckError, Checked, Checksums, Finding, Published, check};
use serde::Serialize;

use crate::shared::files::{Sink, write_json};
use crate::shared::{process, tables};
use crate::verify::report::Report;

/// The checksums that tables are compared with.
#[derive(clap::Args)]
#[group(skip)]
pub struct Args {
    /// Compare with the checksums in FILE; all tables that it lists must be there [default: the published checksums]
    #[arg(long, value_name = "FILE", requires = "checksums")]
    checksum_file: Option<PathBuf>,

    /// Compare only with the tables' own headers, and write the checksums to FILE if all tables are whole
    #[arg(long, value_name = "FILE", requires = "checksums", conflicts_with = "checksum_file")]
    write: Option<PathBuf>,
}

#[derive(Serialize)]
struct Row {
    table: String,
    status: &'static str,
    /// The digest of its content, if it is whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
    /// Of a table that is good: whether its statistics are published.
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Reads tables to the last byte and compares their checksums.
pub fn run(args: &Args, game: GameName, directory: &Path, endings: &[Ending], json: bool) -> Result<ExitCode> {
    let published = match (&args.checksum_file, &args.write) {
        (Some(file), _) => Published { checksums: read(file)?, ..Published::of(game) },
        (None, Some(_)) => Published::default(),
        (None, None) => Published::of(game),
    };
    // A file that cannot be written is an error before the work, not after it.
    let written = args.write.as_deref().map(|file| Sink::open(Some(file))).transpose()?;
    let report = Report::new(json);
    let checked = check(game, directory, endings, &published, &report);
    report.clear();
    let mut checked = match checked {
        Err(CheckError::Stopped) => {
            return Ok(process::ended(match written {
                Some(_) => "stopped; no checksums are written",
                None => "stopped; not all tables were checked",
            }));
        }
        Err(CheckError::Open(error)) => return Err(tables::NotOpened { game, error }.into()),
        checked => checked?,
    };
    if args.checksum_file.is_some() && endings.is_empty() {
        // Every table that the file lists must be there.
        let absent = |name| checked.iter().all(|table: &Checked| table.name != name);
        let missing: Vec<_> = published.checksums.iter().map(|(name, _)| name).filter(|&name| absent(name)).collect();
        let absent = |name| Checked { name, digest: None, finding: Finding::Missing, has_published_statistics: false };
        checked.extend(missing.into_iter().map(absent));
    }
    let good = checked.iter().all(|table| table.finding.is_good());
    let compared = args.write.is_none();
    let mut out = io::BufWriter::new(io::stdout().lock());
    if json {
        for table in &checked {
            let statistics = if table.has_published_statistics { "published" } else { "not published" };
            let row = Row {
                table: table.name.to_string(),
                status: status(&table.finding),
                digest: table.digest.map(hex),
                statistics: (compared && table.finding.is_good()).then_some(statistics),
                error: fault(table, game, directory),
            };
            write_json(&mut out, &row)?;
        }
    } else {
        for fault in checked.iter().filter_map(|table| fault(table, game, directory)) {
            writeln!(out, "{fault}")?;
        }
        writeln!(out, "{}", in_words(&checked, directory, compared))?;
    }
    if let Some((file, mut written)) = args.write.as_ref().zip(written) {
        let place = shown(file);
        if good {
            let digests = checked.iter().filter_map(|table| Some((table.name, table.digest?)));
            let text = digests.collect::<Checksums>().to_string();
            written.write_all(text.as_bytes()).with_context(|| format!("cannot write {place}"))?;
            written.finish()?;
        }
        if !json {
            let sentence =
                if good { format!("Their checksums are in {place}.") } else { format!("{place} is not written.") };
            writeln!(out, "{sentence}")?;
        }
    }
    out.flush()?;
    Ok(process::status(good))
}

fn read(file: &Path) -> Result<Checksums> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", shown(file)))?;
    let list: Checksums = text.parse().with_context(|| format!("{} is not a list of checksums", shown(file)))?;
    anyhow::ensure!(list.iter().next().is_some(), "{} lists no checksums; --write makes such a file", shown(file));
    Ok(list)
}

fn hex(digest: [u8; 32]) -> String {
    blake3::Hash::from_bytes(digest).to_string()
}

fn status(finding: &Finding) -> &'static str {
    match finding {
        Finding::Published => "published",
        Finding::Unpublished => "not published",
        Finding::Different { .. } | Finding::OtherRule { .. } => "different",
        Finding::FalseHeader(_) => "false header",
        Finding::OtherGame(_) => "of another game",
        Finding::Faulty(TableError::Damaged { .. }) => "damaged",
        Finding::Faulty(_) => "unreadable",
        Finding::Missing => "missing",
    }
}

/// The fault of a table, if it has one, and the remedy.
fn fault(checked: &Checked, game: GameName, directory: &Path) -> Option<String> {
    let name = checked.name;
    let path = directory.join(name.to_string());
    let path = shown(&path);
    Some(match &checked.finding {
        Finding::Published | Finding::Unpublished => return None,
        Finding::Different { published } => format!(
            "{path} holds other values than the published table (digest {}, not {}); delete it and generate it again",
            checked.digest.map(hex).unwrap_or_default(),
            hex(*published)
        ),
        Finding::FalseHeader(fault) => {
            format!("{path} is false: {fault}; delete all tables of this ending and generate them again")
        }
        Finding::OtherGame(found) => {
            format!("{path} is a table of {found}, not of {game}; move it to another directory, or give --game {found}")
        }
        Finding::OtherRule { draw_plies } => format!(
            "{path} was made for a draw rule of {draw_plies} plies, unlike the published tables; delete it and generate \
             it again"
        ),
        Finding::Faulty(error) => format!("{:#}", anyhow::Error::from(error.clone())),
        Finding::Missing => tables::missing(game, directory, name),
    })
}

/// "246 tables in DIR: 246 whole, ..."; rare faults are named only if there are any.
fn in_words(checked: &[Checked], directory: &Path, compared: bool) -> String {
    let count = |wanted: &dyn Fn(&Checked) -> bool| checked.iter().filter(|table| wanted(table)).count();
    let of_status = |wanted: &str| count(&|table| status(&table.finding) == wanted);
    let tables = checked.len() - of_status("missing");
    let whole = count(&|table| table.digest.is_some());
    let mut text = format!("{tables} tables in {}: {whole} whole", shown(directory));
    if compared {
        let [as_published, others] = ["published", "not published"].map(of_status);
        text += &format!(", {as_published} as published, {others} not published here");
    }
    text += &format!(", {} damaged", of_status("damaged"));
    for rare in ["different", "false header", "of another game", "unreadable", "missing"] {
        if of_status(rare) > 0 {
            text += &format!(", {} {rare}", of_status(rare));
        }
    }
    text += ".";
    if compared {
        let as_published = count(&|table| table.has_published_statistics);
        let others = count(&|table| table.finding.is_good()) - as_published;
        text += &format!("\nStatistics in headers: {as_published} as published, {others} not published here.");
    }
    text
}
