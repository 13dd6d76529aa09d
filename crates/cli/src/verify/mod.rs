//! `bolshak verify`: whether the values of tables are right, or with `--checksums` whether they are the published ones.

mod checksums;
mod proof;
mod report;

use std::process::ExitCode;

use anyhow::Result;
use bolshak::in_game;
use bolshak::index::Ending;

use crate::shared::options::{in_order, named, number};
use crate::shared::process;
use crate::shared::tables::Source;

/// Check that the values of tables are right
///
/// Compares every entry with the value that follows from the entries after its moves, by the definitions alone. Entries
/// are read through the same code as any probe. Together this is a proof of all values. If none of the endings has a table
/// of distances to win, the results, under the draw rule and in theory, and dtz are proved without. With --checksums it checks
/// instead that tables are whole and the published ones.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    source: Source,

    /// Every ending of up to N pieces [default: all endings that have tables]
    #[arg(long, value_name = "N", value_parser = number(2..=8_u8))]
    pieces: Option<u8>,

    /// An ending; may be repeated. The endings that its moves lead to are read, but not verified
    #[arg(long, value_name = "ENDING")]
    material: Vec<Ending>,

    #[command(flatten)]
    proof: proof::Args,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = number(1..=1024_u16))]
    threads: Option<u16>,

    /// Read every table to the last byte instead, and compare the digest of its content with the one in its header and
    /// with the published one, and the statistics in its header with the published ones
    #[arg(long)]
    checksums: bool,

    #[command(flatten)]
    list: checksums::Args,

    /// One line of JSON for each ending, or for each table with --checksums
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  bolshak verify                                     every entry of all tables in ./tables
  bolshak verify --pieces 6 --resume done            can be stopped, and goes on after the endings in done
  bolshak verify --sample 10000 --seed 7             10,000 random positions of each ending
  bolshak verify --sample 10000000 --run 32768       ten million entries of each, in random runs of neighbours
  bolshak verify --checksums                         whether the tables are whole and as published
  bolshak verify --checksums --pieces 4 --tables t   those to four pieces in t; none may be missing
  bolshak verify --checksums --write list            note what is there, ...
  bolshak verify --checksums --checksum-file list    ... and compare with it, later or elsewhere

Exit status: 0 if all is right, 1 if an entry is wrong or a table damaged, different or missing, 130 if Ctrl-C has
stopped it.";

pub fn run(args: &Args) -> Result<ExitCode> {
    let endings = in_order(named(args.pieces, &args.material));
    let (pool, (game, directory)) = (process::pool(args.threads.unwrap_or(0).into())?, args.source.place());
    process::listen("Stopping (once more to stop at once).")?;
    pool.install(|| match args.checksums {
        true => checksums::run(&args.list, game, directory, &endings, args.json),
        false => in_game!(game, G => proof::run::<G>(&args.proof, directory, endings, args.json)),
    })
}
