//! `bolshak site`: the page as plain files.

mod write;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use bolshak::index::PIECES;
use bolshak::shown;

use crate::shared::options::number;
use crate::shared::tables::Source;

/// Write the page as plain files, for any static host
///
/// The page is that of serve, with the probe in it: nothing has to run on the host. The tables lie beside it and are fetched
/// ending by ending as they are needed; what was fetched is usable without a network.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    tables: Source,

    /// Directory to write to: a new one, an empty one, or that of an earlier site, whose files are replaced
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Take the tables of up to N pieces
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = number(2..=PIECES))]
    pieces: u8,

    /// The probe for browsers, as scripts/wasm builds it [default: probe.wasm beside the program, or where scripts/wasm puts it]
    #[arg(long, value_name = "FILE")]
    wasm: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  scripts/wasm                                   from source: build the probe for browsers, once; packages have it
  bolshak site --out site                        the page, with the tables to five pieces in ./tables
  bolshak site --pieces 6 --tables six --out site    takes hours: it searches each ending for the lists of the page
  python3 -m http.server --directory site        look at it: http://localhost:8000";

pub fn run(args: &Args) -> Result<ExitCode> {
    let wasm = wasm(args.wasm.as_deref())?;
    let (game, directory) = args.tables.place();
    write::write(game, directory, args.pieces, &args.out, &wasm)
}

/// What every module of WebAssembly begins with, and the names of two functions that the page calls.
const MAGIC: &[u8] = b"\0asm";
const CALLED: [&[u8]; 2] = [b"answer", b"output"];

fn wasm(named: Option<&Path>) -> Result<Vec<u8>> {
    let path = match named {
        Some(path) => path.to_path_buf(),
        None => match beside().into_iter().find(|path| path.is_file()) {
            Some(path) => path,
            None => bail!(
                "the probe for browsers is not beside the program; packages of a release have probe.wasm, from source scripts/wasm builds \
                 it; --wasm names it elsewhere"
            ),
        },
    };
    let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", shown(&path)))?;
    let has = |name: &[u8]| bytes.windows(name.len()).any(|window| window == name);
    if !bytes.starts_with(MAGIC) || !CALLED.into_iter().all(has) {
        bail!("{} is not the probe for browsers; expected what scripts/wasm builds", shown(&path));
    }
    Ok(bytes)
}

/// Where the probe for browsers may lie: with an installed program, or in the directory of the build.
fn beside() -> Vec<PathBuf> {
    let program = std::env::current_exe().ok();
    let directory = program.as_deref().and_then(Path::parent);
    let places = ["probe.wasm", "../share/bolshak/probe.wasm", "../wasm/probe.wasm"];
    directory.map_or(Vec::new(), |directory| places.map(|place| directory.join(place)).to_vec())
}
