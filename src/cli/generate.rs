//! `bolshak generate`: making tables.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use bolshak::generate::{Request, Summary, generate};
use bolshak::index::Ending;
use bolshak::table::Metric;

use super::progress::Meter;
use super::tables::Target;
use super::text::grouped;

/// Make the tables of all endings up to a number of pieces, or of some and what they need
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Every ending of up to N pieces [default: 4, unless endings are named]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=8))]
    pieces: Option<u8>,

    /// An ending, and what it needs; may be repeated
    #[arg(long, value_name = "ENDING")]
    material: Vec<Ending>,

    #[command(flatten)]
    target: Target,

    /// Threads, at most 256 [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

const EXAMPLES: &str = "\
Examples:
  bolshak generate                              everything to four pieces, in ./tables
  bolshak generate --material KKKvK --tables t  three kings against one, in t

Tables that are finished already are skipped.";

pub fn run(args: &Args) -> Result<ExitCode> {
    let pieces = args.pieces.or(args.material.is_empty().then_some(4));
    let mut request = pieces.map_or(Request::endings(Vec::new()), Request::pieces);
    request.endings.extend(&args.material);
    let directory = args.target.directory();
    let threads = usize::from(args.threads.unwrap_or(0));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start threads")?;
    let meter = Meter::new();
    let result = pool.install(|| generate(&request, directory, &meter));
    meter.clear();
    io::stdout().lock().write_all(in_words(&result?, directory).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn in_words(summary: &Summary, directory: &Path) -> String {
    let place = directory.display();
    if summary.finished.is_empty() {
        return format!("All {} endings are finished in {place}; nothing to do.\n", summary.before);
    }
    let entries: u64 = summary.finished.iter().map(|finished| finished.entries).sum();
    let seconds = summary.time.as_secs_f64();
    let mut text = format!(
        "{} endings, {} entries in {seconds:.1} s: {:.2} million entries a second.\n",
        summary.finished.len(),
        grouped(entries),
        entries as f64 / 1e6 / seconds,
    );
    for (number, metric) in Metric::ALL.into_iter().enumerate() {
        let bytes: u64 = summary.finished.iter().map(|finished| finished.bytes[number]).sum();
        let bits = 8.0 * bytes as f64 / entries as f64;
        text += &format!("  {metric}  {:>14} bytes  {bits:5.3} bits an entry\n", grouped(bytes));
    }
    if summary.before > 0 {
        text += &format!("{} endings were finished before.\n", summary.before);
    }
    text + &format!("The tables are in {place}; \"bolshak probe FEN\" asks them.\n")
}
