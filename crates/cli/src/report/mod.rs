//! `bolshak report`: a page of pictures of the tables' content.

mod charts;
mod facts;
mod page;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use bolshak::board::Game;
use bolshak::shown;

use crate::lang::say;
use crate::report::facts::Facts;
use crate::shared::files::write_file;
use crate::shared::options::number;
use crate::shared::process;
use crate::shared::question::explain;
use crate::shared::said::Said;
use crate::shared::tables::Tables;

/// Write a web page about what the tables hold, with pictures
///
/// One HTML page that needs nothing else, and its pictures as SVG files beside it: results by ending, distances, the
/// longest wins with diagrams and lines, and what the 15-move rule changes.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    pub tables: Tables,

    /// Directory to write into, made if it is not there; the page is index.html
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Random positions of each ending for the histograms of distances
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = number(1..=10_000_000_u32))]
    sample: u32,

    /// The seed of the random positions
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
}

const EXAMPLES: &str = "\
Examples:
  bolshak report --out report                          the tables in ./tables, and what is built in
  bolshak report --out six --tables six --sample 50000

Everything but the histograms is exact. Some 50,000 random positions a second.";

pub fn run<G: Game>(args: &Args) -> Result<ExitCode> {
    process::start_threads()?;
    let found = args.tables.open::<G>()?;
    fs::create_dir_all(&args.out).map_err(|error| about("cannot-make-directory", &args.out, error))?;
    let facts = Facts::gather(&found, args.sample, args.seed).map_err(|error| explain(error, &found))?;
    let pictures = page::pictures(&facts)?;
    let files = pictures.iter().map(|picture| (format!("{}.svg", picture.name), picture.svg.as_str()));
    let page = page::page(&facts, &pictures);
    remove_pictures(&args.out).map_err(|error| about("cannot-remove-pictures", &args.out, error))?;
    for (name, text) in files.chain([("index.html".into(), page.as_str())]) {
        write_file(&args.out.join(name), text.as_bytes())?;
    }
    let place = args.out.join("index.html");
    let written = [("page", shown(&place).into()), ("pictures", pictures.len().into())];
    writeln!(io::stdout(), "{}", say("report-written", &written))?;
    Ok(ExitCode::SUCCESS)
}

fn about(id: &'static str, path: &Path, error: io::Error) -> Said {
    Said::new(id, &[("path", &shown(path))]).because(error)
}

/// Removes the pictures of an earlier report, which may have more of them.
fn remove_pictures(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let name = entry?.file_name();
        let ours = |name: &str| {
            let (kind, number) = name.strip_suffix(".svg")?.split_once('-')?;
            (["distances", "longest", "rule"].contains(&kind) && number.parse::<u32>().is_ok()).then_some(())
        };
        if name.to_str().and_then(ours).is_some() {
            fs::remove_file(directory.join(name))?;
        }
    }
    Ok(())
}
