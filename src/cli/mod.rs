//! The command line: one file for each subcommand.

mod bench_probe;
mod checksums;
mod completions;
mod diagram;
mod estimate;
mod export;
mod field;
mod find;
mod generate;
mod hit;
mod hub;
mod json;
mod line;
mod lines;
mod man;
mod parquet;
mod perft;
mod plan;
mod probe;
mod progress;
mod question;
mod report;
mod sides;
mod signal;
mod sink;
mod stats;
mod summary;
mod tables;
mod text;
mod verify;
mod wanted;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Endgame tablebases for Russian draughts (shashki).
///
/// Exact results and distances of every position with few pieces, with the draw rules (three kings against one, 15 moves
/// by kings alone) at any state of the clock.
#[derive(Parser)]
#[command(name = NAME, version, max_term_width = 110, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The program's name.
const NAME: &str = "bolshak";

const EXAMPLES: &str = "\
Examples:
  bolshak generate                           all tables to four pieces, in ./tables
  bolshak probe \"W:WKc3,Kd6,Ke3:BKd8\"        who wins, in how many moves, and how
  bolshak line \"W:WKa1,Kc1,Ke1:BKf8\"         best play by both sides
  bolshak stats                              what the endings add up to
  bolshak find --longest                     the longest wins of each ending
  bolshak export --material KMvK > kmk.csv   all positions of an ending with their values
  bolshak verify                             whether every entry is right
  bolshak hub                                an engine for programs that play and analyse

Exit status: 0 done, 1 failed, 2 wrong usage. Distances are in plies (half-moves).";

#[derive(Subcommand)]
enum Command {
    Generate(generate::Args),
    Plan(plan::Args),
    Probe(probe::Args),
    Line(line::Args),
    Stats(stats::Args),
    Report(report::Args),
    Find(find::Args),
    Export(export::Args),
    Verify(verify::Args),
    Hub(hub::Args),
    Perft(perft::Args),
    BenchProbe(bench_probe::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Runs the program; errors are one line on standard error.
pub fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Generate(args) => generate::run(&args),
        Command::Plan(args) => plan::run(&args),
        Command::Probe(args) => probe::run(&args),
        Command::Line(args) => line::run(&args),
        Command::Stats(args) => stats::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Find(args) => find::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Hub(args) => hub::run(args),
        Command::Perft(args) => perft::run(&args),
        Command::BenchProbe(args) => bench_probe::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    };
    match result {
        Ok(status) => status,
        // Whoever reads our output has seen enough.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let remedy =
                error.downcast_ref().and_then(tables::remedy).map(|remedy| format!("; {remedy}")).unwrap_or_default();
            notice(&format!("bolshak: {error:#}{remedy}"));
            ExitCode::FAILURE
        }
    }
}

/// Writes a line to standard error; if it takes none, nobody reads it, and that is no reason to stop.
fn notice(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<io::Error>();
    cause.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
